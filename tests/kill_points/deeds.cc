#include "tests/kill_points/deeds.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "tests/kill_points/steps.h"
#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

Result<std::shared_ptr<Database>> open() { return Database::open(folder_options(variable("SHEAF_FOLDER"))); }

void arm() {
  const Moment moment = variable("SHEAF_MOMENT") == "after" ? Moment::kAfter : Moment::kBefore;
  kill_at_step(std::strtoull(variable("SHEAF_STEP").c_str(), nullptr, 10), moment);
}

// Ends the process as a kill behind the last step would.
int end_with(const Status& status) {
  (void)stop_counting();
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.message().c_str());
  ::_exit(status.ok() ? EXIT_SUCCESS : EXIT_FAILURE);
}

int open_and_close() {
  arm();
  const auto database = open();
  if (database.ok()) (*database)->close();
  return end_with(database.status());
}

int on_a_database(const std::function<Status(Database&)>& deed) {
  const auto database = open();
  if (!database.ok()) return end_with(database.status());
  arm();
  return end_with(deed(**database));
}

}  // namespace

TableShape victim() {
  return {.name = "Victim", .hash = "pk:S", .indexes = {{"by_group", "gp:S"}, {"by_version", "v:N", "", "KEYS_ONLY"}}};
}

ProgramParts deeds() {
  return {{kCreateDatabase, open_and_close},
          {kOpen, open_and_close},
          {kCreateTable,
           [] {
             return on_a_database([](Database& database) { return database.create_table(definition_json(victim())); });
           }},
          {kDropTable, [] { return on_a_database([](Database& database) { return database.drop_table("Victim"); }); }}};
}

}  // namespace sheaf::test
