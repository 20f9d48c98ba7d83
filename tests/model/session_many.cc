// Session: transactions, batches and lookups of many, by the words of the rules (dynamodb-semantics.md 5.10 to 5.13 and the section "many
// at once" of sheaf.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "tests/model/reference_project.h"
#include "tests/model/reference_read.h"
#include "tests/model/reference_select.h"
#include "tests/model/session.h"

namespace sheaf::model {
namespace {

const Verdict kFine;

bool has_statement(const Operation& part) { return part.verb == Verb::kUpdate || part.terms.condition.has_value(); }

StatementKind statement_kind(const Operation& part) {
  return part.verb == Verb::kUpdate ? StatementKind::kUpdate : StatementKind::kCondition;
}

ActionKind action_kind(Verb verb) {
  if (verb == Verb::kPutIf) return ActionKind::kPut;
  if (verb == Verb::kUpdate) return ActionKind::kUpdate;
  return verb == Verb::kDeleteIf ? ActionKind::kDelete : ActionKind::kCheck;
}

bool is_empty(const RefValue& value, Kind kind) {
  return value.kind == kind && kind != Kind::kNumber && value.bytes.empty();
}

// What is wrong with an item or a key whatever the table holds.
struct ContentFaults {
  bool has_empty_key = false;  // a fault of the request
  Refusals others = {};        // faults of the item
};

ContentFaults faults_of(const RefTable& table, const Operation& part) {
  const std::vector<RefPart> parts = table.definition().key.parts();
  const std::string filling = "x";
  ContentFaults faults;
  if (part.verb == Verb::kPutIf) {
    RefItem item = read_item(parse_json(part.json));
    for (const RefPart& key_part : parts) {
      const auto found = item.find(key_part.name);
      if (found == item.end() || !is_empty(found->second, key_part.kind)) continue;
      faults.has_empty_key = true;
      found->second.bytes = filling;
    }
    faults.others = table.refusals_of_item(item);
    return faults;
  }
  RefKeyValues key = values_of(part.key);
  for (size_t i = 0; i < key.size() && key.size() == parts.size(); ++i) {
    if (!is_empty(key[i], parts[i].kind)) continue;
    faults.has_empty_key = true;
    key[i].bytes = filling;
  }
  faults.others = table.refusals_of_key(key);
  return faults;
}

// The first two parts that are on one item; `count` when none are.
size_t first_repeat(const std::vector<std::optional<std::string>>& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    const auto end = items.begin() + static_cast<ptrdiff_t>(i);
    if (items[i].has_value() && std::find(items.begin(), end, items[i]) != end) return i;
  }
  return items.size();
}

std::string text_of(const std::vector<Status>& outcomes) {
  std::string text;
  for (const Status& outcome : outcomes) text += "[" + outcome.message() + "]";
  return text;
}

}  // namespace

// What a call on many may answer: its own verdict, and one for each part.
struct Session::ManyAnswer {
  Verdict verdict;
  std::vector<Verdict> outcomes;
  bool repeats_token = false;

  static ManyAnswer fine(size_t count) { return {kFine, std::vector<Verdict>(count), false}; }
  // The answer is the part's own, or that of a canceled transaction.
  static ManyAnswer refused(size_t count, size_t part, const Verdict& verdict) {
    ManyAnswer answer{verdict, std::vector<Verdict>(count), false};
    answer.outcomes[part] = verdict;
    return answer;
  }
  static ManyAnswer canceled(size_t count, size_t part, const Verdict& verdict) {
    ManyAnswer answer = refused(count, part, verdict);
    answer.verdict = {.codes = {StatusCode::kCANCELED}};
    return answer;
  }

  bool allows(const Status& status, const std::vector<Status>& found) const {
    if (!verdict.allows(status)) return false;
    if (found.empty())
      return std::none_of(outcomes.begin(), outcomes.end(), [](const Verdict& one) { return one.is_refusal(); });
    return found.size() == outcomes.size() &&
           std::equal(found.begin(), found.end(), outcomes.begin(),
                      [](const Status& one, const Verdict& may) { return may.allows(one); });
  }
};

// The engine's form of the actions, and what they borrow.
struct Session::PreparedActions {
  std::deque<test::TestTable> tables;
  std::deque<test::TestItem> items;
  std::deque<std::vector<Value>> keys;
  std::deque<std::vector<ValueView>> key_views;
  std::vector<std::pair<std::string, std::unique_ptr<Statement>>> statements;
  std::vector<ActionRequest> requests;
};

