// Pipeline: the only way anything is written to a table. An action is checked, its key locked, the old image read
// where something needs it, the derivations asked, and everything committed as one batch; durability is waited for
// after the lock is gone. Any number of threads.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/aligned_buffer.h"
#include "engine/item/item_view.h"
#include "engine/read/open_table.h"
#include "engine/write/lock_table.h"

namespace sheaf {

enum class ActionKind : uint8_t { kPut, kDelete };
enum class Durability : uint8_t { kVisible, kDurable };  // what is waited for before the answer

struct Action {
  ActionKind kind = ActionKind::kPut;
  const OpenTable* table = nullptr;
  ItemView item;                       // kPut: the new image
  std::string base_key;                // kDelete: the encoded key; kPut: filled from the item
  AlignedBuffer* old_image = nullptr;  // when not null: receives the item as it was
  Durability durability = Durability::kVisible;
  CallLimits limits;  // of the wait for other writes of the item
};

struct ActionResult {
  bool had_old_image = false;  // meaningful when the action asked for the old image
};

class Pipeline {
 public:
  explicit Pipeline(Store& store) : store_(store) {}

  // Errors: the key and index key errors, ItemTooLarge, TableDropped, ItemCorrupt (the old image), LockTimeout,
  // Interrupted, and Store::write's. Nothing was written then, but for OutcomeUnknown.
  Result<ActionResult> run(Action* action);

  LockTable& locks() { return locks_; }

 private:
  // What is known of the item as it is stored. kUnknown: nothing needed it, so it was not read.
  enum class OldImage : uint8_t { kUnknown, kAbsent, kPresent };
  Status commit(const Action& action, OldImage known, const ItemView& old_item);

  Store& store_;
  LockTable locks_;
};

}  // namespace sheaf
