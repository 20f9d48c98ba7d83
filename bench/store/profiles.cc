#include "bench/store/profiles.h"

#include <benchmark/benchmark.h>

#include <deque>
#include <string>
#include <vector>

#include "bench/support/abi_database.h"
#include "bench/support/bare_database.h"
#include "bench/support/folder.h"
#include "bench/support/order.h"
#include "bench/support/program.h"
#include "bench/support/require.h"
#include "bench/support/sought.h"

namespace sheaf::bench {
namespace {

constexpr size_t kSoughtKeys = 16384;
constexpr uint64_t kAmpleBytes = uint64_t{1} << 30;
constexpr uint64_t kScarceBytes = uint64_t{16} << 20;

struct Profile {
  const char* side;  // in the names of benchmarks
  uint32_t of_abi;
  Compression of_store;
};

constexpr Profile kProfiles[] = {{"fast", SHEAF_COMPRESSION_FAST, Compression::kFast},
                                 {"small", SHEAF_COMPRESSION_SMALL, Compression::kSmall}};

const std::vector<AbiTable> kTables = {{"items", TableShape::kIndexed}};

// One profile's database, opened with some memory.
struct Opened {
  Opened(const Profile& profile, const std::filesystem::path& folder, uint64_t memory_bytes)
      : side(profile.side), database(options(profile, folder, memory_bytes), kTables), item(sheaf_item_new()) {}
  ~Opened() { sheaf_item_free(item); }

  static AbiOptions options(const Profile& profile, const std::filesystem::path& folder, uint64_t memory_bytes) {
    AbiOptions options;
    options.folder = folder;
    options.memory_bytes = memory_bytes;
    options.compression = profile.of_abi;
    return options;
  }

  Answer get(const SoughtKey& key) {
    const sheaf_value parts[] = {string_value(key.partition()), string_value(key.sort())};
    const sheaf_key primary = sheaf_key_of(parts, 2);
    if (sheaf_get(database.table(0), &primary, item, nullptr) != SHEAF_OK) fail("get");
    return {1, sheaf_item_size_bytes(item)};
  }

  Answer scan() {
    sheaf_cursor* cursor = nullptr;
    require_ok(sheaf_cursor_open(database.table(0), nullptr, &cursor, nullptr), "a scan");
    Answer answer;
    sheaf_status step = SHEAF_DONE;
    for (; (step = sheaf_cursor_next(cursor, nullptr)) == SHEAF_ROW; ++answer.rows) {
      answer.bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
    }
    require_ok(step, "a scan");
    sheaf_cursor_free(cursor);
    return answer;
  }

  std::string side;
  AbiDatabase database;
  sheaf_item* item;
};

void make_folder(const Profile& profile, const Workload& workload, const std::filesystem::path& folder) {
  {
    const AbiDatabase database(Opened::options(profile, folder, kAmpleBytes), kTables);
    load_items(workload, database.table(0));
  }
  BareOptions bare;
  bare.folder = folder / "data";
  bare.memory_bytes = kAmpleBytes;
  bare.compression = profile.of_store;
  BareDatabase(bare).compact();
  report_number(std::string("disk, bytes an item/") + profile.side,
                static_cast<double>(disk_bytes(folder)) / static_cast<double>(workload.items()));
}

}  // namespace

struct Profiles::State {
  TemporaryFolder folder;
  std::deque<Opened> ample;
  std::deque<Opened> scarce;
  std::vector<SoughtKey> keys;
  uint64_t items = 0;
};

Profiles::Profiles(const Workload& workload) : state_(std::make_unique<State>()) {
  state_->items = workload.items();
  for (const Profile& profile : kProfiles) {
    const std::filesystem::path folder = state_->folder.path() / profile.side;
    const std::filesystem::path copy = folder.string() + "_copy";
    make_folder(profile, workload, folder);
    std::filesystem::copy(folder, copy, std::filesystem::copy_options::recursive);
    state_->ample.emplace_back(profile, folder, kAmpleBytes);
    state_->scarce.emplace_back(profile, copy, kScarceBytes);
  }
  Order order(workload.items());
  for (size_t i = 0; i < kSoughtKeys; ++i) {
    const Document document = workload.item(order.next());
    state_->keys.emplace_back(document.find("PK")->data, document.find("SK")->data);
  }
}

Profiles::~Profiles() = default;

void Profiles::check() {
  Opened& first = state_->ample.front();
  const Answer all = first.scan();
  if (all.rows != state_->items) fail("a scan missed rows");
  for (std::deque<Opened>* const databases : {&state_->ample, &state_->scarce}) {
    for (Opened& opened : *databases) {
      for (const SoughtKey& key : state_->keys) require_same(first.get(key), opened.get(key), opened.side + ", get");
      require_same(all, opened.scan(), opened.side + ", scan");
    }
  }
}

void Profiles::register_benchmarks() {
  const auto add_get = [this](const std::string& work, Opened* opened) {
    benchmark::RegisterBenchmark((work + "/" + opened->side).c_str(), [this, opened](benchmark::State& state) {
      Order order(state_->keys.size());
      for (auto _ : state) benchmark::DoNotOptimize(opened->get(state_->keys[order.next()]).bytes);
    })->Unit(benchmark::kMicrosecond);
  };
  for (Opened& opened : state_->ample) add_get("get, cached", &opened);
  for (Opened& opened : state_->scarce) add_get("get, 16 MiB of memory", &opened);
  for (Opened& opened : state_->scarce) {
    benchmark::RegisterBenchmark(("full scan, 16 MiB, per item/" + opened.side).c_str(), [this, &opened](
                                                                                             benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(opened.scan().bytes);
      state.counters["items"] = static_cast<double>(state_->items);
    })->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace sheaf::bench
