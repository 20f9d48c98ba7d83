// Sends requests, prints them with their answers for a person, and holds the answers against what they have to be.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "github/patterns.h"

namespace github {

// A pattern at work: its number in the chart, the call, and the request in words.
struct Step {
  const char* number;
  std::string call;
  const char* request;
};

// What a list has to be. `first` are the values of an attribute, mostly of the sort key, of the first items.
struct Expected {
  uint64_t returned;
  uint64_t read;
  const char* attribute;
  std::vector<std::string> first;
};

class Show {
 public:
  explicit Show(Table& table) : table_(table) {}

  void chapter(const char* title, const char* sentence);

  // Reads are sent twice and timed at the second time, when their statement is prepared. `lead` names the attributes
  // that are printed.
  void list(const Step& step, const std::function<Rows()>& ask, const Expected& expected,
            std::initializer_list<const char*> lead);
  // The item must be there.
  Item get(const Step& step, const std::function<Outcome(Item*)>& ask, std::initializer_list<const char*> lead);

  // Writes are sent once.
  void write(const Step& step, const std::function<Outcome()>& send, Code expected);
  void create(const Step& step, const std::function<Numbered()>& send, uint64_t expected_number);

  // Prints what an item holds at a path, which must be that number.
  void count(const char* what, const Key& key, const char* path, uint64_t expected);

  // Of everything that must not fail but is not shown.
  void require(const char* what, const Outcome& outcome);

  bool all_as_expected() const { return all_as_expected_; }

 private:
  void heading(const Step& step) const;
  void item(const sheaf_item* item, std::initializer_list<const char*> lead) const;
  void expect(const char* what, const std::string& expected, const std::string& got);

  Table& table_;
  bool all_as_expected_ = true;
};

}  // namespace github
