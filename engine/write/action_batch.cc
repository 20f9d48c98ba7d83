// Pipeline::run_each.
#include <algorithm>
#include <new>
#include <utility>

#include "engine/write/catch_up.h"
#include "engine/write/pipeline.h"

namespace sheaf {
namespace {

// Of one commit, which holds so many locks and keeps so many bytes in memory at once. An action that needs its old item weighs
// as many as these are, for that may have 400 KiB: then a chunk is one group of reads.
constexpr size_t kChunkWeight = 256;
constexpr size_t kReaderWeight = kChunkWeight / Store::kMostLookups;
constexpr uint64_t kChunkBytes = 1u << 20;

Status check_actions(const ManyActions& batch) {
  const size_t count = batch.actions.size();
  for (size_t i = 0; i < count; ++i) {
    Status checked = check_current(&batch.actions[i]);
    if (!checked.ok()) return refuse({i, count}, std::move(checked), batch.outcomes);
  }
  const Twice twice = find_same_item(batch.actions);
  if (twice.second == count) return {};
  Status status(Error::kKeysTwice, {"actions", std::to_string(twice.first), std::to_string(twice.second)});
  return refuse({twice.second, count}, std::move(status), batch.outcomes);
}

// Every action was looked at before the first chunk was written; what a newer definition refuses since then fails by itself. Empty
// when no table has changed.
std::vector<Status> check_again(std::span<Action> actions) {
  const bool has_changed =
      std::any_of(actions.begin(), actions.end(), [](const Action& action) { return action.newer != nullptr; });
  if (!has_changed) return {};
  std::vector<Status> checked;
  for (Action& action : actions) checked.push_back(check_current(&action));
  return checked;
}

// How many of the actions make the next chunk.
size_t chunk_length(std::span<const Action> actions) {
  uint64_t bytes = 0;
  size_t weight = 0;
  size_t count = 0;
  while (count < actions.size() && weight < kChunkWeight && bytes < kChunkBytes) {
    weight += needs_old_item(actions[count]) ? kReaderWeight : 1;
    bytes += payload_bytes(actions[count++]);
  }
  return count;
}

// For actions that were well so far, from `begin` on. Takes no memory for what must be right.
void fail_rest(const Status& status, size_t begin, ActionOutcomes* outcomes) {
  for (size_t i = begin; i < outcomes->size(); ++i) {
    ActionOutcome& outcome = (*outcomes)[i];
    if (outcome.code != StatusCode::kOK) continue;
    outcome.code = status.code();
    try {
      outcome.status = status;
    } catch (const std::bad_alloc&) {
      continue;  // the code says it, without words
    }
  }
}

Status check_goes_on(const CallLimits& limits) {
  if (limits.is_interrupted()) return Status(Error::kInterrupted);
  return limits.deadline().has_passed() ? Status(Error::kBatchTimeout) : Status();
}

}  // namespace

// An error is one of the whole chunk; its actions have their own in the outcomes. How long the chunk is depends on the newest
// definitions of the tables, so every attempt cuts it anew.
Result<Pipeline::Attempt> Pipeline::try_chunk(NextChunk* next, const WriteOptions& options) {
  if (!next->is_first) {
    const size_t most = std::min(next->rest.size(), kChunkWeight);
    SHEAF_RETURN_IF_ERROR(catch_up(next->rest.first(most), options.limits));
  }
  next->length = chunk_length(next->rest);
  for (size_t i = 0; i < next->length; ++i) (*next->outcomes)[i] = {};
  const ManyActions chunk{next->rest.first(next->length), next->outcomes};
  std::vector<Status> checked;
  if (!next->is_first) checked = check_again(chunk.actions);
  SHEAF_ASSIGN_OR_RETURN(const LockTable::ManyGuard locks, lock_items(chunk.actions, {}, options.limits));
  if (is_any_outdated(chunk.actions)) return Attempt::kOutdated;
  std::deque<ActionRun> runs;
  read_old_items(chunk.actions, &runs);
  size_t batch_bytes = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    Status status = chunk.actions[i].table->check_takes_writes();
    if (status.ok() && !checked.empty()) status = std::move(checked[i]);
    if (status.ok()) status = runs[i].judge();
    if (status.ok()) {
      batch_bytes += runs[i].batch_bytes();
      continue;
    }
    ActionOutcome& outcome = (*chunk.outcomes)[i];
    if (status.is(Error::kConditionFailed) && chunk.actions[i].wants_old) keep_old_image(&runs[i], &outcome);
    outcome.fail(std::move(status));
  }
  Batch batch(batch_bytes);
  for (size_t i = 0; i < runs.size(); ++i) {
    const bool is_done = (*chunk.outcomes)[i].code == StatusCode::kOK;
    if (is_done && runs[i].changes_something()) runs[i].append_edits(&batch);
  }
  SHEAF_RETURN_IF_ERROR(batch.is_empty() ? store_.check_not_stopped() : store_.write(&batch));
  return Attempt::kDone;
}

// Once a chunk is written no error may hide it: memory that ends is an error of what it ends in.
Status Pipeline::run_each(const ManyActions& batch, const WriteOptions& options) {
  static const Status no_memory(Error::kNoMemory);
  static const Status unknown(Error::kOutcomeUnknown, {"memory ended"});
  batch.outcomes->clear();
  if (batch.actions.empty()) return Status(Error::kBatchEmpty, {"action"});
  ActionOutcomes of_chunk(kChunkWeight);
  batch.outcomes->resize(batch.actions.size());
  Status failure;
  size_t begin = 0;
  while (begin < batch.actions.size() && failure.ok()) {
    NextChunk next{batch.actions.subspan(begin), &of_chunk, begin == 0};
    bool is_outdated = false;
    // Until something is written, what the newest definitions refuse refuses the whole batch.
    if (next.is_first) failure = catch_up(batch.actions, options.limits);
    if (next.is_first && failure.ok()) SHEAF_RETURN_IF_ERROR(check_actions(batch));
    try {
      if (!next.is_first) failure = check_goes_on(options.limits);
      if (failure.ok()) {
        Result<Attempt> attempt = try_chunk(&next, options);
        is_outdated = attempt.ok() && *attempt == Attempt::kOutdated;
        if (!attempt.ok()) failure = std::move(attempt).status();
      }
      if (failure.is(Error::kLockTimeout)) failure = Status(Error::kBatchTimeout);
    } catch (const std::bad_alloc&) {
      for (size_t i = 0; i < next.length; ++i) (*batch.outcomes)[begin + i] = std::move(of_chunk[i]);
      fail_rest(no_memory, begin, batch.outcomes);
      break;
    }
    if (is_outdated) continue;
    for (size_t i = 0; i < next.length; ++i) (*batch.outcomes)[begin + i] = std::move(of_chunk[i]);
    if (failure.ok()) begin += next.length;
  }
  if (!failure.ok()) fail_rest(failure, begin, batch.outcomes);
  if (begin == 0) return {};
  // What was done waits, whatever became of the rest.
  try {
    const Status durable = wait_until_durable(options);
    if (!durable.ok()) fail_rest(durable, 0, batch.outcomes);
  } catch (const std::bad_alloc&) {
    fail_rest(unknown, 0, batch.outcomes);
  }
  return {};
}

}  // namespace sheaf
