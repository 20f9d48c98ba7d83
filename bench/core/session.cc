#include "bench/core/session.h"

#include <algorithm>

#include "bench/support/order.h"
#include "bench/support/program.h"
#include "bench/support/require.h"

namespace sheaf::bench {
namespace {

constexpr uint64_t kSoughtKeys = 16384;  // few enough that the keys themselves stay in the processor's cache
constexpr uint64_t kKeysOfCollection = 64;
constexpr size_t kPlainItems = 10000;
constexpr size_t kAddedTemplates = 512;
constexpr uint64_t kMostUpdated = 4000;

// Whether the range holds enough rows for a query.
bool is_large(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family, const KeyRange& range) {
  const rocksdb::Slice lower(range.lower);
  const rocksdb::Slice upper(range.upper);
  rocksdb::ReadOptions read = StoreSettings::range_read(nullptr, ReadKind::kQuery);
  read.iterate_lower_bound = &lower;
  read.iterate_upper_bound = &upper;
  const std::unique_ptr<rocksdb::Iterator> rows(db.NewIterator(read, family));
  uint64_t count = 0;
  for (rows->Seek(lower); rows->Valid() && count < kRowsOfQuery; rows->Next()) ++count;
  return count == kRowsOfQuery;
}

// Leaves `most` of them, chosen in no order.
void keep_some(uint64_t most, std::vector<Collection>* collections) {
  Order order(collections->size());
  for (uint64_t i = 0; i + 1 < std::min<uint64_t>(most, collections->size()); ++i) {
    std::swap((*collections)[i], (*collections)[i + order.next() % (collections->size() - i)]);
  }
  if (most < collections->size())
    collections->erase(collections->begin() + static_cast<ptrdiff_t>(most), collections->end());
}

}  // namespace

Session::Session(const TwinOptions& options) : twins(options), item(sheaf_item_new()) {
  const uint64_t hot_keys = number_from_environment("SHEAF_BENCH_HOT", 0);
  choose_keys(hot_keys == 0 ? kSoughtKeys : hot_keys);
  choose_collections();
  if (hot_keys != 0) {
    keep_some(std::max<uint64_t>(1, hot_keys / kKeysOfCollection), &table_collections);
    keep_some(std::max<uint64_t>(1, hot_keys / kKeysOfCollection), &index_collections);
  }
  prepare_writes();
}

Session::~Session() { sheaf_item_free(item); }

void Session::choose_keys(uint64_t count) {
  const Workload& workload = twins.workload();
  Order order(workload.items());
  for (uint64_t i = 0; i < count; ++i) {
    const Document document = workload.item(order.next());
    const std::string& partition = document.find("PK")->data;
    const std::string& sort = document.find("SK")->data;
    present.emplace_back(partition, sort);
    absent.emplace_back(partition, sort + "~");
  }
}

void Session::choose_collections() {
  for (uint64_t i = 0; i < twins.workload().repositories(); ++i) {
    const Collection collection(twins.workload().repository_key(i));
    const BareTable& table = twins.bare_items;
    if (is_large(twins.bare(), table.base, collection.encoded)) table_collections.push_back(collection);
    if (is_large(twins.bare(), table.indexes[0], collection.encoded)) index_collections.push_back(collection);
  }
  if (table_collections.empty() || index_collections.empty()) fail("no collection is large enough: take more items");
}

void Session::prepare_writes() {
  const Workload& workload = twins.workload();
  const auto add = [](const Document& document, Writer<AbiItem>* abi, Writer<Rows>* bare) {
    abi->items.emplace_back(document);
    bare->items.emplace_back(document);
  };
  for (size_t i = 0; i < kPlainItems; ++i) add(workload.item(i), &abi_plain, &bare_plain);
  for (size_t i = 0; i < kAddedTemplates; ++i) add(repository_to_add(workload, i), &abi_added, &bare_added);
  for (size_t i = 0; i < std::min(kMostUpdated, workload.repositories()); ++i) {
    add(twins.repository_to_update(i), &abi_updated, &bare_updated);
    bare_updated.items.back().serials.write(0);
  }
}

}  // namespace sheaf::bench
