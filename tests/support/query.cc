#include "tests/support/query.h"

#include "tests/support/items.h"

namespace sheaf::test {

RequestOf::RequestOf(const Query& query) : partition_(views_of(query.partition)), sort_(views_of(query.sort)) {
  if (!query.index.empty()) request_.index = query.index;
  request_.partition = partition_;
  request_.partition_op = query.partition_op;
  request_.sort = sort_;
  request_.sort_op = query.sort_op;
  request_.direction = query.direction;
  request_.content = query.content;
}

Result<Cursor> open_cursor(Store& store, Plan plan, const CursorLimits& limits, std::string_view resume_after) {
  Cursor cursor;
  CursorStart from;
  from.limits = limits;
  from.resume_after = resume_after;
  SHEAF_RETURN_IF_ERROR(cursor.start(store, std::move(plan), from));
  return cursor;
}

Result<Step> next_row(Cursor* cursor) { return cursor->next(Interrupt()); }

Page read_page(const std::function<Result<Step>()>& next, const std::function<const ItemView&()>& item) {
  Page page;
  while (true) {
    const Result<Step> step = next();
    if (!step.ok()) {
      page.status = step.status();
      return page;
    }
    page.end = *step;
    if (*step != Step::kRow) return page;
    page.rows.push_back(json_of(item()));
  }
}

Query reversed(Query query) {
  query.direction = query.direction == Direction::kForward ? Direction::kBackward : Direction::kForward;
  return query;
}

}  // namespace sheaf::test
