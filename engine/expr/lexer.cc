#include "engine/expr/lexer.h"

namespace sheaf {
namespace {

// ASCII only, whatever the process's locale.
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

bool ExpressionToken::is_word(std::string_view keyword) const {
  if (kind != TokenKind::kName || text.size() != keyword.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (upper(text[i]) != keyword[i]) return false;
  }
  return true;
}

// Errors show characters, so one of several bytes stays whole.
size_t Lexer::character_end(size_t from) const {
  if (from < text_.size()) ++from;
  while (from < text_.size() && (static_cast<uint8_t>(text_[from]) & 0xC0) == 0x80) ++from;
  return from;
}

size_t Lexer::word_end(size_t from) const {
  while (from < text_.size() && is_word_character(text_[from])) ++from;
  return from;
}

ExpressionToken Lexer::next() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  const size_t start = at_;
  if (start == text_.size()) return {TokenKind::kEnd, {}, start};
  const char first = text_[start];
  size_t end = start + 1;
  TokenKind kind = TokenKind::kBad;
  if (is_letter(first)) {
    kind = TokenKind::kName;
    end = word_end(end);
  } else if (is_digit(first)) {
    kind = TokenKind::kDigits;
    while (end < text_.size() && is_digit(text_[end])) ++end;
  } else if (first == '#' || first == ':') {
    end = word_end(end);
    if (end > start + 1) kind = first == '#' ? TokenKind::kNameRef : TokenKind::kValueRef;
  } else if (std::string_view("()[],.+-").find(first) != std::string_view::npos) {
    kind = TokenKind::kPunctuation;
  } else if (first == '=' || first == '<' || first == '>') {
    kind = TokenKind::kComparator;
    const char second = end < text_.size() ? text_[end] : '\0';
    if (first != '=' && (second == '=' || (first == '<' && second == '>'))) ++end;
  } else {
    end = character_end(start);
  }
  at_ = end;
  return {kind, text_.substr(start, end - start), start};
}

std::string_view Lexer::near(std::string_view text, const ExpressionToken& token) {
  const size_t end = token.offset + token.text.size();
  if (token.kind == TokenKind::kBad) return text.substr(token.offset, Lexer(text).character_end(end) - token.offset);
  if (token.kind == TokenKind::kEnd) {
    // The last word there is.
    Lexer lexer(text);
    ExpressionToken last;
    for (ExpressionToken word = lexer.next(); word.kind != TokenKind::kEnd; word = lexer.next()) last = word;
    return last.text;
  }
  Lexer behind(text);
  behind.at_ = end;
  const ExpressionToken second = behind.next();
  return text.substr(token.offset, second.offset + second.text.size() - token.offset);
}

}  // namespace sheaf
