#include "engine/write/pipeline.h"

#include "engine/base/limits.h"
#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

// DynamoDB counts an item and its rows of local indexes together. Few items are so large that it can matter.
Status check_size_with_local_rows(const Action& action) {
  uint64_t size_bytes = action.item.size_bytes();
  if (size_bytes * (1 + kMaxLocalIndexes) <= kMaxItemBytes) return {};
  DerivedRows rows;
  for (const OpenIndex& index : action.table->indexes()) {
    if (index.def->kind == IndexKind::kLocal) index.derivation->append_rows(action.item, action.base_key, &rows);
  }
  for (const DerivedRow& row : rows) {
    AlignedBuffer aligned;
    aligned.assign(row.value());
    SHEAF_ASSIGN_OR_RETURN(const ItemView view, ItemView::open(aligned.view()));
    size_bytes += view.size_bytes();
  }
  if (size_bytes <= kMaxItemBytes) return {};
  return Status(Error::kItemTooLargeWithRows, {std::to_string(size_bytes), std::to_string(kMaxItemBytes)});
}

// Everything that can be refused without looking at the store.
Status check_new_image(Action* action) {
  const ItemView& item = action->item;
  action->base_key.clear();
  SHEAF_RETURN_IF_ERROR(append_item_key(action->table->def().key, item, &action->base_key));
  if (item.size_bytes() > kMaxItemBytes) {
    return Status(Error::kItemTooLarge, {std::to_string(item.size_bytes()), std::to_string(kMaxItemBytes)});
  }
  for (const OpenIndex& index : action->table->indexes()) SHEAF_RETURN_IF_ERROR(index.derivation->check(item));
  return check_size_with_local_rows(*action);
}

void append_edits(const OpenIndex& index, const DerivedEdits& edits, Batch* batch) {
  for (const std::string_view key : edits.erasures) batch->erase(*index.family, key);
  for (const DerivedEdits::Put& row : edits.puts) batch->put(*index.family, row.key, row.value);
}

}  // namespace

Status Pipeline::commit(const Action& action, OldImage known, const ItemView& old_item) {
  const bool is_put = action.kind == ActionKind::kPut;
  const bool has_old = known == OldImage::kPresent;
  const bool changes_nothing = is_put ? has_old && items_equal(old_item, action.item) : known == OldImage::kAbsent;
  if (changes_nothing) return store_.check_not_stopped();
  Batch batch;
  if (is_put) {
    batch.put(action.table->base(), action.base_key, action.item.bytes());
  } else {
    batch.erase(action.table->base(), action.base_key);
  }
  DerivedRows before;
  DerivedRows after;
  for (const OpenIndex& index : action.table->indexes()) {
    before.clear();
    after.clear();
    if (has_old) index.derivation->append_rows(old_item, action.base_key, &before);
    if (is_put) index.derivation->append_rows(action.item, action.base_key, &after);
    append_edits(index, difference(before, after), &batch);
  }
  return store_.write(&batch);
}

Result<ActionResult> Pipeline::run(Action* action) {
  if (action->kind == ActionKind::kPut) SHEAF_RETURN_IF_ERROR(check_new_image(action));
  ActionResult result;
  {
    const uint32_t slot = LockTable::slot_of(action->table->def().id, action->base_key);
    SHEAF_ASSIGN_OR_RETURN(const LockTable::Guard lock, locks_.acquire(slot, action->limits));
    SHEAF_RETURN_IF_ERROR(action->table->check_alive());
    AlignedBuffer own_image;
    AlignedBuffer* const image = action->old_image != nullptr ? action->old_image : &own_image;
    OldImage known = OldImage::kUnknown;
    ItemView old_item;
    if (action->old_image != nullptr || !action->table->indexes().empty()) {
      SHEAF_ASSIGN_OR_RETURN(const bool found, store_.get(action->table->base(), action->base_key, nullptr, image));
      known = found ? OldImage::kPresent : OldImage::kAbsent;
    }
    if (known == OldImage::kPresent) {
      SHEAF_ASSIGN_OR_RETURN(old_item, ItemView::open(image->view()));
    }
    SHEAF_RETURN_IF_ERROR(commit(*action, known, old_item));
    result.had_old_image = known == OldImage::kPresent;
  }
  // Even a write that changed nothing waits: what it found there must be durable before it is answered.
  if (action->durability == Durability::kDurable) SHEAF_RETURN_IF_ERROR(store_.sync());
  return result;
}

}  // namespace sheaf