// The text is the same for what is one item.
std::optional<RefKeyValues> Session::key_of(const Operation& part) const {
  const RefTable& table = tables_.at(part.table);
  RefKeyValues key;
  if (part.verb == Verb::kPutIf) {
    const RefItem item = read_item(parse_json(part.json));
    for (const RefPart& key_part : table.definition().key.parts()) {
      const auto found = item.find(key_part.name);
      if (found != item.end()) key.push_back(found->second);
    }
  } else {
    key = values_of(part.key);
  }
  return table.refusals_of_key(key).empty() ? std::optional(key) : std::nullopt;
}

// False when expressions are refused, which is checked then.
bool Session::prepare_actions(const Operation& operation, PreparedActions* prepared) {
  for (const Operation& part : operation.parts) {
    ActionRequest request;
    request.kind = action_kind(part.verb);
    request.table = &prepared->tables.emplace_back(engine_table(part.table, part.snapshot)).handle();
    request.wants_old = part.images.old_image;
    if (part.verb == Verb::kPutIf) {
      request.item = prepared->items.emplace_back(part.json).view();
    } else {
      const std::vector<Value>& key = prepared->keys.emplace_back(engine_values(part.key));
      request.key = prepared->key_views.emplace_back(test::views_of(key));
    }
    if (has_statement(part)) {
      std::unique_ptr<Statement> statement = prepare(statement_kind(part), part);
      if (statement == nullptr) return false;
      const Verdict of_values = verdict_of_values(tables_.at(part.table), part.terms);
      const auto terms = statement->write_terms();
      if (of_values.is_refusal()) {
        expect_refused_expression(terms.ok() ? Status() : terms.status(), of_values);
        return false;
      }
      EXPECT_TRUE(terms.ok()) << terms.status().message();
      if (!terms.ok()) return false;
      request.terms = *terms;
      prepared->statements.emplace_back(statement_key(statement_kind(part), part), std::move(statement));
    }
    prepared->requests.push_back(request);
  }
  return true;
}

// A part that cannot be written to, whatever it is; nothing when all can.
std::optional<Session::ManyAnswer> Session::read_only_answer(const Operation& operation) const {
  for (size_t i = 0; i < operation.parts.size(); ++i) {
    if (!is_read_only_ && operation.parts[i].snapshot.empty()) continue;
    return ManyAnswer::refused(operation.parts.size(), i, {.codes = {StatusCode::kREAD_ONLY}});
  }
  return std::nullopt;
}

// Two parts that are on one item; nothing when none are.
std::optional<Session::ManyAnswer> Session::answer_of_repeats(const Operation& operation, Error error) const {
  const std::vector<Operation>& parts = operation.parts;
  std::vector<std::optional<std::string>> items;
  for (const Operation& part : parts) {
    const std::optional<RefKeyValues> key = key_of(part);
    const std::string place = part.table + "@" + part.snapshot + " ";
    items.push_back(key.has_value() ? std::optional(place + text_of(*key)) : std::nullopt);
  }
  const size_t twice = first_repeat(items);
  if (twice == parts.size()) return std::nullopt;
  return ManyAnswer::refused(parts.size(), twice, {.errors = {error}});
}

// What a transaction may answer. Where an action has two faults the rules leave open which is told.
std::vector<Session::ManyAnswer> Session::answers_of_transaction(const Operation& operation) const {
  if (auto answer = read_only_answer(operation); answer.has_value()) return {*std::move(answer)};
  const size_t count = operation.parts.size();
  std::vector<ManyAnswer> answers;
  for (size_t i = 0; i < count; ++i) {
    const ContentFaults faults = faults_of(tables_.at(operation.parts[i].table), operation.parts[i]);
    if (!faults.has_empty_key) continue;
    answers.push_back(ManyAnswer::refused(count, i, {.codes = {StatusCode::kINVALID}}));
    if (faults.others.empty()) return answers;
  }
  if (auto answer = answer_of_repeats(operation, Error::kActionsOnOneItem); answer.has_value()) {
    answers.push_back(*std::move(answer));
  } else {
    answers.push_back(answer_of_right_request(operation));
  }
  return answers;
}

