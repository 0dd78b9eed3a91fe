// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens of PTX text. One pass, no allocation; token texts point into the text, which must end in a
// NUL byte and outlive the lexer. A dotted word (`.rn`, `.shared::cta`) is one token.
#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/Module.h"

namespace anywarp::ptx {

struct Token {
  enum Kind : uint8_t {
    End,
    Identifier, ///< text as written, with its '%'
    Dot,        ///< .word, text without the first dot
    Integer,    ///< integer, isUnsigned
    Float,      ///< integer holds the bits of the double, isFloat32 if written 0f
    String,     ///< text between the quotes, escapes as written
    Punctuator, ///< symbol: a character, or two for << >> <= >= == != && ||
    Invalid,    ///< error says what is wrong
  };
  Kind kind = End;
  bool isUnsigned = false, isFloat32 = false;
  uint16_t symbol = 0;
  uint32_t line = 1;
  uint64_t integer = 0;
  std::string_view text;
  const char *lineStart = nullptr;
  const char *error = nullptr;

  bool is(Kind k) const { return kind == k; }
  bool isSymbol(uint16_t s) const { return kind == Punctuator && symbol == s; }
  TextLoc loc() const {
    const char *start = kind == Dot || kind == String ? text.data() - 1 : text.data();
    return {line, uint32_t(start - lineStart) + 1};
  }
};

/// `twoChars('<', '<')` is the symbol of the token `<<`.
constexpr uint16_t twoChars(char a, char b) { return uint16_t(uint8_t(a) << 8 | uint8_t(b)); }

class Lexer {
public:
  /// `text` ends at its first NUL.
  explicit Lexer(const char *text) : cursor_(text), lineStart_(text) {}
  void next(Token &token);
  /// The first character of what follows the last token, blanks and comments skipped.
  char peek() {
    skipBlanks();
    return *cursor_;
  }
  /// Goes on behind the end of the current line.
  void skipLine();
  bool unterminatedComment() const { return unterminatedComment_; }

private:
  void skipBlanks();
  void number(Token &token);
  void string(Token &token);
  const char *cursor_, *lineStart_;
  uint32_t line_ = 1;
  bool unterminatedComment_ = false;
};

/// The double with the value of a float, its bits unchanged where that means something (NaNs).
uint64_t widenFloatBits(uint32_t bits);

} // namespace anywarp::ptx
