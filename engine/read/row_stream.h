// RowStream: a cursor whose rows are filtered and cut down to what is wanted. Rows that the filter refuses never leave it.
// One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/expr/bindings.h"
#include "engine/expr/condition.h"
#include "engine/expr/path_tree.h"
#include "engine/expr/projection.h"
#include "engine/item/item_builder.h"
#include "engine/read/cursor.h"

namespace sheaf {

// What is done with each row. Borrowed until the walk ends or another is started; the values must have been checked.
struct RowTerms {
  const ConditionExpression* filter = nullptr;  // null: every row passes
  const PathTree* paths = nullptr;              // null: the row as it is, read in place
  Bindings values;
};

// Takes a row's item, which lives for the call only.
using RowVisitor = std::function<Status(const ItemView& item)>;

class RowStream {
 public:
  // As Cursor::start.
  Status start(Store& store, Plan plan, const CursorStart& from, const RowTerms& terms);
  bool is_started() const { return cursor_.is_started(); }

  // As Cursor::end and release.
  void end() { cursor_.end(); }
  void release() { cursor_.release(); }

  // The next row that passes; else as Cursor::next. Interrupt and deadline are looked at after each row that does not pass,
  // so a deadline ends the walk within a long run of those too. Error also: ItemCorrupt.
  Result<Step> next(const Interrupt& interrupt);

  // The same, and hands the row to `visit` before it counts as given: when that fails, the walk gives its error from now on, and
  // one that resumes meets the row again.
  CallLimits limits_of_call(const Interrupt& interrupt) const { return cursor_.limits_of_call(interrupt); }
  Result<Step> next(const CallLimits& call, const RowVisitor& visit);

  // Walks to the end of the page and only counts: never kRow.
  Result<Step> count(const Interrupt& interrupt);

  bool is_on_row() const { return cursor_.is_on_row() && !is_looking_; }
  // Of the row it stands on; borrowed until the next call of next, count or release.
  const ItemView& item() const { return terms_.paths != nullptr ? cut_item_ : cursor_.item(); }
  Status read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const {
    return cursor_.read_keys(index_key, base_key);
  }

  // Since the start: rows read, those that passed, and why it stopped.
  uint64_t scanned() const { return cursor_.rows_given(); }
  uint64_t returned() const { return returned_; }
  StopReason stop_reason() const { return cursor_.stop_reason(); }
  const ReadBytes& read_bytes() const { return cursor_.read_bytes(); }

  // As those of Cursor; the last key is that of the last row read, whether it passed or not.
  const std::string& last_key() const { return is_looking_ ? cursor_.key_before() : cursor_.last_key(); }
  const Plan& plan() const { return cursor_.plan(); }

 private:
  enum class Outcome : uint8_t { kPassed, kRefused };
  enum class Wanted : uint8_t { kItem, kCount };
  Result<Step> walk(const CallLimits& call, Wanted wanted);
  Status interrupted();
  Status look(Wanted wanted, Outcome* outcome);

  Cursor cursor_;
  RowTerms terms_;
  uint64_t returned_ = 0;
  bool is_looking_ = false;               // stays so when memory ended over a row: the row is neither given nor passed
  std::unique_ptr<Projector> projector_;  // both for rows that are cut down
  std::unique_ptr<ItemBuilder> builder_;
  ItemView cut_item_;
};

}  // namespace sheaf
