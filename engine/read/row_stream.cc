#include "engine/read/row_stream.h"

namespace sheaf {

Status RowStream::start(Store& store, Plan plan, const CursorStart& from, const RowTerms& terms) {
  terms_ = terms;
  returned_ = 0;
  is_looking_ = false;
  if (terms_.paths != nullptr && builder_ == nullptr) {
    projector_ = std::make_unique<Projector>();
    builder_ = std::make_unique<ItemBuilder>();
  }
  return cursor_.start(store, std::move(plan), from);
}

Result<Step> RowStream::next(const Interrupt& interrupt) {
  const CallLimits call = cursor_.limits_of_call(interrupt);
  return walk(call, Wanted::kItem);
}

Result<Step> RowStream::next(const CallLimits& call, const RowVisitor& visit) {
  Result<Step> step = walk(call, Wanted::kItem);
  if (!step.ok() || *step != Step::kRow) return step;
  --returned_;
  is_looking_ = true;
  Status visited = visit(item());
  if (!visited.ok()) cursor_.fail(visited);
  is_looking_ = false;
  if (!visited.ok()) return visited;
  ++returned_;
  return Step::kRow;
}

Result<Step> RowStream::count(const Interrupt& interrupt) {
  const CallLimits call = cursor_.limits_of_call(interrupt);
  while (true) {
    Result<Step> step = walk(call, Wanted::kCount);
    if (!step.ok() || *step != Step::kRow) return step;
    if (call.is_interrupted()) return interrupted();
  }
}

// The row that was read last has had its turn.
Status RowStream::interrupted() {
  cursor_.pass_row();
  return Status(Error::kInterrupted);
}

Result<Step> RowStream::walk(const CallLimits& call, Wanted wanted) {
  if (is_looking_) return Status(Error::kNoMemory);
  while (true) {
    Result<Step> step = cursor_.next(call);
    if (!step.ok() || *step != Step::kRow) return step;
    Outcome outcome = Outcome::kPassed;
    is_looking_ = true;
    Status looked = look(wanted, &outcome);
    if (!looked.ok()) cursor_.fail(looked);
    is_looking_ = false;
    if (!looked.ok()) return looked;
    if (outcome == Outcome::kPassed) {
      ++returned_;
      return Step::kRow;
    }
    if (call.is_interrupted()) return interrupted();
  }
}

Status RowStream::look(Wanted wanted, Outcome* outcome) {
  if (terms_.filter != nullptr) {
    SHEAF_ASSIGN_OR_RETURN(const bool passes, terms_.filter->evaluate(cursor_.item(), terms_.values));
    if (!passes) {
      *outcome = Outcome::kRefused;
      return {};
    }
  }
  if (terms_.paths == nullptr || wanted == Wanted::kCount) return {};
  builder_->clear();
  SHEAF_RETURN_IF_ERROR(projector_->project(*terms_.paths, cursor_.item(), builder_.get()));
  cut_item_ = builder_->finish();
  return {};
}

}  // namespace sheaf
