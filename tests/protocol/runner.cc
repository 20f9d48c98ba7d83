#include "tests/protocol/runner.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "tests/protocol/json_match.h"
#include "tests/support/abi_owners.h"

namespace sheaf::protocol_cases {
namespace {

constexpr std::string_view kCount = "$count";

using KeptValues = std::map<std::string, std::string>;

std::string shortened(const std::string& text) {
  constexpr size_t kMost = 1000;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "... (" + std::to_string(text.size()) + " bytes)";
}

void replace_all(std::string_view from, const std::string& to, std::string* text) {
  for (size_t at = text->find(from); at != std::string::npos; at = text->find(from, at + to.size())) {
    text->replace(at, from.size(), to);
  }
}

// The reference's section 7: which codes have which prefix. ValidationException is seen with two.
bool is_right_prefix(const ErrorDocument& document) {
  constexpr std::string_view kService = "com.amazonaws.dynamodb.v20120810";
  constexpr std::string_view kCoral = "com.amazon.coral.service";
  if (document.code == "SerializationException" || document.code == "UnknownOperationException" ||
      document.code == "AccessDeniedException") {
    return document.prefix == kCoral;
  }
  if (document.code == "ValidationException") {
    return document.prefix == "com.amazon.coral.validate" || document.prefix == kService;
  }
  return document.prefix == kService;
}

// What holds for every answer that has a body.
std::string check_shape(const Answer& answer) {
  if (!is_object(answer.json)) return "the response is no JSON object: " + shortened(answer.json);
  if (answer.status >= 0) {
    if (answer.status != SHEAF_OK) return "a response has the status OK";
    return has_member(answer.json, "__type") ? "OK with an error document: " + shortened(answer.json) : "";
  }
  const auto document = read_error_document(answer.json);
  if (!document) return "an error without an error document: " + shortened(answer.json);
  if (!is_right_prefix(*document)) return "the prefix of " + document->code + " is not " + document->prefix;
  if (answer.slot_status != answer.status) return "the error slot has another status than the call";
  return {};
}

std::string check_error(const Outcome& outcome, const Answer& answer) {
  std::string expected;
  for (const std::string& code : outcome.codes) expected += (expected.empty() ? "" : " or ") + code;
  for (const std::string& part : outcome.parts) expected += "\n         " + part;
  const std::string wrong = "expected " + expected + "\n     got " + shortened(answer.json);
  const auto document = read_error_document(answer.json);
  if (answer.status >= 0 || !document) return wrong;
  if (std::find(outcome.codes.begin(), outcome.codes.end(), document->code) == outcome.codes.end()) return wrong;
  const bool is_right = outcome.is_whole_message
                            ? document->message == outcome.parts.front()
                            : std::all_of(outcome.parts.begin(), outcome.parts.end(), [&](const std::string& part) {
                                return document->message.find(part) != std::string::npos;
                              });
  return is_right ? std::string() : wrong;
}

std::string check(const Outcome& outcome, const Answer& answer) {
  switch (outcome.kind) {
    case OutcomeKind::kError:
      return check_error(outcome, answer);
    case OutcomeKind::kErrorDocument:
      if (answer.status >= 0) return "expected an error\n     got " + shortened(answer.json);
      return mismatch_of(outcome.json, answer.json);
    case OutcomeKind::kResponse:
      if (answer.status < 0) return "expected " + shortened(outcome.json) + "\n     got " + shortened(answer.json);
      return mismatch_of(outcome.json, answer.json);
    case OutcomeKind::kNothing:
      return answer.status == SHEAF_OK && answer.json.empty() ? std::string()
                                                              : "expected nothing\n     got " + shortened(answer.json);
    case OutcomeKind::kOk:
      return answer.status < 0 ? "expected success\n     got " + shortened(answer.json) : std::string();
  }
  return "an outcome of no kind";
}

// A JSON string "$name" becomes the value that was kept under the name.
void put_in(const KeptValues& kept, std::string* json) {
  for (const auto& [name, value] : kept) replace_all("\"$" + name + '"', value, json);
}

std::string run_call(const Call& call, uint32_t number, const Engine& engine, KeptValues* kept) {
  std::string body = call.body;
  replace_all(kCount, std::to_string(number), &body);
  put_in(*kept, &body);
  const Answer answer = engine(call.operation, body);
  const std::string request = "\n request " + shortened(body);
  const bool has_no_body = call.outcomes.front().kind == OutcomeKind::kNothing;
  std::string wrong = has_no_body ? std::string() : check_shape(answer);
  if (!wrong.empty()) return wrong + request;
  for (Outcome outcome : call.outcomes) {
    put_in(*kept, &outcome.json);
    wrong = check(outcome, answer);
    if (!wrong.empty()) return wrong + request;
  }
  for (const Kept& each : call.kept) {
    const auto value = value_at(answer.json, each.path);
    if (!value) return "there is no " + each.path + " in " + shortened(answer.json) + request;
    (*kept)[each.name] = *value;
  }
  return {};
}

// A database with what its calls reuse.
struct Database {
  test::OwnedError error{sheaf_error_new()};
  test::OwnedBuffer buffer{sheaf_buf_new()};
  test::OwnedDatabase db;
};

Answer call_database(Database* database, const std::string& operation, const std::string& body) {
  const sheaf_bytes request = {reinterpret_cast<const uint8_t*>(body.data()), body.size()};
  Answer answer;
  answer.status =
      sheaf_call(database->db.get(), operation.c_str(), request, database->buffer.get(), database->error.get());
  const sheaf_bytes json = sheaf_buf_bytes(database->buffer.get());
  answer.json.assign(reinterpret_cast<const char*>(json.data), json.size);
  answer.slot_status = sheaf_error_status(database->error.get());
  return answer;
}

}  // namespace

Engine open_engine() {
  const auto database = std::make_shared<Database>();
  sheaf_open_options options = {};
  options.struct_size = sizeof options;
  options.flags = SHEAF_OPEN_MEMORY;
  sheaf_db* db = nullptr;
  if (sheaf_open(nullptr, &options, &db, database->error.get()) != SHEAF_OK) {
    throw std::runtime_error(sheaf_error_message(database->error.get()));
  }
  database->db.reset(db);
  return [database](const std::string& operation, const std::string& body) {
    return call_database(database.get(), operation, body);
  };
}

std::string run(const Case& given, const Engine& engine) {
  KeptValues kept;
  for (const Call& call : given.calls) {
    for (uint32_t number = 1; number <= call.times; ++number) {
      const std::string wrong = run_call(call, number, engine, &kept);
      if (!wrong.empty()) {
        return given.file + ':' + std::to_string(call.line) + ": " + call.operation + '\n' + wrong;
      }
    }
  }
  return {};
}

}  // namespace sheaf::protocol_cases
