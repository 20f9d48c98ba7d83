// One written form for all JSON that means the same, so that items can be compared as texts: map members sorted by name,
// set members sorted, numbers in canonical form. Made apart from the engine, which is what is judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sheaf::conformance {

// Expectations write numbers as they like; what an engine gives must be canonical, so it is left as it is.
enum class Numbers : uint8_t { kAnySpelling, kAsGiven };

// An item in DynamoDB's dialect, and an array of items. Nothing when the text is not that.
std::optional<std::string> item_form(std::string_view json, Numbers numbers);
std::optional<std::vector<std::string>> rows_form(std::string_view json, Numbers numbers);

// Any JSON, what looks like attribute values in it as in items.
std::optional<std::string> document_form(std::string_view json, Numbers numbers);

// The decimal text without exponent, leading or trailing zeros and superfluous signs.
std::string canonical_number(std::string_view text);

// The members of an object in the order of the text: names without escapes, values as JSON. Nothing for other JSON.
std::optional<std::vector<std::pair<std::string, std::string>>> members(std::string_view json);

// The elements of an array in their order, as JSON. Nothing for other JSON.
std::optional<std::vector<std::string>> elements(std::string_view json);

// A JSON string without its quotes and escapes.
std::optional<std::string> string_content(std::string_view json);

bool is_json(std::string_view json);

}  // namespace sheaf::conformance
