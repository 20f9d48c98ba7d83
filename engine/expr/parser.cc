#include "engine/expr/parser.h"

#include <algorithm>
#include <charconv>

#include "engine/base/limits.h"
#include "engine/expr/checks.h"
#include "engine/expr/lexer.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

constexpr size_t kShownPlaceholderBytes = 32;  // of one that is too long, in the error

// Reads words into a Syntax. A method that answers with a node's number has left the words behind it unread. Rules that
// DynamoDB looks at once the form is right are noted in `later_` when they are broken, the first of them.
class Parser {
 public:
  Parser(ExpressionKind kind, std::string_view text, TextOrigin origin) : text_(text), lexer_(text), origin_(origin) {
    syntax_.kind = kind;
    advance();
  }

  Result<Syntax> run();

 private:
  using Node = Result<uint32_t>;

  // Where an operand may stand alone: within parentheses, for what follows them tells what they hold.
  enum class Alone : uint8_t { kRefused, kAllowed };

  Status run_condition();
  Status run_update();
  Status run_projection();

  // An operator, function or value by its word; its operands come when they are read.
  struct Operator {
    SyntaxKind kind;
    std::string_view text;
    size_t offset;
  };

  // A legal condition is 300 levels deep, so what does not call itself is kept out of the frames of what does.
  Node condition(Alone alone) { return list(SyntaxKind::kOr, "OR", &Parser::and_list, alone); }
  Node and_list(Alone alone) { return list(SyntaxKind::kAnd, "AND", &Parser::negation, alone); }
  Node list(SyntaxKind kind, std::string_view keyword, Node (Parser::*member)(Alone), Alone alone);
  Node negation(Alone alone);
  Node predicate(Alone alone);
  Node condition_or_operand() { return condition(Alone::kAllowed); }
  [[gnu::noinline]] Node comparison(uint32_t left);
  [[gnu::noinline]] Node between(uint32_t left);
  [[gnu::noinline]] Node in_list(uint32_t left);
  Node operand();
  Node parentheses(Node (Parser::*inside)());
  [[gnu::noinline]] uint32_t add_operator(const Operator& word, std::vector<uint32_t> operands);
  bool is_at_function();
  [[gnu::noinline]] Node path();
  [[gnu::noinline]] Node value();
  Node function(Node (Parser::*argument)());

  Status section();
  Status action(UpdateSection section);
  Node sum();
  Node term();

  void advance();
  bool take(char punctuation);
  Status expect(char punctuation);
  [[gnu::noinline]] Status syntax_error() const;
  Status enter();
  void leave() { --depth_; }
  void note(Status broken);
  void note_operator() { ++operators_; }
  uint32_t add(SyntaxNode node);
  Status position(SyntaxNode* path);
  Status check_counts() const;

  bool is_keyword() const;
  ExpressionKind kind() const { return syntax_.kind; }

  std::string_view text_;
  Lexer lexer_;
  TextOrigin origin_;
  ExpressionToken token_;  // the word to be read
  ExpressionToken ahead_;  // the one behind it
  bool has_ahead_ = false;
  Syntax syntax_;
  Status later_;
  Status redundant_;
  size_t operators_ = 0;
  int depth_ = 0;
};

void Parser::advance() {
  token_ = has_ahead_ ? ahead_ : lexer_.next();
  has_ahead_ = false;
  const bool is_placeholder = token_.kind == TokenKind::kNameRef || token_.kind == TokenKind::kValueRef;
  if (is_placeholder && token_.text.size() > kMaxPlaceholderBytes) {
    note(expression_error(kind(), Error::kPlaceholderTooLong, token_.offset,
                          {token_.text.substr(0, kShownPlaceholderBytes)}));
  }
}

bool Parser::take(char punctuation) {
  if (!token_.is(punctuation)) return false;
  advance();
  return true;
}

Status Parser::expect(char punctuation) { return take(punctuation) ? Status() : syntax_error(); }

Status Parser::syntax_error() const {
  const std::string_view shown = token_.kind == TokenKind::kEnd ? "<EOF>" : token_.text;
  return expression_error(kind(), Error::kExpressionSyntax, token_.offset, {shown, Lexer::near(text_, token_)});
}

void Parser::note(Status broken) {
  if (later_.ok()) later_ = std::move(broken);
}

