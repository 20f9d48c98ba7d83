// Session: writes with expressions: puts and deletes with conditions, and updates. They use Database::put, erase and update with terms
// of a Statement, which is what the C ABI does.
#include <gtest/gtest.h>

#include "tests/model/reference_condition.h"
#include "tests/model/reference_project.h"
#include "tests/model/reference_read.h"
#include "tests/model/reference_select.h"
#include "tests/model/reference_update.h"
#include "tests/model/session.h"

namespace sheaf::model {
namespace {

RefItem key_item(const RefTable& table, const RefKeyValues& key) {
  RefItem item;
  const std::vector<RefPart> parts = table.definition().key.parts();
  for (size_t i = 0; i < parts.size() && i < key.size(); ++i) item.emplace(parts[i].name, key[i]);
  return item;
}

// What an image shows of an item.
std::string image_text(const RefItem* item, const Images& images, const Terms& terms) {
  if (item == nullptr) return "nothing";
  if (!images.is_updated_only) return canonical_json(*item);
  const RefItem parts = terms.update.has_value() ? projected(*item, targets_of(terms.update->trees)) : RefItem();
  return parts.empty() ? "nothing" : canonical_json(parts);
}

std::string image_text(bool is_there, const AlignedBuffer& image) {
  EXPECT_EQ(is_there, !image.view().empty());
  return image.view().empty() ? "nothing" : test::json_of_stored(image.view());
}

StatementKind statement_kind(const Operation& operation) {
  return operation.verb == Verb::kUpdate ? StatementKind::kUpdate : StatementKind::kCondition;
}

bool has_statement(const Operation& operation) {
  return operation.verb == Verb::kUpdate || operation.terms.condition.has_value();
}

}  // namespace

bool Session::expected_to_hold(const Terms& terms, const RefItem& item) const {
  const Tree& condition = terms.condition->trees.at(0);
  bool is_true = holds(condition, item, terms.values);
  if (options_.distortion.condition) options_.distortion.condition(condition, item, &is_true);
  return is_true;
}

// What the write must do, once its expressions are right.
Session::Expected Session::expected_of_write(const Operation& operation) const {
  const RefTable& table = tables_.at(operation.table);
  Expected expected;
  const bool is_put = operation.verb == Verb::kPutIf;
  const RefItem put_item = is_put ? read_item(parse_json(operation.json)) : RefItem();
  const Refusals of_content =
      is_put ? table.refusals_of_item(put_item) : table.refusals_of_key(values_of(operation.key));
  expected.verdict.codes = refusals_of_write(operation, of_content);
  if (expected.verdict.is_refusal()) return expected;
  expected.key = is_put ? table.key_of(put_item) : values_of(operation.key);
  expected.old_item = table.find(expected.key);
  const RefItem none;
  const RefItem& old_item = expected.old_item != nullptr ? *expected.old_item : none;
  const Terms& terms = operation.terms;
  if (terms.condition.has_value() && !expected_to_hold(terms, old_item)) {
    expected.verdict.errors.insert(Error::kConditionFailed);
    return expected;
  }
  if (is_put) expected.new_item = std::make_shared<const RefItem>(put_item);
  if (operation.verb == Verb::kCheck) expected.new_item = expected.old_item;
  if (operation.verb != Verb::kUpdate) return expected;
  std::vector<Tree> actions = terms.update.has_value() ? terms.update->trees : std::vector<Tree>();
  if (options_.distortion.update) options_.distortion.update(&actions);
  UpdateOutcome outcome = updated(actions, expected.old_item.get(), key_item(table, expected.key), terms.values);
  expected.verdict = outcome.verdict;
  if (expected.verdict.is_refusal() || !outcome.item.has_value()) return expected;
  expected.verdict.codes = table.refusals_of_item(*outcome.item);
  expected.new_item = std::make_shared<const RefItem>(*std::move(outcome.item));
  return expected;
}

void Session::write_if(const Operation& operation) {
  const test::TestTable table = engine_table(operation.table, operation.snapshot);
  const Terms& terms = operation.terms;
  std::unique_ptr<Statement> statement;
  WriteTerms write_terms;
  if (has_statement(operation)) {
    statement = prepare(statement_kind(operation), operation);
    if (statement == nullptr) return;
    const Verdict of_values = verdict_of_values(tables_.at(operation.table), terms);
    const auto checked = statement->write_terms();
    if (of_values.is_refusal()) return expect_refused_expression(checked.ok() ? Status() : checked.status(), of_values);
    ASSERT_TRUE(checked.ok()) << checked.status().message();
    write_terms = *checked;
  }
  const Expected expected = expected_of_write(operation);
  AlignedBuffer old_image;
  AlignedBuffer new_image;
  Database::WriteRequest request{.table = &table.handle(), .terms = write_terms};
  if (operation.images.old_image) request.old_image = &old_image;
  if (operation.images.new_image) request.new_image = &new_image;
  if (operation.images.is_updated_only) request.parts = ImageParts::kUpdated;
  const std::vector<Value> key = engine_values(operation.key);
  Result<ActionResult> result = Status(Error::kInternal);
  if (operation.verb == Verb::kPutIf) {
    result = database_->put(request, test::TestItem(operation.json).view());
  } else if (operation.verb == Verb::kDeleteIf) {
    result = database_->erase(request, test::views_of(key));
  } else {
    result = database_->update(request, test::views_of(key));
  }
  const Status status = result.ok() ? Status() : result.status();
  EXPECT_TRUE(expected.verdict.allows(status)) << "got " << status.message();
  count_write(operation, expected);
  if (expected.verdict.errors.contains(Error::kConditionFailed) && operation.images.old_image) {
    EXPECT_EQ(image_text(expected.old_item != nullptr, old_image), image_text(expected.old_item.get(), {}, terms));
  }
  if (!expected.verdict.is_refusal() && result.ok()) {
    if (operation.images.old_image) {
      EXPECT_EQ(image_text(result->had_old_image, old_image),
                image_text(expected.old_item.get(), operation.images, terms));
    }
    if (operation.images.new_image) {
      EXPECT_EQ(image_text(result->has_new_image, new_image),
                image_text(expected.new_item.get(), operation.images, terms));
    }
    RefTable& reference = tables_.at(operation.table);
    reference.erase(expected.key);
    if (expected.new_item != nullptr) reference.put(*expected.new_item);
  }
  expect_item(operation.table, expected.key);
  if (statement != nullptr) keep(std::move(statement), statement_key(statement_kind(operation), operation));
}

void Session::count_write(const Operation& operation, const Expected& expected) {
  if (expected.verdict.errors.size() == 1) counts_.refusals.insert(*expected.verdict.errors.begin());
  const bool is_done = !expected.verdict.is_refusal();
  if (expected.verdict.errors.contains(Error::kConditionFailed)) {
    ++counts_.conditions_failed;
  } else if (is_done && operation.terms.condition.has_value()) {
    ++counts_.conditions_held;
  } else if (!is_done && operation.verb == Verb::kUpdate && !expected.key.empty()) {
    ++counts_.refused_updates;
  }
  if (is_done && operation.verb == Verb::kUpdate) ++counts_.updates;
  if (is_done && operation.images.is_updated_only) ++counts_.updated_images;
}

// That the table has now what the reference has, under a key that a write was about.
void Session::expect_item(const std::string& table, const RefKeyValues& key) {
  if (key.empty()) return;
  std::vector<Value> engine_key;
  for (const RefValue& value : key) engine_key.push_back(test::value_of(canonical_json(value)));
  const std::shared_ptr<const RefItem> item = tables_.at(table).find(key);
  EXPECT_EQ(engine_tables_.at(table).get(engine_key),
            item != nullptr ? std::optional(canonical_json(*item)) : std::nullopt);
}

}  // namespace sheaf::model
