// Pipeline: the only way anything is written to a table. An action is checked, its key locked, the old image read
// where something needs it, the condition evaluated, the new image made, the derivations asked, and everything committed as
// one batch; durability is waited for after the lock is gone. Any number of threads.
#pragma once

#include <cstdint>

#include "engine/write/action.h"
#include "engine/write/lock_table.h"

namespace sheaf {

class Pipeline {
 public:
  explicit Pipeline(Store& store) : store_(store) {}

  // Errors: those of check_put and UpdatedItem (new_image.h), ConditionFailed, TableDropped, ItemCorrupt (the old image),
  // LockTimeout, Interrupted, and Store::write's. Nothing was written then, but for OutcomeUnknown.
  Result<ActionResult> run(Action* action);

  LockTable& locks() { return locks_; }

 private:
  // What is known of the item as it is stored. kUnknown: nothing needed it, so it was not read.
  enum class OldImage : uint8_t { kUnknown, kAbsent, kPresent };
  struct OldItem {
    OldImage known = OldImage::kUnknown;
    ItemView item;  // without attributes when there is none
  };

  Status run_locked(const Action& action, ActionResult* result);
  Result<OldItem> read_old(const Action& action, AlignedBuffer* image) const;
  Status commit(const Action& action, const OldItem& old, const ItemView* new_item);

  Store& store_;
  LockTable locks_;
};

}  // namespace sheaf
