// How the entities of the model are named, and the templates of their keys. Every key of the table is made here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace github {

// Names borrow their text. What has a name of its own type cannot be taken for something else.
struct RepoName {
  std::string_view owner;
  std::string_view repo;
};

struct IssueName {
  RepoName repo;
  uint64_t number;
};

struct PullRequestName {
  RepoName repo;
  uint64_t number;
};

// Comment ids are the application's: unique in a repo, and in the order of time.
struct IssueCommentName {
  IssueName issue;
  std::string_view id;
};

struct PRCommentName {
  PullRequestName pull_request;
  std::string_view id;
};

// A primary key.
struct Key {
  std::string partition;
  std::string sort;
};

// Parts of keys are joined by '#', so no name may hold one: "a#b" would be taken apart in another way than it was put
// together. Nor may it be empty. What puts a name into a key that was not looked up asks this first.
bool is_name(std::string_view text);

// Numbers in keys have seven digits, so that their text sorts as they do.
std::string padded(uint64_t number);

std::string repo_id(const RepoName& repo);         // REPO#<owner>#<repo>
std::string account_id(std::string_view account);  // ACCOUNT#<name>

Key repo_key(const RepoName& repo);
Key issue_key(const IssueName& issue);                                     // in the collection of its repo
Key star_key(const RepoName& repo, std::string_view user);                 // likewise
Key pull_request_key(const PullRequestName& pull_request);                 // a partition of its own
Key account_key(std::string_view account);                                 // users and organizations alike
Key membership_key(std::string_view organization, std::string_view user);  // in the collection of its organization

// Comments of one issue or pull request are a collection.
std::string comments_id(const IssueName& issue);
std::string comments_id(const PullRequestName& pull_request);
Key comment_key(const IssueCommentName& comment);
Key comment_key(const PRCommentName& comment);

// All reactions of one user to one target.
Key reaction_key(const IssueName& issue, std::string_view user);
Key reaction_key(const PullRequestName& pull_request, std::string_view user);
Key reaction_key(const IssueCommentName& comment, std::string_view user);
Key reaction_key(const PRCommentName& comment, std::string_view user);

}  // namespace github
