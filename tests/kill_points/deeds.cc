#include "tests/kill_points/deeds.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "engine/db/load.h"
#include "tests/kill_points/steps.h"
#include "tests/support/added_index.h"
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

int on_a_database(const std::function<Status(const std::shared_ptr<Database>&)>& deed) {
  const auto database = open();
  if (!database.ok()) return end_with(database.status());
  arm();
  return end_with(deed(*database));
}

Status load(const std::shared_ptr<Database>& database) {
  SHEAF_ASSIGN_OR_RETURN(auto table, database->open_table("Victim"));
  constexpr uint64_t kMemoryBytes = 1;  // each item makes a run
  SHEAF_ASSIGN_OR_RETURN(auto load, Load::begin(database, std::move(table), kMemoryBytes));
  for (const std::string& item : loaded_items()) SHEAF_RETURN_IF_ERROR(load->put(TestItem(item).view()));
  return load->finish();
}

}  // namespace

std::set<std::string> loaded_items() {
  return {R"({"gp":{"S":"g"},"pk":{"S":"p1"},"v":{"N":"1"}})", R"({"gp":{"S":"g"},"pk":{"S":"p2"},"v":{"N":"2"}})"};
}

TableShape victim() {
  return {.name = "Victim", .hash = "pk:S", .indexes = {{"by_group", "gp:S"}, {"by_version", "v:N", "", "KEYS_ONLY"}}};
}

IndexShape added_index() { return {"by_version", "v:N"}; }

ProgramParts deeds() {
  return {
      {kCreateDatabase, open_and_close},
      {kOpen, open_and_close},
      {kCreateTable,
       [] {
         return on_a_database([](const auto& database) { return database->create_table(definition_json(victim())); });
       }},
      {kLoad, [] { return on_a_database(load); }},
      {kAddIndex,
       [] {
         return on_a_database(
             [](const auto& database) { return database->add_index(kFilled, added_index_json(added_index())); });
       }},
      {kDropIndex,
       [] {
         return on_a_database([](const auto& database) { return database->drop_index(kFilled, added_index().name); });
       }},
      {kDropTable, [] { return on_a_database([](const auto& database) { return database->drop_table("Victim"); }); }}};
}

}  // namespace sheaf::test
