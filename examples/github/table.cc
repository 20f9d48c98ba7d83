#include "table.h"

#include <new>
#include <utility>

namespace github {
namespace {

// Three indexes for nine entities: their key attributes mean another thing in each kind of item.
constexpr char kDefinition[] = R"({
  "TableName": "GitHub",
  "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
  "AttributeDefinitions": [
    {"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"},
    {"AttributeName": "GSI1PK", "AttributeType": "S"}, {"AttributeName": "GSI1SK", "AttributeType": "S"},
    {"AttributeName": "GSI2PK", "AttributeType": "S"}, {"AttributeName": "GSI2SK", "AttributeType": "S"},
    {"AttributeName": "GSI3PK", "AttributeType": "S"}, {"AttributeName": "GSI3SK", "AttributeType": "S"}],
  "GlobalSecondaryIndexes": [
    {"IndexName": "GSI1", "Projection": {"ProjectionType": "ALL"}, "KeySchema": [
      {"AttributeName": "GSI1PK", "KeyType": "HASH"}, {"AttributeName": "GSI1SK", "KeyType": "RANGE"}]},
    {"IndexName": "GSI2", "Projection": {"ProjectionType": "ALL"}, "KeySchema": [
      {"AttributeName": "GSI2PK", "KeyType": "HASH"}, {"AttributeName": "GSI2SK", "KeyType": "RANGE"}]},
    {"IndexName": "GSI3", "Projection": {"ProjectionType": "ALL"}, "KeySchema": [
      {"AttributeName": "GSI3PK", "KeyType": "HASH"}, {"AttributeName": "GSI3SK", "KeyType": "RANGE"}]}]})";

sheaf_key borrowed(const Key& key, sheaf_value parts[2]) {
  parts[0] = value_of(key.partition);
  parts[1] = value_of(key.sort);
  return sheaf_key_of(parts, 2);
}

}  // namespace

// ---- opening ----

Table::Table() : error_(sheaf_error_new()) {
  if (error_ == nullptr) throw std::bad_alloc();
}

Outcome Table::open(const char* folder, sheaf_open_options options, std::unique_ptr<Table>* out) {
  std::unique_ptr<Table> opened(new Table());
  sheaf_error* error = opened->error();
  sheaf_db* db = nullptr;
  options.struct_size = sizeof options;
  sheaf_status status = sheaf_open(folder, &options, &db, error);
  if (status < 0) return outcome_of(status, error);
  opened->db_.reset(db);

  sheaf_table* table = nullptr;
  status = sheaf_table_open(db, "GitHub", &table, error);
  if (status == SHEAF_NO_TABLE) {
    status = sheaf_table_create(db, bytes_of(kDefinition), error);
    if (status == SHEAF_OK) status = sheaf_table_open(db, "GitHub", &table, error);
  }
  if (status < 0) return outcome_of(status, error);
  opened->table_.reset(table);
  *out = std::move(opened);
  return {};
}

// ---- statements ----

Outcome Table::prepare(const Text& text, std::string_view attribute, Handle<sheaf_stmt>* out) {
  const sheaf_name name = {text.placeholder, bytes_of(text.attribute != nullptr ? text.attribute : attribute)};
  sheaf_stmt_text stmt_text = {};
  stmt_text.struct_size = sizeof stmt_text;
  stmt_text.kind = text.kind;
  stmt_text.flags = text.flags;
  stmt_text.index = text.index;
  stmt_text.key = text.key;
  stmt_text.filter = text.filter;
  stmt_text.projection = text.projection;
  stmt_text.update = text.update;
  stmt_text.condition = text.condition;
  stmt_text.names = text.placeholder != nullptr ? &name : nullptr;
  stmt_text.name_count = text.placeholder != nullptr ? 1 : 0;
  stmt_text.row_limit = text.row_limit;
  sheaf_stmt* stmt = nullptr;
  const sheaf_status status = sheaf_stmt_prepare(table_.get(), &stmt_text, &stmt, error_.get());
  out->reset(stmt);
  return outcome_of(status, error_.get());
}

Outcome Table::statement(const Text& text, sheaf_stmt** out) {
  Handle<sheaf_stmt>& kept = statements_[&text];
  if (kept == nullptr) {
    if (Outcome prepared = prepare(text, {}, &kept); !prepared) return prepared;
  }
  *out = kept.get();
  return {};
}

Outcome Table::bind(sheaf_stmt* stmt, const Item& values) {
  if (!values.outcome()) return values.outcome();
  sheaf_bytes name;
  sheaf_value value;
  for (uint32_t i = 0; sheaf_item_at(values, i, &name, &value) == SHEAF_OK; ++i) {
    const int32_t parameter = sheaf_stmt_parameter(stmt, std::string(text_of(name)).c_str());
    const sheaf_status status = sheaf_stmt_bind(stmt, parameter, &value, error_.get());
    if (status < 0) return outcome_of(status, error_.get());
  }
  return {};
}

// ---- single items ----

Outcome Table::get(const Key& key, Item* out) {
  sheaf_value parts[2];
  const sheaf_key borrowed_key = borrowed(key, parts);
  out->clear();
  const sheaf_status status = sheaf_get(table_.get(), &borrowed_key, out->get(), error_.get());
  if (status == SHEAF_NOT_FOUND) return {Code::kNotFound, status, "there is no " + key.sort};
  return outcome_of(status, error_.get());
}

