// What two transactions must have in common to be the same one: their actions in order, each with its table, its item or key,
// and its expressions with what their names and values stand for. Items and values count by their meaning, not by how they were
// written. Pure.
#pragma once

#include <array>
#include <span>

#include "engine/base/digest.h"
#include "engine/write/action.h"

namespace sheaf {

using TransactionDigest = std::array<char, Digest::kBytes>;

// Of actions that check_action has seen.
TransactionDigest digest_of(std::span<const Action> actions);

}  // namespace sheaf
