// DatabaseCursor: a cursor that a database knows of, so that closing ends it. One thread at a time; close may come from
// any other.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/db/store_users.h"
#include "engine/db/table_handle.h"
#include "engine/read/cursor.h"

namespace sheaf {

class Database;

class DatabaseCursor final : public StoreUser {
 public:
  // Stands nowhere until a walk is started.
  DatabaseCursor(std::shared_ptr<Database> database, TableHandle table);
  ~DatabaseCursor();
  DatabaseCursor(const DatabaseCursor&) = delete;
  DatabaseCursor& operator=(const DatabaseCursor&) = delete;

  // Begins a walk, in place of the one before. `token` is "" or one from token(). The request may borrow from the row
  // it stands on. After an error it stands nowhere. Errors: Closed, TableDropped, the plan's, TokenInvalid.
  Status start(const RangeRequest& request, const CursorLimits& limits, std::string_view token);

  // It stands nowhere until it is started.
  void end();

  // Errors: Closed, TableDropped, Interrupted (the next call goes on), storage errors, Misuse (no walk was started).
  Result<Step> next();
  bool is_on_row() const;
  const ItemView& item() const { return cursor_.item(); }

  // Whether the row can still be asked about. Errors: Closed, TableDropped, Misuse (it stands on none).
  Status check_row() const;
  // Errors: as check_row, and KeyCorrupt.
  Status read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const;

  // "" when there is nothing to resume after. Errors: Closed, TableDropped, Misuse (no walk was started).
  Result<std::string> token() const;

  void release() override { cursor_.release(); }

 private:
  Status start_walk(const RangeRequest& request, const CursorLimits& limits, std::string_view token);
  Status check_alive() const;
  Status check_row_inside() const;

  std::shared_ptr<Database> database_;
  TableHandle table_;
  Cursor cursor_;
};

}  // namespace sheaf
