#include "tests/crash/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

#include "tests/support/items.h"

namespace sheaf::test {

std::string journal_key(const std::string& item_json) {
  const TestItem item(item_json);
  return std::string(item.view().find("pk").data) + "/" + std::string(item.view().find("sk").data);
}

JournalWriter::JournalWriter(const std::string& path)
    : descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), path);
}

JournalWriter::~JournalWriter() { ::close(descriptor_); }

void JournalWriter::append(const std::string& line) {
  if (::write(descriptor_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    throw std::system_error(errno, std::generic_category(), "the journal");
}

uint64_t JournalWriter::begin(const std::string& table, const std::string& key, const std::string& item) {
  const uint64_t number = next_.fetch_add(1);
  append("begin " + std::to_string(number) + " " + table + " " + key + " " + item + "\n");
  return number;
}

void JournalWriter::done(uint64_t number) { append("done " + std::to_string(number) + "\n"); }

void Journal::start_with(const Contents& contents) {
  const uint64_t now = ++position_;
  for (const auto& [table, items] : contents) {
    writes_[{table, kTableKey}].push_back({now, now, kTableItem});
    for (const std::string& item : items) writes_[{table, journal_key(item)}].push_back({now, now, item});
  }
}

void Journal::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::map<uint64_t, std::pair<std::vector<Write>*, size_t>> by_number;
  std::string line;
  while (std::getline(file, line) && !file.eof()) {  // the file ends here when the line has no end
    ++position_;
    std::istringstream words(line);
    std::string verb;
    uint64_t number = 0;
    words >> verb >> number;
    if (verb == "begin") {
      Place place;
      std::string item;
      words >> place.first >> place.second;
      words.get();
      std::getline(words, item);
      std::vector<Write>& writes = writes_[place];
      by_number[number] = {&writes, writes.size()};
      writes.push_back({position_, kNever, item});
      ++begun_;
    } else {
      const auto& [writes, index] = by_number.at(number);
      (*writes)[index].done_at = position_;
      ++acknowledged_;
    }
  }
}

// A write can be what is there unless another began after it was acknowledged, and was acknowledged too.
bool Journal::may_hold(const Place& place, const std::string& item) const {
  std::vector<Write> writes{{0, 0, ""}};  // at first there is nothing
  if (const auto found = writes_.find(place); found != writes_.end()) {
    writes.insert(writes.end(), found->second.begin(), found->second.end());
  }
  for (const Write& write : writes) {
    const bool is_overwritten = std::any_of(writes.begin(), writes.end(), [&write](const Write& other) {
      return other.done_at != kNever && other.begun_at > write.done_at;
    });
    if (write.item == item && !is_overwritten) return true;
  }
  return false;
}

std::string Journal::problem_of_table(const std::string& table, const std::set<std::string>& items) const {
  std::map<std::string, std::string> by_key;
  for (const auto& [place, writes] : writes_) {
    if (place.first == table && place.second != kTableKey) by_key[place.second];
  }
  for (const std::string& item : items) by_key[journal_key(item)] = item;
  for (const auto& [key, item] : by_key) {
    if (!may_hold({table, key}, item)) return table + " " + key + " holds " + (item.empty() ? "nothing" : item);
  }
  return {};
}

std::string Journal::problem(const Contents& found) const {
  std::set<std::string> tables;
  for (const auto& [table, items] : found) tables.insert(table);
  for (const auto& [place, writes] : writes_) tables.insert(place.first);
  for (const std::string& table : tables) {
    const auto items = found.find(table);
    const bool is_there = items != found.end();
    if (!may_hold({table, kTableKey}, is_there ? kTableItem : "")) {
      return table + (is_there ? " is there" : " is not there");
    }
    if (!is_there) continue;
    if (const std::string problem = problem_of_table(table, items->second); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace sheaf::test
