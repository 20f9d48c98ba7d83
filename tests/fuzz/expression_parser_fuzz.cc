// Input: names on the first line (fuzz_input.h), the rest is one text that is parsed as each of the five kinds.
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/expr/condition.h"
#include "engine/expr/key_condition.h"
#include "engine/expr/lexer.h"
#include "engine/expr/parser.h"
#include "engine/expr/projection.h"
#include "engine/expr/update.h"
#include "engine/item/utf8.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/fuzz_target.h"

namespace sheaf::fuzz {
namespace {

constexpr ExpressionKind kKinds[] = {ExpressionKind::kCondition, ExpressionKind::kFilter, ExpressionKind::kKeyCondition,
                                     ExpressionKind::kUpdate, ExpressionKind::kProjection};

// Every error about a text says where, but for a text that is no UTF-8, which has no characters to point at.
void check_error(const Status& status, std::string_view text) {
  if (status.ok()) return;
  const std::string message = status.message();
  if (status.is(Error::kValueNotUtf8)) {
    SHEAF_REQUIRE(!is_valid_utf8(text), "a UTF-8 text is not refused as none", message);
    return;
  }
  SHEAF_REQUIRE(status.offset() >= 0 && static_cast<size_t>(status.offset()) <= text.size(),
                "an error's offset lies in the text", message);
  SHEAF_REQUIRE(!message.empty() && !status.aws_message().empty(), "an error has both texts", message);
  if (!is_valid_utf8(text)) return;
  SHEAF_REQUIRE(is_valid_utf8(message) && is_valid_utf8(status.aws_message()), "the errors of a UTF-8 text are UTF-8",
                message);
}

std::string outcome_of(const Status& status) {
  return status.ok() ? "ok" : status.aws_message() + " @" + std::to_string(status.offset());
}

Vocabulary vocabulary_of(std::string_view names) {
  Vocabulary vocabulary;
  define_names(names, &vocabulary);
  return vocabulary;
}

// What holds of values is checked later, with values; here there are none, or each is of the same type.
template <typename Expression>
void check_values(const Expression& expression, size_t slots, std::string_view text) {
  check_error(expression.check({}), text);
  for (const Type type : {Type::kNull, Type::kString, Type::kBinary}) {
    const std::vector<ValueView> values(slots, ValueView{type, {}});
    check_error(expression.check(values), text);
  }
}

// Parses as one class and gives the outcome; `parse` takes a vocabulary.
template <typename Parse>
auto parse_twice(std::string_view names, std::string_view text, Vocabulary* vocabulary, Parse parse) {
  auto expression = parse(vocabulary);
  check_error(expression.status(), text);
  Vocabulary other = vocabulary_of(names);
  const auto again = parse(&other);
  SHEAF_REQUIRE(outcome_of(again.status()) == outcome_of(expression.status()), "the same text has the same outcome",
                outcome_of(again.status()));
  SHEAF_REQUIRE(other.parameters() == vocabulary->parameters(), "the same text has the same parameters", text);
  if (expression.ok()) SHEAF_REQUIRE(expression->text() == text, "an expression knows its text", expression->text());
  return expression;
}

void check_paths(const std::vector<DocumentPath>& paths) {
  for (const DocumentPath& path : paths) {
    SHEAF_REQUIRE(!path.elements().empty() && path.elements().size() <= kMaxPathElements && !path.attribute().empty(),
                  "a path has 1 to 32 elements and a name", path.to_text());
    static_cast<void>(readable_path(path));
  }
}

void parse_condition(ExpressionKind kind, std::string_view names, std::string_view text) {
  Vocabulary vocabulary = vocabulary_of(names);
  const auto condition = parse_twice(names, text, &vocabulary, [kind, text](Vocabulary* into) {
    return ConditionExpression::parse(kind, text, into);
  });
  if (!condition.ok()) return;
  check_paths(condition->paths());
  check_values(*condition, vocabulary.parameters().size(), text);
}

void parse_key_condition(std::string_view names, std::string_view text) {
  Vocabulary vocabulary = vocabulary_of(names);
  const auto condition = parse_twice(names, text, &vocabulary,
                                     [text](Vocabulary* into) { return KeyConditionExpression::parse(text, into); });
  if (!condition.ok()) return;
  const size_t slots = vocabulary.parameters().size();
  for (const KeyComparison& comparison : condition->comparisons()) {
    SHEAF_REQUIRE(comparison.low < slots && comparison.high < slots && comparison.offset < text.size(),
                  "a comparison's slots and offset exist", comparison.attribute);
  }
  check_values(*condition, slots, text);
}

void parse_update(std::string_view names, std::string_view text) {
  Vocabulary vocabulary = vocabulary_of(names);
  const auto update =
      parse_twice(names, text, &vocabulary, [text](Vocabulary* into) { return UpdateExpression::parse(text, into); });
  if (!update.ok()) return;
  check_paths(update->targets());
  check_paths(update->sources());
  SHEAF_REQUIRE(!update->attributes().empty() && update->attributes().size() <= update->targets().size(),
                "an update has targets", text);
  check_values(*update, vocabulary.parameters().size(), text);
}

void parse_projection(std::string_view names, std::string_view text) {
  Vocabulary vocabulary = vocabulary_of(names);
  const auto projection = parse_twice(names, text, &vocabulary,
                                      [text](Vocabulary* into) { return ProjectionExpression::parse(text, into); });
  if (projection.ok()) check_paths(projection->paths());
}

// The words of the text with one space between them.
std::string respaced(std::string_view text) {
  std::string words;
  Lexer lexer(text);
  size_t end = 0;
  for (ExpressionToken word = lexer.next(); word.kind != TokenKind::kEnd; word = lexer.next()) {
    SHEAF_REQUIRE(!word.text.empty() && word.offset >= end && text.substr(word.offset, word.text.size()) == word.text,
                  "words follow one another in the text", word.text);
    end = word.offset + word.text.size();
    words += (words.empty() ? "" : " ") + std::string(word.text);
  }
  return words;
}

// White space between words means nothing.
void check_respaced(ExpressionKind kind, std::string_view text, const std::string& words) {
  const auto given = parse_expression(kind, text);
  check_error(given.status(), text);
  if (text.size() > kMaxExpressionBytes || words.empty() || words.size() > kMaxExpressionBytes) return;
  const auto spaced = parse_expression(kind, words);
  SHEAF_REQUIRE(given.ok() == spaced.ok() && (given.ok() || spaced.status().is(given.status().error())),
                "white space between words means nothing", outcome_of(spaced.status()));
  if (!given.ok()) return;
  SHEAF_REQUIRE(given->nodes.size() == spaced->nodes.size() && given->actions.size() == spaced->actions.size() &&
                    given->paths.size() == spaced->paths.size(),
                "white space between words means nothing", words);
}

void check_expression_parser(std::string_view bytes) {
  FuzzInput input(bytes);
  const std::string_view names = input.take_line();
  const std::string_view text = input.take_rest();
  const std::string words = respaced(text);
  for (const ExpressionKind kind : kKinds) check_respaced(kind, text, words);
  parse_condition(ExpressionKind::kCondition, names, text);
  parse_condition(ExpressionKind::kFilter, names, text);
  parse_key_condition(names, text);
  parse_update(names, text);
  parse_projection(names, text);
}

}  // namespace
}  // namespace sheaf::fuzz

SHEAF_FUZZ_TARGET(expression_parser, sheaf::fuzz::check_expression_parser)
