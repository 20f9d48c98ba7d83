// SortedFiles: rows in the order of their keys, in table files that belong to no family yet: runs of an external sort,
// which are read back, and files that families take over whole. They stand in a folder beside RocksDB's own,
// "load.<number>", which goes with the object; what a crash leaves of it goes with the next opening. One thread; must
// be gone before the store closes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/store/store.h"

namespace rocksdb {
class Iterator;
class SstFileReader;
class SstFileWriter;
struct Options;
}  // namespace rocksdb

namespace sheaf {

class SortedFiles;

// Writes files one after another. What it did not finish is removed with it.
class SortedWriter {
 public:
  ~SortedWriter();
  SortedWriter(const SortedWriter&) = delete;
  SortedWriter& operator=(const SortedWriter&) = delete;

  // Keys must ascend. Errors: StoreFull (the reserve is kept free here too), StoreIo; the writer is then of no more use.
  Status put(std::string_view key, std::string_view value);

  // Makes the files durable. Their paths, in the order of their keys; none when there were no rows.
  Result<std::vector<std::string>> finish();

 private:
  friend class SortedFiles;
  enum class Length : uint8_t { kOneFile, kManyFiles };
  SortedWriter(SortedFiles& files, const Family* family, Length length);
  Status begin_file();
  Status end_file();

  SortedFiles& files_;
  const Family* family_;  // null: a run
  Length length_;
  std::unique_ptr<rocksdb::Options> options_;
  std::unique_ptr<rocksdb::SstFileWriter> file_;  // null between files
  std::vector<std::string> paths_;
  uint64_t unadmitted_bytes_ = 0;  // written since the free space was last looked at
  bool is_finished_ = false;
};

// Reads the rows of one file in their order. Starts before the first.
class SortedReader {
 public:
  ~SortedReader();
  SortedReader(const SortedReader&) = delete;
  SortedReader& operator=(const SortedReader&) = delete;

  // False at the end, or after an error, which status() tells apart.
  bool next();
  Status status() const;

  // Of the row it stands on; borrowed until it moves.
  std::string_view key() const;
  std::string_view value() const;

 private:
  friend class SortedFiles;
  SortedReader();

  std::unique_ptr<rocksdb::SstFileReader> file_;
  std::unique_ptr<rocksdb::Iterator> rows_;
  bool is_started_ = false;
};

class SortedFiles {
 public:
  // `number` names the folder; no other object may have it. Errors: storage errors.
  static Result<std::unique_ptr<SortedFiles>> create(Store& store, uint64_t number);
  ~SortedFiles();
  SortedFiles(const SortedFiles&) = delete;
  SortedFiles& operator=(const SortedFiles&) = delete;

  std::unique_ptr<SortedWriter> write_run();
  // Files as the family's lowest level has them, some 64 MB each. The family must outlive the writer.
  std::unique_ptr<SortedWriter> write_rows_of(const Family& family);
  // Of a file that write_run made.
  Result<std::unique_ptr<SortedReader>> read(const std::string& path);
  void remove(const std::vector<std::string>& paths);

  // What one family is to take over.
  struct Share {
    const Family* family = nullptr;
    std::vector<std::string> paths;
  };
  // All families take over their files or none does, at once and durably; a snapshot or iterator has all or nothing of it
  // too. For families without rows that nobody writes to. Errors: storage errors (nothing happened, the files are still
  // there), StoreStopped, OutcomeUnknown.
  Status ingest(std::span<const Share> shares);

 private:
  friend class SortedWriter;
  SortedFiles(Store& store, std::string folder) : store_(store), folder_(std::move(folder)) {}
  std::string new_path();

  Store& store_;
  std::string folder_;
  uint64_t last_file_ = 0;
};

}  // namespace sheaf
