// Input: a line with the name of an operation of DynamoDB's protocol; the rest is its request. It is called on a database in memory that
// has two tables, with two indexes and with none, and a few items. The database serves a number of inputs, so an input may meet what those before it
// left there; one that breaks a property should be tried by itself too.
#include <simdjson.h>

#include <memory>
#include <string>

#include "capi/sheaf.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/abi_owners.h"

namespace sheaf::fuzz {
namespace {

constexpr int kInputsOfADatabase = 256;

constexpr const char* kTables[] = {
    R"({"TableName":"app","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
      {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"},{"AttributeName":"l","AttributeType":"B"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[{"IndexName":"ggg","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],
      "LocalSecondaryIndexes":[{"IndexName":"lll","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],
        "Projection":{"ProjectionType":"KEYS_ONLY"}}]})",
    R"({"TableName":"two","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})"};
constexpr const char* kItems[] = {
    R"({"TableName":"app","Item":{"pk":{"S":"a"},"sk":{"N":"1"},"g":{"S":"x"},"l":{"B":"AQ=="},"n":{"N":"1.5"},"s":{"SS":["a","b"]}}})",
    R"({"TableName":"app","Item":{"pk":{"S":"a"},"sk":{"N":"2"},"m":{"M":{"x":{"L":[{"S":"y"},{"NULL":true}]}}}}})",
    R"({"TableName":"two","Item":{"pk":{"S":"a"},"n":{"N":"1"}}})"};

struct Answer {
  sheaf_status status = SHEAF_OK;
  std::string json;
};

class Database {
 public:
  Database() {
    sheaf_open_options options = {};
    options.struct_size = sizeof options;
    options.flags = SHEAF_OPEN_MEMORY;
    sheaf_db* db = nullptr;
    SHEAF_REQUIRE(sheaf_open(nullptr, &options, &db, error_.get()) == SHEAF_OK, "a database in memory opens",
                  sheaf_error_message(error_.get()));
    db_.reset(db);
    for (const char* table : kTables) require_success("CreateTable", table);
    for (const char* item : kItems) require_success("PutItem", item);
  }

  Answer call(const std::string& operation, std::string_view request) {
    const sheaf_bytes bytes = {reinterpret_cast<const uint8_t*>(request.data()), request.size()};
    Answer answer;
    answer.status = sheaf_call(db_.get(), operation.c_str(), bytes, buffer_.get(), error_.get());
    const sheaf_bytes json = sheaf_buf_bytes(buffer_.get());
    answer.json.assign(reinterpret_cast<const char*>(json.data), json.size);
    SHEAF_REQUIRE(answer.status >= 0 || answer.status == sheaf_error_status(error_.get()),
                  "the error slot has the status of the call", operation);
    return answer;
  }

  // What a refused request must not change.
  std::string state() {
    std::string text = call("ListTables", "{}").json;
    for (const char* scan : {R"({"TableName":"app"})", R"({"TableName":"two"})",
                             R"({"TableName":"app","IndexName":"ggg"})", R"({"TableName":"app","IndexName":"lll"})"}) {
      text += call("Scan", scan).json;
    }
    return text;
  }

 private:
  void require_success(const char* operation, const char* request) {
    const Answer answer = call(operation, request);
    SHEAF_REQUIRE(answer.status == SHEAF_OK, "the database of the target is made", answer.json);
  }

  test::OwnedError error_{sheaf_error_new()};
  test::OwnedBuffer buffer_{sheaf_buf_new()};
  test::OwnedDatabase db_;
};

// The database of this input, and what its state was before it.
struct Setting {
  Database database;
  std::string state = database.state();
  int inputs = 0;
};

// The first one is made before `setting` is, so that it is closed before what RocksDB keeps in static objects goes.
Setting* current_setting() {
  static std::unique_ptr<Setting> setting = std::make_unique<Setting>();
  if (++setting->inputs > kInputsOfADatabase) setting = std::make_unique<Setting>();
  return setting.get();
}

bool is_read(std::string_view operation) {
  for (const char* name : {"GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems", "ListTables"}) {
    if (operation == name) return true;
  }
  return false;
}

bool has_no_body(std::string_view operation) {
  return operation.ends_with("TagResource") || operation.ends_with("UntagResource");
}

void check_answer(std::string_view operation, const Answer& answer) {
  SHEAF_REQUIRE(answer.status <= 0 && answer.status != SHEAF_MISUSE && answer.status != SHEAF_INTERNAL,
                "a request has one of the statuses of requests", std::to_string(answer.status) + answer.json);
  if (answer.status == SHEAF_OK && answer.json.empty() && has_no_body(operation)) return;
  SHEAF_REQUIRE(simdjson::validate_utf8(answer.json), "a response is UTF-8", answer.json);
  simdjson::dom::parser parser;
  simdjson::dom::object document;
  SHEAF_REQUIRE(parser.parse(simdjson::padded_string(answer.json)).get(document) == simdjson::SUCCESS,
                "a response is a JSON object", answer.json);
  std::string_view type;
  const bool is_error = document.at_key("__type").get(type) == simdjson::SUCCESS;
  SHEAF_REQUIRE(is_error == (answer.status < 0), "an error has an error document, and nothing else has", answer.json);
  std::string_view message;
  const bool has_message = document.at_key("message").get(message) == simdjson::SUCCESS ||
                           document.at_key("Message").get(message) == simdjson::SUCCESS;
  SHEAF_REQUIRE(!is_error || (has_message && type.find('#') != std::string_view::npos),
                "an error document has a type and a message", answer.json);
}

void check_protocol(std::string_view bytes) {
  FuzzInput input(bytes);
  const std::string operation(input.take_line());
  const std::string_view request = input.take_rest();
  Setting* setting = current_setting();
  const Answer answer = setting->database.call(operation, request);
  check_answer(operation, answer);
  if (answer.status == SHEAF_OK && is_read(operation)) {
    SHEAF_REQUIRE(setting->database.call(operation, request).json == answer.json, "a read can be repeated",
                  answer.json);
  }
  const std::string state = setting->database.state();
  if (answer.status != SHEAF_OK || is_read(operation)) {
    SHEAF_REQUIRE(state == setting->state, "what is refused, or reads, changes nothing", answer.json);
  }
  setting->state = state;
}

}  // namespace
}  // namespace sheaf::fuzz

SHEAF_FUZZ_TARGET(protocol, sheaf::fuzz::check_protocol)
