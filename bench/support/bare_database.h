// BareDatabase: a RocksDB that is used without Sheaf but opened with the options that Sheaf would give it, which is what makes
// the two comparable. Reads and writes go to db() directly. One thread opens and closes.
#pragma once

#include <rocksdb/db.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/rows.h"
#include "engine/store/settings.h"

namespace sheaf::bench {

// The families of one table.
struct BareTable {
  rocksdb::ColumnFamilyHandle* base = nullptr;
  std::array<rocksdb::ColumnFamilyHandle*, kIndexes> indexes = {};
};

struct BareOptions {
  std::filesystem::path folder;
  uint64_t memory_bytes = 0;
  Compression compression = Compression::kFast;
  std::shared_ptr<rocksdb::Statistics> statistics;  // null: none is kept
};

class BareDatabase {
 public:
  // Opens a folder with the families that it has.
  explicit BareDatabase(const BareOptions& options);

  // Makes one in a new folder, with as many tables without index as asked for after those with all.
  struct Tables {
    size_t indexed = 0;
    size_t plain = 0;
  };
  BareDatabase(const BareOptions& options, const Tables& tables);

  ~BareDatabase();
  BareDatabase(const BareDatabase&) = delete;
  BareDatabase& operator=(const BareDatabase&) = delete;

  rocksdb::DB& db() const { return *db_; }

  // The tables in the order in which they were made. `indexed` says how many of the first have indexes.
  std::vector<BareTable> tables(size_t indexed) const;

  // Everything on disk, in the lowest level, as that level is compressed: no file is just moved there.
  void compact();

 private:
  void open(const BareOptions& options, const StoreSettings& settings, const std::vector<std::string>& families);

  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
};

inline rocksdb::Slice slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }

}  // namespace sheaf::bench
