#include "engine/protocol/item_projection.h"

#include "engine/read/key_paths.h"

namespace sheaf::protocol {

Status ItemProjection::prepare(const TableHandle& table, const ExpressionSet& expressions) {
  Vocabulary vocabulary(expressions.origin);
  for (const StatementName& name : expressions.names) {
    SHEAF_RETURN_IF_ERROR(vocabulary.define_name(name.placeholder, name.attribute));
  }
  if (!expressions.projection.has_value()) return {};
  SHEAF_ASSIGN_OR_RETURN(expression_, ProjectionExpression::parse(*expressions.projection, &vocabulary));
  SHEAF_RETURN_IF_ERROR(vocabulary.check_names_used(Vocabulary::Expressions::kSome));
  return check_key_scalars(table.table->def(), expression_->paths());
}

Result<ItemView> ItemProjection::cut(const ItemView& item) {
  if (!expression_.has_value()) return item;
  cut_.clear();
  SHEAF_RETURN_IF_ERROR(projector_.project(expression_->tree(), item, &cut_));
  return cut_.finish();
}

}  // namespace sheaf::protocol
