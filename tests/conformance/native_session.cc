#include "tests/conformance/native_session.h"

#include <charconv>
#include <optional>
#include <utility>

#include "capi/internal.h"
#include "tests/conformance/abi_holders.h"
#include "tests/conformance/json_form.h"

namespace sheaf::conformance {
namespace {

std::optional<uint64_t> number(const std::string& text) {
  uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

// "5 of 8" of `segment`, and the limits, as numbers. False when one is none.
bool read_numbers(const Request& request, sheaf_stmt_text* text) {
  const auto set = [&](const char* keyword, uint64_t* out) {
    const auto given = request.text(keyword);
    const auto value = given ? number(*given) : std::optional<uint64_t>(0);
    if (value) *out = *value;
    return value.has_value();
  };
  if (!set("limit", &text->row_limit) || !set("page_bytes", &text->page_bytes)) return false;
  if (const auto segment = request.text("segment")) {
    const size_t of = segment->find(" of ");
    if (of == std::string::npos) return false;
    const auto which = number(segment->substr(0, of));
    const auto total = number(segment->substr(of + 4));
    if (!which || !total) return false;
    text->segment = static_cast<uint32_t>(*which);
    text->total_segments = static_cast<uint32_t>(*total);
  }
  return true;
}

// The images that a write is asked for.
struct Images {
  Item old_item;
  Item new_item;
  sheaf_write_options options{};
  std::string trouble;

  explicit Images(const Request& request) {
    options.struct_size = sizeof options;
    const std::string wanted = request.text("return").value_or("NONE");
    const bool is_old = wanted == "ALL_OLD" || wanted == "UPDATED_OLD";
    const bool is_new = wanted == "ALL_NEW" || wanted == "UPDATED_NEW";
    const bool is_update = request.kind == RequestKind::kUpdate;
    if (!is_old && !is_new && wanted != "NONE") trouble = "an unknown return value";
    if (!is_update && wanted != "NONE" && wanted != "ALL_OLD") trouble = "only updates return that";
    if (wanted.starts_with("UPDATED")) options.flags = SHEAF_WRITE_UPDATED_ONLY;
    if (is_old || request.has("old_on_failure")) old_item.reset(sheaf_item_new());
    if (is_new) new_item.reset(sheaf_item_new());
    options.old_item = old_item.get();
    options.new_item = new_item.get();
    wants_old = is_old;
  }

  std::string attributes(sheaf_status status) const {
    if (status == SHEAF_CONDITION_FAILED) return old_item ? print(old_item.get()) : std::string();
    if (new_item) return print(new_item.get());
    return wants_old ? print(old_item.get()) : std::string();
  }

  bool wants_old = false;
};

}  // namespace

std::unique_ptr<Session> NativeSession::open(const Case& from, uint32_t mode, std::string* trouble) {
  std::unique_ptr<NativeSession> session(new NativeSession());
  session->error_ = sheaf_error_new();
  session->table_name_ = from.table;
  sheaf_open_options options{};
  options.struct_size = sizeof options;
  options.flags = SHEAF_OPEN_MEMORY | mode;
  sheaf_status status = sheaf_open(nullptr, &options, &session->db_, session->error_);
  for (const TableNotation& notation : from.tables) {
    if (status == SHEAF_OK) status = sheaf_table_create(session->db_, bytes(notation.definition_json), session->error_);
    if (status != SHEAF_OK) break;
    Table& table = session->tables_[notation.name];
    table.key_names = notation.key_names;
    status = sheaf_table_open(session->db_, notation.name.c_str(), &table.handle, session->error_);
  }
  const Item item(sheaf_item_new());
  for (const StoredItem& stored : from.stored) {
    if (status == SHEAF_OK) status = sheaf_item_parse(item.get(), kJson, bytes(stored.json), session->error_);
    if (status != SHEAF_OK) break;
    status = sheaf_put(session->tables_.at(stored.table).handle, item.get(), nullptr, nullptr, session->error_);
  }
  if (status == SHEAF_OK) return session;
  *trouble = std::string("cannot make the tables and what is stored in them: ") + sheaf_status_name(status) + ": " +
             sheaf_error_message(session->error_);
  return nullptr;
}

NativeSession::~NativeSession() {
  sheaf_stmt_free(page_);
  for (const auto& [name, table] : tables_) sheaf_table_close(table.handle);
  sheaf_db_free(db_);
  sheaf_error_free(error_);
}

const NativeSession::Table& NativeSession::table_of(const Request& request) const {
  return tables_.at(request.text("in").value_or(table_name_));
}

void NativeSession::fill_error(Answer* answer) const {
  if (answer->status >= 0) return;
  answer->offset = sheaf_error_offset(error_);
  answer->message = sheaf_error_message(error_);
  answer->aws_message = error_->status.aws_message();
  answer->exception = error_->status.aws_name();
}

Answer NativeSession::answer(const Request& request) {
  Answer answer;
  switch (request.kind) {
    case RequestKind::kGet:
      answer = get(request);
      break;
    case RequestKind::kPut:
    case RequestKind::kUpdate:
    case RequestKind::kDelete:
      answer = write(request);
      break;
    case RequestKind::kQuery:
    case RequestKind::kScan:
      answer = read(request);
      break;
    case RequestKind::kNext:
      answer = next();
      break;
    case RequestKind::kTransactWrite:
    case RequestKind::kBatchWrite:
      answer = write_many(request);
      break;
    case RequestKind::kTransactGet:
    case RequestKind::kBatchGet:
      answer = look_up(request);
      break;
    case RequestKind::kCheck:
    case RequestKind::kCall:
      answer.trouble = "calls are not for the C ABI";
      break;
  }
  fill_error(&answer);
  return answer;
}

Answer NativeSession::get(const Request& request) {
  Answer answer;
  Key key;
  const Table& table = table_of(request);
  answer.status = key.read(request.subject, table.key_names, error_);
  answer.trouble = key.trouble;
  if (answer.status != SHEAF_OK || !answer.trouble.empty()) return answer;
  const Item item(sheaf_item_new());
  answer.status = sheaf_get(table.handle, &key.key, item.get(), error_);
  if (answer.status == SHEAF_OK) answer.item_json = print(item.get());
  return answer;
}

Answer NativeSession::write(const Request& request) {
  Answer answer;
  const bool is_update = request.kind == RequestKind::kUpdate;
  const Table& table = table_of(request);
  Statement statement;
  if (request.has("condition") || request.has("expression")) {
    const uint32_t kind = is_update ? SHEAF_STMT_UPDATE : SHEAF_STMT_CONDITION;
    sheaf_stmt* made = nullptr;
    answer.status = prepare(request, kind, &made, &answer.trouble);
    statement.reset(made);
  } else if (request.has("names") || request.has("values")) {
    answer.trouble = "names or values without an expression; such a case needs protocol";
  }
  const Images images(request);
  if (!images.trouble.empty()) answer.trouble = images.trouble;
  if (answer.status != SHEAF_OK || !answer.trouble.empty()) return answer;

  if (request.kind == RequestKind::kPut) {
    const Item item(sheaf_item_new());
    answer.status = sheaf_item_parse(item.get(), kJson, bytes(request.subject), error_);
    if (answer.status == SHEAF_OK)
      answer.status = sheaf_put(table.handle, item.get(), statement.get(), &images.options, error_);
  } else {
    Key key;
    answer.status = key.read(request.subject, table.key_names, error_);
    answer.trouble = key.trouble;
    if (answer.status != SHEAF_OK || !answer.trouble.empty()) return answer;
    const auto call = is_update ? sheaf_update : sheaf_delete;
    answer.status = call(table.handle, &key.key, statement.get(), &images.options, error_);
  }
  answer.attributes_json = images.attributes(answer.status);
  return answer;
}

sheaf_status NativeSession::prepare(const Request& request, uint32_t kind, sheaf_stmt** out, std::string* trouble) {
  sheaf_stmt_text text{};
  text.struct_size = sizeof text;
  text.kind = kind;
  const std::pair<const char*, const char**> texts[] = {
      {"index", &text.index},           {"key", &text.key},           {"filter", &text.filter},
      {"projection", &text.projection}, {"expression", &text.update}, {"condition", &text.condition},
  };
  for (const auto& [keyword, target] : texts) {
    const auto found = request.parameters.find(keyword);
    if (found != request.parameters.end()) *target = found->second.c_str();
  }
  const std::pair<const char*, uint32_t> flags[] = {
      {"reverse", SHEAF_REVERSE}, {"full_item", SHEAF_FULL_ITEM}, {"count", SHEAF_COUNT}};
  for (const auto& [keyword, flag] : flags) {
    if (request.has(keyword)) text.flags |= flag;
  }
  if (!read_numbers(request, &text)) *trouble = "a limit or segment is no number";

  auto pairs = members(request.text("names").value_or("{}")).value();
  for (auto& [placeholder, value] : pairs) value = string_content(value).value_or("");
  std::vector<sheaf_name> names;
  for (const auto& [placeholder, attribute] : pairs) names.push_back({placeholder.c_str(), bytes(attribute)});
  text.names = names.data();
  text.name_count = names.size();
  const sheaf_status status = sheaf_stmt_prepare(table_of(request).handle, &text, out, error_);
  const auto values = request.text("values");
  if (status != SHEAF_OK || !values) return status;
  return sheaf_stmt_bind_json(*out, kJson, bytes(*values), error_);
}

Answer NativeSession::read(const Request& request) {
  Answer answer;
  sheaf_stmt_free(std::exchange(page_, nullptr));
  const uint32_t kind = request.kind == RequestKind::kQuery ? SHEAF_STMT_QUERY : SHEAF_STMT_SCAN;
  answer.status = prepare(request, kind, &page_, &answer.trouble);
  return answer.status == SHEAF_OK && answer.trouble.empty() ? page() : answer;
}

Answer NativeSession::next() {
  Answer answer;
  if (page_ == nullptr) {
    answer.trouble = "there is no page to go on from";
    return answer;
  }
  const Buf token(sheaf_buf_new());
  answer.status = sheaf_stmt_token(page_, token.get(), error_);
  if (answer.status == SHEAF_OK) answer.status = sheaf_stmt_resume(page_, sheaf_buf_bytes(token.get()), error_);
  return answer.status == SHEAF_OK ? page() : answer;
}

Answer NativeSession::page() {
  Answer answer;
  while ((answer.status = sheaf_stmt_step(page_, error_)) == SHEAF_ROW) {
    const std::string row = print(sheaf_stmt_item(page_));
    answer.rows_json.push_back(row.empty() ? "{}" : row);
  }
  answer.returned = sheaf_stmt_returned(page_);
  answer.scanned = sheaf_stmt_scanned(page_);
  return answer;
}

}  // namespace sheaf::conformance
