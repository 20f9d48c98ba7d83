#include "engine/derive/derivation.h"

namespace sheaf {

bool row_values_equal(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto left = ItemView::open(a);
  const auto right = ItemView::open(b);
  return left.ok() && right.ok() && items_equal(*left, *right);
}

DerivedEdits difference(const DerivedRows& before, const DerivedRows& after) {
  DerivedEdits edits;
  auto old_row = before.begin();
  auto new_row = after.begin();
  while (old_row != before.end() || new_row != after.end()) {
    const bool only_old = new_row == after.end() || (old_row != before.end() && old_row->key < new_row->key);
    if (only_old) {
      edits.erasures.push_back(old_row++->key);
      continue;
    }
    const bool in_both = old_row != before.end() && old_row->key == new_row->key;
    if (!in_both || !row_values_equal(old_row->value(), new_row->value()))
      edits.puts.push_back({new_row->key, new_row->value()});
    ++new_row;
    if (in_both) ++old_row;
  }
  return edits;
}

}  // namespace sheaf
