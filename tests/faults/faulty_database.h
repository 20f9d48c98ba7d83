// FaultyDatabase: a database on a file system with faults, with the table "Orders" (by_group: an index), and what is
// left of it afterwards. One thread, but for its parts.
#pragma once

#include <memory>
#include <string>

#include "tests/faults/fault_file_system.h"
#include "tests/support/inspection.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf::test {

class FaultyDatabase {
 public:
  explicit FaultyDatabase(SyncMode sync);
  ~FaultyDatabase() { close(); }

  FaultFileSystem& files() { return *files_; }
  Database& database() { return *database_; }
  TestTable orders();

  // The item of that number; the group is one of three.
  static std::string item(int number);
  Status put(int number) { return orders().put(item(number)); }

  // Writes the items of the table to files, as RocksDB does when memory is full.
  Status flush();

  void close();

  // Everything fails from now on, closing too, and what no sync has covered is gone; for the seed see UnsyncedFiles::drop.
  void cut_power(uint64_t seed = 0);

  // Closes, and opens what is there on the machine's own file system; a problem fails the test. The items of Orders.
  std::set<std::string> left();

 private:
  const TempFolder folder_{fast_disk()};
  std::shared_ptr<FaultFileSystem> files_;
  std::shared_ptr<Database> database_;
};

}  // namespace sheaf::test
