// A query and its answer, with owned values. The same for tables of a Database and for bare tables.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/read/cursor.h"
#include "engine/read/plan.h"

namespace sheaf::test {

struct Query {
  std::string index = {};
  std::vector<Value> partition = {};
  std::vector<Value> sort = {};
  RangeOp sort_op = RangeOp::kAll;
  RangeOp partition_op = RangeOp::kAll;
  Direction direction = Direction::kForward;
  RowContent content = RowContent::kStored;
  uint64_t limit = 0;
  std::string token = {};
};

// The engine's request; borrows from the query and from itself, so it must not be moved.
class RequestOf {
 public:
  explicit RequestOf(const Query& query);
  RequestOf(const RequestOf&) = delete;
  RequestOf& operator=(const RequestOf&) = delete;

  const RangeRequest& request() const { return request_; }

 private:
  std::vector<ValueView> partition_;
  std::vector<ValueView> sort_;
  RangeRequest request_;
};

struct Page {
  std::vector<std::string> rows;  // as JSON
  Status status;                  // why it ended, when that was an error
  Step end = Step::kDone;         // kDone or kPage
  std::string token;              // what a next page goes on from; "" after an error
};

// A cursor at the start of a walk over a store, and its next step, with nothing that interrupts it.
Result<Cursor> open_cursor(Store& store, Plan plan, const CursorLimits& limits = {},
                           std::string_view resume_after = {});
Result<Step> next_row(Cursor* cursor);

// Walks a cursor to its end.
Page read_page(const std::function<Result<Step>()>& next, const std::function<const ItemView&()>& item);

// The query backwards when it is forwards.
Query reversed(Query query);

}  // namespace sheaf::test
