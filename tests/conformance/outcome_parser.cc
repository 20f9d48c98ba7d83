#include "tests/conformance/outcome_parser.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "engine/base/status.h"
#include "tests/conformance/json_form.h"

namespace sheaf::conformance {
namespace {

bool take(std::string_view* text, std::string_view expected) {
  if (!text->starts_with(expected)) return false;
  text->remove_prefix(expected.size());
  return true;
}

template <typename Number>
bool take_number(std::string_view* text, Number* out) {
  const auto parsed = std::from_chars(text->data(), text->data() + text->size(), *out);
  if (parsed.ec != std::errc()) return false;
  text->remove_prefix(static_cast<size_t>(parsed.ptr - text->data()));
  return true;
}

bool is_status(std::string_view name) {
  static constexpr std::string_view kNames[] = {
#define SHEAF_STATUS(NAME, VALUE) (VALUE) < 0 ? std::string_view(#NAME) : std::string_view(),
#include "engine/base/errors.def"
  };
  return !name.empty() && std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::optional<Outcome> with_item(OutcomeKind kind, std::string_view json) {
  const auto form = item_form(json, Numbers::kAnySpelling);
  if (!form) return std::nullopt;
  Outcome outcome;
  outcome.kind = kind;
  outcome.json = json;
  return outcome;
}

std::optional<Outcome> with_rows(OutcomeKind kind, std::string_view json) {
  if (!rows_form(json, Numbers::kAnySpelling)) return std::nullopt;
  Outcome outcome;
  outcome.kind = kind;
  outcome.json = json;
  return outcome;
}

Outcome plain(OutcomeKind kind) {
  Outcome outcome;
  outcome.kind = kind;
  return outcome;
}

// `1 of 3 PAGE`.
std::optional<Outcome> counts(std::string_view text) {
  Outcome outcome = plain(OutcomeKind::kCounts);
  if (!take_number(&text, &outcome.returned) || !take(&text, " of ")) return std::nullopt;
  if (!take_number(&text, &outcome.scanned) || !take(&text, " ")) return std::nullopt;
  if (text != "PAGE" && text != "DONE") return std::nullopt;
  outcome.stop = text;
  return outcome;
}

// `None, ConditionalCheckFailed`: one code for each action.
std::optional<Outcome> canceled(std::string_view text) {
  Outcome outcome = plain(OutcomeKind::kCanceled);
  while (true) {
    const std::string_view code = text.substr(0, text.find(','));
    if (code != "None" && code != "ConditionalCheckFailed" && code != "ValidationError") return std::nullopt;
    outcome.codes.emplace_back(code);
    text.remove_prefix(code.size());
    if (text.empty()) return outcome;
    if (!take(&text, ", ")) return std::nullopt;
  }
}

// `2 TYPE "text"`, `2 item {..}`, `2 no item`.
std::optional<Outcome> reason(std::string_view text) {
  uint32_t position = 0;
  if (!take_number(&text, &position) || position == 0 || !take(&text, " ")) return std::nullopt;
  std::optional<Outcome> outcome;
  if (text == "no item") {
    outcome = plain(OutcomeKind::kReasonNoItem);
  } else if (take(&text, "item ")) {
    outcome = with_item(OutcomeKind::kReasonItem, text);
  } else {
    std::string_view rest;
    outcome = parse_error(text, &rest);
    if (!outcome || !rest.empty() || outcome->offset) return std::nullopt;
    outcome->kind = OutcomeKind::kReason;
  }
  if (outcome) outcome->position = position;
  return outcome;
}

// An item or null for each lookup.
std::optional<Outcome> looked_up(std::string_view json) {
  const auto items = elements(json);
  if (!items) return std::nullopt;
  for (const std::string& item : *items) {
    if (item != kNoItem && !item_form(item, Numbers::kAnySpelling)) return std::nullopt;
  }
  Outcome outcome = plain(OutcomeKind::kItems);
  outcome.json = json;
  return outcome;
}

}  // namespace

std::optional<Outcome> parse_error(std::string_view text, std::string_view* rest) {
  Outcome outcome = plain(OutcomeKind::kError);
  std::string_view statuses = text.substr(0, text.find_first_of("@ "));
  text.remove_prefix(statuses.size());
  while (true) {
    const std::string_view status = statuses.substr(0, statuses.find('|'));
    if (!is_status(status)) return std::nullopt;
    outcome.statuses.emplace_back(status);
    if (status.size() == statuses.size()) break;
    statuses.remove_prefix(status.size() + 1);
  }
  if (take(&text, "@")) {
    outcome.offset = 0;
    if (!take_number(&text, &*outcome.offset)) return std::nullopt;
  }
  if (!take(&text, " \"")) return std::nullopt;
  size_t end = 0;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) return std::nullopt;
  const auto content = string_content('"' + std::string(text.substr(0, end + 1)));
  if (!content) return std::nullopt;
  outcome.message_part = *content;
  *rest = text.substr(end + 1);
  return outcome;
}

std::optional<Outcome> parse_outcome(std::string_view text) {
  if (text == "ok") return plain(OutcomeKind::kOk);
  if (text == "no item") return plain(OutcomeKind::kNoItem);
  if (text == "no attributes") return plain(OutcomeKind::kNoAttributes);
  if (text == "condition failed") return plain(OutcomeKind::kConditionFailed);
  if (text == "condition failed without item") return plain(OutcomeKind::kConditionFailedNoItem);
  if (take(&text, "condition failed ")) return with_item(OutcomeKind::kConditionFailedItem, text);
  if (take(&text, "item ")) return with_item(OutcomeKind::kItem, text);
  if (take(&text, "attributes ")) return with_item(OutcomeKind::kAttributes, text);
  if (take(&text, "rows ")) return with_rows(OutcomeKind::kRows, text);
  if (take(&text, "unordered rows ")) return with_rows(OutcomeKind::kUnorderedRows, text);
  if (take(&text, "counts ")) return counts(text);
  if (take(&text, "canceled ")) return canceled(text);
  if (take(&text, "reason ")) return reason(text);
  if (take(&text, "items ")) return looked_up(text);
  if (take(&text, "response ")) {
    if (!members(text) || !document_form(text, Numbers::kAnySpelling)) return std::nullopt;
    Outcome outcome = plain(OutcomeKind::kResponse);
    outcome.json = text;
    return outcome;
  }
  if (take(&text, "error ")) {
    std::string_view rest;
    auto outcome = parse_error(text, &rest);
    if (!outcome) return std::nullopt;
    if (take(&rest, " ")) outcome->exception = rest;
    if (outcome->exception.empty() ? !rest.empty() : !outcome->exception.ends_with("Exception")) return std::nullopt;
    return outcome;
  }
  return std::nullopt;
}

}  // namespace sheaf::conformance
