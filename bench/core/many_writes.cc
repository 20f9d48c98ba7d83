// Many writes in one call: a transaction of ten puts with conditions, and batches of 25 puts without index and with three. The bare
// side reads the items that the engine must read, all in one call, looks at them by hand where there are conditions, and writes
// one batch of bytes that it has ready.
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bench/core/session.h"
#include "bench/core/statements.h"
#include "bench/core/sums.h"
#include "bench/support/require.h"
#include "engine/store/settings.h"

namespace sheaf::bench {
namespace {

constexpr size_t kTransactionActions = 10;
constexpr size_t kBatchActions = 25;

class ManyWrites {
 public:
  explicit ManyWrites(Session* session) : session_(session), condition_(session->twins.sheaf_plain, not_archived()) {
    for (sheaf_item*& item : items_) item = sheaf_item_new();
    for (size_t i = 0; i < session->abi_updated.items.size(); ++i) {
      const Document document = session->twins.repository_to_update(i);
      abi_checked_.items.emplace_back(document);
      bare_checked_.items.emplace_back(document);
    }
  }
  ~ManyWrites() {
    for (sheaf_item* const item : items_) sheaf_item_free(item);
  }
  ManyWrites(const ManyWrites&) = delete;
  ManyWrites& operator=(const ManyWrites&) = delete;

  void transact_bare() {
    const BareTable& table = session_->twins.bare_plain;
    take(&bare_checked_, kTransactionActions);
    read_old(table, kTransactionActions);
    for (size_t i = 0; i < kTransactionActions; ++i) {
      if (statuses_[i].IsNotFound()) continue;
      require_ok(statuses_[i], "reading an old item");
      if (opened({old_[i].data(), old_[i].size()}, &holder_).find("Archived")) fail("an item is archived");
    }
    write_bare(table, kTransactionActions, 0);
  }

  void transact_sheaf() {
    sheaf_table* const table = session_->twins.sheaf_plain;
    fill(&abi_checked_, table, condition_.get(), kTransactionActions);
    require_ok(sheaf_write_all(db(), actions_.data(), kTransactionActions, {}, nullptr, nullptr), "a transaction");
  }

  void batch_bare() {
    take(&session_->bare_plain, kBatchActions);
    write_bare(session_->twins.bare_plain, kBatchActions, 0);
  }

  void batch_sheaf() {
    fill(&session_->abi_plain, session_->twins.sheaf_plain, nullptr, kBatchActions);
    require_ok(sheaf_write_each(db(), actions_.data(), kBatchActions, nullptr, nullptr, nullptr), "a batch");
  }

  void add_bare() {
    const BareTable& table = session_->twins.bare_writes;
    take(&session_->bare_added, kBatchActions);
    read_old(table, kBatchActions);
    for (size_t i = 0; i < kBatchActions; ++i) {
      if (!statuses_[i].IsNotFound()) fail("a new item is there already");
    }
    write_bare(table, kBatchActions, kIndexes);
  }

  void add_sheaf() {
    fill(&session_->abi_added, session_->twins.sheaf_writes, nullptr, kBatchActions);
    require_ok(sheaf_write_each(db(), actions_.data(), kBatchActions, nullptr, nullptr, nullptr), "a batch");
  }

 private:
  sheaf_db* db() const { return session_->twins.sheaf(); }

  void take(Writer<Rows>* writer, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      Rows& rows = writer->next();
      rows.serials.write(writer->next_serial());
      rows_[i] = &rows;
    }
  }

  void read_old(const BareTable& table, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      old_[i].Reset();
      keys_[i] = rows_[i]->base_key;
    }
    session_->twins.bare().MultiGet(StoreSettings::point_read(nullptr), table.base, count, keys_.data(), old_.data(),
                                    statuses_.data());
  }

