// Cursor: walks the rows of a plan on one snapshot, row by row, until the range ends or a limit stops it. One thread
// at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/aligned_buffer.h"
#include "engine/base/clock.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"
#include "engine/read/plan.h"

namespace sheaf {

enum class Step : uint8_t { kRow, kDone, kPage };

struct CursorLimits {
  uint64_t rows = 0;  // 0 = none
  Deadline deadline;
};

class Cursor {
 public:
  // The table and store must outlive the cursor, or release() must come before they go. `resume_after` is the last
  // row's key of an earlier walk over the same plan, or "". Error: TokenInvalid when that key lies outside the plan's
  // range.
  static Result<Cursor> open(Store& store, Plan plan, const CursorLimits& limits, std::string_view resume_after);

  Cursor(Cursor&&) noexcept;
  Cursor& operator=(Cursor&&) noexcept;
  ~Cursor();

  // After kDone, kPage or an error it gives the same again.
  Result<Step> next();

  bool is_on_row() const { return is_on_row_; }
  void leave_row() { is_on_row_ = false; }

  // Of the row it stands on; borrowed until the next call of next or release.
  const ItemView& item() const { return item_; }

  // Key values of the row it stands on: the index's own parts (none on the table itself) and the table's. Error:
  // KeyCorrupt.
  Status read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const;

  // The key of the last row given, or what it was opened to resume after; "" when there is neither.
  const std::string& last_key() const { return last_key_; }
  const Plan& plan() const { return plan_; }

  // Drops iterator and snapshot, and with them the bytes of a row that is read in place; the cursor must not be moved any
  // more. Another thread than the cursor's own may call this, so it touches nothing else.
  void release();

 private:
  Cursor() = default;
  Status load_row();
  Status load_keys_only();
  Status load_full_item();

  Store* store_ = nullptr;
  Plan plan_;
  CursorLimits limits_;
  std::unique_ptr<Snapshot> snapshot_;  // only where base items are read beside the walk
  std::unique_ptr<RangeIterator> rows_;
  uint64_t rows_given_ = 0;
  bool is_on_row_ = false;
  bool is_at_end_ = false;
  Status failure_;
  std::string last_key_;
  std::string key_before_;  // the last_key_ before the row that is being read
  AlignedBuffer row_;
  std::unique_ptr<ItemBuilder> keys_builder_;
  ItemView item_;
};

}  // namespace sheaf
