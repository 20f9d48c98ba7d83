// Transactions and batches of a native session.
#include <list>

#include "capi/internal.h"
#include "tests/conformance/abi_holders.h"
#include "tests/conformance/native_session.h"

namespace sheaf::conformance {
namespace {

uint32_t action_kind(RequestKind kind) {
  switch (kind) {
    case RequestKind::kPut:
      return SHEAF_ACTION_PUT;
    case RequestKind::kUpdate:
      return SHEAF_ACTION_UPDATE;
    case RequestKind::kDelete:
      return SHEAF_ACTION_DELETE;
    default:
      return SHEAF_ACTION_CHECK;
  }
}

std::string code_of(sheaf_status status) {
  switch (status) {
    case SHEAF_OK:
      return "None";
    case SHEAF_CONDITION_FAILED:
      return "ConditionalCheckFailed";
    case SHEAF_INVALID:
    case SHEAF_TYPE:
    case SHEAF_LIMIT:
      return "ValidationError";
    default:
      return sheaf_status_name(status);
  }
}

}  // namespace

struct NativeSession::ActionParts {
  Item item;
  Key key;
  Statement statement;
};

std::vector<PartAnswer> NativeSession::reasons() const {
  std::vector<PartAnswer> reasons;
  for (uint32_t i = 0; i < sheaf_error_reason_count(error_); ++i) {
    const char* message = nullptr;
    const sheaf_item* old_item = nullptr;
    PartAnswer& reason = reasons.emplace_back();
    reason.status = sheaf_error_reason(error_, i, &message, &old_item);
    reason.code = code_of(reason.status);
    reason.message = message;
    reason.aws_message = error_->reasons[i].status.aws_message();
    if (old_item != nullptr) reason.item_json = print(old_item);
  }
  return reasons;
}

sheaf_status NativeSession::read_action(const Request& given, ActionParts* parts, sheaf_action* action,
                                        std::string* trouble) {
  const Table& table = table_of(given);
  action->kind = action_kind(given.kind);
  action->flags = given.has("old_on_failure") ? SHEAF_ACTION_OLD_ON_FAILURE : 0;
  action->table = table.handle;
  sheaf_status status = SHEAF_OK;
  if (given.kind == RequestKind::kPut) {
    parts->item.reset(sheaf_item_new());
    status = sheaf_item_parse(parts->item.get(), kJson, bytes(given.subject), error_);
    action->item = parts->item.get();
  } else {
    status = parts->key.read(given.subject, table.key_names, error_);
    *trouble = parts->key.trouble;
    action->key = parts->key.key;
  }
  if (status != SHEAF_OK) return status;
  if (!given.has("condition") && !given.has("expression")) {
    if (given.has("names") || given.has("values")) *trouble = "names or values without an expression";
    return SHEAF_OK;
  }
  const uint32_t kind = given.kind == RequestKind::kUpdate ? SHEAF_STMT_UPDATE : SHEAF_STMT_CONDITION;
  status = prepare(given, kind, &action->stmt, trouble);
  parts->statement.reset(action->stmt);
  return status;
}

Answer NativeSession::write_many(const Request& request) {
  Answer answer;
  std::list<ActionParts> parts;
  std::vector<sheaf_action> actions;
  actions.reserve(request.parts.size() + 1);  // not NULL when there are none
  for (const Request& given : request.parts) {
    sheaf_action action{};
    answer.status = read_action(given, &parts.emplace_back(), &action, &answer.trouble);
    if (answer.status != SHEAF_OK || !answer.trouble.empty()) return answer;
    actions.push_back(action);
  }
  if (request.kind == RequestKind::kTransactWrite) {
    const std::string token = request.text("token").value_or("");
    answer.status = sheaf_write_all(db_, actions.data(), actions.size(), bytes(token), nullptr, error_);
  } else {
    std::vector<sheaf_status> results(actions.size(), SHEAF_INTERNAL);
    answer.status = sheaf_write_each(db_, actions.data(), actions.size(), results.data(), nullptr, error_);
    for (const sheaf_status result : results) {
      if (answer.status == SHEAF_OK && result != SHEAF_OK) answer.trouble = "an OK batch with an action that is not";
    }
  }
  if (answer.status < 0) answer.reasons = reasons();
  return answer;
}

Answer NativeSession::look_up(const Request& request) {
  Answer answer;
  std::list<Key> keys;
  std::vector<Item> items;
  std::vector<sheaf_lookup> lookups;
  lookups.reserve(request.parts.size() + 1);
  for (const Request& given : request.parts) {
    const Table& table = table_of(given);
    Key& key = keys.emplace_back();
    answer.status = key.read(given.subject, table.key_names, error_);
    answer.trouble = key.trouble;
    if (answer.status != SHEAF_OK || !answer.trouble.empty()) return answer;
    items.emplace_back(sheaf_item_new());
    sheaf_lookup lookup{};
    lookup.table = table.handle;
    lookup.key = key.key;
    lookup.item = items.back().get();
    lookup.status = SHEAF_INTERNAL;
    lookups.push_back(lookup);
  }
  answer.status = sheaf_get_all(db_, lookups.data(), lookups.size(), nullptr, error_);
  if (answer.status < 0) answer.reasons = reasons();
  for (const sheaf_lookup& lookup : lookups) {
    PartAnswer& found = answer.lookups.emplace_back();
    found.status = lookup.status;
    found.item_json = print(lookup.item);
    if (answer.status >= 0 && (lookup.status == SHEAF_OK) == found.item_json.empty()) {
      answer.trouble = "a lookup's status and its item do not agree";
    }
  }
  return answer;
}

}  // namespace sheaf::conformance
