// Cursor: walks the rows of a plan on one snapshot, row by row, until the range ends or a limit stops it. One thread
// at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

// Why a walk ended; the numbers of the C ABI.
enum class StopReason : uint8_t { kNone = 0, kEnd = 1, kRows = 2, kBytes = 3, kTime = 4 };

struct CursorLimits {
  uint64_t rows = 0;  // 0 = none
  uint64_t bytes =
      0;  // of the items that are read, by DynamoDB's formula: the row that reaches it is the last; 0 = none
  Deadline deadline;
};

// What a walk has read, by DynamoDB's formula and before anything was filtered or cut down.
struct ReadBytes {
  uint64_t rows = 0;           // bytes of the rows of the table or the index; of its keys, where no more was read
  uint64_t fetched_items = 0;  // items of the table that were read beside rows of an index
  uint64_t fetched_units = 0;  // and what they cost, each by itself (base/capacity_units.h)
};

// Where a walk begins, beside its plan.
struct CursorStart {
  CursorLimits limits;
  std::string_view resume_after;             // the last row's key of an earlier walk over the same plan, or ""
  std::shared_ptr<const Snapshot> snapshot;  // null: the newest state, fixed until the next start
};

class Cursor {
 public:
  Cursor();
  Cursor(Cursor&&) noexcept;
  Cursor& operator=(Cursor&&) noexcept;
  ~Cursor();

  // Begins a walk, in place of the one before, whose iterator is used again where it can be. The plan's table and the
  // store must outlive the walk, or release() must come before they go. Error: TokenInvalid when resume_after lies
  // outside the plan's range; the cursor then stands nowhere.
  Status start(Store& store, Plan plan, const CursorStart& from);
  bool is_started() const { return is_started_; }

  // Ends the walk: the cursor stands nowhere. The cursor's own thread only.
  void end();

  // After kDone, kPage or an error it gives the same again; after Interrupted it goes on. A deadline that passes within a
  // long run of deleted rows gives kPage too, perhaps without a row, but always further on than it began. `call` is
  // limits_of_call, made when the caller's own call began.
  Result<Step> next(const CallLimits& call);
  Result<Step> next(const Interrupt& interrupt) { return next(limits_of_call(interrupt)); }
  CallLimits limits_of_call(const Interrupt& interrupt) const { return {interrupt, limits_.deadline}; }

  // Leaves the row it stands on, and so stands on none; the next call goes on behind it.
  void pass_row();

  // The row it stands on is of no use: from now on it gives this error, and last_key is that of the row before, so that a
  // walk that resumes meets the row again.
  void fail(Status failure);

  StopReason stop_reason() const { return stop_reason_; }
  uint64_t rows_given() const { return rows_given_; }
  const ReadBytes& read_bytes() const { return read_bytes_; }
  bool is_on_row() const { return is_on_row_; }

  // Of the row it stands on; borrowed until the next call of next or release.
  const ItemView& item() const { return item_; }

  // Key values of the row it stands on: the index's own parts (none on the table itself) and the table's. Error:
  // KeyCorrupt.
  Status read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const;

  // The key of the last row given, or what it was opened to resume after; "" when there is neither.
  const std::string& last_key() const { return is_on_row_ ? key_ : key_before_; }
  // The same without the row that it stands on.
  const std::string& key_before() const { return key_before_; }
  const Plan& plan() const { return plan_; }

  // Drops iterator and snapshot, and with them the bytes of a row that is read in place; it must not be asked for more until
  // it is started anew. Another thread than the cursor's own may call this, so it touches nothing else.
  void release();

 private:
  bool can_restart(const Plan& plan, const CursorStart& from) const;
  Step end_walk(Step step, StopReason reason);
  Result<Step> move(const CallLimits& call);
  Result<Step> stopped(const CallLimits& call);
  Result<ItemView> open_row();
  Status load_row();
  Status load_keys_only();
  Status load_full_item();

  Store* store_ = nullptr;
  Plan plan_;
  CursorLimits limits_;
  std::shared_ptr<const Snapshot> snapshot_;  // given, or own where base items are read beside the walk
  std::unique_ptr<RangeIterator> rows_;
  uint64_t rows_given_ = 0;
  uint64_t bytes_given_ = 0;
  ReadBytes read_bytes_;
  bool is_on_row_ = false;
  bool is_started_ = false;
  bool is_moving_ = false;   // stays so when memory ended within next: the row it was on its way to is lost to it
  std::optional<Step> end_;  // kDone or kPage, once it has ended so
  StopReason stop_reason_ = StopReason::kNone;
  Status failure_;
  std::string key_;         // of the row it stands on
  std::string key_before_;  // of what it has left behind
  AlignedBuffer row_;
  std::unique_ptr<ItemBuilder> keys_builder_;
  ItemView item_;
};

}  // namespace sheaf
