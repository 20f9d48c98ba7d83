// The calls of Database on many items.
#include <algorithm>

#include "engine/db/database.h"
#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

// The pipeline's form of the requests.
struct Prepared {
  std::vector<Action> actions;
  std::vector<uint8_t> wants_old;  // empty when none does
};

Prepared prepare(std::span<const ActionRequest> requests) {
  Prepared prepared;
  prepared.actions.resize(requests.size());
  const bool some_want_old = std::any_of(requests.begin(), requests.end(),
                                         [](const ActionRequest& request) { return request.wants_old != 0; });
  if (some_want_old) prepared.wants_old.resize(requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    const ActionRequest& request = requests[i];
    Action& action = prepared.actions[i];
    action.kind = request.kind;
    action.table = request.table->table.get();
    action.item = request.item;
    action.key = request.key;
    action.terms = request.terms;
    if (some_want_old) prepared.wants_old[i] = request.wants_old;
  }
  return prepared;
}

Status check_keys_differ(std::span<const Lookup> lookups, ActionOutcomes* outcomes) {
  std::vector<OwnedKey> keys;
  keys.reserve(lookups.size());
  for (const Lookup& lookup : lookups) keys.push_back({lookup.table, lookup.snapshot, lookup.base_key});
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
  Prepared prepared = prepare(writes.actions);
  Transaction transaction;
  transaction.actions = prepared.actions;
  transaction.wants_old = prepared.wants_old;
  transaction.outcomes = writes.outcomes;
  transaction.token = writes.token;
  transaction.max_actions = options_.max_transaction_actions;
  transaction.max_bytes = options_.max_transaction_bytes;
  return pipeline_->run_all(transaction, write_options(writes.sync, writes.deadline));
}

Status Database::write_each(const ManyWrites& writes) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_writable(writes.actions, writes.outcomes));
  Prepared prepared = prepare(writes.actions);
  if (options_.api == ApiMode::kDynamoDb) SHEAF_RETURN_IF_ERROR(dynamodb_mode::check_writes(prepared.actions));
  return pipeline_->run_each({prepared.actions, prepared.wants_old, writes.outcomes},
                             write_options(writes.sync, writes.deadline));
}

Status Database::get_all(const ManyReads& reads) {
  const Gate::Pass pass(gate_);
  if (!pass) return Status(Error::kClosed);
  const size_t count = reads.lookups.size();
  if (count == 0) return Status(Error::kBatchEmpty, {"key"});
  if (options_.api == ApiMode::kDynamoDb) SHEAF_RETURN_IF_ERROR(dynamodb_mode::check_lookups(count, reads.max_bytes));
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
