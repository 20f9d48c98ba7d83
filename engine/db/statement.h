// Statement: a prepared query, scan, update or condition with the values of its parameters. A query or scan walks rows as
// a cursor does; the other kinds are what a write is given. One thread at a time; closing the database may come from any
// other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/db/database_cursor.h"
#include "engine/db/dynamodb_mode.h"
#include "engine/db/scan_segments.h"
#include "engine/db/table_handle.h"
#include "engine/expr/condition.h"
#include "engine/expr/update.h"
#include "engine/expr/vocabulary.h"
#include "engine/item/value.h"
#include "engine/read/prepared_read.h"
#include "engine/write/write_terms.h"

namespace sheaf {

enum class StatementKind : uint8_t { kQuery = 1, kScan = 2, kUpdate = 3, kCondition = 4 };  // the numbers of the C ABI

// What a step of a query or scan gives: its rows, or only how many there are.
enum class StatementAnswer : uint8_t { kRows, kCount };

// A key attribute with its value.
struct NamedKeyValue {
  std::string name;
  Value value;
};

struct StatementName {
  std::string_view placeholder;  // "#s"
  std::string_view attribute;
};

// As a caller asks. Views are borrowed for prepare only.
struct StatementText {
  StatementKind kind = StatementKind::kQuery;
  StatementAnswer answer = StatementAnswer::kRows;
  ReadText read;                              // kQuery and kScan; its operation is ignored
  std::optional<std::string_view> update;     // kUpdate
  std::optional<std::string_view> condition;  // kUpdate; kCondition, which must have it
  std::span<const StatementName> names;
  uint64_t row_limit = 0;   // 0 = none
  uint64_t page_bytes = 0;  // 0 = kDefaultPageBytes; UINT64_MAX = no limit
  uint64_t timeout_ms = 0;  // 0 = none
  uint32_t segment = 0;
  uint32_t total_segments = 0;  // 0 or 1 is the whole
  TextOrigin origin = TextOrigin::kUser;
  ApiMode api = ApiMode::kEngine;  // kDynamoDb: refuses what DynamoDB does, whatever the database was opened with
};

// The text of a query or scan, kept: it is prepared anew when the definition of its table has changed.
class KeptReadText {
 public:
  explicit KeptReadText(const StatementText& text);

  // Borrows from this object; without names.
  StatementText text() const;

 private:
  StatementText text_;
  std::optional<std::string> index_;
  std::optional<std::string> key_;
  std::optional<std::string> filter_;
  std::optional<std::string> projection_;
};

class Statement {
 public:
  // Errors: Closed, TableDropped, those of PreparedRead::prepare and of the expressions' parse, the vocabulary's,
  // SegmentInvalid, and those of check_write_paths.
  static Result<std::unique_ptr<Statement>> prepare(std::shared_ptr<Database> database, TableHandle table,
                                                    const StatementText& text);

  StatementKind kind() const { return kind_; }
  const TableHandle& table() const { return table_; }

  // ---- values ----

  std::optional<uint32_t> find_parameter(std::string_view placeholder) const {
    return vocabulary_.find_parameter(placeholder);
  }
  const std::vector<std::string>& parameters() const { return vocabulary_.parameters(); }  // ":v", by slot

  // Copies the value, which must be in the stored form and verified. Errors: Closed, Misuse (no such parameter, or a walk
  // has begun).
  Status bind(uint32_t parameter, ValueView value);

  // Binds all attributes of the item, whose names are placeholders. Errors: as bind, and ValuesUnused (names that are no
  // parameters); nothing is bound then.
  Status bind_all(const ItemView& values);

  Bindings values() const { return views_; }

  // What it does, as JSON (read/explain.h). Errors: Closed, TableDropped.
  Result<std::string> explain();

  // ---- kUpdate and kCondition ----

  // What a write is given; borrows from the statement until the next bind. Errors: Closed, and those of the expressions'
  // check.
  Result<WriteTerms> write_terms();

