#include "tests/crash/writers.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "tests/crash/journal.h"
#include "tests/support/child_process.h"
#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

constexpr int kThreads = 4;
constexpr int kOwnKeys = 30;    // of each thread
constexpr int kCommonKeys = 6;  // of all
constexpr size_t kMostPadBytes = 1500;

const TableShape kMain{.name = "Main",
                       .hash = "pk:S",
                       .sort = "sk:S",
                       .indexes = {{"by_group", "gp:S", "v:N"}, {"by_version", "v:N", "", "KEYS_ONLY"}}};

class Writers {
 public:
  Writers(std::shared_ptr<Database> database, const std::string& journal)
      : database_(std::move(database)), journal_(journal) {}

  int run(uint64_t seed) {
    const pid_t parent = ::getppid();
    create(kMain);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back([this, i, seed] { write(i, seed); });
    threads.emplace_back([this, seed] { make_tables(seed); });
    while (!has_failed_.load() && ::getppid() == parent) ::usleep(5000);
    has_failed_.store(true);
    for (std::thread& thread : threads) thread.join();
    return EXIT_FAILURE;
  }

 private:
  using Random = std::mt19937_64;

  void require(const Status& status, const std::string& what) {
    if (status.ok()) return;
    std::fprintf(stderr, "%s: %s\n", what.c_str(), status.message().c_str());
    has_failed_.store(true);
  }

  TestTable open(const std::string& name) { return {database_, *database_->open_table(name)}; }

  void create(const TableShape& shape) {
    if (database_->open_table(shape.name).ok()) return;
    const uint64_t number = journal_.begin(shape.name, kTableKey, kTableItem);
    require(database_->create_table(definition_json(shape)), "creating " + shape.name);
    journal_.done(number);
  }

  void put(TestTable& table, const std::string& name, const std::string& item, SyncMode sync) {
    const uint64_t number = journal_.begin(name, journal_key(item), item);
    require(table.put(TestItem(item), sync), "putting " + item);
    journal_.done(number);
  }

  static std::string item(const std::string& pk, const std::string& sk, Random& random) {
    const std::string version = std::to_string(random() % 1'000'000'000);
    return R"({"gp":{"S":"g)" + std::to_string(random() % 5) + R"("},"pad":{"S":")" +
           std::string(random() % kMostPadBytes, 'x') + R"("},"pk":{"S":")" + pk + R"("},"sk":{"S":")" + sk +
           R"("},"v":{"N":")" + version + R"("}})";
  }

  void write(int thread, uint64_t seed) {
    Random random(seed * kThreads + static_cast<uint64_t>(thread));
    TestTable table = open("Main");
    while (!has_failed_.load()) {
      const bool is_own = random() % 10 != 0;
      const std::string pk = is_own ? "own" + std::to_string(thread) : "common";
      const std::string sk = "s" + std::to_string(random() % (is_own ? kOwnKeys : kCommonKeys));
      std::optional<std::string> expected;
      if (random() % 5 == 0) {
        const uint64_t number = journal_.begin("Main", pk + "/" + sk, "");
        require(table.erase({s(pk), s(sk)}), "deleting " + sk);
        journal_.done(number);
      } else {
        expected = item(pk, sk, random);
        put(table, "Main", *expected, random() % 50 == 0 ? SyncMode::kFull : SyncMode::kNormal);
      }
      if (is_own && table.get({s(pk), s(sk)}) != expected) {
        require(Status(Error::kInternal, {"an acknowledged write cannot be read"}), sk);
      }
    }
  }

  void make_tables(uint64_t seed) {
    Random random(seed);
    for (int i = 0; !has_failed_.load(); ++i) {
      const std::string name = "Table" + std::to_string(seed) + "-" + std::to_string(i);
      create({.name = name, .hash = "pk:S", .sort = "sk:S", .indexes = {{"by_group", "gp:S"}}});
      TestTable table = open(name);
      for (int k = 0; k < 5; ++k) put(table, name, item("p", "s" + std::to_string(k), random), SyncMode::kNormal);
      if (i % 4 == 0) continue;
      const uint64_t number = journal_.begin(name, kTableKey, "");
      require(database_->drop_table(name), "dropping " + name);
      journal_.done(number);
    }
  }

  std::shared_ptr<Database> database_;
  JournalWriter journal_;
  std::atomic<bool> has_failed_{false};
};

}  // namespace

int run_writers() {
  DatabaseOptions options = folder_options(variable("SHEAF_CRASH_FOLDER"));
  options.sync = SyncMode::kNormal;
  auto database = Database::open(options);
  if (!database.ok()) {
    std::fprintf(stderr, "opening: %s\n", database.status().message().c_str());
    return EXIT_FAILURE;
  }
  const uint64_t seed = std::strtoull(variable("SHEAF_CRASH_SEED").c_str(), nullptr, 10);
  return Writers(*std::move(database), variable("SHEAF_CRASH_JOURNAL")).run(seed);
}

}  // namespace sheaf::test
