// What the item of each entity holds beside the attributes that come with it: keys of the table and of the indexes,
// Type, names, and counters at 0. The patterns and the demo's batches make their items here.
#pragma once

#include "keys.h"
#include "sheaf_cpp.h"

namespace github {

void fill_repo(const RepoName& repo, std::string_view updated_at, Item* item);
void fill_fork(const RepoName& original, std::string_view owner, std::string_view updated_at, Item* item);
void fill_issue(const IssueName& issue, Item* item);
void fill_pull_request(const PullRequestName& pull_request, Item* item);
void fill_comment(const IssueCommentName& comment, Item* item);
void fill_comment(const PRCommentName& comment, Item* item);
void fill_star(const RepoName& repo, std::string_view user, std::string_view starred_at, Item* item);
void fill_user(std::string_view name, Item* item);
void fill_organization(std::string_view name, Item* item);
void fill_membership(std::string_view organization, std::string_view user, std::string_view role, Item* item);

// The sort key of GSI3 of a repo. '#' is below all letters, so that repos stand before "ACCOUNT#": backwards the
// account comes first.
std::string updated_sort(std::string_view updated_at);

}  // namespace github
