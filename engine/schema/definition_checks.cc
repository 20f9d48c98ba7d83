#include "engine/schema/definition_checks.h"

namespace sheaf {
namespace {

std::string size_text(std::string_view name, std::string_view bound, size_t bytes) {
  return "the name has " + std::to_string(name.size()) + " bytes; Member must have length " + std::string(bound) +
         " than or equal to " + std::to_string(bytes);
}

std::string aws_words(std::string_view text) {
  return "One or more parameter values were invalid: " + std::string(text);
}

Status check_name_size(const Place& name, size_t min_bytes, size_t max_bytes) {
  SHEAF_RETURN_IF_ERROR(name.expect(JsonNode::Kind::kString));
  const std::string_view text = name.text();
  if (text.size() < min_bytes) return name.fault(size_text(text, "greater", min_bytes));
  return text.size() <= max_bytes ? Status() : definition_limit(name, size_text(text, "less", max_bytes));
}

}  // namespace

Status definition_invalid(std::string_view path, std::string_view text, size_t offset) {
  return Status(Error::kDefinitionInvalid, {path, text, aws_words(text)}).at(offset);
}

Status definition_fault(const Place& place, const FaultWords& words) {
  const std::string aws_text = words.aws_text.empty() ? aws_words(words.text) : std::string(words.aws_text);
  const std::string text = std::string(words.text) + std::string(words.advice);
  return Status(Error::kDefinitionInvalid, {place.path(), text, aws_text}).at(place.node().offset);
}

Status definition_limit(const Place& place, std::string_view text) {
  return Status(Error::kDefinitionLimit, {place.path(), text}).at(place.node().offset);
}

Status definition_unsupported(const Place& place, std::string_view text) {
  return Status(Error::kDefinitionUnsupported, {place.path(), text}).at(place.node().offset);
}

Status check_resource_name(const Place& name) {
  SHEAF_RETURN_IF_ERROR(check_name_size(name, kMinTableNameBytes, kMaxTableNameBytes));
  if (is_resource_name(name.text())) return {};
  return name.fault(quoted(name.text()) +
                    " is no name; Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
}

Status check_schema_attribute_name(const Place& name) { return check_name_size(name, 1, kMaxKeyAttributeNameBytes); }

std::string name_list(std::span<const std::string_view> names) {
  constexpr size_t kMostBytes = 1024;
  std::string text = "[";
  for (const std::string_view name : names) {
    if (text.size() > 1) text += ", ";
    if (text.size() > kMostBytes) return text + "...]";
    text += shown(name);
  }
  return text + "]";
}

}  // namespace sheaf
