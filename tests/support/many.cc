#include "tests/support/many.h"

#include <gtest/gtest.h>

#include <deque>

#include "tests/support/statements.h"

namespace sheaf::test {
namespace {

// The request of an action and what it borrows.
struct Held {
  std::optional<TestItem> item;
  std::vector<ValueView> key;
  std::unique_ptr<Statement> statement;
};

Status hold(const Act& act, Held* held, ActionRequest* request) {
  request->kind = act.kind;
  request->table = &act.table->handle();
  request->wants_old = act.wants_old;
  if (act.kind == ActionKind::kPut) {
    held->item.emplace(act.item);
    request->item = held->item->view();
  } else {
    held->key = views_of(act.key);
    request->key = held->key;
  }
  if (act.terms.update.empty() && act.terms.condition.empty()) return {};
  Ask ask{.kind = act.kind == ActionKind::kUpdate ? StatementKind::kUpdate : StatementKind::kCondition};
  ask.update = act.terms.update;
  ask.condition = act.terms.condition;
  ask.names = act.terms.names;
  SHEAF_ASSIGN_OR_RETURN(held->statement, prepare(*act.table, ask));
  SHEAF_RETURN_IF_ERROR(bind_json(held->statement.get(), act.terms.values));
  SHEAF_ASSIGN_OR_RETURN(request->terms, held->statement->write_terms());
  return {};
}

using Write = Status (Database::*)(const ManyWrites&);

ManyAnswer run(const std::vector<Act>& acts, std::string_view token, Write write) {
  std::deque<Held> held(acts.size());
  std::vector<ActionRequest> requests(acts.size());
  ManyAnswer answer;
  for (size_t i = 0; i < acts.size(); ++i) {
    answer.status = hold(acts[i], &held[i], &requests[i]);
    if (!answer.status.ok()) return answer;
  }
  ActionOutcomes outcomes;
  ManyWrites writes;
  writes.actions = requests;
  writes.token = token;
  writes.outcomes = &outcomes;
  answer.status = (acts.front().table->database().*write)(writes);
  for (ActionOutcome& outcome : outcomes) {
    answer.outcomes.push_back(std::move(outcome.status));
    const std::string_view old = outcome.old_image.view();
    answer.old_items.push_back(old.empty() ? std::nullopt : std::optional(json_of_stored(old)));
  }
  return answer;
}

}  // namespace

Act put_of(const TestTable& table, std::string item, Terms terms) {
  return {.kind = ActionKind::kPut, .table = &table, .item = std::move(item), .terms = std::move(terms)};
}
Act update_of(const TestTable& table, std::vector<Value> key, Terms terms) {
  return {.kind = ActionKind::kUpdate, .table = &table, .key = std::move(key), .terms = std::move(terms)};
}
Act erase_of(const TestTable& table, std::vector<Value> key, Terms terms) {
  return {.kind = ActionKind::kDelete, .table = &table, .key = std::move(key), .terms = std::move(terms)};
}
Act check_of(const TestTable& table, std::vector<Value> key, Terms terms) {
  return {.kind = ActionKind::kCheck, .table = &table, .key = std::move(key), .terms = std::move(terms)};
}

ManyAnswer write_all(const std::vector<Act>& acts, std::string_view token) {
  return run(acts, token, &Database::write_all);
}
ManyAnswer write_each(const std::vector<Act>& acts) { return run(acts, {}, &Database::write_each); }

std::vector<std::string> codes(const ManyAnswer& answer) {
  std::vector<std::string> codes;
  for (const Status& outcome : answer.outcomes) codes.push_back(outcome.ok() ? "ok" : outcome.aws_name());
  return codes;
}

}  // namespace sheaf::test
