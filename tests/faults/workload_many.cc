// Workload: transactions with idempotency tokens, and a batch.
#include <algorithm>
#include <map>

#include "tests/faults/workload.h"
#include "tests/support/many.h"

namespace sheaf::test {
namespace {

// What a transaction does besides what it notes in the ledger. Version 0 erases.
struct Step {
  std::string table;
  std::string key;
  int version;
};
const std::map<int, std::vector<Step>> kTransactions{
    {1, {{"Orders", "k4", 14}, {"Orders", "t1", 1}, {"Orders", "k2", 22}}},
    {2, {{"Users", "u9", 9}, {"Orders", "k4", 0}, {"Orders", "k6", 26}}},
    {3, {{"Orders", "k2", 32}, {"Orders", "k7", 0}, {"Orders", "t3", 3}}},
    {4, {{"Notes", "n2", 12}, {"Notes", "n4", 4}}},
};

const std::string kCount = "count";

std::string mark(int number) { return "transaction " + std::to_string(number); }
std::string mark_json(int number) { return R"({"pk":{"S":")" + mark(number) + R"("}})"; }
std::string count_json(uint64_t count) {
  return R"({"n":{"N":")" + std::to_string(count) + R"("},"pk":{"S":"count"}})";
}

std::vector<std::string> tables_of(int number) {
  std::vector<std::string> tables{kLedger.name};
  for (const Step& step : kTransactions.at(number)) tables.push_back(step.table);
  return tables;
}

bool can_be_opened(const std::shared_ptr<Database>& database, const std::vector<std::string>& tables) {
  for (const std::string& table : tables) {
    if (!database->open_table(table).ok()) return false;  // its creation failed, or it was dropped
  }
  return true;
}

TestTable table_of(const std::shared_ptr<Database>& database, const std::string& table) {
  return {database, *database->open_table(table)};
}

// The tables can be opened.
Status send(const std::shared_ptr<Database>& database, int number) {
  const TestTable ledger = table_of(database, kLedger.name);
  std::map<std::string, TestTable> tables;
  std::vector<Act> acts{update_of(ledger, {s(kCount)}, {.update = "ADD n :one", .values = R"({":one":{"N":"1"}})"})};
  for (const Step& step : kTransactions.at(number)) {
    const TestTable& table = tables.emplace(step.table, table_of(database, step.table)).first->second;
    acts.push_back(step.version == 0 ? erase_of(table, {s(step.key)}) : put_of(table, item_of(step.key, step.version)));
  }
  acts.push_back(put_of(ledger, mark_json(number)));
  return write_all(acts, mark(number)).status;
}

uint64_t count_in(const History::Tables& tables) {
  const auto ledger = tables.find(kLedger.name);
  if (ledger == tables.end()) return 0;
  uint64_t count = 0;
  for (const auto& [key, json] : ledger->second) count += key == kCount ? 0 : 1;
  return count;
}

History::Tables state_after(int number, History::Tables tables) {
  const uint64_t count = count_in(tables) + 1;
  for (const Step& step : kTransactions.at(number)) {
    if (step.version == 0) {
      tables[step.table].erase(step.key);
    } else {
      tables[step.table][step.key] = item_of(step.key, step.version);
    }
  }
  tables[kLedger.name][mark(number)] = mark_json(number);
  tables[kLedger.name][kCount] = count_json(count);
  return tables;
}

}  // namespace

void Workload::write_many(const std::vector<std::string>& tables, const std::function<Status()>& attempt,
                          History::Tables after) {
  if (is_over() || !can_be_opened(database_, tables)) return;
  judge(attempt(), tables, Wait::kAsTheDatabase, std::move(after));
}

void Workload::transact(int number) {
  if (is_over() || !can_be_opened(database_, tables_of(number))) return;
  write_many(
      tables_of(number), [&] { return send(database_, number); }, state_after(number, history_.now()));
}

// After the database was opened again, whatever had become of them: those that are there do nothing.
void Workload::send_again(const Contents& contents) {
  const auto ledger = contents.find(kLedger.name);
  if (ledger == contents.end()) return;
  for (const auto& [number, steps] : kTransactions) {
    const bool is_there = ledger->second.contains(mark_json(number));
    write_many(
        tables_of(number), [&, which = number] { return send(database_, which); },
        is_there ? history_.now() : state_after(number, history_.now()));
  }
}

std::string Workload::problem_of_sending_again(const std::shared_ptr<Database>& database) {
  if (!can_be_opened(database, {kLedger.name})) return {};
  const TestTable ledger = table_of(database, kLedger.name);
  uint64_t expected = 0;
  for (const auto& [number, steps] : kTransactions) {
    const bool was_there = ledger.get({s(mark(number))}).has_value();
    if (!was_there && !can_be_opened(database, tables_of(number))) continue;
    ++expected;
    if (!can_be_opened(database, tables_of(number))) continue;
    const Status sent = send(database, number);
    if (!sent.ok()) return mark(number) + " again: " + sent.message();
  }
  const std::string count = ledger.get({s(kCount)}).value_or("nothing");
  return expected == 0 || count == count_json(expected) ? std::string() : "transactions were done " + count + " times";
}

// It would change two tables, but a condition does not hold.
void Workload::transact_in_vain() {
  const std::vector<std::string> tables{"Orders", kLedger.name};
  write_many(
      tables,
      [&] {
        const TestTable orders = table_of(database_, "Orders");
        const TestTable ledger = table_of(database_, kLedger.name);
        const Status status = write_all({put_of(orders, item_of("k2", 99)), put_of(ledger, R"({"pk":{"S":"in vain"}})"),
                                         erase_of(orders, {s("k4")}, {.condition = "attribute_exists(nowhere)"})},
                                        "in vain")
                                  .status;
        if (status.ok() || status.code() == StatusCode::kINVALID) complain("no condition failed: " + status.message());
        return status;
      },
      history_.now());
}

// So few that one commit takes them all.
void Workload::batch() {
  History::Tables after = history_.now();
  after["Orders"]["b1"] = item_of("b1", 1);
  after["Orders"]["k2"] = item_of("k2", 42);
  after["Orders"].erase("k6");
  write_many(
      {"Orders"},
      [&] {
        const TestTable orders = table_of(database_, "Orders");
        const ManyAnswer answer = write_each(
            {put_of(orders, item_of("b1", 1)), put_of(orders, item_of("k2", 42)), erase_of(orders, {s("k6")})});
        const auto failed = std::find_if(answer.outcomes.begin(), answer.outcomes.end(),
                                         [](const Status& outcome) { return !outcome.ok(); });
        return failed == answer.outcomes.end() ? answer.status : *failed;
      },
      std::move(after));
}

}  // namespace sheaf::test
