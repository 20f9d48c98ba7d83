// Reads in the expression language: a query with filter and projection, a full scan with a filter. The bare side reads the same
// rows and asks the same of each by hand; of those that pass it copies the same attributes.
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <string>

#include "bench/core/queries.h"
#include "bench/core/session.h"
#include "bench/core/statements.h"
#include "bench/support/order.h"

namespace sheaf::bench {
namespace {

constexpr std::array<std::string_view, 3> kProjected = {"CreatedAt", "SK", "Title"};

// Of those that passed: how many, and the bytes of the attributes that were asked for.
class HandMadeQuery {
 public:
  explicit HandMadeQuery(Session* session) : session_(session) {
    read_ = StoreSettings::range_read(nullptr, ReadKind::kQuery);
    read_.iterate_lower_bound = &lower_;
    read_.iterate_upper_bound = &upper_;
  }

  // With an iterator for each query, as the floor of a query is, or with the one of before.
  enum class Iterators : uint8_t { kFresh, kKept };
  Answer run(const Collection& collection, Iterators iterators) {
    lower_ = collection.encoded.lower;
    upper_ = collection.encoded.upper;
    if (iterators == Iterators::kFresh || rows_ == nullptr) {
      rows_.reset();
      rows_.reset(session_->twins.bare().NewIterator(read_, session_->twins.bare_items.base));
    } else {
      require_ok(rows_->Refresh(), "refreshing an iterator");
    }
    Answer answer;
    uint64_t read = 0;
    for (rows_->Seek(lower_); rows_->Valid(); rows_->Next()) {
      take(rows_->value(), &answer);
      if (++read == kRowsOfQuery) break;
    }
    require_ok(rows_->status(), "a bare query");
    return answer;
  }

 private:
  void take(const rocksdb::Slice& value, Answer* answer) {
    const ItemView item = opened({value.data(), value.size()}, &holder_);
    if (!is_open(item)) return;
    ++answer->rows;
    copy_.clear();
    for (const std::string_view name : kProjected) copy_ += item.find(name).data;
    answer->bytes += copy_.size();
  }

  Session* session_;
  rocksdb::Slice lower_;
  rocksdb::Slice upper_;
  rocksdb::ReadOptions read_;
  std::unique_ptr<rocksdb::Iterator> rows_;
  AlignedBuffer holder_;
  std::string copy_;
};

class StatementQuery {
 public:
  explicit StatementQuery(Session* session) : statement_(session->twins.sheaf_items, text()) {
    statement_.bind(statement_.parameter(":open"), string_value("open"));
    partition_ = statement_.parameter(":pk");
  }

  Answer run(const Collection& collection) {
    sheaf_stmt_reset(statement_.get());
    statement_.bind(partition_, string_value(collection.partition));
    Answer answer;
    sheaf_bytes name;
    sheaf_value value;
    for (; sheaf_stmt_step(statement_.get(), nullptr) == SHEAF_ROW; ++answer.rows) {
      const sheaf_item* const item = sheaf_stmt_item(statement_.get());
      const uint32_t count = sheaf_item_count(item);
      for (uint32_t i = 0; i < count; ++i) {
        require_ok(sheaf_item_at(item, i, &name, &value), "an attribute");
        answer.bytes += value.data.size;
      }
    }
    return answer;
  }

 private:
  static sheaf_stmt_text text() {
    static const sheaf_name kStatus = {"#s", sheaf_bytes_of("Status")};
    sheaf_stmt_text text = {};
    text.kind = SHEAF_STMT_QUERY;
    text.key = "PK = :pk";
    text.filter = "#s = :open";
    text.projection = "SK, Title, CreatedAt";
    text.names = &kStatus;
    text.name_count = 1;
    text.row_limit = kRowsOfQuery;
    return text;
  }

  Statement statement_;
  int32_t partition_;
};

Answer scan_by_hand(Session& session) {
  const rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kWholeTable);
  const std::unique_ptr<rocksdb::Iterator> rows(session.twins.bare().NewIterator(read, session.twins.bare_items.base));
  AlignedBuffer holder;
  Answer answer;
  for (rows->SeekToFirst(); rows->Valid(); rows->Next()) {
    const ItemView item = opened({rows->value().data(), rows->value().size()}, &holder);
    if (!is_open(item)) continue;
    ++answer.rows;
    answer.bytes += item.size_bytes();
  }
  require_ok(rows->status(), "a bare scan");
  return answer;
}

Answer scan_by_statement(Session& session) {
  sheaf_stmt_text text = {};
  const sheaf_name status = {"#s", sheaf_bytes_of("Status")};
  text.kind = SHEAF_STMT_SCAN;
  text.filter = "#s = :open";
  text.names = &status;
  text.name_count = 1;
  text.page_bytes = UINT64_MAX;
  Statement statement(session.twins.sheaf_items, text);
  statement.bind(0, string_value("open"));
  Answer answer;
  for (; sheaf_stmt_step(statement.get(), nullptr) == SHEAF_ROW; ++answer.rows) {
    answer.bytes += sheaf_item_size_bytes(sheaf_stmt_item(statement.get()));
  }
  return answer;
}

template <typename Query, typename Step>
void add_query(Session* session, const char* side, Step step) {
  const std::string name = std::string("query 25, filter and projection/") + side;
  benchmark::RegisterBenchmark(name.c_str(), [session, step](benchmark::State& state) {
    Order order(session->table_collections.size());
    Query query(session);
    for (auto _ : state) benchmark::DoNotOptimize(step(query, session->table_collections[order.next()]).bytes);
  })->Unit(benchmark::kMicrosecond);
}

void add_scan(Session* session, const char* side, Answer (*scan)(Session&)) {
  const std::string name = std::string("full scan with filter, per item/") + side;
  benchmark::RegisterBenchmark(name.c_str(), [session, scan](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(scan(*session).bytes);
    state.counters["items"] = static_cast<double>(session->twins.workload().items());
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace

void check_language_reads(Session* session) {
  HandMadeQuery by_hand(session);
  StatementQuery statement(session);
  uint64_t passed = 0;
  for (const Collection& collection : session->table_collections) {
    const Answer answer = by_hand.run(collection, HandMadeQuery::Iterators::kFresh);
    passed += answer.rows;
    require_same(answer, statement.run(collection), "query with filter and projection");
  }
  if (passed == 0) fail("no row passed the filter");
  require_same(scan_by_hand(*session), scan_by_statement(*session), "full scan with filter");
}

void register_language_reads(Session* session) {
  add_query<HandMadeQuery>(session, "bare", [](HandMadeQuery& query, const Collection& collection) {
    return query.run(collection, HandMadeQuery::Iterators::kFresh);
  });
  add_query<HandMadeQuery>(session, "bare kept", [](HandMadeQuery& query, const Collection& collection) {
    return query.run(collection, HandMadeQuery::Iterators::kKept);
  });
  add_query<StatementQuery>(session, "sheaf",
                            [](StatementQuery& query, const Collection& collection) { return query.run(collection); });
  add_scan(session, "bare", scan_by_hand);
  add_scan(session, "sheaf", scan_by_statement);
}

}  // namespace sheaf::bench
