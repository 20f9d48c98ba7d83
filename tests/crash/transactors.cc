#include "tests/crash/transactors.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "tests/crash/journal.h"
#include "tests/support/child_process.h"
#include "tests/support/many.h"

namespace sheaf::test {
namespace {

const TableShape kLeft{
    .name = "Left", .hash = "pk:S", .indexes = {{"by_group", "gp:S", "i:N"}, {"by_number", "i:N", "", "KEYS_ONLY"}}};
const TableShape kRight{.name = "Right", .hash = "pk:S", .indexes = {{"by_number", "i:N"}}};

constexpr uint64_t kSlots = 6;       // of each thread in each table: items that are written in turn
constexpr uint64_t kBatchItems = 4;  // of each thread in Left
constexpr const char* kBatch = "batch-";

std::string name(const char* what, size_t thread) { return what + std::to_string(thread); }
std::string name(const char* what, size_t thread, uint64_t number) {
  return name(what, thread) + "-" + std::to_string(number);
}
std::string n_json(uint64_t number) { return R"({"N":")" + std::to_string(number) + R"("})"; }
std::string s_json(const std::string& text) { return R"({"S":")" + text + R"("})"; }

// In the form in which items are printed.
std::string counter(size_t thread, uint64_t number) {
  return R"({"gp":)" + s_json("g" + std::to_string(number % 5)) + R"(,"i":)" + n_json(number) + R"(,"n":)" +
         n_json(number) + R"(,"pk":)" + s_json(name("own-", thread)) + "}";
}
std::string slot(size_t thread, uint64_t number) {
  return R"({"gp":)" + s_json("g" + std::to_string(number % 3)) + R"(,"i":)" + n_json(number) + R"(,"pad":)" +
         s_json(std::string(number % 7 * 150, 'x')) + R"(,"pk":)" + s_json(name("slot-", thread, number % kSlots)) +
         "}";
}
std::string batch_item(size_t thread, uint64_t k, uint64_t number) {
  return R"({"i":)" + n_json(number) + R"(,"pk":)" + s_json(name(kBatch, thread, k)) + "}";
}

bool erases(uint64_t number) { return number % 3 == 0; }
uint64_t erased_slot(uint64_t number) { return (number + 1) % kSlots; }

// `n` counts how often it was done; `i` says which it was.
Terms count_terms(uint64_t number) {
  return {.update = "SET n = if_not_exists(n, :zero) + :one, i = :i, gp = :g",
          .values = R"({":zero":{"N":"0"},":one":{"N":"1"},":i":)" + n_json(number) + R"(,":g":)" +
                    s_json("g" + std::to_string(number % 5)) + "}"};
}

class Transactors {
 public:
  Transactors(std::shared_ptr<Database> database, const std::string& journal, const Numbers& last)
      : database_(std::move(database)), journal_(journal), last_(last) {}

  int run() {
    const pid_t parent = ::getppid();
    for (const TableShape& shape : {kLeft, kRight}) {
      if (!database_->open_table(shape.name).ok()) require(database_->create_table(definition_json(shape)), shape.name);
    }
    std::vector<std::thread> threads;
    for (size_t t = 0; t < kTransactors; ++t) threads.emplace_back([this, t] { write(t); });
    while (!has_failed_.load() && ::getppid() == parent) ::usleep(5000);
    has_failed_.store(true);
    for (std::thread& thread : threads) thread.join();
    return EXIT_FAILURE;
  }

 private:
  void require(const Status& status, const std::string& what) {
    if (status.ok()) return;
    std::fprintf(stderr, "%s: %s\n", what.c_str(), status.message().c_str());
    has_failed_.store(true);
  }
  void require(bool is_so, const std::string& what) {
    if (!is_so) require(Status(Error::kInternal), what);
  }

  TestTable open(const std::string& table) { return {database_, *database_->open_table(table)}; }

  static std::vector<Act> actions(const TestTable& left, const TestTable& right, size_t thread, uint64_t number) {
    std::vector<Act> acts{update_of(left, {s(name("own-", thread))}, count_terms(number)),
                          put_of(right, slot(thread, number)),
                          check_of(left, {s("there is none")}, {.condition = "attribute_not_exists(pk)"}),
                          update_of(right, {s(name("own-", thread))}, count_terms(number)),
                          put_of(left, slot(thread, number)),
                          update_of(left, {s("shared")}, {.update = "ADD n :one", .values = R"({":one":{"N":"1"}})"})};
    if (erases(number)) acts.push_back(erase_of(right, {s(name("slot-", thread, erased_slot(number)))}));
    return acts;
  }

  static std::vector<Act> batch(const TestTable& left, const TestTable& right, size_t thread, uint64_t number) {
    std::vector<Act> acts;
    for (uint64_t k = 0; k < kBatchItems; ++k) acts.push_back(put_of(left, batch_item(thread, k, number)));
    acts.push_back(update_of(right, {s(name(kBatch, thread, 0))},
                             {.update = "SET i = :i", .values = R"({":i":)" + n_json(number) + "}"}));
    acts.push_back(erase_of(right, {s("there is none")}));
    return acts;
  }

  Status send(const TestTable& left, const TestTable& right, size_t thread, uint64_t number) {
    return write_all(actions(left, right, thread, number), name("token-", thread, number)).status;
  }

