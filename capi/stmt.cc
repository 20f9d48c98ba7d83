// The section "prepared statements" of sheaf.h, but for rows.
#include "capi/internal.h"
#include "engine/item/json.h"

using sheaf::Status;
using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::misuse;

namespace {

constexpr uint32_t kKnownFlags = SHEAF_REVERSE | SHEAF_KEYS_ONLY | SHEAF_FULL_ITEM | SHEAF_COUNT;

bool reads(const sheaf_stmt_text& text) { return text.kind == SHEAF_STMT_QUERY || text.kind == SHEAF_STMT_SCAN; }

// NULL when the flags go together with the kind and the projection, else what is wrong.
const char* check_flags(const sheaf_stmt_text& text) {
  if ((text.flags & ~kKnownFlags) != 0) return "an unknown statement flag";
  if (!reads(text) && text.flags != 0) return "updates and conditions have no flags";
  const bool keys_only = (text.flags & SHEAF_KEYS_ONLY) != 0;
  if (keys_only && (text.flags & SHEAF_FULL_ITEM) != 0) return "SHEAF_KEYS_ONLY excludes SHEAF_FULL_ITEM";
  if (text.projection == nullptr) return nullptr;
  if (keys_only) return "a projection excludes SHEAF_KEYS_ONLY";
  return (text.flags & SHEAF_COUNT) != 0 ? "a projection excludes SHEAF_COUNT" : nullptr;
}

// The same for the members that only some kinds have.
const char* check_members(const sheaf_stmt_text& text) {
  if (text.key != nullptr && text.kind != SHEAF_STMT_QUERY) return "only a query has a key condition";
  if ((text.segment != 0 || text.total_segments != 0) && text.kind != SHEAF_STMT_SCAN)
    return "only a scan has segments";
  if (text.update != nullptr && text.kind != SHEAF_STMT_UPDATE) return "only an update has an update expression";
  if (reads(text)) return text.condition != nullptr ? "queries and scans have no condition" : nullptr;
  if (text.index != nullptr || text.filter != nullptr || text.projection != nullptr)
    return "updates and conditions have no index, filter or projection";
  if (text.row_limit != 0 || text.page_bytes != 0 || text.timeout_ms != 0)
    return "updates and conditions have no limits";
  if (text.kind == SHEAF_STMT_CONDITION && text.condition == nullptr) return "condition is NULL";
  return nullptr;
}

const char* check_names(const sheaf_stmt_text& text) {
  if (text.names == nullptr) return text.name_count != 0 ? "names is NULL" : nullptr;
  for (size_t i = 0; i < text.name_count; ++i) {
    if (text.names[i].placeholder == nullptr) return "a name's placeholder is NULL";
    if (sheaf::capi::lacks_data(text.names[i].attribute)) return "a name has a size but no data";
  }
  return nullptr;
}

const char* check_text(const sheaf_stmt_text& text) {
  if (text.kind < SHEAF_STMT_QUERY || text.kind > SHEAF_STMT_CONDITION) return "an unknown kind of statement";
  if (text.reserved != 0) return "sheaf_stmt_text's reserved member is not 0";
  if (const char* const wrong = check_flags(text)) return wrong;
  if (const char* const wrong = check_members(text)) return wrong;
  return check_names(text);
}

std::optional<std::string_view> optional_text(const char* text) {
  if (text == nullptr) return std::nullopt;
  return std::string_view(text);
}

// Borrows the texts and, for `names`, the vector.
sheaf::StatementText to_text(const sheaf_stmt_text& given, std::vector<sheaf::StatementName>* names) {
  for (size_t i = 0; i < given.name_count; ++i) {
    names->push_back({given.names[i].placeholder, sheaf::capi::view(given.names[i].attribute)});
  }
  sheaf::StatementText text;
  text.kind = static_cast<sheaf::StatementKind>(given.kind);
  text.answer = (given.flags & SHEAF_COUNT) != 0 ? sheaf::StatementAnswer::kCount : sheaf::StatementAnswer::kRows;
  text.read.index = optional_text(given.index);
  text.read.key = optional_text(given.key);
  text.read.filter = optional_text(given.filter);
  text.read.projection = optional_text(given.projection);
  text.read.direction = sheaf::capi::direction_of(given.flags);
  text.read.content = sheaf::capi::content_of(given.flags);
  text.update = optional_text(given.update);
  text.condition = optional_text(given.condition);
  text.names = *names;
  text.row_limit = given.row_limit;
  text.page_bytes = given.page_bytes;
  text.timeout_ms = given.timeout_ms;
  text.segment = given.segment;
  text.total_segments = given.total_segments;
  return text;
}

}  // namespace

