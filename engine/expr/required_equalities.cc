// Which comparisons a condition cannot do without: for advice on filters, where a key condition would do better.
#include <algorithm>

#include "engine/expr/condition.h"

namespace sheaf {

std::vector<std::string> ConditionExpression::required_equalities() const {
  // Ways lead forward only, so one pass over the predicates finds all that can be reached.
  const auto can_hold_without = [this](size_t refused) {
    std::vector<bool> is_reached(predicates_.size());
    bool can_hold = false;
    const auto reach = [&](int32_t way) {
      if (way == kTrue) can_hold = true;
      if (way >= 0) is_reached[static_cast<size_t>(way)] = true;
    };
    reach(start_);
    for (size_t i = 0; i < predicates_.size(); ++i) {
      if (!is_reached[i]) continue;
      reach(predicates_[i].if_false);
      if (i != refused) reach(predicates_[i].if_true);
    }
    return can_hold;
  };
  std::vector<std::string> names;
  for (size_t i = 0; i < predicates_.size(); ++i) {
    if (predicates_[i].op != Op::kEqual) continue;
    Operand path = operands_[predicates_[i].first_operand];
    Operand value = operands_[predicates_[i].first_operand + 1];
    if (path.kind != Operand::Kind::kPath) std::swap(path, value);
    if (path.kind != Operand::Kind::kPath || value.kind != Operand::Kind::kValue) continue;
    if (paths_[path.number].is_nested() || can_hold_without(i)) continue;
    names.push_back(paths_[path.number].attribute());
  }
  return names;
}

}  // namespace sheaf
