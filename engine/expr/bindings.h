// Bindings: the values of a statement's parameters, by slot (vocabulary.h). One that is not bound yet is kNone.
#pragma once

#include <span>

#include "engine/item/value.h"

namespace sheaf {

using Bindings = std::span<const ValueView>;

}  // namespace sheaf
