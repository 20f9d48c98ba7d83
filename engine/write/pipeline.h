// Pipeline: the only way anything is written to a table. Actions are checked, their keys locked, the old images read where
// something needs them, the conditions evaluated, the new images made, the derivations asked, and everything committed as one
// batch; durability is waited for after the locks are gone. A single write is a transaction of one action. Any number of threads.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/write/action.h"
#include "engine/write/action_run.h"
#include "engine/write/idempotency_tokens.h"
#include "engine/write/lock_table.h"
#include "engine/write/many.h"

namespace sheaf {

class Pipeline {
 public:
  explicit Pipeline(Store& store, WallClock clock = wall_clock_ms) : store_(store), tokens_(store, clock) {}

  // Errors: those of check_action and UpdatedItem (new_image.h), ConditionFailed, TableDropped, TableLoading, ItemCorrupt (the old
  // image), LockTimeout, Interrupted, and Store::write's. Nothing was written then, but for OutcomeUnknown.
  Result<ActionResult> run(Action* action, const WriteOptions& options = {});

  // All actions or none. After an error that actions are to blame for, the outcomes say for which: every condition that does not
  // hold, or the first action that is wrong otherwise; else there are none. Errors: TransactionCanceled; those of run for what is
  // wrong whatever the items are, and for what the store answers; TransactionEmpty, TransactionTooMany, TransactionTooLarge,
  // ActionsOnOneItem, TokenTooLong, TokenMismatch. Nothing was written then, but for OutcomeUnknown.
  Status run_all(const Transaction& transaction, const WriteOptions& options);

  // Each action by itself, those of a chunk in one commit; no checks, and no two on one item. Every action is looked at before
  // the first is written; an error (of the first that is wrong, which the outcomes show, KeysTwice, BatchEmpty) means that
  // nothing was written. OK means that the outcomes say what became of each action.
  Status run_each(const ManyActions& batch, const WriteOptions& options);

  LockTable& locks() { return locks_; }

 private:
  Status run_locked(const Action& action, ActionResult* result);
  Status wait_until_durable(const WriteOptions& options);

  // Of many actions, transaction.cc and action_batch.cc. An attempt that finds a table's definition outdated has done nothing.
  enum class Attempt : uint8_t { kOutdated, kDone };
  Result<Attempt> try_all(const Transaction& transaction, const WriteOptions& options);
  Result<LockTable::ManyGuard> lock_items(std::span<const Action> actions, std::vector<uint32_t> slots,
                                          const CallLimits& limits);
  void read_old_items(std::span<const Action> actions, std::deque<ActionRun>* runs);
  Status answer_again(const Transaction& transaction);
  Status run_all_locked(const Transaction& transaction, const TransactionDigest& digest, WrongAction wrong);
  struct NextChunk {
    std::span<Action> rest;              // what is not written yet; the chunk is the beginning of it
    ActionOutcomes* outcomes = nullptr;  // of the chunk
    bool is_first = false;               // its actions are checked, and of the newest versions
    size_t length = 0;
  };
  Result<Attempt> try_chunk(NextChunk* next, const WriteOptions& options);

  Store& store_;
  LockTable locks_;
  IdempotencyTokens tokens_;
};

// Gives the old image to the outcome of an action whose condition failed.
void keep_old_image(ActionRun* run, ActionOutcome* outcome);

}  // namespace sheaf