  void write_bare(const BareTable& table, size_t count, size_t indexes) {
    rocksdb::WriteBatch& batch = session_->batch;
    batch.Clear();
    for (size_t i = 0; i < count; ++i) {
      require_ok(batch.Put(table.base, rows_[i]->base_key, rows_[i]->value), "put");
      for (size_t k = 0; k < indexes; ++k) {
        require_ok(batch.Put(table.indexes[k], rows_[i]->index_keys[k], rows_[i]->value), "put");
      }
    }
    require_ok(session_->twins.bare().Write({}, &batch), "write");
  }

  void fill(Writer<AbiItem>* writer, sheaf_table* table, sheaf_stmt* condition, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      AbiItem& item = writer->next();
      item.write_serial(writer->next_serial());
      require_ok(item.fill(items_[i]), "building an item");
      actions_[i] = {};
      actions_[i].kind = SHEAF_ACTION_PUT;
      actions_[i].table = table;
      actions_[i].item = items_[i];
      actions_[i].stmt = condition;
    }
  }

  Session* session_;
  Statement condition_;
  Writer<AbiItem> abi_checked_;
  Writer<Rows> bare_checked_;
  std::array<sheaf_item*, kBatchActions> items_ = {};
  std::array<sheaf_action, kBatchActions> actions_ = {};
  std::array<const Rows*, kBatchActions> rows_ = {};
  std::array<rocksdb::Slice, kBatchActions> keys_;
  std::array<rocksdb::PinnableSlice, kBatchActions> old_;
  std::array<rocksdb::Status, kBatchActions> statuses_;
  AlignedBuffer holder_;
};

struct Work {
  const char* name;
  size_t items;  // of one step
  void (ManyWrites::*bare)();
  void (ManyWrites::*sheaf)();
};

constexpr Work kWorks[] = {
    {"transaction of 10", kTransactionActions, &ManyWrites::transact_bare, &ManyWrites::transact_sheaf},
    {"batch of 25, no index", kBatchActions, &ManyWrites::batch_bare, &ManyWrites::batch_sheaf},
    {"batch of 25, 3 indexes", kBatchActions, &ManyWrites::add_bare, &ManyWrites::add_sheaf}};

}  // namespace

void check_many_writes(Session* session) {
  constexpr int kSteps = 50;
  const auto sums = [session] {
    Twins& twins = session->twins;
    std::vector<Answer> of_both;
    const auto add = [&](sheaf_table* table, const BareTable& bare) {
      of_both.push_back(sum_of_sheaf(table, nullptr));
      of_both.push_back(sum_of_bare(twins.bare(), bare.base));
    };
    add(twins.sheaf_plain, twins.bare_plain);
    add(twins.sheaf_writes, twins.bare_writes);
    return of_both;
  };
  const std::vector<Answer> before = sums();
  ManyWrites writes(session);
  for (int i = 0; i < kSteps; ++i) {
    for (const Work& work : kWorks) {
      (writes.*work.bare)();
      (writes.*work.sheaf)();
    }
  }
  const std::vector<Answer> after = sums();
  for (size_t i = 0; i < after.size(); i += 2) {
    const auto grown = [&](size_t side) { return after[i + side].rows - before[i + side].rows; };
    if (grown(0) != grown(1)) fail("equal batches left different numbers of items");
  }
}

void register_many_writes(Session* session) {
  const auto writes = std::make_shared<ManyWrites>(session);
  const auto add = [writes](const std::string& name, const Work& work, void (ManyWrites::*step)()) {
    benchmark::RegisterBenchmark(name.c_str(), [writes, step, items = work.items](benchmark::State& state) {
      for (auto _ : state) (*writes.*step)();
      state.counters["items"] = static_cast<double>(items);
    })->Unit(benchmark::kMicrosecond);
  };
  for (const Work& work : kWorks) {
    add(std::string(work.name) + "/bare", work, work.bare);
    add(std::string(work.name) + "/sheaf", work, work.sheaf);
  }
}

}  // namespace sheaf::bench
