// Workload: a script of one writer on a database in a folder, which goes on after errors as an application would, and
// the history of what it was answered; it ends at a power cut. The same file operations in the same order each time it runs without a fault.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/faults/fault_file_system.h"
#include "tests/faults/history.h"
#include "tests/support/test_database.h"

namespace sheaf::test {

struct WorkloadOptions {
  std::string folder;
  std::shared_ptr<FaultFileSystem> files;
  SyncMode sync = SyncMode::kFull;
};

class Workload {
 public:
  explicit Workload(WorkloadOptions options) : options_(std::move(options)) {}

  // Ends with the database open, if it could be opened.
  void run();
  void close();

  const History& history() const { return history_; }

  // What is wrong, or "", when all transactions of the script are sent to a database once more with their tokens: each must be answered
  // OK and be there once, whether it was there before or not.
  static std::string problem_of_sending_again(const std::shared_ptr<Database>& database);

  // The first answer that may not be given, such as OK after an unknown outcome; "" when there was none.
  const std::string& wrong_answer() const { return wrong_answer_; }

 private:
  enum class Wait : uint8_t { kAsTheDatabase, kUntilDurable };

  void first_part();
  void second_part();

  // Nothing is done after a power cut.
  bool is_over() const { return options_.files->has_power_cut(); }

  Status open_once(const DatabaseOptions& options);
  bool open();
  void reopen();
  void create(const TableShape& shape);
  void drop(const std::string& table);
  void put(const std::string& table, const std::string& key, int version, Wait wait = Wait::kAsTheDatabase);
  void erase(const std::string& table, const std::string& key);
  void flush(const std::string& table, const std::string& index);

  // Of many items, in workload_many.cc.
  void transact(int number);
  void send_again(const Contents& contents);
  void transact_in_vain();
  void batch();
  void write_many(const std::vector<std::string>& tables, const std::function<Status()>& attempt,
                  History::Tables after);

  void write(const std::string& table, Wait wait, const std::function<Status(TestTable&)>& attempt,
             History::Tables after);
  void judge(const Status& status, const std::vector<std::string>& tables, Wait wait, History::Tables after);
  void acknowledge(History::Tables after, Wait wait);
  void expect_unchanged(const std::string& table);
  void complain(const std::string& what);

  WorkloadOptions options_;
  std::shared_ptr<Database> database_;
  History history_;
  std::string wrong_answer_;
};

// In the form in which items are printed. The group changes with the version, so that index rows move.
std::string item_of(const std::string& key, int version);

// Counts the transactions, and has an item for each: it shows which were done.
inline const TableShape kLedger{.name = "Ledger", .hash = "pk:S"};

}  // namespace sheaf::test
