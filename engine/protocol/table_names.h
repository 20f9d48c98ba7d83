// Tables by name or by ARN (dynamodb-semantics.md 5.1, 5.3). The region and the account of an ARN are not looked at: there is one
// database. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sheaf::protocol {

inline constexpr std::string_view kRegion = "us-east-1";
inline constexpr std::string_view kAccount = "000000000000";

// Whether it is meant to be an ARN.
bool is_arn_text(std::string_view text);

// The table of "arn:aws:dynamodb:us-east-1:000000000000:table/App"; nothing when it is no ARN of a table.
std::optional<std::string_view> table_of_arn(std::string_view arn);

// The name that a request means by its TableName: itself, or the table of an ARN.
std::string_view table_of_reference(std::string_view name_or_arn);

std::string make_table_arn(std::string_view table);
std::string make_index_arn(std::string_view table, std::string_view index);

}  // namespace sheaf::protocol
