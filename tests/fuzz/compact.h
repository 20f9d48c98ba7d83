// Items and values from any bytes, for fuzz targets. The form, in which every byte sequence means something:
//
//   value    N12;  Stext;  Bbytes;  T  F (booleans)  U (NULL)
//            L value... ]          M name; value ... ]
//            s text; ... ]   n number; ... ]   b bytes; ... ]      sets
//   values   value...
//   item     name; value ...
//
// The end of the bytes closes what is open. What has no meaning is replaced: a text that is not UTF-8, a number that does not
// parse, an empty or repeated name, a byte that begins no value. A list or map at the deepest level is empty. What repeats in a set is left out.
#pragma once

#include <vector>

#include "engine/item/item_builder.h"
#include "engine/item/value.h"
#include "tests/fuzz/fuzz_input.h"

namespace sheaf::fuzz {

Value take_value(FuzzInput* input, int level = 1);
std::vector<Value> take_values(FuzzInput input);
void take_item(FuzzInput input, ItemBuilder* out);

}  // namespace sheaf::fuzz
