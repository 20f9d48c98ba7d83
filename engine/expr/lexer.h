// Lexer: the words of an expression, one after another. Borrows the text. One thread at a time.
#pragma once

#include <cstdint>
#include <string_view>

namespace sheaf {

enum class TokenKind : uint8_t {
  kName,         // a bare word; the parser knows which are keywords
  kNameRef,      // "#name"
  kValueRef,     // ":value"
  kDigits,       // "12"
  kPunctuation,  // ( ) [ ] , . + -
  kComparator,   // = <> < <= > >=
  kBad,          // a character that begins no word
  kEnd,
};

struct ExpressionToken {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  size_t offset = 0;

  bool is(char punctuation) const { return kind == TokenKind::kPunctuation && text[0] == punctuation; }
  // A bare word that is the keyword, in any case; `keyword` is in upper case.
  bool is_word(std::string_view keyword) const;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // The next word; kEnd at the end of the text, any number of times.
  ExpressionToken next();

  // From `offset`, where the word at fault begins, to the end of the word behind it: what an error shows.
  static std::string_view near(std::string_view text, const ExpressionToken& token);

 private:
  size_t character_end(size_t from) const;
  size_t word_end(size_t from) const;

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace sheaf
