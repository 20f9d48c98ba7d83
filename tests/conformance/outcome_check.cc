#include "tests/conformance/outcome_check.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "tests/conformance/json_form.h"
#include "tests/conformance/outcome_parser.h"

namespace sheaf::conformance {
namespace {

std::string mismatch(const std::string& expected, const std::string& got) {
  return "expected " + shortened(expected) + "\n     got " + shortened(got);
}

std::string status_text(const Answer& answer) {
  std::string text = sheaf_status_name(answer.status);
  if (answer.status >= 0) return text;
  text += " at " + std::to_string(answer.offset) + ": " + answer.message;
  return text + "\n         (DynamoDB's: " + answer.exception + ": " + answer.aws_message + ')';
}

std::string compare_item(const std::string& expected_json, const std::string& got_json) {
  const std::string expected = *item_form(expected_json, Numbers::kAnySpelling);
  if (got_json.empty()) return mismatch(expected, "nothing");
  const std::string got = item_form(got_json, Numbers::kAsGiven).value_or(got_json);
  return got == expected ? std::string() : mismatch(expected, got);
}

std::string lines(const std::vector<std::string>& rows) {
  std::string text = std::to_string(rows.size()) + " rows";
  for (const std::string& row : rows) text += "\n         " + shortened(row);
  return text;
}

std::string compare_rows(const Outcome& outcome, const Answer& answer) {
  std::vector<std::string> expected = *rows_form(outcome.json, Numbers::kAnySpelling);
  std::vector<std::string> got;
  for (const std::string& row : answer.rows_json) got.push_back(item_form(row, Numbers::kAsGiven).value_or(row));
  if (outcome.kind == OutcomeKind::kUnorderedRows) {
    std::sort(expected.begin(), expected.end());
    std::sort(got.begin(), got.end());
  }
  return got == expected ? std::string() : mismatch(lines(expected), lines(got));
}

std::string compare_counts(const Outcome& outcome, const Answer& answer) {
  const auto text = [](uint64_t returned, uint64_t scanned, const std::string& stop) {
    return "counts " + std::to_string(returned) + " of " + std::to_string(scanned) + ' ' + stop;
  };
  const std::string expected = text(outcome.returned, outcome.scanned, outcome.stop);
  const std::string got = text(answer.returned, answer.scanned, answer.status == SHEAF_PAGE ? "PAGE" : "DONE");
  return got == expected ? std::string() : mismatch(expected, got);
}

// What DynamoDB calls an error of the status ("CANCELED"), when the case does not say another name.
std::string usual_exception(std::string_view status) {
  if (status == "CONDITION_FAILED") return "ConditionalCheckFailedException";
  if (status == "CANCELED") return "TransactionCanceledException";
  if (status == "NO_TABLE") return "ResourceNotFoundException";
  if (status == "TOKEN_MISMATCH") return "IdempotentParameterMismatchException";
  return "ValidationException";
}

std::string_view name_of(sheaf_status status) {
  static constexpr std::string_view kPrefix = "SHEAF_";
  return std::string_view(sheaf_status_name(status)).substr(kPrefix.size());
}

std::string compare_error(const Outcome& outcome, const Answer& answer) {
  std::string expected;
  for (const std::string& status : outcome.statuses) expected += (expected.empty() ? "SHEAF_" : " or SHEAF_") + status;
  if (outcome.offset) expected += " at " + std::to_string(*outcome.offset);
  const std::string exception = outcome.exception.empty() ? usual_exception(name_of(answer.status)) : outcome.exception;
  expected += ", " + exception + ": " + outcome.message_part;
  const bool is_status = std::any_of(outcome.statuses.begin(), outcome.statuses.end(), [&](const std::string& status) {
    if (answer.is_only_named && usual_exception(status) == usual_exception(name_of(answer.status))) return true;
    return status == name_of(answer.status);
  });
  const bool is_offset = !outcome.offset || *outcome.offset == answer.offset;
  const bool is_message = answer.aws_message.find(outcome.message_part) != std::string::npos;
  const bool is_right = is_status && is_offset && is_message && answer.exception == exception;
  return is_right ? std::string() : mismatch(expected, status_text(answer));
}

std::string compare_condition(const Answer& answer, bool is_every_item) {
  const std::string got = std::to_string(answer.returned) + " of " + std::to_string(answer.scanned) + " items";
  if (answer.scanned == 0) return mismatch("items to try the condition on", got);
  if (is_every_item) return answer.returned == answer.scanned ? std::string() : mismatch("true for every item", got);
  return answer.returned == 0 ? std::string() : mismatch("false for every item", got);
}

std::string listed(const std::vector<std::string>& codes) {
  std::string text;
  for (const std::string& code : codes) text += (text.empty() ? "" : ", ") + code;
  return '[' + text + ']';
}

// The reasons by themselves, and DynamoDB's message, which lists them.
std::string compare_codes(const Outcome& outcome, const Answer& answer) {
  std::vector<std::string> got;
  for (const PartAnswer& reason : answer.reasons) got.push_back(reason.code);
  const std::string expected = listed(outcome.codes);
  if (listed(got) != expected) return mismatch(expected, listed(got) + ' ' + status_text(answer));
  const std::string message =
      "Transaction cancelled, please refer cancellation reasons for specific reasons " + expected;
  return answer.aws_message == message ? std::string() : mismatch(message, answer.aws_message);
}

std::string compare_reason(const Outcome& outcome, const Answer& answer) {
  if (outcome.position > answer.reasons.size()) {
    return mismatch("a reason " + std::to_string(outcome.position), std::to_string(answer.reasons.size()) + " reasons");
  }
  const PartAnswer& reason = answer.reasons[outcome.position - 1];
  if (outcome.kind == OutcomeKind::kReasonItem) return compare_item(outcome.json, reason.item_json);
  if (outcome.kind == OutcomeKind::kReasonNoItem) {
    return reason.item_json.empty() ? std::string() : mismatch("no item", reason.item_json);
  }
  Answer as_answer;
  as_answer.status = reason.status;
  as_answer.is_only_named = answer.is_only_named;
  as_answer.message = reason.message;
  as_answer.aws_message = reason.aws_message;
  as_answer.exception = usual_exception(name_of(reason.status));  // a reason has none of its own
  return compare_error(outcome, as_answer);
}

std::string compare_lookups(const Outcome& outcome, const Answer& answer) {
  const std::vector<std::string> expected = *elements(outcome.json);
  if (expected.size() != answer.lookups.size()) {
    return mismatch(std::to_string(expected.size()) + " lookups", std::to_string(answer.lookups.size()));
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    const PartAnswer& got = answer.lookups[i];
    std::string wrong;
    if (expected[i] != kNoItem) {
      wrong = compare_item(expected[i], got.item_json);
    } else if (got.status != SHEAF_NOT_FOUND) {
      wrong = mismatch("no item", sheaf_status_name(got.status) + (' ' + got.item_json));
    }
    if (!wrong.empty()) return "lookup " + std::to_string(i + 1) + ": " + wrong;
  }
  return {};
}

std::string compare_response(const Outcome& outcome, const Answer& answer) {
  const std::string expected = *document_form(outcome.json, Numbers::kAnySpelling);
  const std::string got = document_form(answer.response_json, Numbers::kAsGiven).value_or(answer.response_json);
  return got == expected ? std::string() : mismatch(expected, got);
}

bool is_write_of_many(RequestKind kind) {
  return kind == RequestKind::kTransactWrite || kind == RequestKind::kBatchWrite;
}
bool is_read_of_many(RequestKind kind) { return kind == RequestKind::kTransactGet || kind == RequestKind::kBatchGet; }
bool is_read(RequestKind kind) {
  return kind == RequestKind::kQuery || kind == RequestKind::kScan || kind == RequestKind::kNext;
}
bool is_write(RequestKind kind) {
  return kind == RequestKind::kPut || kind == RequestKind::kUpdate || kind == RequestKind::kDelete;
}

// Whether the outcome is one that the request can have; a case that says otherwise is a mistake in the file.
bool fits(const Outcome& outcome, const Request& request) {
  switch (outcome.kind) {
    case OutcomeKind::kOk:
      return is_write_of_many(request.kind) || (is_write(request.kind) && !request.has("return"));
    case OutcomeKind::kItem:
    case OutcomeKind::kNoItem:
      return request.kind == RequestKind::kGet;
    case OutcomeKind::kAttributes:
    case OutcomeKind::kNoAttributes:
      return is_write(request.kind) && request.has("return");
    case OutcomeKind::kRows:
    case OutcomeKind::kUnorderedRows:
      return is_read(request.kind) && !request.has("count");
    case OutcomeKind::kCounts:
    case OutcomeKind::kEveryItem:
    case OutcomeKind::kNothing:
      return is_read(request.kind);
    case OutcomeKind::kConditionFailed:
      return request.has("condition") && !request.has("old_on_failure");
    case OutcomeKind::kConditionFailedItem:
    case OutcomeKind::kConditionFailedNoItem:
      return request.has("condition") && request.has("old_on_failure");
    case OutcomeKind::kError:
      return true;
    case OutcomeKind::kCanceled:
      return request.kind == RequestKind::kTransactWrite;
    case OutcomeKind::kReason:
      return is_write_of_many(request.kind) || is_read_of_many(request.kind);
    case OutcomeKind::kReasonItem:
    case OutcomeKind::kReasonNoItem:
      return request.kind == RequestKind::kTransactWrite &&
             (outcome.position > request.parts.size() || request.parts[outcome.position - 1].has("old_on_failure"));
    case OutcomeKind::kItems:
      return is_read_of_many(request.kind);
    case OutcomeKind::kResponse:
      return request.kind == RequestKind::kCall;
  }
  return false;
}

// The status that goes with the outcome, where there is one.
std::string check_status(const Outcome& outcome, const Answer& answer, bool page_may_end) {
  switch (outcome.kind) {
    case OutcomeKind::kError:
    case OutcomeKind::kReason:  // beside the outcome that it belongs to
      return {};
    case OutcomeKind::kCanceled:
    case OutcomeKind::kReasonItem:
    case OutcomeKind::kReasonNoItem:
      return answer.status == SHEAF_CANCELED ? std::string() : mismatch("a canceled transaction", status_text(answer));
    case OutcomeKind::kNoItem:
      return answer.status == SHEAF_NOT_FOUND ? std::string() : mismatch("no item", status_text(answer));
    case OutcomeKind::kConditionFailed:
    case OutcomeKind::kConditionFailedItem:
    case OutcomeKind::kConditionFailedNoItem: {
      const bool is_right = answer.status == SHEAF_CONDITION_FAILED;
      return is_right ? std::string() : mismatch("that the condition fails", status_text(answer));
    }
    case OutcomeKind::kRows:
    case OutcomeKind::kUnorderedRows:
    case OutcomeKind::kCounts:
    case OutcomeKind::kEveryItem:
    case OutcomeKind::kNothing: {
      const bool is_right = answer.status == SHEAF_DONE || (page_may_end && answer.status == SHEAF_PAGE);
      return is_right ? std::string() : mismatch("rows to the end", status_text(answer));
    }
    default:
      return answer.status == SHEAF_OK ? std::string() : mismatch("success", status_text(answer));
  }
}

std::string check(const Outcome& outcome, const Answer& answer) {
  switch (outcome.kind) {
    case OutcomeKind::kItem:
      return compare_item(outcome.json, answer.item_json);
    case OutcomeKind::kAttributes:
    case OutcomeKind::kConditionFailedItem:
      return compare_item(outcome.json, answer.attributes_json);
    case OutcomeKind::kNoAttributes:
    case OutcomeKind::kConditionFailedNoItem:
      return answer.attributes_json.empty() ? std::string() : mismatch("no attributes", answer.attributes_json);
    case OutcomeKind::kRows:
    case OutcomeKind::kUnorderedRows:
      return compare_rows(outcome, answer);
    case OutcomeKind::kCounts:
      return compare_counts(outcome, answer);
    case OutcomeKind::kError:
      return compare_error(outcome, answer);
    case OutcomeKind::kCanceled:
      return compare_codes(outcome, answer);
    case OutcomeKind::kReason:
    case OutcomeKind::kReasonItem:
    case OutcomeKind::kReasonNoItem:
      return compare_reason(outcome, answer);
    case OutcomeKind::kItems:
      return compare_lookups(outcome, answer);
    case OutcomeKind::kResponse:
      return compare_response(outcome, answer);
    case OutcomeKind::kEveryItem:
      return compare_condition(answer, true);
    case OutcomeKind::kNothing:
      return compare_condition(answer, false);
    default:
      return {};
  }
}

}  // namespace

std::string check_step(const Step& step, const Answer& answer, Way way) {
  if (!answer.trouble.empty()) return "the step cannot be run: " + answer.trouble;
  const bool has_counts = std::any_of(step.outcomes.begin(), step.outcomes.end(),
                                      [](const Outcome& each) { return each.kind == OutcomeKind::kCounts; });
  for (const Outcome& outcome : step.outcomes) {
    if (!fits(outcome, step.request)) return "the request cannot have such an outcome";
    const bool has_reasons = way != Way::kProtocol || answer.status == SHEAF_CANCELED;
    if (outcome.kind == OutcomeKind::kReason && !has_reasons) continue;
    std::string wrong = check_status(outcome, answer, has_counts);
    if (wrong.empty()) wrong = check(outcome, answer);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::string shortened(const std::string& text, size_t most_bytes) {
  return text.size() <= most_bytes ? text
                                   : text.substr(0, most_bytes) + "... (" + std::to_string(text.size()) + " bytes)";
}
}  // namespace sheaf::conformance
