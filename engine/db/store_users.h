// StoreUsers: who holds iterators and snapshots of a store and must let go of them before it closes. Any thread.
#pragma once

#include <mutex>
#include <set>

namespace sheaf {

class StoreUser {
 public:
  // Lets go of everything of the store. Called by the thread that closes, with no call inside the gate, or by the
  // user's own end; so it must touch nothing that the user's other calls look at outside the gate.
  virtual void release() = 0;

 protected:
  ~StoreUser() = default;
};

class StoreUsers {
 public:
  void add(StoreUser* user) {
    const std::lock_guard lock(mutex_);
    users_.insert(user);
  }

  // Releases it too, so that closing never races with its end.
  void remove(StoreUser* user) {
    const std::lock_guard lock(mutex_);
    users_.erase(user);
    user->release();
  }

  void release_all() {
    const std::lock_guard lock(mutex_);
    for (StoreUser* const user : users_) user->release();
  }

 private:
  std::mutex mutex_;
  std::set<StoreUser*> users_;
};

}  // namespace sheaf