sheaf_status sheaf_stmt_prepare(sheaf_table* table, const sheaf_stmt_text* text, sheaf_stmt** out, sheaf_error* error) {
  if (out == nullptr) return misuse(error, "out is NULL");
  *out = nullptr;
  if (table == nullptr || text == nullptr) return misuse(error, "table or text is NULL");
  sheaf_stmt_text given;
  if (!sheaf::capi::read_options(text, &given))
    return misuse(error, "sheaf_stmt_text has a struct_size or member of another version");
  if (const char* const wrong = check_text(given)) return misuse(error, wrong);
  return guarded(error, [&]() -> sheaf_status {
    std::vector<sheaf::StatementName> names;
    auto statement = sheaf::Statement::prepare(table->database, table->handle, to_text(given, &names));
    if (!statement.ok()) return answer(error, statement.status());
    auto handle = std::make_unique<sheaf_stmt>();
    handle->statement = *std::move(statement);
    *out = handle.release();
    return SHEAF_OK;
  });
}

int32_t sheaf_stmt_parameter(const sheaf_stmt* stmt, const char* placeholder) {
  if (stmt == nullptr || placeholder == nullptr) return -1;
  const auto parameter = stmt->statement->find_parameter(placeholder);
  return parameter.has_value() ? static_cast<int32_t>(*parameter) : -1;
}

const char* sheaf_stmt_parameter_name(const sheaf_stmt* stmt, int32_t parameter) {
  if (stmt == nullptr || parameter < 0) return nullptr;
  const std::vector<std::string>& names = stmt->statement->parameters();
  const auto number = static_cast<size_t>(parameter);
  return number < names.size() ? names[number].c_str() : nullptr;
}

sheaf_status sheaf_stmt_bind(sheaf_stmt* stmt, int32_t parameter, const sheaf_value* value, sheaf_error* error) {
  if (stmt == nullptr || value == nullptr) return misuse(error, "stmt or value is NULL");
  if (sheaf_stmt_parameter_name(stmt, parameter) == nullptr)
    return misuse(error, "there is no parameter of that number");
  return guarded(error, [&]() -> sheaf_status {
    const auto stored = sheaf::capi::to_value(*value, &stmt->number);
    if (!stored.ok()) return answer(error, stored.status());
    return answer(error, stmt->statement->bind(static_cast<uint32_t>(parameter), *stored));
  });
}

sheaf_status sheaf_stmt_bind_json(sheaf_stmt* stmt, uint32_t json_dialect, sheaf_bytes json, sheaf_error* error) {
  if (stmt == nullptr || !sheaf::capi::is_dialect(json_dialect))
    return misuse(error, "stmt is NULL or the dialect is unknown");
  if (sheaf::capi::lacks_data(json)) return misuse(error, "json has a size but no data");
  return guarded(error, [&]() -> sheaf_status {
    const Status parsed =
        sheaf::parse_item_json(static_cast<sheaf::JsonDialect>(json_dialect), sheaf::capi::view(json), &stmt->values);
    if (!parsed.ok()) return answer(error, parsed);
    return answer(error, stmt->statement->bind_all(stmt->values.finish()));
  });
}

sheaf_status sheaf_stmt_explain(const sheaf_stmt* stmt, sheaf_buf* json, sheaf_error* error) {
  if (stmt == nullptr || json == nullptr) return misuse(error, "stmt or json is NULL");
  json->text.clear();
  return guarded(error, [&]() -> sheaf_status {
    auto explained = stmt->statement->explain();
    if (!explained.ok()) return answer(error, explained.status());
    json->text = *std::move(explained);
    return SHEAF_OK;
  });
}

void sheaf_stmt_reset(sheaf_stmt* stmt) {
  if (stmt != nullptr) stmt->statement->reset();
}

void sheaf_stmt_free(sheaf_stmt* stmt) { delete stmt; }