// Nothing legal is nested so deeply, and of what is not this is the likely mistake.
Status Parser::enter() {
  if (++depth_ <= (kind() == ExpressionKind::kUpdate ? kMaxUpdateDepth : kMaxConditionDepth)) return {};
  if (operators_ > kMaxExpressionOperators) SHEAF_RETURN_IF_ERROR(check_counts());
  if (token_.is('(')) return expression_error(kind(), Error::kRedundantParentheses, token_.offset);
  const Error error = is_function(token_.text) ? Error::kFunctionMisused : Error::kFunctionUnknown;
  return expression_error(kind(), error, token_.offset, {token_.text});
}

uint32_t Parser::add(SyntaxNode node) {
  syntax_.nodes.push_back(std::move(node));
  return static_cast<uint32_t>(syntax_.nodes.size() - 1);
}

uint32_t Parser::add_operator(const Operator& word, std::vector<uint32_t> operands) {
  SyntaxNode node;
  node.kind = word.kind;
  node.text = word.text;
  node.offset = word.offset;
  node.operands = std::move(operands);
  return add(std::move(node));
}

// Words of the language that name nothing.
bool Parser::is_keyword() const {
  static constexpr std::string_view kOfConditions[] = {"AND", "OR", "NOT", "BETWEEN", "IN"};
  static constexpr std::string_view kOfUpdates[] = {"SET", "REMOVE", "ADD", "DELETE"};
  const auto is_token = [this](std::string_view word) { return token_.is_word(word); };
  if (kind() == ExpressionKind::kProjection) return false;
  return kind() == ExpressionKind::kUpdate ? std::any_of(std::begin(kOfUpdates), std::end(kOfUpdates), is_token)
                                           : std::any_of(std::begin(kOfConditions), std::end(kOfConditions), is_token);
}

Status Parser::check_counts() const {
  if (operators_ <= kMaxExpressionOperators || origin_ == TextOrigin::kTranslated) return {};
  return expression_error(kind(), Error::kExpressionOperators, 0, {std::to_string(operators_)});
}

// ---- paths, values, functions ----

Status Parser::position(SyntaxNode* path) {
  if (token_.kind != TokenKind::kDigits) return syntax_error();
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(token_.text.data(), token_.text.data() + token_.text.size(), number);
  if (error != std::errc() || number > kMaxListPosition) {
    note(expression_error(kind(), Error::kListIndexTooLarge, token_.offset, {token_.text}));
  }
  path->parts.push_back({token_.text, token_.offset, SyntaxPart::Kind::kPosition});
  advance();
  return expect(']');
}

Parser::Node Parser::path() {
  SyntaxNode node;
  node.kind = SyntaxKind::kPath;
  node.offset = token_.offset;
  for (bool is_whole = false; !is_whole;) {
    const bool is_name = (token_.kind == TokenKind::kName && !is_keyword()) || token_.kind == TokenKind::kNameRef;
    if (!is_name) return syntax_error();
    node.parts.push_back({token_.text, token_.offset, SyntaxPart::Kind::kName});
    advance();
    while (take('[')) SHEAF_RETURN_IF_ERROR(position(&node));
    is_whole = !take('.');
  }
  if (node.parts.size() > kMaxPathElements) {
    note(expression_error(kind(), Error::kExpressionPathTooDeep, node.offset, {std::to_string(node.parts.size())}));
  }
  return add(std::move(node));
}

Parser::Node Parser::value() {
  if (token_.kind != TokenKind::kValueRef) return syntax_error();
  const Operator value{SyntaxKind::kValue, token_.text, token_.offset};
  advance();
  return add_operator(value, {});
}

// The word to be read is the name, and a parenthesis follows.
Parser::Node Parser::function(Node (Parser::*argument)()) {
  SHEAF_RETURN_IF_ERROR(enter());
  const Operator function{SyntaxKind::kFunction, token_.text, token_.offset};
  std::vector<uint32_t> operands;
  advance();
  do {
    advance();
    SHEAF_ASSIGN_OR_RETURN(const uint32_t operand, (this->*argument)());
    operands.push_back(operand);
  } while (token_.is(','));
  SHEAF_RETURN_IF_ERROR(expect(')'));
  leave();
  return add_operator(function, std::move(operands));
}

// '(' what `inside` reads ')'; the parenthesis is the word to be read.
Parser::Node Parser::parentheses(Node (Parser::*inside)()) {
  SHEAF_RETURN_IF_ERROR(enter());
  const size_t offset = token_.offset;
  advance();
  SHEAF_ASSIGN_OR_RETURN(const uint32_t inner, (this->*inside)());
  SHEAF_RETURN_IF_ERROR(expect(')'));
  leave();
  return add_operator({SyntaxKind::kParentheses, {}, offset}, {inner});
}