// All actions of a batch are looked at before the first is written.
std::vector<Session::ManyAnswer> Session::answers_of_batch(const Operation& operation) const {
  if (auto answer = read_only_answer(operation); answer.has_value()) return {*std::move(answer)};
  const size_t count = operation.parts.size();
  std::vector<ManyAnswer> answers;
  for (size_t i = 0; i < count && answers.empty(); ++i) {
    ContentFaults faults = faults_of(tables_.at(operation.parts[i].table), operation.parts[i]);
    if (faults.has_empty_key) faults.others.insert(StatusCode::kINVALID);
    if (!faults.others.empty()) answers.push_back(ManyAnswer::refused(count, i, {.codes = faults.others}));
  }
  if (auto answer = answer_of_repeats(operation, Error::kKeysTwice); answer.has_value()) {
    answers.push_back(*std::move(answer));
  }
  if (!answers.empty()) return answers;
  answers.push_back(ManyAnswer::fine(count));
  for (size_t i = 0; i < count; ++i) {
    answers.front().outcomes[i] = expected_of_write(operation.parts[i]).verdict;
  }
  return answers;
}

// The meaning of a transaction, in one text.
std::string Session::content_of(const Operation& operation) const {
  std::string content;
  for (const Operation& part : operation.parts) {
    Terms texts = part.terms;
    for (auto* const written : {&texts.condition, &texts.update}) {
      if (written->has_value()) (*written)->trees.clear();
    }
    content +=
        std::to_string(static_cast<int>(part.verb)) + " " + std::to_string(tables_.at(part.table).id()) + " " +
        (part.verb == Verb::kPutIf ? canonical_json(read_item(parse_json(part.json))) : text_of(values_of(part.key))) +
        " " + json_text(texts) + "\n";
  }
  return content;
}

// The token comes first; then the first action that is wrong cancels alone, else all conditions that do not hold.
Session::ManyAnswer Session::answer_of_right_request(const Operation& operation) const {
  const std::vector<Operation>& parts = operation.parts;
  ManyAnswer answer = ManyAnswer::fine(parts.size());
  if (const auto token = tokens_.find(operation.name); token != tokens_.end()) {
    answer.repeats_token = true;
    if (token->second != content_of(operation)) answer.verdict.errors = {Error::kTokenMismatch};
    return answer;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    const ContentFaults faults = faults_of(tables_.at(parts[i].table), parts[i]);
    if (!faults.others.empty()) return ManyAnswer::canceled(parts.size(), i, {.codes = faults.others});
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    answer.outcomes[i] = expected_of_write(parts[i]).verdict;
    if (!answer.outcomes[i].is_refusal()) continue;
    if (!answer.outcomes[i].errors.contains(Error::kConditionFailed)) {
      return ManyAnswer::canceled(parts.size(), i, answer.outcomes[i]);
    }
    answer.verdict = {.codes = {StatusCode::kCANCELED}};
  }
  return answer;
}

// Changes the reference by the parts whose outcome is OK. They are on different items.
void Session::do_parts(const Operation& operation, const ManyAnswer& answer) {
  std::vector<Operation> parts = operation.parts;
  if (operation.verb == Verb::kTransact && options_.distortion.transaction) options_.distortion.transaction(&parts);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (answer.outcomes[i].is_refusal()) continue;
    const Operation& part = parts[i];
    const Expected expected = expected_of_write(part);
    RefTable& reference = tables_.at(part.table);
    reference.erase(expected.key);
    if (expected.new_item != nullptr) reference.put(*expected.new_item);
  }
}

void Session::expect_items(const Operation& operation) {
  for (const Operation& part : operation.parts) {
    if (const std::optional<RefKeyValues> key = key_of(part); key.has_value()) expect_item(part.table, *key);
  }
}

// Notes what the call answered, which must be one of those.
void Session::expect_answer(const Status& status, const ActionOutcomes& outcomes,
                            const std::vector<ManyAnswer>& answers) {
  std::vector<Status> found;
  for (const ActionOutcome& outcome : outcomes) found.push_back(outcome.status);
  const bool is_right = std::any_of(answers.begin(), answers.end(),
                                    [&](const ManyAnswer& answer) { return answer.allows(status, found); });
  EXPECT_TRUE(is_right) << "got " << status.message() << " and " << text_of(found);
}

// Of the actions whose conditions did not hold; gives how many that were.
size_t Session::expect_old_images(const Operation& operation, const ActionOutcomes& outcomes) {
  size_t failed = 0;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].status.is(Error::kConditionFailed)) continue;
    ++failed;
    const Operation& part = operation.parts[i];
    const auto item = part.images.old_image ? expected_of_write(part).old_item : nullptr;
    const std::string_view old_image = outcomes[i].old_image.view();
    EXPECT_EQ(old_image.empty() ? "" : test::json_of_stored(old_image), item != nullptr ? canonical_json(*item) : "");
  }
  return failed;
}

