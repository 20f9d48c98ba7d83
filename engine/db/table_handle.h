// DatabaseSnapshot and TableHandle: one state of a whole database, and a table as a caller holds it, either as it is
// now or bound to such a state. Any thread.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/db/store_users.h"
#include "engine/read/open_table.h"
#include "engine/store/store.h"

namespace sheaf {

// Every table and index as they were when it was made. Ends with its last user or with the database.
class DatabaseSnapshot final : public StoreUser {
 public:
  // `change_count` is the catalog's, read before.
  DatabaseSnapshot(Store& store, std::shared_ptr<StoreUsers> users, uint64_t change_count)
      : users_(std::move(users)), change_count_(change_count), state_(std::make_shared<Snapshot>(store)) {
    users_->add(this);
  }
  ~DatabaseSnapshot() { users_->remove(this); }
  DatabaseSnapshot(const DatabaseSnapshot&) = delete;
  DatabaseSnapshot& operator=(const DatabaseSnapshot&) = delete;

  // Inside the gate only.
  const std::shared_ptr<const Snapshot>& state() const { return state_; }

  // Whether the rows of the index are in it.
  bool has(const OpenIndex& index) const { return index.readable_since <= change_count_; }

  void release() override { state_.reset(); }

 private:
  std::shared_ptr<StoreUsers> users_;
  const uint64_t change_count_;
  std::shared_ptr<const Snapshot> state_;
};

struct TableHandle {
  TableHandle() = default;
  // A table is a handle on itself as it is now.
  TableHandle(std::shared_ptr<OpenTable> open) : table(std::move(open)) {}  // NOLINT(google-explicit-constructor)
  TableHandle(std::shared_ptr<OpenTable> open, std::shared_ptr<DatabaseSnapshot> at)
      : table(std::move(open)), snapshot(std::move(at)) {}

  // The newest version of the table's definition, which a call goes by.
  std::shared_ptr<OpenTable> newest() const {
    std::shared_ptr<OpenTable> newer = table->newer();
    return newer != nullptr ? newer : table;
  }

  // Null: the table as it is now. Inside the gate only.
  const Snapshot* state() const { return snapshot == nullptr ? nullptr : snapshot->state().get(); }

  std::shared_ptr<OpenTable> table;
  std::shared_ptr<DatabaseSnapshot> snapshot;
};

}  // namespace sheaf
