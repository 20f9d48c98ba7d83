#include "tests/github/github_test_base.h"

namespace github {

void GitHubTest::SetUp() {
  sheaf_open_options options = {};
  options.flags = SHEAF_OPEN_MEMORY;
  must(Table::open(nullptr, options, &table_));
  ASSERT_NE(table_, nullptr);
}

void GitHubTest::must(const Outcome& outcome) { ASSERT_TRUE(outcome) << outcome.message; }

void GitHubTest::user(std::string_view name) { must(create_user(*table_, name, {})); }

void GitHubTest::organization(std::string_view name) { must(create_organization(*table_, name, {})); }

void GitHubTest::repo(const RepoName& name, std::string_view updated_at) {
  must(create_repo(*table_, name, updated_at, {}));
}

uint64_t GitHubTest::issue(const RepoName& repo, std::string_view title, std::string_view status) {
  Item item = with("Title", title);
  item.set("Status", status);
  const Numbered made = create_issue(*table_, repo, std::move(item));
  must(made.outcome);
  return made.number;
}

uint64_t GitHubTest::pull_request(const RepoName& repo, std::string_view title, std::string_view status) {
  Item item = with("Title", title);
  item.set("Status", status);
  const Numbered made = create_pull_request(*table_, repo, std::move(item));
  must(made.outcome);
  return made.number;
}

Listed GitHubTest::listed(Rows rows) {
  Listed out;
  while (const sheaf_item* row = rows.next()) out.items.push_back(json_of(row));
  must(rows.outcome());
  EXPECT_EQ(rows.returned(), out.items.size());
  out.read = rows.read();
  out.token = rows.token();
  return out;
}

Listed GitHubTest::column(Rows rows, const char* path) {
  Listed out;
  while (const sheaf_item* row = rows.next()) out.items.emplace_back(text_at(row, path));
  must(rows.outcome());
  out.read = rows.read();
  out.token = rows.token();
  return out;
}

std::string GitHubTest::item(const Key& key, uint32_t dialect) {
  Item found;
  const Outcome outcome = table_->get(key, &found);
  if (outcome.code == Code::kNotFound) return "";
  must(outcome);
  return json_of(found, dialect);
}

std::vector<std::string> GitHubTest::everything() {
  static constexpr Text kScans[] = {{.kind = SHEAF_STMT_SCAN},
                                    {.kind = SHEAF_STMT_SCAN, .index = "GSI1"},
                                    {.kind = SHEAF_STMT_SCAN, .index = "GSI2"},
                                    {.kind = SHEAF_STMT_SCAN, .index = "GSI3"}};
  std::vector<std::string> out;
  for (const Text& scan : kScans) {
    const Listed rows = listed(table_->query(scan, {}));
    out.push_back("-- " + std::to_string(rows.items.size()) + " rows --");
    out.insert(out.end(), rows.items.begin(), rows.items.end());
  }
  return out;
}

Item with(std::string_view name, std::string_view text) {
  Item item;
  item.set(name, text);
  return item;
}

}  // namespace github