  // Whoever was killed cannot know whether its last transaction was done; sending it again makes sure.
  void send_last_again(const TestTable& left, const TestTable& right, size_t thread) {
    const uint64_t last = last_[thread];
    if (last == 0) return;
    const uint64_t entry = journal_.begin("transaction", std::to_string(thread), std::to_string(last));
    require(send(left, right, thread, last), "sending again");
    journal_.done(entry);
    if (last > 1) require(send(left, right, thread, last - 1), "sending the last but one again");
    for (const TestTable* table : {&left, &right}) {
      require(table->get({s(name("own-", thread))}) == counter(thread, last), "a transaction was not done once");
    }
    const Status other = write_all({erase_of(left, {s("there is none")})}, name("token-", thread, last)).status;
    require(other.is(Error::kTokenMismatch), "a token is taken for other content");
  }

  void write(size_t thread) {
    const TestTable left = open("Left");
    const TestTable right = open("Right");
    send_last_again(left, right, thread);
    for (uint64_t number = last_[thread] + 1; !has_failed_.load(); ++number) {
      const uint64_t entry = journal_.begin("transaction", std::to_string(thread), std::to_string(number));
      require(send(left, right, thread, number), "a transaction");
      journal_.done(entry);
      if (number % kBatchEvery != 0) continue;
      const uint64_t of_batch = journal_.begin("batch", std::to_string(thread), std::to_string(number));
      const ManyAnswer answer = write_each(batch(left, right, thread, number));
      require(answer.status, "a batch");
      for (const Status& outcome : answer.outcomes) require(outcome, "an action of a batch");
      journal_.done(of_batch);
    }
  }

  std::shared_ptr<Database> database_;
  JournalWriter journal_;
  Numbers last_;
  std::atomic<bool> has_failed_{false};
};

// The attribute i of an item as JSON.
uint64_t number_of(const std::string& json) {
  constexpr std::string_view kBefore = R"("i":{"N":")";
  const size_t at = json.find(kBefore);
  return at == std::string::npos ? 0 : std::strtoull(json.c_str() + at + kBefore.size(), nullptr, 10);
}

}  // namespace

std::string text_of(const Numbers& numbers) {
  std::string text;
  for (const uint64_t number : numbers) text += std::to_string(number) + " ";
  return text;
}

int run_transactors() {
  DatabaseOptions options = folder_options(variable("SHEAF_CRASH_FOLDER"));
  options.sync = SyncMode::kNormal;
  auto database = Database::open(options);
  if (!database.ok()) {
    std::fprintf(stderr, "opening: %s\n", database.status().message().c_str());
    return EXIT_FAILURE;
  }
  Numbers last{};
  std::istringstream words(variable("SHEAF_CRASH_LAST"));
  for (uint64_t& number : last) words >> number;
  return Transactors(*std::move(database), variable("SHEAF_CRASH_JOURNAL"), last).run();
}

Contents contents_after(const Numbers& done) {
  constexpr uint64_t kEnough = 3 * kSlots;  // the slots follow from so many of the last transactions
  Contents contents;
  std::set<std::string>& left = contents["Left"];
  std::set<std::string>& right = contents["Right"];
  uint64_t all = 0;
  for (size_t thread = 0; thread < kTransactors; ++thread) {
    const uint64_t last = done[thread];
    all += last;
    if (last == 0) continue;
    left.insert(counter(thread, last));
    right.insert(counter(thread, last));
    std::array<std::string, kSlots> in_left;
    std::array<std::string, kSlots> in_right;
    for (uint64_t number = last > kEnough ? last - kEnough : 1; number <= last; ++number) {
      in_left[number % kSlots] = in_right[number % kSlots] = slot(thread, number);
      if (erases(number)) in_right[erased_slot(number)].clear();
    }
    left.insert(in_left.begin(), in_left.end());
    right.insert(in_right.begin(), in_right.end());
  }
  left.erase("");
  right.erase("");
  if (all != 0) left.insert(R"({"n":)" + n_json(all) + R"(,"pk":{"S":"shared"}})");
  return contents;
}

std::string take_batches(const Numbers& first, const Numbers& last, Contents* contents) {
  std::string problem;
  for (auto& [table, items] : *contents) {
    for (size_t thread = 0; thread < kTransactors; ++thread) {
      for (uint64_t k = 0; k < (table == "Left" ? kBatchItems : 1); ++k) {
        const std::string key = R"("pk":)" + s_json(name(kBatch, thread, k));
        const auto found = std::find_if(items.begin(), items.end(), [&key](const std::string& item) {
          return item.find(key) != std::string::npos;
        });
        const uint64_t number = found == items.end() ? 0 : number_of(*found);
        const bool is_right = number >= first[thread] && number <= last[thread] && number % kBatchEvery == 0;
        if (!is_right) problem = table + " has " + std::to_string(number) + " in " + name(kBatch, thread, k);
        if (found != items.end()) items.erase(found);
      }
    }
  }
  return problem;
}

Numbers numbers_in(const Contents& contents) {
  Numbers numbers{};
  const auto left = contents.find("Left");
  if (left == contents.end()) return numbers;
  for (size_t thread = 0; thread < kTransactors; ++thread) {
    for (const std::string& item : left->second) {
      if (item.find(s_json(name("own-", thread))) != std::string::npos) numbers[thread] = number_of(item);
    }
  }
  return numbers;
}

}  // namespace sheaf::test
