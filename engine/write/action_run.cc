#include "engine/write/action_run.h"

#include "engine/expr/projection.h"
#include "engine/item/item_builder.h"

namespace sheaf {
namespace {

// Rows are well-formed items: they were just made.
uint64_t size_bytes(const DerivedRows& rows) {
  uint64_t bytes = 0;
  for (const DerivedRow& row : rows) {
    const auto item = ItemView::open(row.value());
    bytes += item.ok() ? item->size_bytes() : 0;
  }
  return bytes;
}

void note_index(const IndexDef& index, const DerivedRows& before, const DerivedRows& after, const DerivedEdits& edits,
                WriteCost* cost) {
  if (edits.puts.empty() && edits.erasures.empty()) return;
  WriteCost::IndexRows& rows = cost->indexes.emplace_back();
  rows.index = index.name;
  rows.kind = index.kind;
  rows.old_bytes = size_bytes(before);
  rows.new_bytes = size_bytes(after);
  rows.is_moved = !edits.puts.empty() && !edits.erasures.empty();
}

}  // namespace

bool needs_old_item(const Action& action) {
  return action.kind == ActionKind::kUpdate || action.terms.condition != nullptr || action.old_image != nullptr ||
         action.cost != nullptr || (action.kind != ActionKind::kCheck && !action.table->indexes().empty());
}

void ActionRun::take_old_item(Found found) {
  old_ = found == Found::kYes ? OldItem::kPresent : OldItem::kAbsent;
  if (found == Found::kNo) {
    old_bytes()->clear();
    return;
  }
  auto opened = ItemView::open(old_bytes()->view());
  if (opened.ok()) {
    old_item_ = *opened;
  } else {
    reading_ = std::move(opened).status();
  }
}

Status ActionRun::judge() {
  if (!reading_.ok()) return std::move(reading_);
  SHEAF_RETURN_IF_ERROR(check_condition());
  SHEAF_RETURN_IF_ERROR(make_images());
  if (action_->cost != nullptr) note_items();
  return {};
}

void ActionRun::note_old_item() const {
  WriteCost& cost = *action_->cost;
  cost = {};
  cost.old_bytes = has_old() ? old_item_.size_bytes() : 0;
  cost.new_bytes = cost.old_bytes;
}

void ActionRun::note_items() const {
  note_old_item();
  if (action_->kind == ActionKind::kCheck) return;
  action_->cost->new_bytes = new_item_ != nullptr ? new_item_->size_bytes() : 0;
}

Status ActionRun::check_condition() const {
  const WriteTerms& terms = action_->terms;
  if (terms.condition == nullptr) return {};
  SHEAF_ASSIGN_OR_RETURN(const bool holds, terms.condition->evaluate(old_item_, terms.values));
  return holds ? Status() : Status(Error::kConditionFailed);
}

// Fills `out` with the item or those of its parts that the action asks for; leaves it empty when there is none.
Status ActionRun::copy_image(const ItemView* item, AlignedBuffer* out) const {
  out->clear();
  if (item == nullptr) return {};
  if (action_->parts == ImageParts::kWhole) {
    out->assign(item->bytes());
    return {};
  }
  if (action_->terms.update == nullptr) return {};
  ItemBuilder parts;
  SHEAF_RETURN_IF_ERROR(Projector().project(action_->terms.update->target_tree(), *item, &parts));
  const ItemView kept = parts.finish();
  if (kept.count() != 0) out->assign(kept.bytes());
  return {};
}

Status ActionRun::make_images() {
  if (action_->kind == ActionKind::kUpdate) {
    updated_.emplace();
    SHEAF_RETURN_IF_ERROR(updated_->make(*action_, old_item()));
    new_item_ = updated_->item();
  } else if (action_->kind == ActionKind::kPut) {
    new_item_ = &action_->item;
  }
  const bool cuts_old = action_->old_image != nullptr && action_->parts == ImageParts::kUpdated;
  if (cuts_old) SHEAF_RETURN_IF_ERROR(copy_image(old_item(), &old_parts_));
  return action_->new_image != nullptr ? copy_image(new_item_, action_->new_image) : Status();
}

size_t ActionRun::batch_bytes() const {
  constexpr size_t kRowBytes = 64;  // key, lengths, family
  const size_t rows = 1 + action_->table->indexes().size();
  return rows * (action_->base_key.size() + kRowBytes + (new_item_ != nullptr ? new_item_->bytes().size() : 0));
}

bool ActionRun::changes_something() const {
  if (action_->kind == ActionKind::kCheck) return false;
  return new_item_ != nullptr ? !has_old() || !items_equal(old_item_, *new_item_) : old_ != OldItem::kAbsent;
}

// Whether the index's rows of an item that was there are the same after the action.
bool ActionRun::leaves_rows(const OpenIndex& index) const {
  const UpdateExpression* const update = action_->terms.update;
  return update != nullptr && !index.derivation->reads_any(update->attributes());
}

void ActionRun::append_edits(Batch* batch) const {
  const OpenTable& table = *action_->table;
  if (new_item_ != nullptr) {
    batch->put(table.base(), action_->base_key, new_item_->bytes());
  } else {
    batch->erase(table.base(), action_->base_key);
  }
  DerivedRows before;
  DerivedRows after;
  for (const OpenIndex& index : table.indexes()) {
    if (has_old() && leaves_rows(index)) continue;
    before.clear();
    after.clear();
    if (has_old()) index.derivation->append_rows(old_item_, action_->base_key, &before);
    if (new_item_ != nullptr) index.derivation->append_rows(*new_item_, action_->base_key, &after);
    const DerivedEdits edits = difference(before, after);
    if (action_->cost != nullptr) note_index(*index.def, before, after, edits, action_->cost);
    for (const std::string_view key : edits.erasures) batch->erase(*index.family, key);
    for (const DerivedEdits::Put& row : edits.puts) batch->put(*index.family, row.key, row.value);
  }
}

ActionResult ActionRun::finish() {
  if (action_->old_image != nullptr && action_->parts == ImageParts::kUpdated) {
    *action_->old_image = std::move(old_parts_);
  }
  ActionResult result;
  result.had_old_image = action_->old_image != nullptr ? !action_->old_image->view().empty() : has_old();
  result.has_new_image = action_->new_image != nullptr ? !action_->new_image->view().empty() : new_item_ != nullptr;
  return result;
}

}  // namespace sheaf
