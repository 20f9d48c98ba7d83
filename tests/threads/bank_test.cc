// Transfers between accounts in two tables: every state that a reader can see holds all the money, in the tables, in their indexes and
// in what is looked up together.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>

#include "tests/threads/many.h"

namespace sheaf::test {
namespace {

constexpr size_t kAccounts = 80;  // more than two groups of lookups; the odd ones are in Plain
constexpr int64_t kEach = 100;
constexpr int64_t kAllMoney = kAccounts * kEach;
constexpr size_t kTellers = 4;
constexpr size_t kSnapshotReaders = 2;
constexpr int kTransfersEach = 120;

class Bank {
 public:
  Bank() {
    Actions all;
    for (size_t i = 0; i < kAccounts; ++i) {
      const std::string more =
          R"("n":)" + std::to_string(kEach) + R"(,"v":)" + std::to_string(kEach) + R"(,"b":"b","c":"c","a":"a")";
      all.put(table(i), item_json(label("a", i), more));
    }
    EXPECT_EQ(all.write_all(world_.db(), nullptr), SHEAF_OK);
  }

  const TwoTables& world() const { return world_; }
  sheaf_table* table(size_t account) const { return account % 2 == 1 ? world_.plain() : world_.items(); }
  Surprises& surprises() { return surprises_; }
  bool is_open() const { return tellers_at_work_.load(std::memory_order_relaxed) > 0; }

  void transfer_at_random(size_t teller);
  void look_at_snapshots();
  void look_up_all();

  uint64_t done() const { return done_.load(); }
  uint64_t refused() const { return refused_.load(); }
  uint64_t looks() const { return looks_.load(); }

