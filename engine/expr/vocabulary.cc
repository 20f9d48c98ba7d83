#include "engine/expr/vocabulary.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/expr/lexer.h"
#include "engine/expr/literal_text.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

constexpr size_t kFewParameters = 32;  // are looked through faster than they are looked up

}  // namespace

Status Vocabulary::define_name(std::string_view placeholder, std::string_view attribute) {
  Lexer lexer(placeholder);
  const ExpressionToken token = lexer.next();
  if (token.kind != TokenKind::kNameRef || token.text != placeholder) {
    return Status(Error::kPlaceholderInvalid, {shorten(placeholder)});
  }
  if (placeholder.size() > kMaxPlaceholderBytes) {
    return Status(Error::kPlaceholderTooLong, {"ExpressionAttributeNames", shorten(placeholder)});
  }
  if (attribute.empty()) return Status(Error::kNameEmpty);
  if (attribute.size() > kMaxAttributeNameBytes) {
    return Status(Error::kNameTooLong, {std::to_string(attribute.size())});
  }
  if (!is_valid_utf8(attribute)) return Status(Error::kValueNotUtf8, {"an attribute name"});
  names_bytes_ += placeholder.size() + attribute.size();
  if (names_bytes_ > kMaxPlaceholdersBytes && origin_ == TextOrigin::kUser) return Status(Error::kNamesTooLarge);
  const bool is_new = names_.try_emplace(std::string(placeholder), Name{std::string(attribute)}).second;
  return is_new ? Status() : Status(Error::kNameDefinedTwice, {placeholder});
}

const std::string* Vocabulary::use_name(std::string_view placeholder) {
  const auto found = names_.find(placeholder);
  if (found == names_.end()) return nullptr;
  found->second.is_used = true;
  return &found->second.attribute;
}

uint32_t Vocabulary::use_parameter(std::string_view placeholder) {
  if (const auto known = find_parameter(placeholder)) return *known;
  const auto slot = static_cast<uint32_t>(parameters_.size());
  parameters_.emplace_back(placeholder);
  if (parameters_.size() <= kFewParameters) return slot;
  for (size_t known = slots_.size(); known <= slot; ++known) slots_.emplace(parameters_[known], known);
  return slot;
}

std::optional<uint32_t> Vocabulary::find_parameter(std::string_view placeholder) const {
  if (!slots_.empty()) {
    const auto found = slots_.find(placeholder);
    return found == slots_.end() ? std::nullopt : std::optional(found->second);
  }
  const auto found = std::find(parameters_.begin(), parameters_.end(), placeholder);
  if (found == parameters_.end()) return std::nullopt;
  return static_cast<uint32_t>(found - parameters_.begin());
}

Status Vocabulary::check_names_used(Expressions expressions) const {
  if (expressions == Expressions::kNone && !names_.empty()) return Status(Error::kNameWithoutExpression);
  std::string unused;
  for (const auto& [placeholder, name] : names_) {
    if (!name.is_used) unused += (unused.empty() ? "" : ", ") + placeholder;
  }
  return unused.empty() ? Status() : Status(Error::kNamesUnused, {unused});
}

}  // namespace sheaf