// A name with a parenthesis behind it.
bool Parser::is_at_function() {
  if (!has_ahead_) ahead_ = lexer_.next();
  has_ahead_ = true;
  return token_.kind == TokenKind::kName && !is_keyword() && ahead_.is('(');
}

Parser::Node Parser::operand() {
  if (token_.kind == TokenKind::kValueRef) return value();
  if (token_.is('(')) return parentheses(&Parser::operand);
  return is_at_function() ? function(&Parser::operand) : path();
}

// ---- conditions ----

bool is_operand(SyntaxKind kind) {
  return kind == SyntaxKind::kPath || kind == SyntaxKind::kValue || kind == SyntaxKind::kFunction;
}

Parser::Node Parser::predicate(Alone alone) {
  SHEAF_ASSIGN_OR_RETURN(const uint32_t left, token_.is('(') ? parentheses(&Parser::condition_or_operand) : operand());
  const SyntaxKind kind_of_left = without_parentheses(syntax_, left).kind;
  if (is_operand(kind_of_left)) {
    if (token_.kind == TokenKind::kComparator) return comparison(left);
    if (token_.is_word("BETWEEN")) return between(left);
    if (token_.is_word("IN")) return in_list(left);
    const bool may_stand = kind_of_left == SyntaxKind::kFunction || (alone == Alone::kAllowed && token_.is(')'));
    if (!may_stand) return syntax_error();
  }
  return left;
}

Parser::Node Parser::comparison(uint32_t left) {
  const Operator comparison{SyntaxKind::kComparison, token_.text, token_.offset};
  note_operator();
  advance();
  SHEAF_ASSIGN_OR_RETURN(const uint32_t right, operand());
  return add_operator(comparison, {left, right});
}

Parser::Node Parser::between(uint32_t left) {
  const Operator between{SyntaxKind::kBetween, "BETWEEN", token_.offset};
  note_operator();
  advance();
  SHEAF_ASSIGN_OR_RETURN(const uint32_t low, operand());
  if (!token_.is_word("AND")) return syntax_error();
  advance();
  SHEAF_ASSIGN_OR_RETURN(const uint32_t high, operand());
  return add_operator(between, {left, low, high});
}

Parser::Node Parser::in_list(uint32_t left) {
  const Operator in{SyntaxKind::kIn, "IN", token_.offset};
  std::vector<uint32_t> operands{left};
  note_operator();
  advance();
  SHEAF_RETURN_IF_ERROR(expect('('));
  do {
    SHEAF_ASSIGN_OR_RETURN(const uint32_t member, operand());
    operands.push_back(member);
  } while (take(','));
  SHEAF_RETURN_IF_ERROR(expect(')'));
  const size_t members = operands.size() - 1;
  if (members > kMaxInListOperands && origin_ == TextOrigin::kUser) {
    note(expression_error(kind(), Error::kExpressionInList, in.offset, {std::to_string(members)}));
  }
  return add_operator(in, std::move(operands));
}

Parser::Node Parser::negation(Alone alone) {
  std::vector<size_t> offsets;
  for (; token_.is_word("NOT"); advance()) {
    offsets.push_back(token_.offset);
    note_operator();
  }
  SHEAF_ASSIGN_OR_RETURN(uint32_t inner, predicate(offsets.empty() ? alone : Alone::kRefused));
  for (auto offset = offsets.rbegin(); offset != offsets.rend(); ++offset) {
    inner = add_operator({SyntaxKind::kNot, "NOT", *offset}, {inner});
  }
  return inner;
}

// member ( keyword member )*
Parser::Node Parser::list(SyntaxKind kind, std::string_view keyword, Node (Parser::*member)(Alone), Alone alone) {
  SHEAF_ASSIGN_OR_RETURN(const uint32_t first, (this->*member)(alone));
  if (!token_.is_word(keyword)) return first;
  const size_t offset = token_.offset;
  std::vector<uint32_t> operands{first};
  while (token_.is_word(keyword)) {
    note_operator();
    advance();
    SHEAF_ASSIGN_OR_RETURN(const uint32_t next, (this->*member)(Alone::kRefused));
    operands.push_back(next);
  }
  return add_operator({kind, keyword, offset}, std::move(operands));
}