 private:
  TwoTables world_;
  Surprises surprises_;
  std::atomic<size_t> tellers_at_work_{kTellers};
  std::atomic<uint64_t> done_{0};
  std::atomic<uint64_t> refused_{0};
  std::atomic<uint64_t> looks_{0};
};

// From one account to one or two others. The first few accounts are rich in transfers, so that tellers meet and some are refused.
void Bank::transfer_at_random(size_t teller) {
  constexpr const char* kAdd = "SET n = n + :d, v = v + :d, b = :b";
  constexpr const char* kHasEnough = "n >= :least";
  const std::array<Owned<sheaf_stmt>, 2> give{prepare(world_.items(), kAdd, kHasEnough),
                                              prepare(world_.plain(), kAdd, kHasEnough)};
  const std::array<Owned<sheaf_stmt>, 2> take{prepare(world_.items(), kAdd, nullptr),
                                              prepare(world_.plain(), kAdd, nullptr)};
  const Owned<sheaf_error> error(sheaf_error_new());
  std::mt19937 random(static_cast<uint32_t>(teller));
  for (int i = 0; i < kTransfersEach; ++i) {
    const size_t accounts = random() % 2 == 0 ? 6 : kAccounts;
    const size_t from = random() % accounts;
    const auto amount = static_cast<int64_t>(1 + random() % 60);
    const std::string branch = R"(,":b":"b)" + std::to_string(random() % 3) + "\"";
    const size_t receivers = 1 + random() % 2;
    Actions actions;
    for (size_t k = 1; k <= receivers; ++k) {
      const size_t to = (from + k) % kAccounts;
      actions.update(table(to), label("a", to), take[to % 2].get(),
                     R"({":d":)" + std::to_string(amount) + branch + "}");
    }
    const auto whole = static_cast<int64_t>(receivers) * amount;
    actions.update(table(from), label("a", from), give[from % 2].get(),
                   R"({":d":)" + std::to_string(-whole) + R"(,":least":)" + std::to_string(whole) + branch + "}");
    const sheaf_status answer = actions.write_all(world_.db(), error.get());
    surprises_.expect("write_all", answer, {SHEAF_OK, SHEAF_CANCELED}, error.get());
    (answer == SHEAF_OK ? done_ : refused_).fetch_add(1, std::memory_order_relaxed);
    if (answer == SHEAF_CANCELED && reasons_of(error.get()).back() != SHEAF_CONDITION_FAILED) {
      surprises_.note("canceled, but not for want of money");
    }
  }
  tellers_at_work_.fetch_sub(1, std::memory_order_relaxed);
}

int64_t sum_of(const std::map<std::string, int64_t>& balances) {
  int64_t sum = 0;
  for (const auto& [account, balance] : balances) sum += balance;
  return sum;
}

void Bank::look_at_snapshots() {
  do {
    const Owned<sheaf_snapshot> snapshot = open_snapshot(world_.db());
    const Owned<sheaf_table> items = bind_table(snapshot.get(), world_.items());
    const Owned<sheaf_table> plain = bind_table(snapshot.get(), world_.plain());
    const auto in_items = numbers_in(items.get(), nullptr, "n", &surprises_);
    const auto in_plain = numbers_in(plain.get(), nullptr, "n", &surprises_);
    if (in_items.size() + in_plain.size() != kAccounts) surprises_.note("accounts are missing");
    if (sum_of(in_items) + sum_of(in_plain) != kAllMoney) surprises_.note("a snapshot has not all the money");
    for (const char* const index : {"by_b", "by_m"}) {
      if (numbers_in(items.get(), index, "n", &surprises_) != in_items)
        surprises_.note(std::string(index) + " differs");
    }
    for (const char* const index : {"by_c", "by_l"}) {  // these hold v, which is the same
      if (numbers_in(items.get(), index, "v", &surprises_) != in_items)
        surprises_.note(std::string(index) + " differs");
    }
    for (const auto& [account, balance] : in_plain) {
      if (balance < 0) surprises_.note("an account is overdrawn");
    }
    looks_.fetch_add(1, std::memory_order_relaxed);
  } while (is_open());
}

void Bank::look_up_all() {
  std::vector<Owned<sheaf_item>> found;
  std::deque<ItemKey> keys;
  std::vector<sheaf_lookup> lookups(kAccounts);
  for (size_t i = 0; i < kAccounts; ++i) {
    found.emplace_back(sheaf_item_new());
    lookups[i].table = table(i);
    lookups[i].key = *keys.emplace_back("p", label("a", i)).get();
    lookups[i].item = found.back().get();
  }
  const Owned<sheaf_error> error(sheaf_error_new());
  do {
    surprises_.expect("get_all", sheaf_get_all(world_.db(), lookups.data(), lookups.size(), nullptr, error.get()),
                      {SHEAF_OK}, error.get());
    int64_t sum = 0;
    for (const sheaf_lookup& lookup : lookups) {
      surprises_.expect("lookup", lookup.status, {SHEAF_OK});
      const std::string balance = text_of(lookup.item, "n");
      if (!balance.empty()) sum += std::stoll(balance);
    }
    if (sum != kAllMoney) surprises_.note("what was looked up is not all the money");
    looks_.fetch_add(1, std::memory_order_relaxed);
  } while (is_open());
}

TEST(BankThreads, EveryStateThatIsReadHoldsAllTheMoney) {
  Bank bank;
  in_threads(kTellers + kSnapshotReaders + 2, [&](size_t thread) {
    if (thread < kTellers) {
      bank.transfer_at_random(thread);
    } else if (thread < kTellers + kSnapshotReaders) {
      bank.look_at_snapshots();
    } else {
      bank.look_up_all();
    }
  });
  EXPECT_EQ(bank.surprises().first(), "");
  EXPECT_EQ(bank.done() + bank.refused(), kTellers * kTransfersEach);
  EXPECT_GT(bank.done(), 0u);
  EXPECT_GT(bank.refused(), 0u);
  EXPECT_GT(bank.looks(), kSnapshotReaders + 2) << "the readers came only when all was over";
}

}  // namespace
}  // namespace sheaf::test
