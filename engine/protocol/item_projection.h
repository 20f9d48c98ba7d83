// ItemProjection: the ProjectionExpression of an operation that reads items by their keys.
#pragma once

#include <optional>

#include "engine/expr/projection.h"
#include "engine/item/item_builder.h"
#include "engine/protocol/expressions.h"

namespace sheaf::protocol {

class ItemProjection {
 public:
  // Without a ProjectionExpression items are shown whole. Errors: those of the expression's parse, NamesUnused, KeyNotScalar.
  Status prepare(const TableHandle& table, const ExpressionSet& expressions);

  // What is shown of the item; lives until the next call, and no longer than the item. Error: ItemCorrupt.
  Result<ItemView> cut(const ItemView& item);

 private:
  std::optional<ProjectionExpression> expression_;
  Projector projector_;
  ItemBuilder cut_;
};

}  // namespace sheaf::protocol
