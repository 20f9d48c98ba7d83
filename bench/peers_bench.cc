// Sheaf and its peers on the same rows in one binary: bare RocksDB, SQLite, LMDB in two modes, WiredTiger, each used as those who
// know it would (bench/peers/). Everyone is loaded alone, settles, and answers the same questions; then the time is taken, all
// interleaved. Loading and the space on disk are measured once and stand in the report's context. One thread.
#include <benchmark/benchmark.h>

#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "bench/peers/peer.h"
#include "bench/support/folder.h"
#include "bench/support/order.h"
#include "bench/support/program.h"
#include "bench/support/require.h"
#include "bench/support/twins.h"

namespace sheaf::bench {
namespace {

constexpr size_t kItemsOfTransaction = 1000;
constexpr size_t kSoughtKeys = 16384;
constexpr size_t kAddedTemplates = 512;
constexpr size_t kCheckedInserts = 1000;
constexpr uint64_t kMostCollections = 4096;

struct Maker {
  const char* side;  // in the names of benchmarks
  std::unique_ptr<Peer> (*make)(const PeerOptions& options);
};

// The first is the one that the others' answers are compared with.
constexpr Maker kMakers[] = {{"bare", make_bare_peer},
                             {"sheaf", make_sheaf_peer},
                             {"sqlite", make_sqlite_peer},
                             {"lmdb", make_lmdb_peer},
                             {"lmdb nosync", make_lmdb_write_map_peer},
                             {"wiredtiger", make_wiredtiger_peer}};

// A peer with its folder and its own walk through the items to insert.
struct Contestant {
  std::string side;
  std::unique_ptr<TemporaryFolder> folder;
  std::unique_ptr<Peer> peer;
  std::deque<PeerItem> added;
  uint32_t serial = 0;

