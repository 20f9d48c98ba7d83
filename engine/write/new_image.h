// The items that actions write: what an update makes of one, and whether it may be written at all.
#pragma once

#include "engine/item/item_builder.h"
#include "engine/write/action.h"

namespace sheaf {

// Everything about an action that can be refused without looking at the store. Fills its base key, or leaves it empty when the key is
// wrong. Errors: the key errors; of puts the index key errors, ItemTooLarge, ItemTooLargeWithRows.
Status check_action(Action* action);

// What an update makes of an item. Borrows the action and the old item. One thread.
class UpdatedItem {
 public:
  // `old_item` is null when there is none. Errors: those of UpdateExpression::apply, the index key errors (of what the
  // update changes: 6.2), UpdateIndexKeyEmpty, UpdateTooLarge, UpdateTooLargeWithRows.
  Status make(const Action& action, const ItemView* old_item);

  // Null when there is no item afterwards.
  const ItemView* item() const { return exists_ ? &item_ : nullptr; }

 private:
  Status start_with_key(const Action& action);
  Status check(const Action& action, const ItemView* old_item) const;

  ItemBuilder start_;
  ItemBuilder builder_;
  ItemView item_;
  bool exists_ = false;
};

}  // namespace sheaf
