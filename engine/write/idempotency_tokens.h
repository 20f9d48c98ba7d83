// IdempotencyTokens: which transactions were committed under a token within the last ten minutes, so that a client that got no
// answer may ask again. A token is committed in the transaction's own batch. Any number of threads; one token is looked up and
// added by one at a time, under its lock slot.
//
// On disk, column family "k", made when the first token comes:
//   key    the time of the commit in units of 10 minutes since 1970, 8 bytes big-endian ++ the token
//   value  the transaction's digest, 16 bytes ++ the time of the commit in milliseconds since 1970, 8 bytes big-endian
// Keys of past units are erased little by little by those who add tokens.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/store/store.h"
#include "engine/write/transaction_digest.h"

namespace sheaf {

class IdempotencyTokens {
 public:
  IdempotencyTokens(Store& store, WallClock clock) : store_(store), clock_(clock) {}

  // The slot that a token is locked by (LockTable).
  static uint32_t slot_of(std::string_view token);

  // Before the first of the other calls, and before anything is locked. Errors: the store's.
  Status prepare();

  // Whether the token's transaction was committed already. Errors: TokenMismatch, the store's.
  Result<bool> is_committed(std::string_view token, const TransactionDigest& digest) const;

  void append(std::string_view token, const TransactionDigest& digest, Batch* batch) const;

  // Now and then erases some of the tokens whose time is over; without any lock.
  void forget_some();

 private:
  void forget_from(std::string* position);

  Store& store_;
  WallClock clock_;
  std::mutex prepare_mutex_;
  std::atomic<bool> is_prepared_{false};
  std::shared_ptr<Family> family_;  // set once, before is_prepared_
  std::atomic<uint64_t> added_{0};
  std::mutex forget_mutex_;
  std::string forget_position_;  // guarded by forget_mutex_: what stands before it was erased
};

}  // namespace sheaf
