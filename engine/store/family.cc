#include "engine/store/family.h"

#include <rocksdb/db.h>

namespace sheaf {

std::shared_ptr<Family> FamilyRegistry::adopt(rocksdb::ColumnFamilyHandle* handle) {
  const std::lock_guard lock(mutex_);
  families_.reserve(families_.size() + 1);
  auto family = std::make_shared<Family>(shared_from_this(), handle, handle->GetName());
  families_.push_back(family.get());
  return family;
}

void FamilyRegistry::release_all() {
  const std::lock_guard lock(mutex_);
  for (Family* const family : families_) {
    db_->DestroyColumnFamilyHandle(family->handle_).PermitUncheckedError();
    family->handle_ = nullptr;
  }
  families_.clear();
  db_ = nullptr;
}

void FamilyRegistry::release(Family* family) {
  const std::lock_guard lock(mutex_);
  if (family->handle_ == nullptr) return;
  db_->DestroyColumnFamilyHandle(family->handle_).PermitUncheckedError();
  family->handle_ = nullptr;
  std::erase(families_, family);
}

}  // namespace sheaf
