// Pipeline::run_all.
#include <algorithm>
#include <utility>

#include "engine/write/cancellation.h"
#include "engine/write/catch_up.h"
#include "engine/write/pipeline.h"

namespace sheaf {
namespace {

// What is wrong with a request whatever the tables hold; it is answered as itself and cancels nothing (dynamodb-semantics.md
// 5.12).
bool is_of_request(const Status& status) {
  switch (status.error()) {
    case Error::kKeyEmptyString:
    case Error::kKeyEmptyBinary:
    case Error::kItemTooLarge:
    case Error::kItemTooLargeWithRows:
      return true;
    default:
      return false;
  }
}

// Requests are refused before items cancel, whatever the order of the actions. `wrong` keeps what will cancel.
Status check_actions(const Transaction& transaction, WrongAction* wrong) {
  for (size_t i = 0; i < transaction.actions.size(); ++i) {
    Status checked = check_current(&transaction.actions[i]);
    if (checked.ok()) continue;
    if (is_of_request(checked)) {
      return refuse({i, transaction.actions.size()}, std::move(checked), transaction.outcomes);
    }
    if (wrong->status.ok()) *wrong = {i, std::move(checked)};
  }
  return {};
}

Status check_size(const Transaction& transaction) {
  const size_t count = transaction.actions.size();
  if (count == 0) return Status(Error::kTransactionEmpty);
  if (count > transaction.max_actions) {
    return Status(Error::kTransactionTooMany, {std::to_string(count), std::to_string(transaction.max_actions)});
  }
  if (transaction.token.size() > kMaxTokenBytes) {
    return Status(Error::kTokenTooLong, {std::to_string(transaction.token.size())});
  }
  return {};
}

Status check_payload(const Transaction& transaction) {
  uint64_t bytes = 0;
  for (const Action& action : transaction.actions) bytes += payload_bytes(action);
  return bytes <= transaction.max_bytes
             ? Status()
             : Status(Error::kTransactionTooLarge, {std::to_string(bytes), std::to_string(transaction.max_bytes)});
}

Status check_items_differ(const Transaction& transaction) {
  const size_t count = transaction.actions.size();
  const Twice twice = find_same_item(transaction.actions);
  if (twice.second == count) return {};
  Status status(Error::kActionsOnOneItem, {std::to_string(twice.first), std::to_string(twice.second)});
  return refuse({twice.second, count}, std::move(status), transaction.outcomes);
}

// Actions in their order: the first that is wrong cancels alone; conditions that do not hold are gathered.
Status judge(const Transaction& transaction, std::deque<ActionRun>* runs) {
  ActionOutcomes& outcomes = *transaction.outcomes;
  for (size_t i = 0; i < runs->size(); ++i) {
    ActionRun& run = (*runs)[i];
    Status status = run.judge();
    if (status.ok()) continue;
    if (!status.is(Error::kConditionFailed)) return cancel({i, runs->size()}, std::move(status), &outcomes);
    outcomes.resize(runs->size());
    outcomes[i].fail(std::move(status));
    if (transaction.actions[i].wants_old) keep_old_image(&run, &outcomes[i]);
  }
  return canceled_by(outcomes);
}

}  // namespace

Status Pipeline::run_all_locked(const Transaction& transaction, const TransactionDigest& digest, WrongAction wrong) {
  const std::span<Action> actions = transaction.actions;
  const size_t count = actions.size();
  if (!transaction.token.empty()) {
    SHEAF_ASSIGN_OR_RETURN(const bool is_committed, tokens_.is_committed(transaction.token, digest));
    if (is_committed) return answer_again(transaction);
  }
  for (size_t i = 0; i < count; ++i) {
    Status takes = actions[i].table->check_takes_writes();
    if (!takes.ok()) return refuse({i, count}, std::move(takes), transaction.outcomes);
  }
  if (!wrong.status.ok()) return cancel({wrong.action, count}, std::move(wrong.status), transaction.outcomes);
  std::deque<ActionRun> runs;
  read_old_items(actions, &runs);
  SHEAF_RETURN_IF_ERROR(judge(transaction, &runs));
  size_t batch_bytes = 0;
  for (const ActionRun& run : runs) batch_bytes += run.batch_bytes();
  Batch batch(batch_bytes);
  for (const ActionRun& run : runs) {
    if (run.changes_something()) run.append_edits(&batch);
  }
  if (!transaction.token.empty()) tokens_.append(transaction.token, digest, &batch);
  return batch.is_empty() ? store_.check_not_stopped() : store_.write(&batch);
}

// DynamoDB reads the items of a transaction that it has committed before.
Status Pipeline::answer_again(const Transaction& transaction) {
  const auto has_cost = [](const Action& action) { return action.cost != nullptr; };
  if (transaction.was_committed_before != nullptr) *transaction.was_committed_before = true;
  if (std::any_of(transaction.actions.begin(), transaction.actions.end(), has_cost)) {
    std::deque<ActionRun> runs;
    read_old_items(transaction.actions, &runs);
    for (size_t i = 0; i < runs.size(); ++i) {
      if (has_cost(transaction.actions[i])) runs[i].note_old_item();
    }
  }
  return store_.check_not_stopped();
}

Result<Pipeline::Attempt> Pipeline::try_all(const Transaction& transaction, const WriteOptions& options) {
  SHEAF_RETURN_IF_ERROR(catch_up(transaction.actions, options.limits));
  WrongAction wrong;
  SHEAF_RETURN_IF_ERROR(check_actions(transaction, &wrong));
  SHEAF_RETURN_IF_ERROR(check_items_differ(transaction));
  SHEAF_RETURN_IF_ERROR(check_payload(transaction));
  std::vector<uint32_t> slots;
  TransactionDigest digest{};
  if (!transaction.token.empty()) {
    SHEAF_RETURN_IF_ERROR(tokens_.prepare());
    digest = digest_of(transaction.actions);
    slots.push_back(IdempotencyTokens::slot_of(transaction.token));
  }
  SHEAF_ASSIGN_OR_RETURN(const LockTable::ManyGuard locks,
                         lock_items(transaction.actions, std::move(slots), options.limits));
  if (is_any_outdated(transaction.actions)) return Attempt::kOutdated;
  SHEAF_RETURN_IF_ERROR(run_all_locked(transaction, digest, std::move(wrong)));
  return Attempt::kDone;
}

Status Pipeline::run_all(const Transaction& transaction, const WriteOptions& options) {
  transaction.outcomes->clear();
  if (transaction.was_committed_before != nullptr) *transaction.was_committed_before = false;
  SHEAF_RETURN_IF_ERROR(check_size(transaction));
  for (Attempt attempt = Attempt::kOutdated; attempt != Attempt::kDone;) {
    SHEAF_ASSIGN_OR_RETURN(attempt, try_all(transaction, options));
  }
  if (!transaction.token.empty()) tokens_.forget_some();
  return wait_until_durable(options);
}

}  // namespace sheaf