Status Parser::run_condition() {
  SHEAF_ASSIGN_OR_RETURN(syntax_.root, condition(Alone::kRefused));
  if (token_.kind != TokenKind::kEnd) return syntax_error();
  size_t first = text_.size();
  for (const SyntaxNode& node : syntax_.nodes) {
    const bool is_redundant =
        node.kind == SyntaxKind::kParentheses && syntax_.node(node.operands[0]).kind == SyntaxKind::kParentheses;
    if (is_redundant) first = std::min(first, node.offset);
  }
  if (first < text_.size()) redundant_ = expression_error(kind(), Error::kRedundantParentheses, first);
  return {};
}

// ---- updates ----

Parser::Node Parser::term() {
  if (token_.is('(')) return parentheses(&Parser::sum);
  if (token_.kind == TokenKind::kValueRef) return value();
  return is_at_function() ? function(&Parser::term) : path();
}

Parser::Node Parser::sum() {
  SHEAF_ASSIGN_OR_RETURN(const uint32_t left, term());
  if (!token_.is('+') && !token_.is('-')) return left;
  const Operator sum{token_.is('+') ? SyntaxKind::kPlus : SyntaxKind::kMinus, token_.text, token_.offset};
  note_operator();
  advance();
  SHEAF_ASSIGN_OR_RETURN(const uint32_t right, term());
  return add_operator(sum, {left, right});
}

Status Parser::action(UpdateSection section) {
  SyntaxAction action;
  action.section = section;
  SHEAF_ASSIGN_OR_RETURN(action.path, path());
  if (section == UpdateSection::kSet) {
    if (token_.text != "=") return syntax_error();
    advance();
    SHEAF_ASSIGN_OR_RETURN(action.operand, sum());
  } else if (section != UpdateSection::kRemove) {
    SHEAF_ASSIGN_OR_RETURN(action.operand, value());
  }
  syntax_.actions.push_back(action);
  return {};
}

Status Parser::section() {
  static constexpr std::string_view kKeywords[] = {"SET", "REMOVE", "ADD", "DELETE"};  // in the order of UpdateSection
  const ExpressionToken keyword = token_;
  const auto* const found = std::find_if(std::begin(kKeywords), std::end(kKeywords),
                                         [this](std::string_view word) { return token_.is_word(word); });
  if (found == std::end(kKeywords)) return syntax_error();
  const auto section = static_cast<UpdateSection>(found - std::begin(kKeywords));
  const bool is_repeated = std::any_of(syntax_.actions.begin(), syntax_.actions.end(),
                                       [section](const SyntaxAction& action) { return action.section == section; });
  if (is_repeated) syntax_.repeated.push_back({*found, keyword.offset});
  do {
    advance();
    SHEAF_RETURN_IF_ERROR(action(section));
  } while (token_.is(','));
  return {};
}

Status Parser::run_update() {
  do {
    SHEAF_RETURN_IF_ERROR(section());
  } while (token_.kind != TokenKind::kEnd);
  return {};
}

// ---- projections ----

Status Parser::run_projection() {
  do {
    SHEAF_ASSIGN_OR_RETURN(const uint32_t number, path());
    syntax_.paths.push_back(number);
  } while (take(','));
  return token_.kind == TokenKind::kEnd ? Status() : syntax_error();
}

Result<Syntax> Parser::run() {
  const Status parsed = kind() == ExpressionKind::kUpdate       ? run_update()
                        : kind() == ExpressionKind::kProjection ? run_projection()
                                                                : run_condition();
  SHEAF_RETURN_IF_ERROR(parsed);
  SHEAF_RETURN_IF_ERROR(check_counts());
  SHEAF_RETURN_IF_ERROR(std::move(later_));
  SHEAF_RETURN_IF_ERROR(std::move(redundant_));
  return std::move(syntax_);
}

}  // namespace

Result<Syntax> parse_expression(ExpressionKind kind, std::string_view text, TextOrigin origin) {
  if (text.empty()) return expression_error(kind, Error::kExpressionEmpty, 0);
  if (text.size() > kMaxExpressionBytes && origin == TextOrigin::kUser) {
    return expression_error(kind, Error::kExpressionTooLong, kMaxExpressionBytes, {std::to_string(text.size())});
  }
  if (!is_valid_utf8(text)) return Status(Error::kValueNotUtf8, {expression_kind_name(kind)});
  return Parser(kind, text, origin).run();
}

}  // namespace sheaf
