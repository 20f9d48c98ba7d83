// Many actions in one call: transactions, of which all or nothing happens, and batches of independent ones.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/find_twice.h"
#include "engine/base/limits.h"
#include "engine/write/action.h"

namespace sheaf {

// What became of one action: OK for those that are not to blame for an error. The code is right also when memory ended before
// the status could be kept.
struct ActionOutcome {
  StatusCode code = StatusCode::kOK;
  Status status;
  AlignedBuffer old_image;  // after ConditionFailed, of an action with wants_old; empty when there was no item

  void fail(Status&& why) {
    code = why.code();
    status = std::move(why);
  }
};
using ActionOutcomes = std::vector<ActionOutcome>;

// Makes the error the outcome of one of `count` actions, the only one, and gives it back.
struct Blame {
  size_t action;
  size_t count;
};
Status refuse(const Blame& blame, Status status, ActionOutcomes* outcomes);

struct ManyActions {
  std::span<Action> actions;
  ActionOutcomes* outcomes = nullptr;  // made as long as the actions
};

struct Transaction : ManyActions {
  std::string_view token;  // "" is none
  size_t max_actions = kMaxTransactionActions;
  uint64_t max_bytes = kMaxTransactionBytes;
  // When not null: receives whether a transaction of these actions was committed under the token before, so that this one did
  // nothing. The costs are then those of the items as they are.
  bool* was_committed_before = nullptr;
};

// The first action that is wrong in itself; its status is OK when there is none.
struct WrongAction {
  size_t action = 0;
  Status status;
};

// The bytes of what an action carries: its item or key, and its values.
uint64_t payload_bytes(const Action& action);

// The first two actions that are on one item. Of actions that check_action has seen; those without a legal key are on no item.
Twice find_same_item(std::span<const Action> actions);

}  // namespace sheaf
