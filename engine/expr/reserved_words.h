// The 573 words of DynamoDB that cannot name an attribute in an expression without a placeholder. Pure.
#pragma once

#include <string_view>

namespace sheaf {

// In any case of letters.
bool is_reserved_word(std::string_view word);

}  // namespace sheaf
