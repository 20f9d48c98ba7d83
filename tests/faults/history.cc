#include "tests/faults/history.h"

#include "tests/support/items.h"

namespace sheaf::test {
namespace {

std::set<std::string> rows_of(const History::Items& items) {
  std::set<std::string> rows;
  for (const auto& [key, json] : items) rows.insert(json);
  return rows;
}

Contents contents_of(const History::Tables& tables) {
  Contents contents;
  for (const auto& [name, items] : tables) contents[name] = rows_of(items);
  return contents;
}

}  // namespace

void History::acknowledge(Tables state) { states_.push_back(std::move(state)); }

void History::doubt(Tables state) { doubtful_state_ = std::move(state); }

bool History::is_like(const Tables& state, const Contents& found) const {
  Contents expected = contents_of(state);
  for (const std::string& name : doubtful_tables_) {
    if (!found.contains(name)) {
      expected.erase(name);
    } else if (!expected.contains(name)) {
      expected[name] = {};
    }
  }
  return found == expected;
}

std::string History::problem(const Contents& found, Survival survival) const {
  if (doubtful_state_.has_value() && is_like(*doubtful_state_, found)) return {};
  const size_t first = survival == Survival::kDurable ? durable_ : states_.size() - 1;
  for (size_t i = first; i < states_.size(); ++i) {
    if (is_like(states_[i], found)) return {};
  }
  for (size_t i = 0; i < first; ++i) {
    if (is_like(states_[i], found)) {
      return "the state after step " + std::to_string(i) + " is left, " + std::to_string(first) + " must be";
    }
  }
  return "no state of the history is left but " + text_of(found) + "and the last was " + text_of(contents_of(now()));
}

void History::restart(const Contents& found) {
  Tables tables;
  for (const auto& [name, rows] : found) {
    Items& items = tables[name];
    for (const std::string& row : rows) items[std::string(TestItem(row).view().find("pk").data)] = row;
  }
  states_.clear();
  states_.push_back(std::move(tables));
  durable_ = 0;
  doubtful_state_.reset();
  doubtful_tables_.clear();
}

}  // namespace sheaf::test
