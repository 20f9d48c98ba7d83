#include "engine/write/pipeline.h"

#include <utility>

#include "engine/write/catch_up.h"

namespace sheaf {

Status Pipeline::run_locked(const Action& action, ActionResult* result) {
  SHEAF_RETURN_IF_ERROR(action.table->check_takes_writes());
  ActionRun run(action);
  if (needs_old_item(action)) {
    SHEAF_ASSIGN_OR_RETURN(const bool found,
                           store_.get(action.table->base(), action.base_key, nullptr, run.old_bytes()));
    run.take_old_item(found ? ActionRun::Found::kYes : ActionRun::Found::kNo);
  }
  SHEAF_RETURN_IF_ERROR(run.judge());
  if (run.changes_something()) {
    Batch batch(run.batch_bytes());
    run.append_edits(&batch);
    SHEAF_RETURN_IF_ERROR(store_.write(&batch));
  } else {
    SHEAF_RETURN_IF_ERROR(store_.check_not_stopped());
  }
  *result = run.finish();
  return {};
}

// Even a write that changed nothing waits: what it found there must be durable before it is answered.
Status Pipeline::wait_until_durable(const WriteOptions& options) {
  return options.durability == Durability::kDurable ? store_.sync() : Status();
}

Result<ActionResult> Pipeline::run(Action* action, const WriteOptions& options) {
  for (AlignedBuffer* const image : {action->old_image, action->new_image}) {
    if (image != nullptr) image->clear();
  }
  ActionResult result;
  for (bool is_done = false; !is_done;) {
    SHEAF_RETURN_IF_ERROR(catch_up({action, 1}, options.limits));
    SHEAF_RETURN_IF_ERROR(check_current(action));
    const uint32_t slot = LockTable::slot_of(action->table->def().id, action->base_key);
    SHEAF_ASSIGN_OR_RETURN(const LockTable::Guard lock, locks_.acquire(slot, options.limits));
    if (action->table->is_outdated()) continue;
    SHEAF_RETURN_IF_ERROR(run_locked(*action, &result));
    is_done = true;
  }
  SHEAF_RETURN_IF_ERROR(wait_until_durable(options));
  return result;
}

Result<LockTable::ManyGuard> Pipeline::lock_items(std::span<const Action> actions, std::vector<uint32_t> slots,
                                                  const CallLimits& limits) {
  slots.reserve(slots.size() + actions.size());
  for (const Action& action : actions) slots.push_back(LockTable::slot_of(action.table->def().id, action.base_key));
  return locks_.acquire_all(std::move(slots), limits);
}

// Makes the runs, and reads for all of them together.
void Pipeline::read_old_items(std::span<const Action> actions, std::deque<ActionRun>* runs) {
  for (const Action& action : actions) runs->emplace_back(action);
  std::vector<Store::Lookup> lookups;
  std::vector<ActionRun*> readers;
  const auto read_group = [&] {
    store_.get_many(lookups, nullptr);
    for (size_t i = 0; i < lookups.size(); ++i) {
      if (lookups[i].status.ok()) {
        readers[i]->take_old_item(lookups[i].is_found ? ActionRun::Found::kYes : ActionRun::Found::kNo);
      } else {
        readers[i]->fail_to_read(std::move(lookups[i].status));
      }
    }
    lookups.clear();
    readers.clear();
  };
  for (size_t i = 0; i < actions.size(); ++i) {
    if (!needs_old_item(actions[i])) continue;
    ActionRun& run = (*runs)[i];
    lookups.push_back({&actions[i].table->base(), actions[i].base_key, run.old_bytes()});
    readers.push_back(&run);
    if (lookups.size() == Store::kMostLookups) read_group();
  }
  if (!lookups.empty()) read_group();
}

void keep_old_image(ActionRun* run, ActionOutcome* outcome) { outcome->old_image = std::move(*run->old_bytes()); }

}  // namespace sheaf
