#include "tests/conformance/protocol_answer.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

#include "tests/conformance/json_form.h"

namespace sheaf::conformance {
namespace {

using Members = std::map<std::string, std::string>;

Answer trouble(const std::string& what, const std::string& json) {
  Answer answer;
  answer.trouble = what + " in the answer: " + json.substr(0, 1000);
  return answer;
}

// The members of an object. Nothing for other JSON, and when a member stands twice.
std::optional<Members> read_members(const std::string& json) {
  const auto pairs = members(json);
  if (!pairs) return std::nullopt;
  Members out(pairs->begin(), pairs->end());
  if (out.size() != pairs->size()) return std::nullopt;
  return out;
}

std::string take(Members* from, const std::string& name) {
  const auto node = from->extract(name);
  return node.empty() ? std::string() : node.mapped();
}

// "" when the JSON has a number of the response's own.
std::string take_count(Members* from, const std::string& name, uint64_t* out) {
  const std::string text = take(from, name);
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), *out);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() ? "" : "no " + name;
}

bool is_known_type(const std::string& prefix, const std::string& exception) {
  static const std::set<std::string> kOfTheService = {"SerializationException", "UnknownOperationException"};
  if (kOfTheService.count(exception) != 0) return prefix == "com.amazon.coral.service";
  if (exception == "ValidationException" && prefix == "com.amazon.coral.validate") return true;
  return prefix == "com.amazonaws.dynamodb.v20120810";
}

// Reads the reasons of a canceled transaction, each with the status that the error's slot gives it.
std::string read_reasons(const std::string& json, const std::vector<sheaf_status>& statuses,
                         std::vector<PartAnswer>* out) {
  const auto reasons = elements(json);
  if (!reasons) return "no list of reasons";
  if (reasons->size() != statuses.size()) {
    return std::to_string(reasons->size()) + " reasons, and " + std::to_string(statuses.size()) +
           " in the error's slot,";
  }
  for (size_t i = 0; i < reasons->size(); ++i) {
    auto reason = read_members((*reasons)[i]);
    if (!reason) return "a malformed reason";
    PartAnswer& part = out->emplace_back();
    part.status = statuses[i];
    part.code = string_content(take(&*reason, "Code")).value_or("no code");
    const std::string message = take(&*reason, "Message");
    if (message.empty() != (part.code == "None")) return "a message of None, or another code without one";
    if (!message.empty()) part.aws_message = string_content(message).value_or("");
    part.message = part.aws_message;
    part.item_json = take(&*reason, "Item");
    if (!reason->empty()) return "an unknown member of a reason";
  }
  return {};
}

Answer read_error(const Request& request, const ProtocolReply& reply) {
  auto document = read_members(reply.json);
  if (!document) return trouble("no object", reply.json);
  Answer answer;
  answer.status = reply.status;
  answer.is_only_named = true;
  answer.offset = reply.offset;
  answer.message = reply.message;
  const auto type = string_content(take(&*document, "__type")).value_or("");
  const size_t hash = type.find('#');
  if (hash == std::string::npos) return trouble("no __type", reply.json);
  answer.exception = type.substr(hash + 1);
  if (!is_known_type(type.substr(0, hash), answer.exception)) return trouble("an unknown __type", reply.json);
  const std::string lower = take(&*document, "message");
  const std::string upper = take(&*document, "Message");
  if (!lower.empty() && !upper.empty() && lower != upper) return trouble("two messages", reply.json);
  const auto message = string_content(lower.empty() ? upper : lower);
  if (!message) return trouble("no message", reply.json);
  answer.aws_message = *message;
  if (answer.exception == "ConditionalCheckFailedException" && request.has("old_on_failure")) {
    answer.attributes_json = take(&*document, "Item");
  }
  if (answer.exception == "TransactionCanceledException") {
    const std::string wrong = read_reasons(take(&*document, "CancellationReasons"), reply.reasons, &answer.reasons);
    if (!wrong.empty()) return trouble(wrong, reply.json);
  }
  return document->empty() ? answer : trouble("an unknown member " + document->begin()->first, reply.json);
}

std::string read_write(const Request& request, Members* response, Answer* answer) {
  if (request.text("return").value_or("NONE") != "NONE") answer->attributes_json = take(response, "Attributes");
  return {};
}

std::string read_page(const Request& request, Members* response, Answer* answer) {
  if (std::string wrong = take_count(response, "Count", &answer->returned); !wrong.empty()) return wrong;
  if (std::string wrong = take_count(response, "ScannedCount", &answer->scanned); !wrong.empty()) return wrong;
  answer->status = take(response, "LastEvaluatedKey").empty() ? SHEAF_DONE : SHEAF_PAGE;
  if (request.has("count")) return {};
  const auto rows = elements(take(response, "Items"));
  if (!rows) return "no Items";
  answer->rows_json = *rows;
  return rows->size() == answer->returned ? "" : "another Count than there are Items";
}