  // The same with the values of an item whose attributes are named as placeholders, in place of those that are bound; borrows
  // them, and `slots`. Errors also: ValuesUnused.
  Result<WriteTerms> write_terms_with(const ItemView& values, std::vector<ValueView>* slots);

  // ---- kQuery and kScan ----

  // Null for the other kinds.
  const PreparedRead* read() const { return read_.has_value() ? &*read_ : nullptr; }
  const ScanSegments::Number& segment() const { return segment_; }
  StatementAnswer answer() const { return answer_; }

  // Errors: those of PreparedRead::check and plan, SegmentToken, TokenInvalid, and those of DatabaseCursor::next; Misuse for
  // the other kinds. After kDone, kPage or an error it gives the same again until reset or resume; after Interrupted it goes
  // on.
  Result<Step> step();
  // As step, for many rows: see DatabaseCursor::give_rows.
  Result<Step> give_rows(uint64_t most, const RowVisitor& visit);
  bool is_on_row() const { return has_walk_ && cursor_->is_on_row(); }
  const ItemView& item() const { return cursor_->item(); }  // only on a row

  // Since the first step.
  uint64_t scanned() const { return has_walk_ ? cursor_->scanned() : 0; }
  uint64_t returned() const { return has_walk_ ? cursor_->returned() : 0; }
  StopReason stop_reason() const { return has_walk_ ? cursor_->stop_reason() : StopReason::kNone; }
  ReadBytes read_bytes() const { return has_walk_ ? cursor_->read_bytes() : ReadBytes(); }

  // "" when there is nothing to resume after. Errors: as DatabaseCursor::token, and Misuse for the other kinds, and after
  // resume_after until the first step.
  Result<std::string> token() const;

  // As reset; the next step goes on after the token, "" is the start. Errors: Closed, Misuse for the other kinds.
  Status resume(std::string_view token);

  // As reset; the next step goes on behind the row of that key, which need not exist: `key` has the key attributes of the table
  // and, of an index, the index's own, no others. Errors: Closed, Misuse for the other kinds, those of make_start_key; the first
  // step's are also those of check_start_key.
  Status resume_after(std::span<const AttributeView> key);

  // The key attributes of the last row read, whether it passed the filter or not, or of what it was resumed after; false when
  // there is neither. The index's own come first; each stands there once. Errors: as token; Misuse also after resume, until the
  // first step.
  Result<bool> last_key(std::vector<NamedKeyValue>* key) const;

  // Back to before the first step; values stay.
  void reset();

 private:
  Statement(std::shared_ptr<Database> database, TableHandle table, const StatementText& text);
  Status follow_table();
  Status prepare_terms(const StatementText& text);
  Status prepare_read(const StatementText& text);
  WriteTerms terms() const;
  Status check_open() const;
  Status check_walks() const;
  Status check_may_bind() const;
  void store_value(uint32_t parameter, ValueView value);
  Status check_values();
  Status check_terms(Bindings values) const;
  Status check_names(const ItemView& values) const;
  Status ensure_walk();
  Status begin();
  Status start_walk();
  Result<Plan> make_plan() const;
  Status narrow_to_segment(Plan* plan) const;

  std::shared_ptr<Database> database_;
  TableHandle table_;
  StatementKind kind_;
  StatementAnswer answer_;
  CursorLimits limits_;  // but for the deadline
  uint64_t timeout_ms_;
  ScanSegments::Number segment_;

  Vocabulary vocabulary_;
  std::optional<ConditionExpression> condition_;
  std::optional<UpdateExpression> update_;
  std::optional<PreparedRead> read_;
  std::optional<KeptReadText> read_text_;  // kQuery and kScan

  std::vector<Value> values_;     // by slot
  std::vector<ValueView> views_;  // of values_
  bool values_are_checked_ = false;

  std::string resume_token_;  // at most one of these
  std::string resume_key_;    // a row's
  bool has_begun_ = false;
  bool is_beginning_ = false;             // stays so when memory ended within begin
  bool has_walk_ = false;                 // begin went well
  Status failure_;                        // of begin
  std::optional<DatabaseCursor> cursor_;  // kQuery and kScan
};

}  // namespace sheaf
