#include "engine/write/catch_up.h"

#include <algorithm>

#include "engine/write/new_image.h"
#include "engine/write/write_checks.h"

namespace sheaf {

Status catch_up(std::span<Action> actions, const CallLimits& limits) {
  for (const Action& action : actions) SHEAF_RETURN_IF_ERROR(action.table->marks().wait_for_gate(limits));
  for (Action& action : actions) {
    std::shared_ptr<const OpenTable> newer = action.table->newer();
    if (newer == nullptr) continue;
    action.table = newer.get();
    action.newer = std::move(newer);
  }
  return {};
}

Status check_current(Action* action) {
  if (action->newer != nullptr) SHEAF_RETURN_IF_ERROR(check_write_paths(*action->table, action->terms));
  return check_action(action);
}

bool is_any_outdated(std::span<const Action> actions) {
  return std::any_of(actions.begin(), actions.end(), [](const Action& action) { return action.table->is_outdated(); });
}

}  // namespace sheaf
