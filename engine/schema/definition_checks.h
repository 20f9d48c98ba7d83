// What the parts of the definition reader share: its kinds of error, and the checks of names and words. The
// texts hold DynamoDB's own words where it has some, because its clients match on them. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/schema/json_place.h"
#include "engine/schema/words.h"

namespace sheaf {

Status definition_invalid(std::string_view path, std::string_view text, size_t offset);

// What is wrong at `place`: in our words, with our advice behind them; and in DynamoDB's, where these are not "One or more
// parameter values were invalid: " and our text without the advice.
struct FaultWords {
  std::string_view text;
  std::string_view advice = "";
  std::string_view aws_text = "";
};
Status definition_fault(const Place& place, const FaultWords& words);

Status definition_limit(const Place& place, std::string_view text);
Status definition_unsupported(const Place& place, std::string_view text);

// The name of a table or an index: a string of 3 to 255 bytes of [a-zA-Z0-9_.-].
Status check_resource_name(const Place& name);

// The name of a key attribute, or one among NonKeyAttributes: a string of 1 to 255 bytes.
Status check_schema_attribute_name(const Place& name);

// "[a, b]", cut when it is long.
std::string name_list(std::span<const std::string_view> names);

// The value of the word at `place`, a string. `choices` is the list of words as DynamoDB prints it.
template <typename T, size_t N>
Result<T> read_word(const Place& place, const Word<T> (&words)[N], std::string_view choices) {
  if (const auto value = find_word(words, place.text())) return *value;
  return place.fault(quoted(place.text()) +
                     " is not known; Member must satisfy enum value set: " + std::string(choices));
}

}  // namespace sheaf
