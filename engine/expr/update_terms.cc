#include "engine/expr/update_terms.h"

#include "engine/base/limits.h"
#include "engine/expr/update_operators.h"

namespace sheaf {

const char* operator_name(UpdateTerm::Kind kind) {
  switch (kind) {
    case UpdateTerm::Kind::kPlus:
      return "+";
    case UpdateTerm::Kind::kMinus:
      return "-";
    case UpdateTerm::Kind::kIfNotExists:
      return "if_not_exists";
    case UpdateTerm::Kind::kListAppend:
      return "list_append";
    default:
      return "";
  }
}

TermValues::TermValues(const std::vector<UpdateTerm>& terms, const std::vector<DocumentPath>& paths)
    : terms_(terms), paths_(paths) {}

void TermValues::evaluate(const ItemView& item, Bindings values) {
  outcomes_.reserve(terms_.size());
  for (const UpdateTerm& term : terms_) {
    if (term.kind == UpdateTerm::Kind::kPath) {
      outcomes_.push_back(read_path(term.number, item));
    } else if (term.kind == UpdateTerm::Kind::kValue) {
      outcomes_.push_back({values[term.number], {}, 0});
    } else {
      outcomes_.push_back(apply(term));
    }
  }
}

Result<ValueView> TermValues::value_of(uint32_t term) {
  const Outcome& outcome = outcomes_[term];
  SHEAF_RETURN_IF_ERROR(failure_of(outcome));
  return outcome.value;
}

TermValues::Outcome TermValues::read_path(uint32_t number, const ItemView& item) const {
  auto found = paths_[number].find(item);
  if (!found.ok()) return {{}, std::move(found).status(), number};
  return {*found, {}, number};
}

Status TermValues::failure_of(const Outcome& outcome) const {
  if (!outcome.failure.ok()) return outcome.failure;
  if (!outcome.value) return Status(Error::kUpdateMissesAttribute, {readable_path(paths_[outcome.missing_path])});
  return {};
}

TermValues::Outcome TermValues::apply(const UpdateTerm& term) {
  const Outcome& left = outcomes_[term.left];
  const Outcome& right = outcomes_[term.right];
  if (term.kind == UpdateTerm::Kind::kIfNotExists) {
    const bool is_there = left.value || !left.failure.ok();
    return is_there ? left : right;
  }
  for (const Outcome* operand : {&left, &right}) {
    Status failure = failure_of(*operand);
    if (!failure.ok()) return {{}, std::move(failure), 0};
  }
  switch (term.kind) {
    case UpdateTerm::Kind::kPlus:
      return keep(add_numbers(left.value, right.value));
    case UpdateTerm::Kind::kMinus:
      return keep(subtract_numbers(left.value, right.value));
    default:
      return keep(append_lists(left.value, right.value));
  }
}

TermValues::Outcome TermValues::keep(Result<Value> value) {
  if (!value.ok()) return {{}, std::move(value).status(), 0};
  kept_bytes_ += value->data.size();
  if (kept_bytes_ > kMaxUpdateBytes) return {{}, too_large(kept_bytes_), 0};
  const Type type = value->type;
  return {{type, kept_.emplace_back(std::move(value->data))}, {}, 0};
}

}  // namespace sheaf
