#include "engine/protocol/table_names.h"

namespace sheaf::protocol {
namespace {

constexpr std::string_view kScheme = "arn:";

// What follows the next colon, or nothing.
std::optional<std::string_view> after_colon(std::string_view text) {
  const size_t colon = text.find(':');
  return colon == std::string_view::npos ? std::nullopt : std::optional(text.substr(colon + 1));
}

}  // namespace

bool is_arn_text(std::string_view text) { return text.starts_with(kScheme); }

// arn:<partition>:dynamodb:<region>:<account>:table/<name>
std::optional<std::string_view> table_of_arn(std::string_view arn) {
  constexpr std::string_view kService = "dynamodb:";
  constexpr std::string_view kResource = "table/";
  if (!is_arn_text(arn)) return std::nullopt;
  std::optional<std::string_view> rest = after_colon(arn.substr(kScheme.size()));
  if (!rest.has_value() || !rest->starts_with(kService)) return std::nullopt;
  rest = after_colon(rest->substr(kService.size()));
  if (rest.has_value()) rest = after_colon(*rest);
  if (!rest.has_value() || !rest->starts_with(kResource)) return std::nullopt;
  const std::string_view name = rest->substr(kResource.size());
  return name.empty() || name.find('/') != std::string_view::npos ? std::nullopt : std::optional(name);
}

std::string_view table_of_reference(std::string_view name_or_arn) {
  return table_of_arn(name_or_arn).value_or(name_or_arn);
}

std::string make_table_arn(std::string_view table) {
  return "arn:aws:dynamodb:" + std::string(kRegion) + ":" + std::string(kAccount) + ":table/" + std::string(table);
}

std::string make_index_arn(std::string_view table, std::string_view index) {
  return make_table_arn(table) + "/index/" + std::string(index);
}

}  // namespace sheaf::protocol
