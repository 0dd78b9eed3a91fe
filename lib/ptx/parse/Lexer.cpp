// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The PTX lexer.
#include "ptx/parse/Lexer.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <system_error>

namespace anywarp::ptx {

namespace {

enum : uint8_t { kBlank = 1, kWord = 2, kDigit = 4, kHex = 8, kWordStart = 16 };

constexpr std::array<uint8_t, 256> makeClasses() {
  std::array<uint8_t, 256> t{};
  for (char c : {' ', '\t', '\r', '\n', '\f', '\v'})
    t[uint8_t(c)] = kBlank;
  for (int c = 'a'; c <= 'z'; ++c)
    t[c] = t[c - 32] = kWord | kWordStart;
  for (int c = '0'; c <= '9'; ++c)
    t[c] = kWord | kDigit | kHex;
  for (int c = 'a'; c <= 'f'; ++c) {
    t[c] |= kHex;
    t[c - 32] |= kHex;
  }
  t['_'] = t['$'] = kWord | kWordStart;
  t['%'] = kWordStart;
  return t;
}
constexpr std::array<uint8_t, 256> kClasses = makeClasses();
inline bool isClass(char c, uint8_t mask) { return kClasses[uint8_t(c)] & mask; }

int digitValue(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

} // namespace

uint64_t widenFloatBits(uint32_t bits) {
  if ((bits & 0x7f800000u) == 0x7f800000u) // infinity or NaN: keep the payload, quiet nothing
    return uint64_t(bits >> 31) << 63 | 0x7ff0000000000000ull | uint64_t(bits & 0x7fffffu) << 29;
  return std::bit_cast<uint64_t>(double(std::bit_cast<float>(bits)));
}

void Lexer::skipBlanks() {
  for (;;) {
    char c = *cursor_;
    if (c == '\n') {
      ++cursor_;
      ++line_;
      lineStart_ = cursor_;
    } else if (isClass(c, kBlank)) {
      ++cursor_;
    } else if (c == '/' && cursor_[1] == '/') {
      cursor_ += std::strcspn(cursor_, "\n");
    } else if (c == '/' && cursor_[1] == '*') {
      const char *p = cursor_ + 2;
      while (*p && !(p[0] == '*' && p[1] == '/')) {
        if (*p == '\n') {
          ++line_;
          lineStart_ = p + 1;
        }
        ++p;
      }
      unterminatedComment_ |= !*p;
      cursor_ = *p ? p + 2 : p;
    } else {
      return;
    }
  }
}

void Lexer::skipLine() { cursor_ += std::strcspn(cursor_, "\n"); }

void Lexer::next(Token &token) {
  skipBlanks();
  const char *start = cursor_;
  token.line = line_;
  token.lineStart = lineStart_;
  char c = *start;
  if (isClass(c, kWordStart)) {
    const char *p = start + 1;
    if (c == '%' && !isClass(*p, kWord)) { // the operator
      token.kind = Token::Punctuator;
      token.symbol = '%';
    } else {
      while (isClass(*p, kWord))
        ++p;
      token.kind = Token::Identifier;
    }
    cursor_ = p;
    token.text = {start, size_t(p - start)};
    return;
  }
  if (c == '.' && isClass(start[1], kWord)) {
    const char *p = start + 1;
    for (;;) {
      if (isClass(*p, kWord))
        ++p;
      else if (p[0] == ':' && p[1] == ':' && isClass(p[2], kWord))
        p += 3;
      else
        break;
    }
    bool digitsOnly = true; // .5 is a number; no word has digits only
    for (const char *q = start + 1; q < p; ++q)
      digitsOnly &= isClass(*q, kDigit);
    if (digitsOnly)
      return number(token);
    token.kind = Token::Dot;
    token.text = {start + 1, size_t(p - start - 1)};
    cursor_ = p;
    return;
  }
  if (isClass(c, kDigit))
    return number(token);
  if (c == '"')
    return string(token);
  if (!c) {
    token.kind = Token::End;
    token.text = std::string_view(start, 0); // its place counts
    return;
  }
  char d = start[1];
  bool isPair = (c == d && (c == '<' || c == '>' || c == '=' || c == '&' || c == '|')) ||
                (d == '=' && (c == '<' || c == '>' || c == '!'));
  token.kind = Token::Punctuator;
  token.symbol = isPair ? twoChars(c, d) : uint8_t(c);
  cursor_ += isPair ? 2 : 1;
  token.text = {start, size_t(cursor_ - start)};
  if (uint8_t(c) >= 0x80 || uint8_t(c) < ' ') {
    token.kind = Token::Invalid;
    token.error = "character is not allowed here";
  }
}

void Lexer::number(Token &token) {
  const char *start = cursor_, *p = start;
  token.kind = Token::Integer;
  token.isUnsigned = token.isFloat32 = false;
  auto finish = [&](const char *error) {
    if (!error && isClass(*p, kWord))
      error = "malformed number";
    while (isClass(*p, kWord))
      ++p;
    cursor_ = p;
    token.text = {start, size_t(p - start)};
    if (error) {
      token.kind = Token::Invalid;
      token.error = error;
    }
  };
  char kind = p[0] == '0' ? p[1] | 32 : 0;
  if (kind == 'f' || kind == 'd') {
    unsigned digits = kind == 'f' ? 8 : 16, n = 0;
    uint64_t bits = 0;
    for (p += 2; n < digits && isClass(*p, kHex); ++p, ++n)
      bits = bits << 4 | digitValue(*p);
    token.kind = Token::Float;
    token.isFloat32 = kind == 'f';
    token.integer = kind == 'f' ? widenFloatBits(uint32_t(bits)) : bits;
    return finish(n == digits   ? nullptr
                  : kind == 'f' ? "expected 8 hexadecimal digits after 0f"
                                : "expected 16 hexadecimal digits after 0d");
  }
  unsigned base = 10;
  if (kind == 'x') {
    base = 16;
    p += 2;
  } else if (kind == 'b' && (p[2] == '0' || p[2] == '1')) {
    base = 2;
    p += 2;
  } else {
    const char *q = p;
    while (isClass(*q, kDigit))
      ++q;
    if (*q == '.' || (*q | 32) == 'e') {
      const char *f = q;
      if (*f == '.')
        while (isClass(*++f, kDigit))
          ;
      if ((*f | 32) == 'e') {
        const char *e = f + 1;
        e += *e == '+' || *e == '-';
        if (isClass(*e, kDigit)) {
          while (isClass(*e, kDigit))
            ++e;
          f = e;
        }
      }
      token.kind = Token::Float;
      double value = 0;
      auto result = std::from_chars(p, f, value);
      token.integer = std::bit_cast<uint64_t>(value);
      p = f;
      return finish(result.ec == std::errc() ? nullptr : "number is out of the range of .f64");
    }
    if (p[0] == '0' && isClass(p[1], kDigit))
      base = 8;
  }
  uint64_t value = 0;
  bool overflow = false, any = false;
  for (; isClass(*p, kHex); ++p) {
    unsigned digit = digitValue(*p);
    if (digit >= base)
      break;
    any = true;
    overflow |= __builtin_mul_overflow(value, base, &value);
    overflow |= __builtin_add_overflow(value, digit, &value);
  }
  if (*p == 'U' || *p == 'u') {
    token.isUnsigned = true;
    ++p;
  }
  token.integer = value;
  finish(!any ? "malformed number" : overflow ? "integer does not fit in 64 bits" : nullptr);
}

void Lexer::string(Token &token) {
  const char *p = cursor_ + 1;
  while (*p && *p != '"' && *p != '\n')
    p += *p == '\\' && p[1] && p[1] != '\n' ? 2 : 1;
  token.kind = Token::String;
  token.text = {cursor_ + 1, size_t(p - cursor_ - 1)};
  if (*p != '"') {
    token.kind = Token::Invalid;
    token.error = "string is not closed";
    cursor_ = p;
    return;
  }
  cursor_ = p + 1;
}

} // namespace anywarp::ptx
