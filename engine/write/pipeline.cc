#include "engine/write/pipeline.h"

#include <optional>
#include <utility>

#include "engine/expr/projection.h"
#include "engine/item/item_builder.h"
#include "engine/write/new_image.h"

namespace sheaf {
namespace {

Status check_condition(const WriteTerms& terms, const ItemView& old_item) {
  if (terms.condition == nullptr) return {};
  SHEAF_ASSIGN_OR_RETURN(const bool holds, terms.condition->evaluate(old_item, terms.values));
  return holds ? Status() : Status(Error::kConditionFailed);
}

// Fills `out` with the item or those of its parts that the action asks for; leaves it empty when there is none.
Status copy_image(const Action& action, const ItemView* item, AlignedBuffer* out) {
  out->clear();
  if (item == nullptr) return {};
  if (action.parts == ImageParts::kWhole) {
    out->assign(item->bytes());
    return {};
  }
  if (action.terms.update == nullptr) return {};
  ItemBuilder parts;
  SHEAF_RETURN_IF_ERROR(Projector().project(action.terms.update->target_tree(), *item, &parts));
  const ItemView kept = parts.finish();
  if (kept.count() != 0) out->assign(kept.bytes());
  return {};
}

void append_edits(const OpenIndex& index, const DerivedEdits& edits, Batch* batch) {
  for (const std::string_view key : edits.erasures) batch->erase(*index.family, key);
  for (const DerivedEdits::Put& row : edits.puts) batch->put(*index.family, row.key, row.value);
}

// Whether the index's rows of an item that was there are the same after the action.
bool leaves_rows(const Action& action, const OpenIndex& index) {
  const UpdateExpression* const update = action.terms.update;
  return update != nullptr && !index.derivation->reads_any(update->attributes());
}

}  // namespace

Result<Pipeline::OldItem> Pipeline::read_old(const Action& action, AlignedBuffer* image) const {
  OldItem old;
  const bool is_needed = action.kind == ActionKind::kUpdate || action.terms.condition != nullptr ||
                         action.old_image != nullptr || !action.table->indexes().empty();
  if (!is_needed) return old;
  SHEAF_ASSIGN_OR_RETURN(const bool found, store_.get(action.table->base(), action.base_key, nullptr, image));
  old.known = found ? OldImage::kPresent : OldImage::kAbsent;
  if (found) {
    SHEAF_ASSIGN_OR_RETURN(old.item, ItemView::open(image->view()));
  } else {
    image->clear();
  }
  return old;
}

Status Pipeline::commit(const Action& action, const OldItem& old, const ItemView* new_item) {
  const bool has_old = old.known == OldImage::kPresent;
  const bool changes_nothing =
      new_item != nullptr ? has_old && items_equal(old.item, *new_item) : old.known == OldImage::kAbsent;
  if (changes_nothing) return store_.check_not_stopped();
  Batch batch;
  if (new_item != nullptr) {
    batch.put(action.table->base(), action.base_key, new_item->bytes());
  } else {
    batch.erase(action.table->base(), action.base_key);
  }
  DerivedRows before;
  DerivedRows after;
  for (const OpenIndex& index : action.table->indexes()) {
    if (has_old && leaves_rows(action, index)) continue;
    before.clear();
    after.clear();
    if (has_old) index.derivation->append_rows(old.item, action.base_key, &before);
    if (new_item != nullptr) index.derivation->append_rows(*new_item, action.base_key, &after);
    append_edits(index, difference(before, after), &batch);
  }
  return store_.write(&batch);
}

Status Pipeline::run_locked(const Action& action, ActionResult* result) {
  SHEAF_RETURN_IF_ERROR(action.table->check_alive());
  AlignedBuffer own_image;
  AlignedBuffer* const image = action.old_image != nullptr ? action.old_image : &own_image;
  SHEAF_ASSIGN_OR_RETURN(const OldItem old, read_old(action, image));
  SHEAF_RETURN_IF_ERROR(check_condition(action.terms, old.item));
  std::optional<UpdatedItem> updated;
  const ItemView* new_item = action.kind == ActionKind::kPut ? &action.item : nullptr;
  if (action.kind == ActionKind::kUpdate) {
    updated.emplace();
    SHEAF_RETURN_IF_ERROR(updated->make(action, old.known == OldImage::kPresent ? &old.item : nullptr));
    new_item = updated->item();
  }
  // Images are made before anything is written: afterwards nothing may fail, or a write that has happened would be denied.
  const bool has_old = old.known == OldImage::kPresent;
  const bool cuts_old = action.old_image != nullptr && action.parts == ImageParts::kUpdated;
  AlignedBuffer old_parts;
  if (cuts_old) SHEAF_RETURN_IF_ERROR(copy_image(action, has_old ? &old.item : nullptr, &old_parts));
  if (action.new_image != nullptr) SHEAF_RETURN_IF_ERROR(copy_image(action, new_item, action.new_image));
  SHEAF_RETURN_IF_ERROR(commit(action, old, new_item));
  if (cuts_old) *action.old_image = std::move(old_parts);
  result->had_old_image = action.old_image != nullptr ? !action.old_image->view().empty() : has_old;
  result->has_new_image = action.new_image != nullptr ? !action.new_image->view().empty() : new_item != nullptr;
  return {};
}

Result<ActionResult> Pipeline::run(Action* action) {
  for (AlignedBuffer* const image : {action->old_image, action->new_image}) {
    if (image != nullptr) image->clear();
  }
  if (action->kind == ActionKind::kPut) SHEAF_RETURN_IF_ERROR(check_put(action));
  ActionResult result;
  {
    const uint32_t slot = LockTable::slot_of(action->table->def().id, action->base_key);
    SHEAF_ASSIGN_OR_RETURN(const LockTable::Guard lock, locks_.acquire(slot, action->limits));
    SHEAF_RETURN_IF_ERROR(run_locked(*action, &result));
  }
  // Even a write that changed nothing waits: what it found there must be durable before it is answered.
  if (action->durability == Durability::kDurable) SHEAF_RETURN_IF_ERROR(store_.sync());
  return result;
}

}  // namespace sheaf
