#include "engine/protocol/rehearsal.h"

#include <set>
#include <string>

#include "engine/expr/condition.h"
#include "engine/expr/key_condition.h"
#include "engine/expr/lexer.h"
#include "engine/expr/projection.h"
#include "engine/expr/update.h"

namespace sheaf::protocol {
namespace {

// How an error of the parse stands to those that need values: in conditions what comes first in the text is told first, of updates
// these errors are told after all undefined values; other errors stand before all.
enum class Precedence : uint8_t { kError, kTextOrder, kUndefinedValues };

Precedence precedence_of(ExpressionKind kind, const Status& error) {
  const bool is_update = kind == ExpressionKind::kUpdate;
  switch (error.error()) {
    case Error::kPathsOverlap:
    case Error::kPathsConflict:
      return is_update ? Precedence::kUndefinedValues : Precedence::kError;
    case Error::kOperandCount:
    case Error::kOperandNotPath:
    case Error::kOperandsNotDistinct:
      return is_update ? Precedence::kUndefinedValues : Precedence::kTextOrder;
    case Error::kNameUndefined:
      return is_update ? Precedence::kError : Precedence::kTextOrder;
    default:
      return Precedence::kError;
  }
}

class Rehearsal {
 public:
  explicit Rehearsal(const ExpressionSet& expressions) : expressions_(expressions), vocabulary_(expressions.origin) {}

  Status run() {
    for (const StatementName& name : expressions_.names) {
      SHEAF_RETURN_IF_ERROR(vocabulary_.define_name(name.placeholder, name.attribute));
    }
    SHEAF_RETURN_IF_ERROR(parse());
    const bool has_some = expressions_.has_write_terms() || expressions_.key.has_value() ||
                          expressions_.filter.has_value() || expressions_.projection.has_value();
    SHEAF_RETURN_IF_ERROR(
        vocabulary_.check_names_used(has_some ? Vocabulary::Expressions::kSome : Vocabulary::Expressions::kNone));
    return check_values_used();
  }

 private:
  // Each is judged with its values before the next is looked at.
  Status parse() {
    SHEAF_RETURN_IF_ERROR(judge(ExpressionKind::kUpdate, expressions_.update,
                                [&](std::string_view text) { return UpdateExpression::parse(text, &vocabulary_); }));
    SHEAF_RETURN_IF_ERROR(judge(ExpressionKind::kCondition, expressions_.condition, [&](std::string_view text) {
      return ConditionExpression::parse(ExpressionKind::kCondition, text, &vocabulary_);
    }));
    SHEAF_RETURN_IF_ERROR(judge(ExpressionKind::kKeyCondition, expressions_.key, [&](std::string_view text) {
      return KeyConditionExpression::parse(text, &vocabulary_);
    }));
    SHEAF_RETURN_IF_ERROR(judge(ExpressionKind::kFilter, expressions_.filter, [&](std::string_view text) {
      return ConditionExpression::parse(ExpressionKind::kFilter, text, &vocabulary_);
    }));
    if (!expressions_.projection.has_value()) return {};
    const auto projection = ProjectionExpression::parse(*expressions_.projection, &vocabulary_);
    return projection.ok() ? Status() : projection.status();
  }

  template <typename Parse>
  Status judge(ExpressionKind kind, const std::optional<std::string_view>& text, Parse parse) {
    if (!text.has_value()) return {};
    const auto parsed = parse(*text);
    if (parsed.ok()) return parsed->check(values_of(vocabulary_));
    switch (precedence_of(kind, parsed.status())) {
      case Precedence::kError:
        return parsed.status();
      case Precedence::kTextOrder: {
        const std::string_view before = text->substr(0, static_cast<size_t>(parsed.status().offset()));
        SHEAF_RETURN_IF_ERROR(check_conditions(kind, before));
        SHEAF_RETURN_IF_ERROR(find_undefined_value(kind, before));
        return parsed.status();
      }
      case Precedence::kUndefinedValues:
        break;
    }
    SHEAF_RETURN_IF_ERROR(find_undefined_value(kind, *text));
    return parsed.status();
  }

  // Judges the values of the conditions that stand whole in `text`, the beginning of a condition: it is cut at the last AND or OR that
  // leaves a condition, and the parentheses that are open there are closed.
  Status check_conditions(ExpressionKind kind, std::string_view text) const {
    struct Cut {
      size_t offset;
      size_t depth;
    };
    std::vector<Cut> cuts;
    size_t depth = 0;
    Lexer lexer(text);
    for (ExpressionToken token = lexer.next(); token.kind != TokenKind::kEnd; token = lexer.next()) {
      if (token.is('(')) ++depth;
      if (token.is(')')) --depth;
      if (token.is_word("AND") || token.is_word("OR")) cuts.push_back({token.offset, depth});
    }
    for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
      const std::string before = std::string(text.substr(0, cut->offset)) + std::string(cut->depth, ')');
      Vocabulary vocabulary = vocabulary_;
      const auto parsed = ConditionExpression::parse(kind, before, &vocabulary);
      if (parsed.ok()) return parsed->check(values_of(vocabulary));
    }
    return {};
  }

  // Error: ValueUndefined, for the first placeholder of a value in the text that none was given for.
  Status find_undefined_value(ExpressionKind kind, std::string_view text) const {
    std::set<std::string_view> given;
    for (const AttributeView& value : expressions_.values) given.insert(value.name);
    Lexer lexer(text);
    for (ExpressionToken token = lexer.next(); token.kind != TokenKind::kEnd; token = lexer.next()) {
      if (token.kind != TokenKind::kValueRef || given.contains(token.text)) continue;
      return expression_error(kind, Error::kValueUndefined, token.offset, {token.text});
    }
    return {};
  }

  // By the slots of the placeholders that were met so far.
  std::vector<ValueView> values_of(const Vocabulary& vocabulary) const {
    std::vector<ValueView> values(vocabulary.parameters().size());
    for (const AttributeView& value : expressions_.values) {
      if (const std::optional<uint32_t> slot = vocabulary.find_parameter(value.name)) values[*slot] = value.value;
    }
    return values;
  }

  Status check_values_used() const {
    std::vector<std::string_view> unused;
    for (const AttributeView& value : expressions_.values) {
      if (!vocabulary_.find_parameter(value.name).has_value()) unused.push_back(value.name);
    }
    return unused.empty() ? Status() : unused_values(unused);
  }

  const ExpressionSet& expressions_;
  Vocabulary vocabulary_;
};

}  // namespace

Status rehearse(const ExpressionSet& expressions) { return Rehearsal(expressions).run(); }

Status in_order(const ExpressionSet& expressions, Status later) {
  if (later.ok()) return later;
  Status earlier = rehearse(expressions);
  return earlier.ok() ? later : earlier;
}

}  // namespace sheaf::protocol
