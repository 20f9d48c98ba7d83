#include "engine/write/cancellation.h"

#include <string>
#include <utility>

namespace sheaf {
namespace {

// What the items or their table refuse, which cancels the transaction; everything else (a damaged item, the store) is no
// verdict on it.
bool is_verdict(const Status& status) { return status.aws_name() == std::string_view("ValidationException"); }

// "None, ConditionalCheckFailed".
std::string reason_codes(const ActionOutcomes& outcomes) {
  std::string codes;
  for (const ActionOutcome& outcome : outcomes) {
    if (!codes.empty()) codes += ", ";
    codes += reason_code(outcome.status);
  }
  return codes;
}

}  // namespace

std::string_view reason_code(const Status& outcome) {
  if (outcome.ok()) return "None";
  return outcome.is(Error::kConditionFailed) ? "ConditionalCheckFailed" : "ValidationError";
}

Status canceled_by(const ActionOutcomes& outcomes) {
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].status.ok()) continue;
    return Status(Error::kTransactionCanceled,
                  {std::to_string(i), outcomes[i].status.message(), reason_codes(outcomes)});
  }
  return {};
}

Status cancel(const Blame& blame, Status status, ActionOutcomes* outcomes) {
  const bool cancels = is_verdict(status);
  status = refuse(blame, std::move(status), outcomes);
  return cancels ? canceled_by(*outcomes) : status;
}

}  // namespace sheaf
