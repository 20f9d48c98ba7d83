// Action: one change of one item, or a look at it, as the pipeline takes it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/base/aligned_buffer.h"
#include "engine/base/call_limits.h"
#include "engine/item/item_view.h"
#include "engine/read/open_table.h"
#include "engine/write/write_cost.h"
#include "engine/write/write_terms.h"

namespace sheaf {

// A check only looks whether its condition holds; it is for transactions.
enum class ActionKind : uint8_t { kPut = 1, kUpdate = 2, kDelete = 3, kCheck = 4 };  // the numbers of the C ABI
// Of an update's images: whole items, or the parts that its targets name, as far as they are there (dynamodb-semantics.md 5.7).
enum class ImageParts : uint8_t { kWhole, kUpdated };
enum class Durability : uint8_t { kVisible, kDurable };  // what is waited for before the answer

struct Action {
  ActionKind kind = ActionKind::kPut;
  const OpenTable* table = nullptr;
  ItemView item;                   // kPut: the new image
  std::span<const ValueView> key;  // the other kinds: the values of the item's key
  std::string base_key;            // filled by check_action: the key, encoded
  WriteTerms terms{};              // the values are checked; the paths fit the table (write_checks.h)
  // When not null: receive the item as it was and as it is afterwards, or are left empty when there was or is none, or nothing of
  // the parts. The old image is there after ConditionFailed too, whole; after other errors neither means anything.
  AlignedBuffer* old_image = nullptr;
  AlignedBuffer* new_image = nullptr;
  ImageParts parts = ImageParts::kWhole;
  bool wants_old = false;  // of one of many: its outcome gets the old image when its condition fails
  // When not null: receives what the write costs, which makes it read the old item. After errors it means nothing.
  WriteCost* cost = nullptr;
  std::shared_ptr<const OpenTable> newer{};  // the pipeline's: when set, `table` is this one, in place of the caller's
};

struct ActionResult {
  bool had_old_image = false;  // meaningful when the action asked for the old image: that it is not empty
  bool has_new_image = false;  // the same for the new one
};

// What holds for all actions of one call.
struct WriteOptions {
  Durability durability = Durability::kVisible;
  CallLimits limits{};  // of the wait for other writes of the items
};

}  // namespace sheaf
