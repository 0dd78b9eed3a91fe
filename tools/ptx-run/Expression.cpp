// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recursive descent over C's operators, strongest binding last.
#include "Expression.h"

#include <bit>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ptxrun {

namespace {

/// splitmix64: every input has its own well-mixed output.
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

class Evaluator {
public:
  Evaluator(const std::string &text, const Variables &variables, std::string &error)
      : at_(text.c_str()), variables_(variables), error_(error) {}

  Number run() {
    Number value = choice();
    skip();
    if (*at_)
      fail("unexpected '" + std::string(at_) + "'");
    return error_.empty() ? value : Number{};
  }

private:
  void skip() {
    while (std::isspace(static_cast<unsigned char>(*at_)))
      ++at_;
  }
  void fail(const std::string &what) {
    if (error_.empty())
      error_ = what;
    at_ = "";
  }
  bool take(const char *token) {
    skip();
    size_t length = std::strlen(token);
    if (std::strncmp(at_, token, length) != 0)
      return false;
    // `<` is not the start of `<<` or `<=`.
    if (length == 1 && std::strchr("<>", *token) && (at_[1] == *token || at_[1] == '='))
      return false;
    at_ += length;
    return true;
  }
  void expect(const char *token) {
    if (!take(token))
      fail(std::string("missing '") + token + "'");
  }

  Number choice() {
    Number condition = level(0);
    if (!take("?"))
      return condition;
    Number yes = choice();
    expect(":");
    Number no = choice();
    return condition.asInteger() ? yes : no;
  }

  static constexpr const char *kLevels[][4] = {
      {"|"},        {"^"},      {"&"},          {"==", "!="}, {"<=", ">=", "<", ">"},
      {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
  static constexpr int kLevelCount = sizeof kLevels / sizeof *kLevels;

  Number level(int index) {
    if (index == kLevelCount)
      return unary();
    Number left = level(index + 1);
    while (true) {
      const char *found = nullptr;
      for (const char *op : kLevels[index])
        if (op && !found && take(op))
          found = op;
      if (!found)
        return left;
      left = apply(found, left, level(index + 1));
    }
  }

  Number apply(const std::string &op, Number a, Number b) {
    if (a.isReal || b.isReal) {
      double x = a.asReal(), y = b.asReal();
      if (op == "+")
        return Number::of(x + y);
      if (op == "-")
        return Number::of(x - y);
      if (op == "*")
        return Number::of(x * y);
      if (op == "/")
        return Number::of(x / y);
      if (op == "%")
        return Number::of(std::fmod(x, y));
      if (op == "==")
        return Number::of(int64_t(x == y));
      if (op == "!=")
        return Number::of(int64_t(x != y));
      if (op == "<")
        return Number::of(int64_t(x < y));
      if (op == ">")
        return Number::of(int64_t(x > y));
      if (op == "<=")
        return Number::of(int64_t(x <= y));
      if (op == ">=")
        return Number::of(int64_t(x >= y));
      fail("'" + op + "' of reals");
      return {};
    }
    auto x = uint64_t(a.integer), y = uint64_t(b.integer);
    if ((op == "/" || op == "%") && (y == 0 || (y == ~uint64_t(0) && x == uint64_t(1) << 63))) {
      fail("division overflows");
      return {};
    }
    if (op == "+")
      return Number::of(int64_t(x + y));
    if (op == "-")
      return Number::of(int64_t(x - y));
    if (op == "*")
      return Number::of(int64_t(x * y));
    if (op == "/")
      return Number::of(a.integer / b.integer);
    if (op == "%")
      return Number::of(a.integer % b.integer);
    if (op == "&")
      return Number::of(int64_t(x & y));
    if (op == "|")
      return Number::of(int64_t(x | y));
    if (op == "^")
      return Number::of(int64_t(x ^ y));
    if (op == "<<")
      return Number::of(y < 64 ? int64_t(x << y) : 0);
    if (op == ">>")
      return Number::of(y < 64 ? int64_t(x >> y) : 0);
    if (op == "==")
      return Number::of(int64_t(x == y));
    if (op == "!=")
      return Number::of(int64_t(x != y));
    if (op == "<")
      return Number::of(int64_t(a.integer < b.integer));
    if (op == ">")
      return Number::of(int64_t(a.integer > b.integer));
    if (op == "<=")
      return Number::of(int64_t(a.integer <= b.integer));
    return Number::of(int64_t(a.integer >= b.integer));
  }

  Number unary() {
    if (take("-")) {
      Number value = unary();
      return value.isReal ? Number::of(-value.real) : Number::of(int64_t(-uint64_t(value.integer)));
    }
    if (take("~"))
      return Number::of(~unary().asInteger());
    return primary();
  }

  Number primary() {
    if (take("(")) {
      Number value = choice();
      expect(")");
      return value;
    }
    skip();
    if (std::isdigit(static_cast<unsigned char>(*at_)) || *at_ == '.')
      return number();
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(*at_)) || *at_ == '_')
      name += *at_++;
    if (name == "i")
      return Number::of(variables_.i);
    if (name == "n")
      return Number::of(variables_.n);
    if (name == "inf")
      return Number::of(double(INFINITY));
    if (name == "nan")
      return Number::of(double(NAN));
    if (name == "rand") {
      expect("(");
      Number seed = choice();
      expect(")");
      return Number::of(int64_t(mix(uint64_t(seed.asInteger()))));
    }
    if (!name.empty() && take("[")) {
      Number index = choice();
      expect("]");
      Number value;
      if (error_.empty() && !variables_.element(name, index.asInteger(), value))
        fail("no element " + std::to_string(index.asInteger()) + " of '" + name + "'");
      return value;
    }
    fail("what is '" + name + at_ + "'?");
    return {};
  }

  Number number() {
    char *end;
    if (at_[0] == '0' && (at_[1] == 'f' || at_[1] == 'F')) {
      auto bits = uint32_t(std::strtoul(at_ + 2, &end, 16));
      at_ = end;
      return Number::of(double(std::bit_cast<float>(bits)));
    }
    if (at_[0] == '0' && (at_[1] == 'd' || at_[1] == 'D')) {
      uint64_t bits = std::strtoull(at_ + 2, &end, 16);
      at_ = end;
      return Number::of(std::bit_cast<double>(bits));
    }
    bool isHex = at_[0] == '0' && (at_[1] == 'x' || at_[1] == 'X');
    const char *stop = at_;
    while (std::isalnum(static_cast<unsigned char>(*stop)) || *stop == '.' ||
           (!isHex && (*stop == '-' || *stop == '+') && (stop[-1] == 'e' || stop[-1] == 'E')))
      ++stop;
    std::string text(at_, stop);
    at_ = stop;
    if (!isHex && text.find_first_of(".eE") != std::string::npos)
      return Number::of(std::strtod(text.c_str(), nullptr));
    return Number::of(int64_t(std::strtoull(text.c_str(), nullptr, 0)));
  }

  const char *at_;
  const Variables &variables_;
  std::string &error_;
};

} // namespace

Number evaluate(const std::string &text, const Variables &variables, std::string &error) {
  return Evaluator(text, variables, error).run();
}

} // namespace ptxrun
