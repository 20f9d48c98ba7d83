// Writes in the expression language: a put with a condition, and a counter in an item that stands in three indexes. The bare side
// reads the same item, looks at it by hand, and writes the same batch of bytes that it has ready.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "bench/core/session.h"
#include "bench/core/statements.h"

namespace sheaf::bench {
namespace {

sheaf_stmt_text counter_text() {
  sheaf_stmt_text text = {};
  text.kind = SHEAF_STMT_UPDATE;
  text.update = "ADD StarCount :one";
  return text;
}

// The statements and what they work on.
class LanguageWrites {
 public:
  explicit LanguageWrites(Session* session)
      : session_(session),
        condition_(session->twins.sheaf_plain, not_archived()),
        counter_(session->twins.sheaf_writes, counter_text()) {
    counter_.bind(counter_.parameter(":one"), sheaf_number_of("1"));
    for (size_t i = 0; i < session->abi_updated.items.size(); ++i) {
      const Document document = session->twins.repository_to_update(i);
      keys_.emplace_back(document.find("PK")->data, document.find("SK")->data);
      abi_checked_.items.emplace_back(document);
      bare_checked_.items.emplace_back(document);
    }
  }

  void put_bare() {
    const Rows& rows = bare_checked_.next();
    rows.serials.write(bare_checked_.next_serial());
    const rocksdb::Status found = session_->twins.bare().Get(StoreSettings::point_read(nullptr),
                                                             session_->twins.bare_plain.base, rows.base_key, &old_);
    if (!found.IsNotFound()) {
      require_ok(found, "reading the old item");
      if (opened({old_.data(), old_.size()}, &holder_).find("Archived")) fail("an item is archived");
    }
    session_->batch.Clear();
    require_ok(session_->batch.Put(session_->twins.bare_plain.base, rows.base_key, rows.value), "put");
    require_ok(session_->twins.bare().Write({}, &session_->batch), "put");
    old_.Reset();
  }

  void put_sheaf() {
    AbiItem& item = abi_checked_.next();
    item.write_serial(abi_checked_.next_serial());
    require_ok(item.fill(session_->item), "building an item");
    require_ok(sheaf_put(session_->twins.sheaf_plain, session_->item, condition_.get(), nullptr, nullptr), "put");
  }

  void count_bare() {
    const BareTable& table = session_->twins.bare_writes;
    const Rows& rows = session_->bare_updated.next();
    require_ok(session_->twins.bare().Get(StoreSettings::point_read(nullptr), table.base, rows.base_key, &old_),
               "reading the old item");
    session_->batch.Clear();
    require_ok(session_->batch.Put(table.base, rows.base_key, rows.value), "put");
    for (size_t i = 0; i < kIndexes; ++i) {
      require_ok(session_->batch.Put(table.indexes[i], rows.index_keys[i], rows.value), "put");
    }
    require_ok(session_->twins.bare().Write({}, &session_->batch), "put");
    old_.Reset();
  }

  void count_sheaf() {
    position_ = (position_ + 1) % keys_.size();
    const sheaf_value parts[] = {string_value(keys_[position_].partition()), string_value(keys_[position_].sort())};
    const sheaf_key key = sheaf_key_of(parts, 2);
    require_ok(sheaf_update(session_->twins.sheaf_writes, &key, counter_.get(), nullptr, nullptr), "update");
  }

  // The counter of the item that count_sheaf takes next.
  int64_t next_count() {
    const SoughtKey& sought = keys_[(position_ + 1) % keys_.size()];
    const sheaf_value parts[] = {string_value(sought.partition()), string_value(sought.sort())};
    const sheaf_key key = sheaf_key_of(parts, 2);
    sheaf_value value;
    int64_t count = 0;
    require_ok(sheaf_get(session_->twins.sheaf_writes, &key, session_->item, nullptr), "get");
    require_ok(sheaf_item_get(session_->item, sheaf_bytes_of("StarCount"), &value, nullptr), "the counter");
    require_ok(sheaf_number_int64(&value, &count), "the counter");
    return count;
  }

  size_t counters() const { return keys_.size(); }

 private:
  Session* session_;
  Statement condition_;
  Statement counter_;
  Writer<AbiItem> abi_checked_;  // an item that is there already is written again with another serial
  Writer<Rows> bare_checked_;
  std::vector<SoughtKey> keys_;
  size_t position_ = 0;
  rocksdb::PinnableSlice old_;
  AlignedBuffer holder_;
};

struct Work {
  const char* name;
  void (LanguageWrites::*bare)();
  void (LanguageWrites::*sheaf)();
};

constexpr Work kWorks[] = {{"conditional put", &LanguageWrites::put_bare, &LanguageWrites::put_sheaf},
                           {"counter, 3 indexes", &LanguageWrites::count_bare, &LanguageWrites::count_sheaf}};

}  // namespace

void check_language_writes(Session* session) {
  LanguageWrites writes(session);
  for (size_t i = 0; i < writes.counters(); ++i) {
    for (const Work& work : kWorks) {
      (writes.*work.bare)();
      (writes.*work.sheaf)();
    }
  }
  const int64_t before = writes.next_count();
  for (size_t i = 0; i < writes.counters(); ++i) writes.count_sheaf();
  if (writes.next_count() != before + 1) fail("a counter did not count");
}

void register_language_writes(Session* session) {
  const auto writes = std::make_shared<LanguageWrites>(session);
  const auto add = [writes](const std::string& name, void (LanguageWrites::*step)()) {
    benchmark::RegisterBenchmark(name.c_str(), [writes, step](benchmark::State& state) {
      for (auto _ : state) (*writes.*step)();
    })->Unit(benchmark::kMicrosecond);
  };
  for (const Work& work : kWorks) {
    add(std::string(work.name) + "/bare", work.bare);
    add(std::string(work.name) + "/sheaf", work.sheaf);
  }
}

}  // namespace sheaf::bench
