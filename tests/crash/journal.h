// Journal: what writers have begun and what was acknowledged to them, in one file that outlives their process; and what
// a database may hold according to it. Each entry is one append, so the order of lines is the order in time: a line
// "begin" stands before its write began, "done" after it was acknowledged.
//
//   begin <number> <table> <key> <item as JSON, or nothing for an erasure>
//   done <number>
//
// A table itself is an entry with the key "." and the item "table", or nothing for its drop. Keys and table names have
// no spaces.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/inspection.h"

namespace sheaf::test {

// Any number of threads.
class JournalWriter {
 public:
  explicit JournalWriter(const std::string& path);
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  uint64_t begin(const std::string& table, const std::string& key, const std::string& item);
  void done(uint64_t number);

 private:
  void append(const std::string& line);

  int descriptor_;
  std::atomic<uint64_t> next_{1};
};

inline const std::string kTableKey = ".";
inline const std::string kTableItem = "table";

class Journal {
 public:
  // What a database held when the writers began.
  void start_with(const Contents& contents);

  // A last line that was cut off is no entry.
  void read(const std::string& path);

  uint64_t acknowledged() const { return acknowledged_; }
  uint64_t begun() const { return begun_; }

  // "" or what is wrong: an acknowledged write is lost, or something is there that nobody wrote or that was
  // overwritten.
  std::string problem(const Contents& found) const;

 private:
  static constexpr uint64_t kNever = UINT64_MAX;
  struct Write {
    uint64_t begun_at = 0;
    uint64_t done_at = kNever;
    std::string item;
  };
  using Place = std::pair<std::string, std::string>;  // table, key

  bool may_hold(const Place& place, const std::string& item) const;
  std::string problem_of_table(const std::string& table, const std::set<std::string>& items) const;

  uint64_t position_ = 0;
  uint64_t acknowledged_ = 0;
  uint64_t begun_ = 0;
  std::map<Place, std::vector<Write>> writes_;
};

// The key under which an item stands in a journal.
std::string journal_key(const std::string& item_json);

}  // namespace sheaf::test
