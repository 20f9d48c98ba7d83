#include "engine/write/new_image.h"

#include "engine/base/limits.h"
#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

// How a put and an update say that an item is too large.
struct SizeErrors {
  Error alone;
  Error with_rows;
};
constexpr SizeErrors kPutSizeErrors{Error::kItemTooLarge, Error::kItemTooLargeWithRows};
constexpr SizeErrors kUpdateSizeErrors{Error::kUpdateTooLarge, Error::kUpdateTooLargeWithRows};

Status too_large(Error error, uint64_t size_bytes) {
  return Status(error, {std::to_string(size_bytes), std::to_string(kMaxItemBytes)});
}

// DynamoDB counts an item and its rows of local indexes together. Few items are so large that it can matter.
Status check_size(const Action& action, const ItemView& item, const SizeErrors& errors) {
  uint64_t size_bytes = item.size_bytes();
  if (size_bytes > kMaxItemBytes) return too_large(errors.alone, size_bytes);
  if (size_bytes * (1 + kMaxLocalIndexes) <= kMaxItemBytes) return {};
  DerivedRows rows;
  for (const OpenIndex& index : action.table->indexes()) {
    if (index.def->kind == IndexKind::kLocal) index.derivation->append_rows(item, action.base_key, &rows);
  }
  for (const DerivedRow& row : rows) {
    AlignedBuffer aligned;
    aligned.assign(row.value());
    SHEAF_ASSIGN_OR_RETURN(const ItemView view, ItemView::open(aligned.view()));
    size_bytes += view.size_bytes();
  }
  return size_bytes <= kMaxItemBytes ? Status() : too_large(errors.with_rows, size_bytes);
}

}  // namespace

Status check_action(Action* action) {
  action->base_key.clear();
  const ItemView& item = action->item;
  const KeySchema& schema = action->table->def().key;
  const bool is_put = action->kind == ActionKind::kPut;
  if (is_put && item.size_bytes() > kMaxItemBytes) return too_large(kPutSizeErrors.alone, item.size_bytes());
  Status encoded = is_put ? append_item_key(schema, item, &action->base_key)
                          : append_key_of_values(schema, action->key, &action->base_key);
  if (!encoded.ok()) action->base_key.clear();
  if (!encoded.ok() || !is_put) return encoded;
  for (const OpenIndex& index : action->table->indexes()) SHEAF_RETURN_IF_ERROR(index.derivation->check(item));
  return check_size(*action, item, kPutSizeErrors);
}

Status UpdatedItem::make(const Action& action, const ItemView* old_item) {
  const UpdateExpression* const update = action.terms.update;
  exists_ = old_item != nullptr || update == nullptr || !update->only_takes_away();
  if (!exists_) return {};
  if (old_item != nullptr) {
    item_ = *old_item;
  } else {
    SHEAF_RETURN_IF_ERROR(start_with_key(action));
  }
  if (update != nullptr) {
    const UpdateExpression::Input input{old_item != nullptr ? *old_item : ItemView(), item_, action.terms.values};
    SHEAF_RETURN_IF_ERROR(update->apply(input, &builder_));
    item_ = builder_.finish();
  }
  return check(action, old_item);
}

Status UpdatedItem::start_with_key(const Action& action) {
  const KeySchema& schema = action.table->def().key;
  size_t at = 0;
  for (const auto* parts : {&schema.partition, &schema.sort}) {
    for (const KeyPart& part : *parts) SHEAF_RETURN_IF_ERROR(start_.set(part.name, action.key[at++]));
  }
  item_ = start_.finish();
  return {};
}

Status UpdatedItem::check(const Action& action, const ItemView* old_item) const {
  const UpdateExpression* const update = action.terms.update;
  if (old_item != nullptr && update == nullptr) return {};
  for (const OpenIndex& index : action.table->indexes()) {
    if (update != nullptr) SHEAF_RETURN_IF_ERROR(index.derivation->check_changed(item_, update->attributes()));
    // All of a new item is new: its key attributes may be too long for the index.
    if (old_item == nullptr) SHEAF_RETURN_IF_ERROR(index.derivation->check(item_));
  }
  return check_size(action, item_, kUpdateSizeErrors);
}

}  // namespace sheaf
