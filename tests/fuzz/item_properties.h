// What expressions must do with any stored item, sound or damaged, for fuzz targets.
#pragma once

#include <string_view>

#include "engine/expr/condition.h"
#include "engine/expr/projection.h"
#include "engine/expr/update.h"
#include "engine/item/item_view.h"

namespace sheaf::fuzz {

// A sound item has an answer. A damaged one has an answer or is corrupt; what is made of it may be as damaged.
enum class Soundness : uint8_t { kSound, kMaybeDamaged };

struct FuzzItem {
  ItemView view;
  Soundness soundness = Soundness::kSound;
};

// Each requires that the expression's check() has passed the values.
void check_condition_on(const FuzzItem& item, const ConditionExpression& condition, Bindings values);
void check_projection_on(const FuzzItem& item, const ProjectionExpression& projection);
void check_update_on(const FuzzItem& item, const UpdateExpression& update, Bindings values);

// The update of an item that does not exist: the new one starts with an attribute "pk".
void check_update_of_nothing(const UpdateExpression& update, Bindings values);

}  // namespace sheaf::fuzz
