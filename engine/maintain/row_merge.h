// RowMerge: several sorted sources as one walk in the order of the keys. Rows of one key come one after another, in no
// particular order. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/maintain/sort_rows.h"
#include "engine/store/sorted_files.h"

namespace sheaf {

class RowMerge {
 public:
  // Sources, before the first next. The rows must outlive this object.
  void add(std::span<const SortRow> rows);
  void add(std::unique_ptr<SortedReader> run);

  // False at the end, or after an error, which status() tells apart.
  bool next();
  const Status& status() const { return status_; }

  // Of the row it stands on; borrowed until it moves.
  std::string_view key() const { return heads_.back().key; }
  std::string_view value() const { return heads_.back().value; }

 private:
  // A source at one of its rows: a run, or rows in memory.
  struct Head {
    std::string_view key;
    std::string_view value;
    std::span<const SortRow> rest;  // behind that row
    std::unique_ptr<SortedReader> run;
  };
  enum class Moved : uint8_t { kRow, kEnd };

  Moved move(Head* head);

  std::vector<Head> heads_;  // a heap but for the last, which holds the current row
  bool is_started_ = false;
  Status status_;
};

}  // namespace sheaf
