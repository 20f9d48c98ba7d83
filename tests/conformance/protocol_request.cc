#include "tests/conformance/protocol_request.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace sheaf::conformance {
namespace {

// A JSON object, or an array when no member has a name, in the order in which its members are added.
class JsonWriter {
 public:
  void add(std::string_view name, std::string_view json) {
    separate();
    text_ += json_quoted(name);
    text_ += ':';
    text_ += json;
  }
  void add_text(std::string_view name, std::string_view text) { add(name, json_quoted(text)); }
  void add(std::string_view json) {
    separate();
    text_ += json;
  }

  std::string object() const { return '{' + text_ + '}'; }
  std::string array() const { return '[' + text_ + ']'; }

 private:
  void separate() {
    if (!text_.empty()) text_ += ',';
  }

  std::string text_;
};

// How a parameter is written: its text as a JSON string, as it stands, or, of a flag, always the same.
enum class Form : uint8_t { kText, kJson, kFlag };

struct Member {
  const char* keyword;
  const char* name;
  Form form;
  const char* flag = "";  // of a flag: its JSON
};

constexpr Member kMembers[] = {
    {"index", "IndexName", Form::kText},
    {"key", "KeyConditionExpression", Form::kText},
    {"filter", "FilterExpression", Form::kText},
    {"projection", "ProjectionExpression", Form::kText},
    {"expression", "UpdateExpression", Form::kText},
    {"condition", "ConditionExpression", Form::kText},
    {"names", "ExpressionAttributeNames", Form::kJson},
    {"values", "ExpressionAttributeValues", Form::kJson},
    {"limit", "Limit", Form::kJson},
    {"return", "ReturnValues", Form::kText},
    {"reverse", "ScanIndexForward", Form::kFlag, "false"},
    {"count", "Select", Form::kFlag, R"("COUNT")"},
    {"full_item", "Select", Form::kFlag, R"("ALL_ATTRIBUTES")"},
    {"old_on_failure", "ReturnValuesOnConditionCheckFailure", Form::kFlag, R"("ALL_OLD")"},
};

void add_parameters(const Request& request, JsonWriter* out) {
  for (const Member& member : kMembers) {
    const auto text = request.text(member.keyword);
    if (!text) continue;
    if (member.form == Form::kText) out->add_text(member.name, *text);
    if (member.form == Form::kJson) out->add(member.name, *text);
    if (member.form == Form::kFlag) out->add(member.name, member.flag);
  }
}

const char* subject_member(RequestKind kind) { return kind == RequestKind::kPut ? "Item" : "Key"; }

std::string table_of(const Request& request, const std::string& own_table) {
  return request.text("in").value_or(own_table);
}

// A request on one table, or an action or lookup of a transaction.
std::string on_one_table(const Request& request, const std::string& own_table) {
  JsonWriter out;
  out.add_text("TableName", table_of(request, own_table));
  const bool has_key = request.kind != RequestKind::kQuery && request.kind != RequestKind::kScan;
  if (has_key) out.add(subject_member(request.kind), request.subject);
  add_parameters(request, &out);
  if (const auto segment = request.text("segment")) {
    const size_t of = segment->find(" of ");
    if (of != std::string::npos) {
      out.add("Segment", segment->substr(0, of));
      out.add("TotalSegments", segment->substr(of + 4));
    }
  }
  return out.object();
}

const char* action_member(RequestKind kind) {
  switch (kind) {
    case RequestKind::kPut:
      return "Put";
    case RequestKind::kUpdate:
      return "Update";
    case RequestKind::kDelete:
      return "Delete";
    case RequestKind::kCheck:
      return "ConditionCheck";
    default:
      return "Get";
  }
}

std::string transaction(const Request& request, const std::string& own_table) {
  JsonWriter parts;
  for (const Request& part : request.parts) {
    JsonWriter action;
    action.add(action_member(part.kind), on_one_table(part, own_table));
    parts.add(action.object());
  }
  JsonWriter out;
  out.add("TransactItems", parts.array());
  if (const auto token = request.text("token")) out.add_text("ClientRequestToken", *token);
  return out.object();
}

// The parts by table, the tables in the order in which they first stand.
std::string batch(const Request& request, const std::string& own_table) {
  std::vector<std::pair<std::string, JsonWriter>> tables;
  for (const Request& part : request.parts) {
    const std::string name = table_of(part, own_table);
    size_t at = 0;
    while (at < tables.size() && tables[at].first != name) ++at;
    if (at == tables.size()) tables.emplace_back(name, JsonWriter());
    if (part.kind == RequestKind::kGet) {
      tables[at].second.add(part.subject);
      continue;
    }
    JsonWriter subject;
    subject.add(subject_member(part.kind), part.subject);
    JsonWriter write;
    write.add(part.kind == RequestKind::kPut ? "PutRequest" : "DeleteRequest", subject.object());
    tables[at].second.add(write.object());
  }
  JsonWriter items;
  for (const auto& [name, parts] : tables) {
    JsonWriter keys;
    keys.add("Keys", parts.array());
    items.add(name, request.kind == RequestKind::kBatchGet ? keys.object() : parts.array());
  }
  JsonWriter out;
  out.add("RequestItems", items.object());
  return out.object();
}

}  // namespace

std::optional<ProtocolRequest> render(const Request& request, const std::string& own_table) {
  if (request.has("page_bytes")) return std::nullopt;
  switch (request.kind) {
    case RequestKind::kGet:
      return ProtocolRequest{"GetItem", on_one_table(request, own_table)};
    case RequestKind::kPut:
      return ProtocolRequest{"PutItem", on_one_table(request, own_table)};
    case RequestKind::kUpdate:
      return ProtocolRequest{"UpdateItem", on_one_table(request, own_table)};
    case RequestKind::kDelete:
      return ProtocolRequest{"DeleteItem", on_one_table(request, own_table)};
    case RequestKind::kQuery:
      return ProtocolRequest{"Query", on_one_table(request, own_table)};
    case RequestKind::kScan:
      return ProtocolRequest{"Scan", on_one_table(request, own_table)};
    case RequestKind::kTransactWrite:
      return ProtocolRequest{"TransactWriteItems", transaction(request, own_table)};
    case RequestKind::kTransactGet:
      return ProtocolRequest{"TransactGetItems", transaction(request, own_table)};
    case RequestKind::kBatchWrite:
      return ProtocolRequest{"BatchWriteItem", batch(request, own_table)};
    case RequestKind::kBatchGet:
      return ProtocolRequest{"BatchGetItem", batch(request, own_table)};
    case RequestKind::kCall: {
      const size_t space = request.subject.find(' ');
      return ProtocolRequest{request.subject.substr(0, space), request.subject.substr(space + 1)};
    }
    case RequestKind::kCheck:
    case RequestKind::kNext:
      break;
  }
  return std::nullopt;
}

std::string with_member(const std::string& object_json, const std::string& name, const std::string& value_json) {
  const std::string head = object_json.substr(0, object_json.rfind('}'));
  const bool is_empty = head.find_first_not_of(" \t\r\n", head.find('{') + 1) == std::string::npos;
  return head + (is_empty ? "" : ",") + json_quoted(name) + ':' + value_json + '}';
}

std::string json_quoted(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20) {
      out += "\\u00";
      out += kDigits[code >> 4];
      out += kDigits[code & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace sheaf::conformance
