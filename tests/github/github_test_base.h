// What the tests of the GitHub example share: a table in memory, and answers as JSON text. A call that must succeed
// fails the test when it does not.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "examples/github/patterns.h"

namespace github {

struct Listed {
  std::vector<std::string> items;  // in JSON's PLAIN dialect, or one attribute of each
  uint64_t read = 0;
  std::string token;
};

class GitHubTest : public ::testing::Test {
 protected:
  void SetUp() override;

  // A user with that name and nothing else, a repo, an issue with a title, a pull request likewise.
  void user(std::string_view name);
  void organization(std::string_view name);
  void repo(const RepoName& name, std::string_view updated_at);
  uint64_t issue(const RepoName& repo, std::string_view title, std::string_view status = "Open");
  uint64_t pull_request(const RepoName& repo, std::string_view title, std::string_view status = "Open");

  static void must(const Outcome& outcome);
  static Listed listed(Rows rows);
  // One attribute of each row.
  static Listed column(Rows rows, const char* path);

  // The item, or "" when there is none.
  std::string item(const Key& key, uint32_t dialect = SHEAF_JSON_PLAIN);

  // Every row of the table and of the three indexes. What a refused request leaves alone is the same before and after.
  std::vector<std::string> everything();

  std::unique_ptr<Table> table_;
};

// An item with one attribute.
Item with(std::string_view name, std::string_view text);

}  // namespace github
