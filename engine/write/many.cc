#include "engine/write/many.h"

namespace sheaf {

Status refuse(const Blame& blame, Status status, ActionOutcomes* outcomes) {
  outcomes->clear();
  outcomes->resize(blame.count);
  (*outcomes)[blame.action].fail(Status(status));
  return status;
}

uint64_t payload_bytes(const Action& action) {
  uint64_t bytes = action.kind == ActionKind::kPut ? action.item.size_bytes() : 0;
  for (const ValueView part : action.key) bytes += value_size_bytes(part);
  for (const ValueView value : action.terms.values) bytes += value_size_bytes(value);
  return bytes;
}

Twice find_same_item(std::span<const Action> actions) {
  std::vector<OwnedKey> keys;
  keys.reserve(actions.size());
  for (const Action& action : actions) keys.push_back({&action.table->marks(), nullptr, action.base_key});
  return find_twice(keys);
}

}  // namespace sheaf
