// How writes follow their tables: a definition may change between the moment in which a write was asked for and that in
// which its item is locked. Before the locks an action is brought to the newest version of its table; under them it is
// asked whether that still is the newest (OpenTable::is_outdated), and if not all begins anew.
#pragma once

#include <span>

#include "engine/write/action.h"

namespace sheaf {

// Gives each action the newest version of its table, once no index of the tables is being built; waits for that without holding
// locks. Errors: LockTimeout, Interrupted.
Status catch_up(std::span<Action> actions, const CallLimits& limits);

// What is to be checked of an action before it is locked: check_action, and the paths of its expressions again when they were
// checked against an older version. Errors: those of check_action and check_write_paths.
Status check_current(Action* action);

// Under the locks of the actions' items.
bool is_any_outdated(std::span<const Action> actions);

}  // namespace sheaf