  const PeerItem& next_added() {
    PeerItem& item = added[serial % added.size()];
    item.write_serial(serial++ * 0x9E3779B1);  // odd: every serial comes once, in no order
    return item;
  }
};

struct Questions {
  std::vector<SoughtKey> keys;
  std::vector<Collection> table_collections;
  std::vector<Collection> index_collections;
};

// ---- loading ----

// Makes and loads the items of one table, a transaction at a time. Seconds spent in the peer.
double load(const Workload& workload, PeerTable table, Peer* peer) {
  std::chrono::duration<double> spent{};
  const uint64_t count = table == PeerTable::kItems ? workload.items() : workload.repositories();
  for (uint64_t start = 0; start < count; start += kItemsOfTransaction) {
    std::deque<PeerItem> items;
    for (uint64_t i = start; i < std::min(count, start + kItemsOfTransaction); ++i) {
      items.emplace_back(table == PeerTable::kItems ? workload.item(i) : workload.repository(i));
    }
    const auto began = std::chrono::steady_clock::now();
    peer->load(table, items);
    spent += std::chrono::steady_clock::now() - began;
  }
  return spent.count();
}

Contestant prepare(const Maker& maker, const Workload& workload, uint64_t memory_bytes) {
  Contestant contestant;
  contestant.side = maker.side;
  contestant.folder = std::make_unique<TemporaryFolder>();
  contestant.peer = maker.make({contestant.folder->path(), memory_bytes});
  if (contestant.peer == nullptr) return contestant;
  const auto items = static_cast<double>(workload.items());
  report_fact("name/" + contestant.side, contestant.peer->name());
  report_number("load, us an item/" + contestant.side,
                load(workload, PeerTable::kItems, contestant.peer.get()) * 1e6 / items);
  contestant.peer->settle();
  report_number("disk, bytes an item/" + contestant.side,
                static_cast<double>(disk_bytes(contestant.folder->path())) / items);
  load(workload, PeerTable::kWrites, contestant.peer.get());
  for (size_t i = 0; i < kAddedTemplates; ++i) contestant.added.emplace_back(repository_to_add(workload, i));
  return contestant;
}

// ---- questions ----

Questions choose_questions(const Workload& workload, Peer& peer) {
  Questions questions;
  Order order(workload.items());
  for (size_t i = 0; i < kSoughtKeys; ++i) {
    const Document document = workload.item(order.next());
    questions.keys.emplace_back(document.find("PK")->data, document.find("SK")->data);
  }
  const auto add = [](const Collection& collection, uint64_t rows, std::vector<Collection>* out) {
    if (rows == kRowsOfQuery && out->size() < kMostCollections) out->push_back(collection);
  };
  for (uint64_t i = 0; i < workload.repositories(); ++i) {
    const Collection collection(workload.repository_key(i));
    add(collection, peer.query_forward(collection).rows, &questions.table_collections);
    add(collection, peer.query_index_backward(collection).rows, &questions.index_collections);
  }
  if (questions.table_collections.empty() || questions.index_collections.empty()) {
    fail("no collection is large enough: take more items");
  }
  return questions;
}

void check_answers(const Questions& questions, Contestant* reference, Contestant* other) {
  const std::string who = other->side + ", ";
  for (const SoughtKey& key : questions.keys) {
    require_same(reference->peer->get(key), other->peer->get(key), who + "get");
  }
  for (const Collection& collection : questions.table_collections) {
    require_same(reference->peer->query_forward(collection), other->peer->query_forward(collection), who + "query");
  }
  for (const Collection& collection : questions.index_collections) {
    require_same(reference->peer->query_index_backward(collection), other->peer->query_index_backward(collection),
                 who + "query by index");
  }
  require_same(reference->peer->scan(), other->peer->scan(), who + "scan");
  if (reference->peer->count_writes() != other->peer->count_writes()) fail(who + "inserts left another number of rows");
}

// ---- registration ----

template <typename Step>
void add(const std::string& work, Contestant* contestant, Step step) {
  benchmark::RegisterBenchmark((work + "/" + contestant->side).c_str(), [contestant, step](benchmark::State& state) {
    step(state, *contestant);
  })->Unit(benchmark::kMicrosecond);
}

// Asks one kind of question of things in no order.
template <typename Thing>
void add_questions(const std::string& work, Contestant* contestant, const std::vector<Thing>& things,
                   Answer (Peer::*ask)(const Thing&)) {
  add(work, contestant, [&things, ask](benchmark::State& state, Contestant& asked) {
    Order order(things.size());
    for (auto _ : state) benchmark::DoNotOptimize((asked.peer.get()->*ask)(things[order.next()]).bytes);
  });
}

void register_benchmarks(const Questions& questions, const Workload& workload, Contestant* contestant) {
  add_questions("get", contestant, questions.keys, &Peer::get);
  add_questions("query 25 forward", contestant, questions.table_collections, &Peer::query_forward);
  add_questions("query 25 backward by index", contestant, questions.index_collections, &Peer::query_index_backward);
  add("put + 3 indexes", contestant, [](benchmark::State& state, Contestant& asked) {
    for (auto _ : state) asked.peer->insert(asked.next_added());
  });
  const auto items = static_cast<double>(workload.items());
  add("full scan, per item", contestant, [items](benchmark::State& state, Contestant& asked) {
    for (auto _ : state) benchmark::DoNotOptimize(asked.peer->scan().bytes);
    state.counters["items"] = items;
  });
}

void measure() {
  const ProgramScale scale = scale_from_environment();
  const Workload workload(1, scale.items);
  std::deque<Contestant> contestants;
  for (const Maker& maker : kMakers) {
    Contestant contestant = prepare(maker, workload, scale.memory_bytes);
    if (contestant.peer == nullptr) {
      report_fact("name/" + contestant.side, "not built in: its library was missing");
      continue;
    }
    contestants.push_back(std::move(contestant));
  }
  const Questions questions = choose_questions(workload, *contestants.front().peer);
  for (Contestant& contestant : contestants) {
    for (size_t i = 0; i < kCheckedInserts; ++i) contestant.peer->insert(contestant.next_added());
    check_answers(questions, &contestants.front(), &contestant);
    register_benchmarks(questions, workload, &contestant);
  }
  report_number("items", static_cast<double>(workload.items()));
  report_number("memory of a side, MiB", static_cast<double>(scale.memory_bytes >> 20));
  run_benchmarks();
}

}  // namespace
}  // namespace sheaf::bench

int main(int argc, char** argv) { return sheaf::bench::run_program(argc, argv, sheaf::bench::measure); }
