// DatabaseCursor: a cursor that a database knows of, so that closing ends it. One thread at a time; close may come from
// any other.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/db/store_users.h"
#include "engine/db/table_handle.h"
#include "engine/read/row_stream.h"

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

  // The same over a plan of this table, with what is done with the rows, which is borrowed until the walk ends.
  struct Resume {
    std::string_view token;    // "" is none
    std::string_view row_key;  // the key of a row of the plan's range, which need not exist; "" is none
  };
  Status start(Plan plan, const CursorLimits& limits, const Resume& resume, const RowTerms& terms);

  // It stands nowhere until it is started.
  void end();

  // The same, and goes on with another version of its table. Inside the gate only.
  void follow(std::shared_ptr<OpenTable> newer);

  // Errors: Closed, TableDropped, Interrupted (the next call goes on), storage errors, Misuse (no walk was started).
  Result<Step> next();
  // Hands up to `most` rows (0 = no limit) to `visit`, while none of which the database can close. kRow when so many were given, or
  // fewer, because something kept the next one back: an interrupt, or an error, which the next call answers. Errors: as
  // next, and those of `visit`, when no row was given.
  Result<Step> give_rows(uint64_t most, const RowVisitor& visit);
  // To the end of the page, where only the counts matter: never kRow. Errors: as next.
  Result<Step> count();
  bool is_on_row() const;
  const ItemView& item() const { return rows_.item(); }

  // Since the start: rows read, those that passed the filter, and why it stopped.
  uint64_t scanned() const { return rows_.scanned(); }
  uint64_t returned() const { return rows_.returned(); }
  StopReason stop_reason() const { return rows_.stop_reason(); }
  const ReadBytes& read_bytes() const { return rows_.read_bytes(); }

  // Whether the row can still be asked about. Errors: Closed, TableDropped, Misuse (it stands on none).
  Status check_row() const;
  // Errors: as check_row, and KeyCorrupt.
  Status read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const;

  // "" when there is nothing to resume after. Errors: Closed, TableDropped, Misuse (no walk was started).
  Result<std::string> token() const;

  // The key values of the last row read, or of where it was started to resume; false when there is neither. Errors: as token, and
  // KeyCorrupt.
  Result<bool> last_key(std::vector<Value>* index_key, std::vector<Value>* base_key) const;

  void release() override { rows_.release(); }

 private:
  Status check_kept_up() const;
  Status start_walk(Plan plan, const CursorLimits& limits, const Resume& resume, const RowTerms& terms);
  template <typename Walk>
  Result<Step> walk(Walk body);
  Status check_alive() const;
  Status check_row_inside() const;

  std::shared_ptr<Database> database_;
  TableHandle table_;
  RowStream rows_;
};

}  // namespace sheaf