Outcome Table::put(const Item& item, const Text& condition, const Refusal& refusal) {
  if (!item.outcome()) return item.outcome();
  sheaf_stmt* stmt = nullptr;
  if (Outcome prepared = statement(condition, &stmt); !prepared) return prepared;
  const sheaf_status status = sheaf_put(table_.get(), item, stmt, nullptr, error_.get());
  if (status == SHEAF_CONDITION_FAILED) return {refusal.code, status, refusal.message};
  return outcome_of(status, error_.get());
}

Outcome Table::update(const Key& key, const Text& update, const Item& values, const Refusal& refusal, Item* updated) {
  sheaf_stmt* stmt = nullptr;
  if (Outcome prepared = statement(update, &stmt); !prepared) return prepared;
  if (Outcome bound = bind(stmt, values); !bound) return bound;
  sheaf_value parts[2];
  const sheaf_key borrowed_key = borrowed(key, parts);
  sheaf_write_options options = {};
  options.struct_size = sizeof options;
  options.flags = SHEAF_WRITE_UPDATED_ONLY;
  options.new_item = updated->get();
  const sheaf_status status = sheaf_update(table_.get(), &borrowed_key, stmt, &options, error_.get());
  if (status == SHEAF_CONDITION_FAILED) return {refusal.code, status, refusal.message};
  return outcome_of(status, error_.get());
}

// ---- queries ----

// The kept statement goes with the rows and comes back with their end, so that two answers of one text can be read at
// once.
Rows Table::query(const Text& text, const Item& values, std::string_view token) {
  Rows rows(this, &text);
  rows.stmt_ = std::move(statements_[&text]);
  if (rows.stmt_ == nullptr) rows.outcome_ = prepare(text, {}, &rows.stmt_);
  if (rows.outcome_) rows.outcome_ = bind(rows.stmt_.get(), values);
  if (rows.outcome_) {
    rows.outcome_ = outcome_of(sheaf_stmt_resume(rows.stmt_.get(), bytes_of(token), error_.get()), error_.get());
  }
  return rows;
}

Rows::~Rows() {
  if (stmt_ == nullptr) return;
  sheaf_stmt_reset(stmt_.get());
  table_->statements_[text_] = std::move(stmt_);
}

const sheaf_item* Rows::next() {
  if (!outcome_ || end_ != SHEAF_ROW) return nullptr;
  end_ = sheaf_stmt_step(stmt_.get(), table_->error());
  outcome_ = outcome_of(end_, table_->error());
  return sheaf_stmt_item(stmt_.get());
}

std::string Rows::token() {
  if (!outcome_ || end_ == SHEAF_DONE) return {};
  const Handle<sheaf_buf> token(sheaf_buf_new());
  if (token == nullptr) throw std::bad_alloc();
  outcome_ = outcome_of(sheaf_stmt_token(stmt_.get(), token.get(), table_->error()), table_->error());
  return std::string(text_of(sheaf_buf_bytes(token.get())));
}

// ---- transactions ----

void Transaction::add(Action action, const Text& text, std::string_view attribute) {
  if (outcome_) outcome_ = action.item.outcome();
  if (!outcome_) return;
  actions_.push_back(std::move(action));
  Action& added = actions_.back();
  if (attribute.empty()) {
    outcome_ = table_.statement(text, &added.stmt);
  } else {
    outcome_ = table_.prepare(text, attribute, &added.own_stmt);
    added.stmt = added.own_stmt.get();
  }
}

void Transaction::put(Item item, const Text& condition, const Refusal& refusal) {
  add({.kind = SHEAF_ACTION_PUT, .key = {}, .item = std::move(item), .refusal = refusal}, condition, {});
}

void Transaction::check(Key key, const Text& condition, const Refusal& refusal) {
  add({.kind = SHEAF_ACTION_CHECK, .key = std::move(key), .item = {}, .refusal = refusal}, condition, {});
}

void Transaction::update(Key key, const Text& update, Item values, const Refusal& refusal, std::string_view attribute) {
  add({.kind = SHEAF_ACTION_UPDATE, .key = std::move(key), .item = std::move(values), .refusal = refusal}, update,
      attribute);
}

Outcome Transaction::commit(std::string_view token) {
  if (!outcome_) return outcome_;
  std::vector<sheaf_action> actions;
  for (Action& action : actions_) {
    sheaf_action out = {};
    out.kind = action.kind;
    out.flags = action.refusal.missing != nullptr ? SHEAF_ACTION_OLD_ON_FAILURE : 0;
    out.table = table_.table();
    out.stmt = action.stmt;
    if (action.kind == SHEAF_ACTION_PUT) {
      out.item = action.item;
    } else {
      out.key = borrowed(action.key, action.parts);
      out.values = action.item;
    }
    actions.push_back(out);
  }
  sheaf_error* error = table_.error();
  const sheaf_status status =
      sheaf_write_all(table_.db(), actions.data(), actions.size(), bytes_of(token), nullptr, error);
  return status == SHEAF_CANCELED ? refused() : outcome_of(status, error);
}

// Which of the actions is to blame says what the user is told.
Outcome Transaction::refused() const {
  const sheaf_error* error = table_.error();
  for (uint32_t i = 0; i < sheaf_error_reason_count(error); ++i) {
    const sheaf_item* old_item = nullptr;
    const sheaf_status reason = sheaf_error_reason(error, i, nullptr, &old_item);
    if (reason != SHEAF_CONDITION_FAILED) continue;
    const Refusal& refusal = actions_[i].refusal;
    if (refusal.missing != nullptr && old_item == nullptr) return {Code::kNotFound, reason, refusal.missing};
    return {refusal.code, reason, refusal.message};
  }
  return outcome_of(SHEAF_CANCELED, error);
}

}  // namespace github
