// DatabaseSnapshot and TableHandle: one state of a whole database, and a table as a caller holds it, either as it is
// now or bound to such a state. Any thread.
#pragma once

#include <memory>

#include "engine/db/store_users.h"
#include "engine/read/open_table.h"
#include "engine/store/store.h"

namespace sheaf {

// Every table and index as they were when it was made. Ends with its last user or with the database.
class DatabaseSnapshot final : public StoreUser {
 public:
  DatabaseSnapshot(Store& store, std::shared_ptr<StoreUsers> users)
      : users_(std::move(users)), state_(std::make_shared<Snapshot>(store)) {
    users_->add(this);
  }
  ~DatabaseSnapshot() { users_->remove(this); }
  DatabaseSnapshot(const DatabaseSnapshot&) = delete;
  DatabaseSnapshot& operator=(const DatabaseSnapshot&) = delete;

  // Inside the gate only.
  const std::shared_ptr<const Snapshot>& state() const { return state_; }

  void release() override { state_.reset(); }

 private:
  std::shared_ptr<StoreUsers> users_;
  std::shared_ptr<const Snapshot> state_;
};

struct TableHandle {
  TableHandle() = default;
  // A table is a handle on itself as it is now.
  TableHandle(std::shared_ptr<OpenTable> open) : table(std::move(open)) {}  // NOLINT(google-explicit-constructor)
  TableHandle(std::shared_ptr<OpenTable> open, std::shared_ptr<DatabaseSnapshot> at)
      : table(std::move(open)), snapshot(std::move(at)) {}

  // Null: the table as it is now. Inside the gate only.
  const Snapshot* state() const { return snapshot == nullptr ? nullptr : snapshot->state().get(); }

  std::shared_ptr<OpenTable> table;
  std::shared_ptr<DatabaseSnapshot> snapshot;
};

}  // namespace sheaf
