// DynamoDB's protocol in process against the native calls that do the same: sheaf_call takes a request and gives a response as
// JSON; the native side takes values and gives rows, or the same JSON for items ("json"), which tells what JSON costs.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "bench/core/queries.h"
#include "bench/core/session.h"
#include "bench/core/statements.h"
#include "bench/support/order.h"
#include "bench/support/require.h"

namespace sheaf::bench {
namespace {

sheaf_bytes bytes_of(std::string_view text) { return {reinterpret_cast<const uint8_t*>(text.data()), text.size()}; }

// A holder of JSON that lives as long as the benchmark.
class Buffer {
 public:
  Buffer() : handle_(sheaf_buf_new()) {}
  ~Buffer() { sheaf_buf_free(handle_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  sheaf_buf* get() const { return handle_; }
  std::string_view text() const {
    const sheaf_bytes bytes = sheaf_buf_bytes(handle_);
    return {reinterpret_cast<const char*>(bytes.data), bytes.size};
  }

 private:
  sheaf_buf* handle_;
};

void call(Session& session, const char* operation, std::string_view request, const Buffer& response) {
  require_ok(sheaf_call(session.twins.sheaf(), operation, bytes_of(request), response.get(), nullptr), operation);
}

std::string key_json(const SoughtKey& key) {
  return R"({"PK":{"S":")" + std::string(key.partition()) + R"("},"SK":{"S":")" + std::string(key.sort()) + R"("}})";
}

std::string query_json(const Collection& collection) {
  return R"({"TableName":"items","KeyConditionExpression":"PK = :p","Limit":)" + std::to_string(kRowsOfQuery) +
         R"(,"ExpressionAttributeValues":{":p":{"S":")" + collection.partition + R"("}}})";
}

sheaf_stmt_text query_text() {
  sheaf_stmt_text text = {};
  text.kind = SHEAF_STMT_QUERY;
  text.key = "PK = :p";
  text.row_limit = kRowsOfQuery;
  return text;
}

// What is asked for, ready: one request for each key, item or collection.
struct Requests {
  explicit Requests(const Session& session) {
    for (const SoughtKey& key : session.present) {
      gets.push_back(R"({"TableName":"items","Key":)" + key_json(key) + "}");
    }
    Buffer json;
    for (const AbiItem& item : session.abi_plain.items) {
      require_ok(item.fill(session.item), "building an item");
      require_ok(sheaf_item_print(session.item, SHEAF_JSON_DYNAMODB, json.get(), nullptr), "printing an item");
      items.emplace_back(json.text());
      puts.push_back(R"({"TableName":"plain","Item":)" + items.back() + "}");
    }
    for (const Collection& collection : session.table_collections) queries.push_back(query_json(collection));
  }

  std::vector<std::string> gets;
  std::vector<std::string> items;
  std::vector<std::string> puts;
  std::vector<std::string> queries;
};

void get_native(Session& session, const SoughtKey& key) {
  const sheaf_value parts[] = {string_value(key.partition()), string_value(key.sort())};
  const sheaf_key primary = sheaf_key_of(parts, 2);
  require_ok(sheaf_get(session.twins.sheaf_items, &primary, session.item, nullptr), "get");
}

void put_native(Session& session) {
  require_ok(session.abi_plain.next().fill(session.item), "building an item");
  require_ok(sheaf_put(session.twins.sheaf_plain, session.item, nullptr, nullptr, nullptr), "put");
}

void put_json(Session& session, const std::string& json) {
  require_ok(sheaf_item_parse(session.item, SHEAF_JSON_DYNAMODB, bytes_of(json), nullptr), "parsing an item");
  require_ok(sheaf_put(session.twins.sheaf_plain, session.item, nullptr, nullptr, nullptr), "put");
}

// Binds the collection and begins anew.
void start_query(Statement* query, const Collection& collection) {
  sheaf_stmt_reset(query->get());
  query->bind(query->parameter(":p"), string_value(collection.partition));
}

uint64_t query_native(Statement* query, const Collection& collection) {
  start_query(query, collection);
  uint64_t bytes = 0;
  while (sheaf_stmt_step(query->get(), nullptr) == SHEAF_ROW)
    bytes += sheaf_item_size_bytes(sheaf_stmt_item(query->get()));
  return bytes;
}

void query_page(Statement* query, const Collection& collection, const Buffer& json) {
  start_query(query, collection);
  require_ok(sheaf_stmt_page(query->get(), SHEAF_JSON_DYNAMODB, kRowsOfQuery, json.get(), nullptr), "a page");
}

template <typename Step>
void add(const std::string& name, size_t count, Step step) {
  benchmark::RegisterBenchmark(name.c_str(), [count, step](benchmark::State& state) {
    Order order(count);
    for (auto _ : state) step(order.next());
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace

// The response holds what the native calls give.
void check_protocol(Session* session) {
  const Requests requests(*session);
  const Buffer response;
  const Buffer json;
  Statement query(session->twins.sheaf_items, query_text());
  for (size_t i = 0; i < session->table_collections.size(); ++i) {
    call(*session, "Query", requests.queries[i], response);
    query_page(&query, session->table_collections[i], json);
    if (response.text().find(json.text()) == std::string_view::npos) fail("Query and a statement give different rows");
  }
  for (size_t i = 0; i < session->present.size(); ++i) {
    call(*session, "GetItem", requests.gets[i], response);
    get_native(*session, session->present[i]);
    require_ok(sheaf_item_print(session->item, SHEAF_JSON_DYNAMODB, json.get(), nullptr), "printing an item");
    if (response.text().find(json.text()) == std::string_view::npos) fail("GetItem and sheaf_get give different items");
  }
}

void register_protocol(Session* session) {
  const auto requests = std::make_shared<Requests>(*session);
  const auto response = std::make_shared<Buffer>();
  const auto query = std::make_shared<Statement>(session->twins.sheaf_items, query_text());
  const size_t keys = session->present.size();
  const size_t items = requests->items.size();
  const size_t collections = session->table_collections.size();
  add("protocol: get/native", keys, [=](uint64_t i) { get_native(*session, session->present[i]); });
  add("protocol: get/json", keys, [=](uint64_t i) {
    get_native(*session, session->present[i]);
    require_ok(sheaf_item_print(session->item, SHEAF_JSON_DYNAMODB, response->get(), nullptr), "printing an item");
  });
  add("protocol: get/call", keys, [=](uint64_t i) { call(*session, "GetItem", requests->gets[i], *response); });
  add("protocol: put/native", items, [=](uint64_t) { put_native(*session); });
  add("protocol: put/json", items, [=](uint64_t i) { put_json(*session, requests->items[i]); });
  add("protocol: put/call", items, [=](uint64_t i) { call(*session, "PutItem", requests->puts[i], *response); });
  add("protocol: query 25/native", collections,
      [=](uint64_t i) { benchmark::DoNotOptimize(query_native(query.get(), session->table_collections[i])); });
  add("protocol: query 25/json", collections,
      [=](uint64_t i) { query_page(query.get(), session->table_collections[i], *response); });
  add("protocol: query 25/call", collections,
      [=](uint64_t i) { call(*session, "Query", requests->queries[i], *response); });
}

}  // namespace sheaf::bench