void Session::transact(const Operation& operation) {
  PreparedActions prepared;
  if (!prepare_actions(operation, &prepared)) return;
  const std::vector<ManyAnswer> answers = answers_of_transaction(operation);
  const std::string token = operation.name == kNoToken ? "" : operation.name;
  ActionOutcomes outcomes;
  const Status status = database_->write_all({.actions = prepared.requests, .token = token, .outcomes = &outcomes});
  expect_answer(status, outcomes, answers);
  const uint64_t failed = expect_old_images(operation, outcomes);
  counts_.most_conditions_failed = std::max(counts_.most_conditions_failed, failed);
  const ManyAnswer& answer = answers.back();
  const bool is_refused = answers.size() > 1 || answer.verdict.is_refusal();
  if (answer.repeats_token) ++(is_refused ? counts_.tokens_mismatched : counts_.tokens_honoured);
  if (answer.verdict.codes.contains(StatusCode::kCANCELED)) ++counts_.transactions_canceled;
  if (!is_refused && !answer.repeats_token) {
    if (!token.empty()) tokens_[token] = content_of(operation);
    do_parts(operation, answer);
    ++counts_.transactions_done;
  }
  expect_items(operation);
  for (auto& [key, statement] : prepared.statements) keep(std::move(statement), key);
}

void Session::batch_write(const Operation& operation) {
  PreparedActions prepared;
  if (!prepare_actions(operation, &prepared)) return;
  const std::vector<ManyAnswer> answers = answers_of_batch(operation);
  ActionOutcomes outcomes;
  const Status status = database_->write_each({.actions = prepared.requests, .token = {}, .outcomes = &outcomes});
  expect_answer(status, outcomes, answers);
  if (!answers.front().verdict.is_refusal()) {
    expect_old_images(operation, outcomes);
    do_parts(operation, answers.front());
    ++counts_.batches_written;
    counts_.longest_batch = std::max<uint64_t>(counts_.longest_batch, operation.parts.size());
  }
  expect_items(operation);
  for (auto& [key, statement] : prepared.statements) keep(std::move(statement), key);
}

// As far as the bytes allow.
void Session::expect_lookups(const Operation& operation, const std::vector<LookupRequest>& lookups) {
  uint64_t bytes = 0;
  bool has_ended = false;
  for (size_t i = 0; i < lookups.size(); ++i) {
    const Operation& part = operation.parts[i];
    const auto item = table_at(part.table, part.snapshot).find(values_of(part.key));
    const bool is_first = bytes == 0;
    if (item != nullptr) bytes += size_bytes(*item);
    has_ended = has_ended || (item != nullptr && !is_first && operation.count != 0 && bytes > operation.count);
    const auto expected = has_ended         ? Lookup::Outcome::kNotRead
                          : item == nullptr ? Lookup::Outcome::kAbsent
                                            : Lookup::Outcome::kFound;
    EXPECT_EQ(lookups[i].outcome, expected) << i;
    const bool is_given = expected == Lookup::Outcome::kFound;
    const std::string_view found = lookups[i].item->view();
    EXPECT_EQ(found.empty() ? "" : test::json_of_stored(found), is_given ? canonical_json(*item) : "") << i;
    counts_.items_looked_up += is_given ? 1 : 0;
  }
  counts_.lookups_cut_off += has_ended ? 1 : 0;
}

void Session::batch_get(const Operation& operation) {
  const size_t count = operation.parts.size();
  std::deque<test::TestTable> tables;
  std::deque<std::vector<Value>> keys;
  std::deque<std::vector<ValueView>> views;
  std::deque<AlignedBuffer> items(count);
  std::vector<LookupRequest> lookups;
  std::vector<ManyAnswer> refusals;
  for (size_t i = 0; i < count; ++i) {
    const Operation& part = operation.parts[i];
    const TableHandle* const table = &tables.emplace_back(engine_table(part.table, part.snapshot)).handle();
    const std::vector<Value>& key = keys.emplace_back(engine_values(part.key));
    lookups.push_back({table, views.emplace_back(test::views_of(key)), &items[i]});
    const Refusals codes = tables_.at(part.table).refusals_of_key(values_of(part.key));
    if (!codes.empty() && refusals.empty()) refusals.push_back(ManyAnswer::refused(count, i, {.codes = codes}));
  }
  if (auto twice = answer_of_repeats(operation, Error::kKeysTwice); twice.has_value()) refusals.push_back(*twice);
  ActionOutcomes outcomes;
  const Status status = database_->get_all({lookups, operation.count, {}, &outcomes});
  if (!refusals.empty()) return expect_answer(status, outcomes, refusals);
  EXPECT_TRUE(status.ok()) << status.message();
  if (status.ok()) expect_lookups(operation, lookups);
}

}  // namespace sheaf::model