std::string read_transact_get(const Request& request, Members* response, Answer* answer) {
  const auto parts = elements(take(response, "Responses"));
  if (!parts || parts->size() != request.parts.size()) return "not one of Responses for each lookup";
  for (const std::string& json : *parts) {
    auto part = read_members(json);
    if (!part) return "a malformed member of Responses";
    PartAnswer& lookup = answer->lookups.emplace_back();
    lookup.item_json = take(&*part, "Item");
    lookup.status = lookup.item_json.empty() ? SHEAF_NOT_FOUND : SHEAF_OK;
    if (!part->empty()) return "an unknown member of Responses";
  }
  return {};
}

// The key attributes of an item in one written form; "" when one is missing.
std::string key_form(const std::string& item_json, const std::vector<std::string>& names) {
  const auto item = read_members(item_json);
  if (!item) return {};
  std::string form;
  for (const std::string& name : names) {
    const auto found = item->find(name);
    if (found == item->end()) return {};
    form += item_form("{\"k\":" + found->second + '}', Numbers::kAnySpelling).value_or("");
  }
  return form;
}

// The found items by table and key: DynamoDB answers in any order.
std::string read_batch_get(const Request& request, const ProtocolTables& tables, Members* response, Answer* answer) {
  if (take(response, "UnprocessedKeys") != "{}") return "no empty UnprocessedKeys";
  const auto responses = read_members(take(response, "Responses"));
  if (!responses) return "no Responses";
  std::map<std::string, Members> found;
  size_t left = 0;
  for (const auto& [table, json] : *responses) {
    const auto items = elements(json);
    const auto names = tables.key_names.find(table);
    if (!items || names == tables.key_names.end()) return "a malformed member of Responses";
    for (const std::string& item : *items) found[table].emplace(key_form(item, names->second), item);
    left += items->size();
  }
  std::set<std::string> asked;
  for (const Request& part : request.parts) {
    const std::string table = part.text("in").value_or(tables.own);
    asked.insert(table);
    PartAnswer& lookup = answer->lookups.emplace_back();
    lookup.item_json = take(&found[table], key_form(part.subject, tables.key_names.at(table)));
    lookup.status = lookup.item_json.empty() ? SHEAF_NOT_FOUND : SHEAF_OK;
    if (!lookup.item_json.empty()) --left;
  }
  const bool has_all =
      std::all_of(asked.begin(), asked.end(), [&](const auto& each) { return responses->count(each); });
  if (asked.size() != responses->size() || !has_all) return "not the tables of the request in Responses";
  return left == 0 ? "" : "items that no lookup asks for";
}

std::string read_response(const Request& request, const ProtocolTables& tables, Members* response, Answer* answer) {
  switch (request.kind) {
    case RequestKind::kGet:
      answer->item_json = take(response, "Item");
      if (answer->item_json.empty()) answer->status = SHEAF_NOT_FOUND;
      return {};
    case RequestKind::kPut:
    case RequestKind::kUpdate:
    case RequestKind::kDelete:
      return read_write(request, response, answer);
    case RequestKind::kQuery:
    case RequestKind::kScan:
      return read_page(request, response, answer);
    case RequestKind::kTransactGet:
      return read_transact_get(request, response, answer);
    case RequestKind::kBatchGet:
      return read_batch_get(request, tables, response, answer);
    case RequestKind::kBatchWrite:
      return take(response, "UnprocessedItems") == "{}" ? "" : "no empty UnprocessedItems";
    default:
      return {};
  }
}

}  // namespace

Answer read_reply(const Request& request, const ProtocolTables& tables, const ProtocolReply& reply) {
  if (reply.status < 0) return read_error(request, reply);
  auto response = read_members(reply.json);
  if (!response) return trouble("no object", reply.json);
  Answer answer;
  answer.status = reply.status;
  if (reply.status != SHEAF_OK) return trouble("the status " + std::to_string(reply.status), reply.json);
  answer.response_json = reply.json;
  if (request.kind == RequestKind::kCall) return answer;
  const std::string wrong = read_response(request, tables, &*response, &answer);
  if (!wrong.empty()) return trouble(wrong, reply.json);
  if (!response->empty()) return trouble("an unknown member " + response->begin()->first, reply.json);
  return answer;
}

}  // namespace sheaf::conformance
