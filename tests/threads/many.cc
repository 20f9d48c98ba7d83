#include "tests/threads/many.h"

#include <gtest/gtest.h>

namespace sheaf::test {
namespace {

int64_t number_of(const sheaf_item* item, const char* name) {
  const std::string text = text_of(item, name);
  return text.empty() ? 0 : std::stoll(text);
}

}  // namespace

TwoTables::TwoTables(Owned<sheaf_db> db) : db_(std::move(db)) {
  constexpr const char* kPlain = R"({"TableName":"Plain",
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}]})";
  sheaf_status status = create_items(db_.get());
  EXPECT_EQ(status, SHEAF_OK);
  items_ = open_items(db_.get(), &status);
  EXPECT_EQ(sheaf_table_create(db_.get(), sheaf_bytes_of(kPlain), nullptr), SHEAF_OK);
  sheaf_table* plain = nullptr;
  EXPECT_EQ(sheaf_table_open(db_.get(), "Plain", &plain, nullptr), SHEAF_OK);
  plain_.reset(plain);
}

Owned<sheaf_stmt> prepare(sheaf_table* table, const char* update, const char* condition) {
  sheaf_stmt_text text = {};
  text.struct_size = sizeof(text);
  text.kind = update != nullptr ? SHEAF_STMT_UPDATE : SHEAF_STMT_CONDITION;
  text.update = update;
  text.condition = condition;
  sheaf_stmt* stmt = nullptr;
  EXPECT_EQ(sheaf_stmt_prepare(table, &text, &stmt, nullptr), SHEAF_OK);
  return Owned<sheaf_stmt>(stmt);
}

Owned<sheaf_item> document(const std::string& json) {
  Owned<sheaf_item> item(sheaf_item_new());
  EXPECT_EQ(sheaf_item_parse(item.get(), SHEAF_JSON_PLAIN, sheaf_bytes_of(json.c_str()), nullptr), SHEAF_OK) << json;
  return item;
}

std::string item_json(const std::string& sort, const std::string& more) {
  return R"({"pk":"p","sk":")" + sort + "\"" + (more.empty() ? "" : ",") + more + "}";
}

sheaf_action* Actions::add(uint32_t kind, sheaf_table* table, sheaf_stmt* stmt) {
  sheaf_action action = {};
  action.kind = kind;
  action.table = table;
  action.stmt = stmt;
  actions_.push_back(action);
  return &actions_.back();
}

void Actions::add_key(sheaf_action* action, const std::string& sort) {
  action->key = *keys_.emplace_back("p", sort).get();
}

Actions& Actions::put(sheaf_table* table, const std::string& json, sheaf_stmt* condition) {
  documents_.push_back(document(json));
  add(SHEAF_ACTION_PUT, table, condition)->item = documents_.back().get();
  return *this;
}

Actions& Actions::update(sheaf_table* table, const std::string& sort, sheaf_stmt* update, const std::string& values) {
  sheaf_action* const action = add(SHEAF_ACTION_UPDATE, table, update);
  add_key(action, sort);
  if (values.empty()) return *this;
  documents_.push_back(document(values));
  action->values = documents_.back().get();
  return *this;
}

Actions& Actions::erase(sheaf_table* table, const std::string& sort, sheaf_stmt* condition) {
  add_key(add(SHEAF_ACTION_DELETE, table, condition), sort);
  return *this;
}

Actions& Actions::check(sheaf_table* table, const std::string& sort, sheaf_stmt* condition) {
  add_key(add(SHEAF_ACTION_CHECK, table, condition), sort);
  return *this;
}

Actions& Actions::wants_old() {
  actions_.back().flags = SHEAF_ACTION_OLD_ON_FAILURE;
  return *this;
}

sheaf_status Actions::write_all(sheaf_db* db, sheaf_error* error, const Asked& asked) const {
  const sheaf_write_options options = {sizeof(options), 0, nullptr, asked.timeout_ms, nullptr};
  return sheaf_write_all(db, actions_.data(), actions_.size(), sheaf_bytes_of(asked.token.c_str()), &options, error);
}

sheaf_status Actions::write_each(sheaf_db* db, sheaf_error* error, std::vector<sheaf_status>* results) const {
  results->assign(actions_.size(), SHEAF_INTERNAL);
  return sheaf_write_each(db, actions_.data(), actions_.size(), results->data(), nullptr, error);
}

std::vector<sheaf_status> reasons_of(const sheaf_error* error) {
  std::vector<sheaf_status> reasons;
  for (uint32_t i = 0; i < sheaf_error_reason_count(error); ++i) {
    reasons.push_back(sheaf_error_reason(error, i, nullptr, nullptr));
  }
  return reasons;
}

int64_t number_in(sheaf_table* table, const std::string& sort, const char* name) {
  const Owned<sheaf_item> item(sheaf_item_new());
  const ItemKey key("p", sort);
  const sheaf_status got = sheaf_get(table, key.get(), item.get(), nullptr);
  EXPECT_TRUE(got == SHEAF_OK || got == SHEAF_NOT_FOUND) << sheaf_status_name(got);
  return number_of(item.get(), name);
}

std::map<std::string, int64_t> numbers_in(sheaf_table* table, const char* index, const char* name,
                                          Surprises* surprises) {
  std::map<std::string, int64_t> numbers;
  Owned<sheaf_cursor> cursor;
  const Owned<sheaf_error> error(sheaf_error_new());
  surprises->expect("open", open_or_reset(table, range_of(index), &cursor, error.get()), {SHEAF_OK}, error.get());
  while (surprises->expect("next", sheaf_cursor_next(cursor.get(), error.get()), {SHEAF_ROW, SHEAF_DONE},
                           error.get()) == SHEAF_ROW) {
    const sheaf_item* const item = sheaf_cursor_item(cursor.get());
    if (!numbers.emplace(text_of(item, "sk"), number_of(item, name)).second) surprises->note("a key stands twice");
  }
  return numbers;
}

}  // namespace sheaf::test
