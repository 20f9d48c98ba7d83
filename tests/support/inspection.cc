#include "tests/support/inspection.h"

#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

constexpr size_t kMostTables = 1000;
const std::string kTokenFamily = "k";

// The families that a table has by DESIGN.md, "On disk".
void add_families(const TableDef& def, std::set<std::string>* families) {
  families->insert("b" + std::to_string(def.id));
  for (const IndexDef& index : def.indexes) families->insert("x" + std::to_string(index.id));
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string problem_of(const TestTable& table, const Page& page) {
  if (!page.status.ok()) return "cannot be read: " + page.status.message();
  if (page.end != Step::kDone) return "was read in part only";
  const VerifyReport report = table.verify();
  if (report.items != page.rows.size()) return "verify counts " + std::to_string(report.items) + " items";
  return report.first_problem;
}

}  // namespace

Inspection inspect(const std::shared_ptr<Database>& database) {
  Inspection inspection;
  const auto complain = [&inspection](const std::string& problem) {
    if (inspection.problem.empty()) inspection.problem = problem;
  };
  std::set<std::string> expected{"default"};
  const auto names = database->table_names({}, kMostTables);
  if (!names.ok()) {
    complain(names.status().message());
    return inspection;
  }
  for (const std::string& name : *names) {
    const auto opened = database->open_table(name);
    if (!opened.ok()) {
      complain(opened.status().message());
      continue;
    }
    const TestTable table(database, *opened);
    const Page page = table.page({});
    if (const std::string problem = problem_of(table, page); !problem.empty()) complain(name + ": " + problem);
    inspection.contents[name] = {page.rows.begin(), page.rows.end()};
    add_families(table.open_table().def(), &expected);
  }
  const std::vector<std::string> families = database->store().family_names();
  const std::set<std::string> found(families.begin(), families.end());
  if (found.contains(kTokenFamily)) expected.insert(kTokenFamily);  // made when the first token comes
  if (found != expected) {
    complain("column families " + joined(found) + ", the catalog names " + joined(expected));
  }
  return inspection;
}

std::string text_of(const Contents& contents) {
  std::string text;
  for (const auto& [name, items] : contents) text += name + ": [" + joined(items) + "] ";
  return text;
}

}  // namespace sheaf::test
