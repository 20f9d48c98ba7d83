// ActionRun: one action on its way through the pipeline, while its item is locked: the old image is read where something needs
// it, the condition evaluated, the new image made, and the edits of the item and its rows go into a batch. Nothing is written
// here. Borrows the action. One thread.
#pragma once

#include <optional>
#include <utility>

#include "engine/write/action.h"
#include "engine/write/new_image.h"

namespace sheaf {

// Whether anything needs the item as it is.
bool needs_old_item(const Action& action);

class ActionRun {
 public:
  explicit ActionRun(const Action& action) : action_(&action) {}
  ActionRun(const ActionRun&) = delete;
  ActionRun& operator=(const ActionRun&) = delete;

  // ---- the steps, in this order ----

  // Where the old item's bytes go, when it is needed (needs_old_item).
  AlignedBuffer* old_bytes() { return action_->old_image != nullptr ? action_->old_image : &own_old_bytes_; }
  // After old_bytes were filled, or when there was no such item, or when reading it failed with that status.
  enum class Found : uint8_t { kNo, kYes };
  void take_old_item(Found found);
  void fail_to_read(Status status) { reading_ = std::move(status); }

  // Whether the action may be done: looks at the condition, and makes the new image and those that the action asks for. Once
  // something is written nothing may fail, or a write that has happened would be denied. Errors: that of reading, ItemCorrupt,
  // ConditionFailed, those of UpdatedItem.
  Status judge();

  // About what its edits take in a batch.
  size_t batch_bytes() const;

  // False when the item and its rows stay as they are.
  bool changes_something() const;
  // Fills the costs of the indexes, too.
  void append_edits(Batch* batch) const;

  // In place of the steps, where nothing is to be done any more: the cost is that of the item as it is.
  void note_old_item() const;

  // After the commit.
  ActionResult finish();

 private:
  // kUnknown: nothing needed it, so it was not read.
  enum class OldItem : uint8_t { kUnknown, kAbsent, kPresent };

  Status check_condition() const;
  Status make_images();
  void note_items() const;
  bool has_old() const { return old_ == OldItem::kPresent; }
  const ItemView* old_item() const { return has_old() ? &old_item_ : nullptr; }
  bool leaves_rows(const OpenIndex& index) const;
  Status copy_image(const ItemView* item, AlignedBuffer* out) const;

  const Action* action_;
  AlignedBuffer own_old_bytes_;
  Status reading_;  // of the old item
  OldItem old_ = OldItem::kUnknown;
  ItemView old_item_;  // without attributes when there is none
  std::optional<UpdatedItem> updated_;
  const ItemView* new_item_ = nullptr;  // null: there is none afterwards
  AlignedBuffer old_parts_;             // of an action that asks for parts: they replace the whole after the commit
};

}  // namespace sheaf
