#include "engine/write/idempotency_tokens.h"

#include <algorithm>
#include <array>
#include <new>

#include "engine/base/big_endian.h"
#include "engine/base/limits.h"
#include "engine/write/lock_table.h"

namespace sheaf {
namespace {

constexpr std::string_view kFamily = "k";
constexpr uint64_t kNoTable = 0;  // ids of tables begin with 1
constexpr size_t kTimeBytes = 8;
constexpr size_t kValueBytes = Digest::kBytes + kTimeBytes;
// One round of forgetting for so many tokens that were added, and at most so many in a round: more go than come.
constexpr uint64_t kAddedPerRound = 64;
constexpr int kForgottenPerRound = 4 * kAddedPerRound;

uint64_t unit_of(int64_t time_ms) { return static_cast<uint64_t>(std::max<int64_t>(time_ms, 0)) / kTokenLifeMs; }

std::string token_key(uint64_t unit, std::string_view token) {
  std::string key;
  append_big_endian(unit, &key);
  key += token;
  return key;
}

}  // namespace

uint32_t IdempotencyTokens::slot_of(std::string_view token) { return LockTable::slot_of(kNoTable, token); }

Status IdempotencyTokens::prepare() {
  if (is_prepared_.load(std::memory_order_acquire)) return {};
  const std::lock_guard once(prepare_mutex_);
  if (is_prepared_.load(std::memory_order_relaxed)) return {};
  family_ = store_.find_family(kFamily);
  if (family_ == nullptr) {
    const std::array<std::string, 1> names{std::string(kFamily)};
    SHEAF_ASSIGN_OR_RETURN(const auto families, store_.create_families(names));
    family_ = families.front();
  }
  is_prepared_.store(true, std::memory_order_release);
  return {};
}

// A token may have been committed in this unit or the one before, or in the next one, should the clock have been set back. The
// newest record counts: an older one is of a transaction whose time was over when the newer was committed.
Result<bool> IdempotencyTokens::is_committed(std::string_view token, const TransactionDigest& digest) const {
  const int64_t now_ms = clock_();
  const uint64_t unit = unit_of(now_ms);
  AlignedBuffer value;
  for (const uint64_t candidate : {unit + 1, unit, unit - 1}) {
    SHEAF_ASSIGN_OR_RETURN(const bool found, store_.get(*family_, token_key(candidate, token), nullptr, &value));
    if (!found) continue;
    const std::string_view bytes = value.view();
    if (bytes.size() != kValueBytes) return Status(Error::kStoreCorrupt, {"the record of an idempotency token"});
    const auto committed_ms = static_cast<int64_t>(read_big_endian(bytes.substr(Digest::kBytes)));
    if (now_ms - committed_ms > kTokenLifeMs) continue;
    const std::string_view kept = bytes.substr(0, Digest::kBytes);
    if (kept != std::string_view(digest.data(), digest.size())) return Status(Error::kTokenMismatch);
    return true;
  }
  return false;
}

void IdempotencyTokens::append(std::string_view token, const TransactionDigest& digest, Batch* batch) const {
  const int64_t now_ms = clock_();
  std::string value(digest.data(), digest.size());
  append_big_endian(static_cast<uint64_t>(now_ms), &value);
  batch->put(*family_, token_key(unit_of(now_ms), token), value);
}

// The transaction is committed: whatever hinders this must not become its answer. An old token only takes room.
void IdempotencyTokens::forget_some() {
  if (added_.fetch_add(1, std::memory_order_relaxed) % kAddedPerRound != 0) return;
  const std::unique_lock lock(forget_mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  try {
    forget_from(&forget_position_);
  } catch (const std::bad_alloc&) {
    return;
  }
}

void IdempotencyTokens::forget_from(std::string* position) {
  const uint64_t unit = unit_of(clock_());
  if (unit == 0) return;
  const std::string upper = token_key(unit - 1, {});
  if (*position > upper) position->clear();  // the clock was set back
  Batch batch;
  std::string last;
  {
    const auto rows = store_.iterate(*family_, {*position, upper}, {});
    for (int count = 0; count < kForgottenPerRound && rows->next(); ++count) {
      batch.erase(*family_, rows->key());
      last.assign(rows->key());
    }
  }
  if (!batch.is_empty() && store_.write(&batch).ok()) *position = std::move(last);
}

}  // namespace sheaf
