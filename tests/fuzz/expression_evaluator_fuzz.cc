// Input, a line each: names (fuzz_input.h), an item, the values of the parameters in their order (both in the form of
// compact.h), damage; the rest is a text that is tried as every kind of expression on the item, on the damaged item and on none.
//
// Damage: three bytes each, of which two say where in the stored item and the third what stands there.
#include <string>
#include <vector>

#include "engine/base/aligned_buffer.h"
#include "engine/expr/key_condition.h"
#include "tests/fuzz/compact.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/item_properties.h"

namespace sheaf::fuzz {
namespace {

struct Setting {
  std::string_view text;
  std::vector<FuzzItem> items;
  std::vector<Value> values;
};

// By the slots of the vocabulary. Those that the input does not give are not bound.
std::vector<ValueView> views_of_values(const std::vector<Value>& values, const Vocabulary& vocabulary) {
  std::vector<ValueView> bound(vocabulary.parameters().size());
  for (size_t i = 0; i < bound.size() && i < values.size(); ++i) bound[i] = values[i].view();
  return bound;
}

bool answer_on(const FuzzItem& item, const ConditionExpression& condition, Bindings values) {
  const auto answer = condition.evaluate(item.view, values);
  SHEAF_REQUIRE_OK(answer.status(), "a condition on a sound item has an answer");
  return *answer;
}

// An error when the longer text breaks a limit or puts a parenthesis around a parenthesis.
Result<ConditionExpression> parse_around(const std::string& text, Vocabulary* vocabulary) {
  auto condition = ConditionExpression::parse(ExpressionKind::kCondition, text, vocabulary);
  SHEAF_REQUIRE(condition.ok() || condition.status().is(Error::kRedundantParentheses) ||
                    condition.status().is(Error::kExpressionTooLong) ||
                    condition.status().is(Error::kExpressionOperators),
                "a condition may stand in parentheses", condition.status().message());
  return condition;
}

void check_logic(const Setting& setting, const ConditionExpression& condition, Vocabulary* vocabulary) {
  const std::string inner = "(" + condition.text() + ")";
  const auto negation = parse_around("NOT " + inner, vocabulary);
  const auto never = parse_around(inner + " AND NOT " + inner, vocabulary);
  const auto always = parse_around("NOT " + inner + " OR " + inner, vocabulary);
  const std::vector<ValueView> values = views_of_values(setting.values, *vocabulary);
  for (const FuzzItem& item : setting.items) {
    if (item.soundness != Soundness::kSound) continue;
    const bool answer = answer_on(item, condition, values);
    SHEAF_REQUIRE(!negation.ok() || answer_on(item, *negation, values) != answer, "NOT negates", inner);
    SHEAF_REQUIRE(!never.ok() || !answer_on(item, *never, values), "x AND NOT x does not hold", inner);
    SHEAF_REQUIRE(!always.ok() || answer_on(item, *always, values), "NOT x OR x holds", inner);
  }
}

void evaluate_condition(const Setting& setting, Vocabulary vocabulary) {
  const auto condition = ConditionExpression::parse(ExpressionKind::kCondition, setting.text, &vocabulary);
  if (!condition.ok()) return;
  const std::vector<ValueView> values = views_of_values(setting.values, vocabulary);
  if (!condition->check(values).ok()) return;
  for (const FuzzItem& item : setting.items) check_condition_on(item, *condition, values);
  check_logic(setting, *condition, &vocabulary);
}

void evaluate_key_condition(const Setting& setting, Vocabulary vocabulary) {
  const auto condition = KeyConditionExpression::parse(setting.text, &vocabulary);
  if (condition.ok()) static_cast<void>(condition->check(views_of_values(setting.values, vocabulary)));
}

void evaluate_projection(const Setting& setting, Vocabulary vocabulary) {
  const auto projection = ProjectionExpression::parse(setting.text, &vocabulary);
  if (!projection.ok()) return;
  for (const FuzzItem& item : setting.items) check_projection_on(item, *projection);
}

void evaluate_update(const Setting& setting, Vocabulary vocabulary) {
  const auto update = UpdateExpression::parse(setting.text, &vocabulary);
  if (!update.ok()) return;
  const std::vector<ValueView> values = views_of_values(setting.values, vocabulary);
  if (!update->check(values).ok()) return;
  for (const FuzzItem& item : setting.items) check_update_on(item, *update, values);
  check_update_of_nothing(*update, values);
}

std::string damaged(std::string_view stored, FuzzInput damage) {
  std::string bytes(stored);
  while (!damage.is_empty()) {
    const auto high = static_cast<uint8_t>(damage.take());
    const auto low = static_cast<uint8_t>(damage.take());
    bytes[(size_t{high} << 8 | low) % bytes.size()] = damage.take();
  }
  return bytes;
}

void check_expression_evaluator(std::string_view bytes) {
  FuzzInput input(bytes);
  const std::string_view names = input.take_line();
  ItemBuilder builder;
  take_item(FuzzInput(input.take_line()), &builder);
  const ItemView item = builder.finish();
  Setting setting;
  setting.values = take_values(FuzzInput(input.take_line()));
  const std::string_view damage = input.take_line();
  setting.text = input.take_rest();
  setting.items = {{item, Soundness::kSound}, {ItemView(), Soundness::kSound}};

  AlignedBuffer aligned;
  if (!damage.empty()) {
    aligned.assign(damaged(item.bytes(), FuzzInput(damage)));
    const auto opened = ItemView::open(aligned.view());
    if (opened.ok()) setting.items.push_back({*opened, Soundness::kMaybeDamaged});
  }
  SHEAF_REQUIRE_OK(verify_item(item), "a built item is sound");
  for (const auto evaluate : {evaluate_condition, evaluate_key_condition, evaluate_projection, evaluate_update}) {
    Vocabulary own;
    define_names(names, &own);
    evaluate(setting, std::move(own));
  }
}

}  // namespace
}  // namespace sheaf::fuzz

SHEAF_FUZZ_TARGET(expression_evaluator, sheaf::fuzz::check_expression_evaluator)
