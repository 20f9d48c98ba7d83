// The calls of Database on many items.
#include "engine/db/database.h"
#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

// The pipeline's form of the requests.
std::vector<Action> to_actions(std::span<const ActionRequest> requests) {
  std::vector<Action> actions(requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    const ActionRequest& request = requests[i];
    Action& action = actions[i];
    action.kind = request.kind;
    action.table = request.table->table.get();
    action.item = request.item;
    action.key = request.key;
    action.terms = request.terms;
    action.wants_old = request.wants_old;
    action.cost = request.cost;
  }
  return actions;
}

Status check_keys_differ(std::span<const Lookup> lookups, ActionOutcomes* outcomes) {
  std::vector<OwnedKey> keys;
  keys.reserve(lookups.size());
  for (const Lookup& lookup : lookups) keys.push_back({&lookup.table->marks(), lookup.snapshot, lookup.base_key});
  const Twice twice = find_twice(keys);
  if (twice.second == lookups.size()) return {};
  Status status(Error::kKeysTwice, {"keys", std::to_string(twice.first), std::to_string(twice.second)});
  return refuse({twice.second, lookups.size()}, std::move(status), outcomes);
}

}  // namespace

WriteOptions Database::write_options(SyncMode sync, Deadline deadline) const {
  const bool waits = options_.sync == SyncMode::kFull || sync == SyncMode::kFull;
  return {waits ? Durability::kDurable : Durability::kVisible, CallLimits(interrupt_, deadline)};
}

Status Database::check_writable(std::span<const ActionRequest> requests, ActionOutcomes* outcomes) const {
  for (size_t i = 0; i < requests.size(); ++i) {
    Status writable = check_writable(*requests[i].table);
    if (!writable.ok()) return refuse({i, requests.size()}, std::move(writable), outcomes);
  }
  return {};
}

Status Database::write_all(const ManyWrites& writes) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_writable(writes.actions, writes.outcomes));
  std::vector<Action> actions = to_actions(writes.actions);
  Transaction transaction;
  transaction.actions = actions;
  transaction.outcomes = writes.outcomes;
  transaction.token = writes.token;
  transaction.was_committed_before = writes.was_committed_before;
  if (writes.api != ApiMode::kDynamoDb) {
    transaction.max_actions = options_.max_transaction_actions;
    transaction.max_bytes = options_.max_transaction_bytes;
  }
  return pipeline_->run_all(transaction, write_options(writes.sync, writes.deadline));
}

Status Database::write_each(const ManyWrites& writes) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_writable(writes.actions, writes.outcomes));
  std::vector<Action> actions = to_actions(writes.actions);
  if (is_dynamodb(writes.api)) SHEAF_RETURN_IF_ERROR(dynamodb_mode::check_writes(actions));
  return pipeline_->run_each({actions, writes.outcomes}, write_options(writes.sync, writes.deadline));
}

Status Database::get_all(const ManyReads& reads) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  const size_t count = reads.lookups.size();
  if (count == 0) return Status(Error::kBatchEmpty, {"key"});
  if (is_dynamodb(reads.api)) SHEAF_RETURN_IF_ERROR(dynamodb_mode::check_lookups(count, reads.max_bytes));
  std::vector<Lookup> lookups(count);
  for (size_t i = 0; i < count; ++i) {
    const LookupRequest& request = reads.lookups[i];
    Lookup& lookup = lookups[i];
    lookup.table = request.table->table.get();
    lookup.snapshot = request.table->state();
    lookup.item = request.item;
    Status status = lookup.table->check_alive();
    if (status.ok()) status = append_key_of_values(lookup.table->def().key, request.key, &lookup.base_key);
    if (!status.ok()) return refuse({i, count}, std::move(status), reads.outcomes);
  }
  SHEAF_RETURN_IF_ERROR(check_keys_differ(lookups, reads.outcomes));
  const LookupLimits limits{reads.max_bytes, CallLimits(interrupt_, reads.deadline)};
  SHEAF_RETURN_IF_ERROR(look_up_all(*store_, lookups, limits));
  for (size_t i = 0; i < count; ++i) {
    reads.lookups[i].outcome = lookups[i].outcome;
    reads.lookups[i].status = std::move(lookups[i].status);
  }
  return {};
}

}  // namespace sheaf
