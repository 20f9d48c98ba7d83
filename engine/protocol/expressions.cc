#include "engine/protocol/expressions.h"

#include <algorithm>
#include <string>

#include "engine/base/limits.h"

namespace sheaf::protocol {
namespace {

constexpr std::string_view kNamesMember = "ExpressionAttributeNames";
constexpr std::string_view kValuesMember = "ExpressionAttributeValues";

using Texts = std::span<const std::string_view>;

bool has_any(const RequestNode& request, Texts members) {
  return std::any_of(members.begin(), members.end(), [&](std::string_view member) { return request.has(member); });
}

// Those of the members that the request has, "A, B".
std::string present(const RequestNode& request, Texts members) {
  std::string list;
  for (const std::string_view member : members) {
    if (!request.has(member)) continue;
    if (!list.empty()) list += ", ";
    list += member;
  }
  return list;
}

// "FilterExpression is null", "UpdateExpression and ConditionExpression are null".
std::string all_null(Texts members) {
  std::string list;
  for (const std::string_view member : members) {
    if (!list.empty()) list += " and ";
    list += member;
  }
  return list + (members.size() == 1 ? " is null" : " are null");
}

bool is_placeholder(std::string_view text, char first) {
  const auto may_follow = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return text.size() > 1 && text[0] == first && std::all_of(text.begin() + 1, text.end(), may_follow);
}

Status invalid_key(std::string_view member, std::string_view key) {
  constexpr size_t kShownBytes = 300;
  return parameter_fault(std::string(member) + " contains invalid key: Syntax error; key: \"" +
                         std::string(key.substr(0, kShownBytes)) + "\"");
}

Status invalid_value(std::string_view member, std::string_view what, std::string_view key) {
  return parameter_fault(std::string(member) + " contains invalid value: " + std::string(what) + " for key " +
                         std::string(key));
}

Status check_length(std::string_view member, std::string_view placeholder) {
  if (placeholder.size() <= kMaxPlaceholderBytes) return {};
  return Status(Error::kPlaceholderTooLong, {member, placeholder.substr(0, kMaxPlaceholderBytes)});
}

Status read_names(const RequestNode& names, ExpressionSet* out) {
  if (names.names().empty()) return parameter_fault(std::string(kNamesMember) + " must not be empty");
  for (size_t i = 0; i < names.names().size(); ++i) {
    const std::string_view placeholder = names.names()[i].name;
    const std::string_view attribute = names.items()[i]->text();
    if (!is_placeholder(placeholder, '#')) return invalid_key(kNamesMember, placeholder);
    SHEAF_RETURN_IF_ERROR(check_length(kNamesMember, placeholder));
    if (attribute.empty()) return invalid_value(kNamesMember, "Empty attribute name", placeholder);
    if (attribute.size() > kMaxAttributeNameBytes) {
      return invalid_value(kNamesMember, "Attribute name is too large, must be less than 65536 bytes", placeholder);
    }
    out->names.push_back({placeholder, attribute});
  }
  return {};
}

Status read_values(const RequestNode& values, ExpressionSet* out) {
  const std::vector<ParsedAttribute>& attributes = values.attributes();
  if (attributes.empty()) return parameter_fault(std::string(kValuesMember) + " must not be empty");
  for (const ParsedAttribute& attribute : attributes) {
    if (!is_placeholder(attribute.name.name, ':')) return invalid_key(kValuesMember, attribute.name.name);
    SHEAF_RETURN_IF_ERROR(check_length(kValuesMember, attribute.name.name));
  }
  if (!values.fault().ok()) {
    const std::string_view placeholder = attributes[values.fault_attribute()].name.name;
    return invalid_value(kValuesMember, values.fault().aws_message(), placeholder);
  }
  for (const ParsedAttribute& attribute : attributes) out->values.push_back(attribute.view());
  return {};
}

Status check_total_size(const ExpressionSet& expressions) {
  size_t bytes = 0;
  for (const StatementName& name : expressions.names) bytes += name.placeholder.size() + name.attribute.size();
  for (const AttributeView& value : expressions.values) bytes += value.name.size() + value.value.data.size();
  if (bytes <= kMaxPlaceholdersBytes) return {};
  return parameter_fault(
      "The total size of ExpressionAttributeNames and ExpressionAttributeValues exceeds the maximum of " +
      std::to_string(kMaxPlaceholdersBytes) + " bytes");
}

}  // namespace

Status parameter_fault(std::string_view text) { return Status(Error::kParameters, {text}); }

Status invalid_parameter(std::string_view text) {
  return parameter_fault("One or more parameter values were invalid: " + std::string(text));
}

Status check_values(const RequestNode* node) { return node == nullptr ? Status() : node->fault(); }

Status check_parameters(const RequestNode& request, const ParameterNames& parameters) {
  if (has_any(request, parameters.non_expressions) && has_any(request, parameters.expressions)) {
    return parameter_fault(
        "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {" +
        present(request, parameters.non_expressions) + "} Expression parameters: {" +
        present(request, parameters.expressions) + "}");
  }
  if (request.has(kNamesMember) && !has_any(request, parameters.expressions)) {
    return parameter_fault("ExpressionAttributeNames can only be specified when using expressions");
  }
  if (request.has(kValuesMember) && !has_any(request, parameters.with_values)) {
    return parameter_fault("ExpressionAttributeValues can only be specified when using expressions: " +
                           all_null(parameters.with_values));
  }
  return {};
}

Status read_expressions(const RequestNode& request, ExpressionSet* out) {
  out->key = request.text_of("KeyConditionExpression");
  out->filter = request.text_of("FilterExpression");
  out->projection = request.text_of("ProjectionExpression");
  out->update = request.text_of("UpdateExpression");
  out->condition = request.text_of("ConditionExpression");
  if (const RequestNode* const names = request.find(kNamesMember)) SHEAF_RETURN_IF_ERROR(read_names(*names, out));
  if (const RequestNode* const values = request.find(kValuesMember)) SHEAF_RETURN_IF_ERROR(read_values(*values, out));
  return check_total_size(*out);
}

Status unused_values(const std::vector<std::string_view>& unused) {
  std::string list;
  for (const std::string_view name : unused) list += (list.empty() ? "" : ", ") + std::string(name);
  return Status(Error::kValuesUnused, {list});
}

Status bind_values(const ExpressionSet& expressions, Statement* statement) {
  std::vector<std::string_view> unused;
  for (const AttributeView& value : expressions.values) {
    if (const std::optional<uint32_t> slot = statement->find_parameter(value.name)) {
      SHEAF_RETURN_IF_ERROR(statement->bind(*slot, value.value));
    } else {
      unused.push_back(value.name);
    }
  }
  return unused.empty() ? Status() : unused_values(unused);
}

}  // namespace sheaf::protocol
