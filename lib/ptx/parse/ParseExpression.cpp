// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant expressions (section "Constant Expressions" of the manual): C's operators on .s64, .u64
// and .f64 values.
#include <bit>

#include "ptx/parse/ParserImpl.h"

namespace anywarp::ptx {

namespace {

constexpr unsigned kMaxDepth = 200;

/// 0: not a binary operator.
int precedenceOf(const Token &token) {
  if (!token.is(Token::Punctuator))
    return 0;
  switch (token.symbol) {
  case '*':
  case '/':
  case '%':
    return 10;
  case '+':
  case '-':
    return 9;
  case twoChars('<', '<'):
  case twoChars('>', '>'):
    return 8;
  case '<':
  case '>':
  case twoChars('<', '='):
  case twoChars('>', '='):
    return 7;
  case twoChars('=', '='):
  case twoChars('!', '='):
    return 6;
  case '&':
    return 5;
  case '^':
    return 4;
  case '|':
    return 3;
  case twoChars('&', '&'):
    return 2;
  case twoChars('|', '|'):
    return 1;
  }
  return 0;
}

Constant ofInteger(uint64_t bits, bool isUnsigned = false) {
  Constant c;
  c.bits = bits;
  c.isUnsigned = isUnsigned;
  return c;
}

Constant ofDouble(double value) {
  Constant c;
  c.isFloat = true;
  c.bits = std::bit_cast<uint64_t>(value);
  return c;
}

/// Null, or what is wrong.
const char *applyFloat(uint16_t op, double a, double b, Constant &result) {
  switch (op) {
  case '*':
    result = ofDouble(a * b);
    break;
  case '/':
    result = ofDouble(a / b);
    break;
  case '+':
    result = ofDouble(a + b);
    break;
  case '-':
    result = ofDouble(a - b);
    break;
  case '<':
    result = ofInteger(a < b);
    break;
  case '>':
    result = ofInteger(a > b);
    break;
  case twoChars('<', '='):
    result = ofInteger(a <= b);
    break;
  case twoChars('>', '='):
    result = ofInteger(a >= b);
    break;
  case twoChars('=', '='):
    result = ofInteger(a == b);
    break;
  case twoChars('!', '='):
    result = ofInteger(a != b);
    break;
  case twoChars('&', '&'):
    result = ofInteger(a != 0 && b != 0);
    break;
  case twoChars('|', '|'):
    result = ofInteger(a != 0 || b != 0);
    break;
  default:
    return "Operator does not apply to floating-point values";
  }
  return nullptr;
}

const char *applyInteger(uint16_t op, const Constant &left, const Constant &right,
                         Constant &result) {
  uint64_t a = left.bits, b = right.bits;
  bool isUnsigned = left.isUnsigned || right.isUnsigned;
  int64_t sa = int64_t(a), sb = int64_t(b);
  auto value = [&](uint64_t bits) { result = ofInteger(bits, isUnsigned); };
  switch (op) {
  case '*':
    value(a * b);
    break;
  case '/':
  case '%':
    if (!b)
      return "Division by zero in constant expression";
    if (isUnsigned)
      value(op == '/' ? a / b : a % b);
    else if (sb == -1) // the most negative number has no opposite
      value(op == '/' ? 0 - a : 0);
    else
      value(uint64_t(op == '/' ? sa / sb : sa % sb));
    break;
  case '+':
    value(a + b);
    break;
  case '-':
    value(a - b);
    break;
  // Shifts take the type of their left operand; a count beyond the width shifts everything out.
  case twoChars('<', '<'):
    result = ofInteger(b > 63 ? 0 : a << b, left.isUnsigned);
    break;
  case twoChars('>', '>'):
    if (left.isUnsigned)
      result = ofInteger(b > 63 ? 0 : a >> b, true);
    else
      result = ofInteger(uint64_t(sa >> (b > 63 ? 63 : b)));
    break;
  case '<':
    result = ofInteger(isUnsigned ? a < b : sa < sb);
    break;
  case '>':
    result = ofInteger(isUnsigned ? a > b : sa > sb);
    break;
  case twoChars('<', '='):
    result = ofInteger(isUnsigned ? a <= b : sa <= sb);
    break;
  case twoChars('>', '='):
    result = ofInteger(isUnsigned ? a >= b : sa >= sb);
    break;
  case twoChars('=', '='):
    result = ofInteger(a == b);
    break;
  case twoChars('!', '='):
    result = ofInteger(a != b);
    break;
  case '&':
    value(a & b);
    break;
  case '^':
    value(a ^ b);
    break;
  case '|':
    value(a | b);
    break;
  case twoChars('&', '&'):
    result = ofInteger(a && b);
    break;
  case twoChars('|', '|'):
    result = ofInteger(a || b);
    break;
  }
  return nullptr;
}

} // namespace

double Constant::toDouble() const {
  if (isFloat)
    return std::bit_cast<double>(bits);
  return isUnsigned ? double(bits) : double(int64_t(bits));
}

bool Constant::isTrue() const { return isFloat ? toDouble() != 0 : bits != 0; }

bool Parser::parseConstant(Constant &value) { return parseTernary(value, 0); }

bool Parser::parseTernary(Constant &value, unsigned depth) {
  if (depth > kMaxDepth)
    return fail(tok_.loc(), "Constant expression is nested too deeply");
  if (!parseBinary(value, 1, depth + 1))
    return false;
  if (!accept('?'))
    return true;
  Constant yes, no;
  if (!parseTernary(yes, depth + 1) || !expect(':', "in a conditional expression") ||
      !parseTernary(no, depth + 1))
    return false;
  value = value.isTrue() ? yes : no;
  return true;
}

bool Parser::parseBinary(Constant &value, int minPrecedence, unsigned depth) {
  if (!parseUnary(value, depth))
    return false;
  for (;;) {
    int precedence = precedenceOf(tok_);
    if (!precedence || precedence < minPrecedence)
      return true;
    TextLoc loc = tok_.loc();
    uint16_t op = tok_.symbol;
    advance();
    Constant right, left = value;
    if (!parseBinary(right, precedence + 1, depth + 1))
      return false;
    const char *fault = left.isFloat || right.isFloat
                            ? applyFloat(op, left.toDouble(), right.toDouble(), value)
                            : applyInteger(op, left, right, value);
    if (fault)
      return fail(loc, fault);
  }
}

bool Parser::parseUnary(Constant &value, unsigned depth) {
  if (depth > kMaxDepth)
    return fail(tok_.loc(), "Constant expression is nested too deeply");
  TextLoc loc = tok_.loc();
  if (tok_.is(Token::Integer)) {
    value = ofInteger(tok_.integer, tok_.isUnsigned || int64_t(tok_.integer) < 0);
    advance();
    return true;
  }
  if (tok_.is(Token::Float)) {
    value = Constant();
    value.isFloat = true;
    value.isFloat32 = tok_.isFloat32;
    value.bits = tok_.integer;
    advance();
    return true;
  }
  if (tok_.is(Token::Identifier) && tok_.text == "WARP_SZ") {
    value = ofInteger(32);
    advance();
    return true;
  }
  if (accept('(')) {
    if (tok_.is(Token::Dot)) { // a cast
      std::string_view type = tok_.text;
      advance();
      if (!expect(')', "after the type of a cast") || !parseUnary(value, depth + 1))
        return false;
      if (type == "f64") {
        value = ofDouble(value.toDouble());
        return true;
      }
      if (type != "s64" && type != "u64")
        return fail(loc, "Cast to '." + std::string(type.substr(0, 40)) +
                             "', expected .s64, .u64 or .f64");
      bool isUnsigned = type == "u64";
      if (value.isFloat) {
        double d = value.toDouble();
        double low = isUnsigned ? 0.0 : -9223372036854775808.0;
        double high = isUnsigned ? 18446744073709551616.0 : 9223372036854775808.0;
        if (!(d >= low && d < high))
          return fail(loc, "Value of the cast does not fit in ." + std::string(type));
        value = ofInteger(isUnsigned ? uint64_t(d) : uint64_t(int64_t(d)), isUnsigned);
      } else {
        value.isUnsigned = isUnsigned;
      }
      return true;
    }
    return parseTernary(value, depth + 1) && expect(')', "at the end of the expression");
  }
  for (char op : {'-', '+', '~', '!'}) {
    if (!accept(op))
      continue;
    if (!parseUnary(value, depth + 1))
      return false;
    if (op == '-') {
      if (value.isFloat)
        value.bits ^= 1ull << 63;
      else
        value = ofInteger(0 - value.bits, false);
    } else if (op == '!') {
      value = ofInteger(!value.isTrue());
    } else if (op == '~') {
      if (value.isFloat)
        return fail(loc, "Operator '~' does not apply to floating-point values");
      value.bits = ~value.bits;
    }
    return true;
  }
  return failExpected("a constant");
}

bool Parser::parseIntegerConstant(int64_t &value, const char *what) {
  TextLoc loc = tok_.loc();
  Constant constant;
  if (!parseConstant(constant))
    return false;
  if (constant.isFloat)
    return fail(loc, std::string("Floating-point value where ") + what + " is expected");
  value = int64_t(constant.bits);
  return true;
}

} // namespace anywarp::ptx
