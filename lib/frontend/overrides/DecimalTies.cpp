// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A decimal literal that lies half way between two floating-point numbers. C++ leaves open which of
// the two it is ([lex.fcon]); Clang takes the even one, so does nvcc mostly: 16777217.f is 16777218
// there, in device and host code, 16777221.f is 16777220. Bits that depend on such a constant agree
// with nvcc's only if the choice does. Replaced as in SemaOverride.cpp.
//
// The rule was found with some 15,000 literals of float and double (nvcc 13, all exponents):
// nvcc's front end first estimates the number in the arithmetic of its own type, from the leading
// 7 or 16 digits and powers of ten by squaring. Where the estimate lies below the power of two that
// the literal lies above, it goes on with a bit more than the type has, and that bit is rounded up
// when it is the last. Everything but exact ties comes out correctly rounded.
#include "frontend/Overrides.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Ownership.h"
#include "clang/Sema/Sema.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

using namespace clang;
using llvm::APFloat;
using llvm::StringRef;

// Clang's own.
ExprResult realActOnNumericConstant(Sema *, const Token &,
                                    Scope *) asm("__real_" AW_NUMERIC_CONSTANT);

namespace {

/// digits * 10^exponent, no zero first.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// Exponents beyond are not followed: with any number of digits that a literal has in practice the
/// value is zero or infinite.
constexpr int kFar = 10'000;

/// Reads a decimal literal without suffix and separators; nothing: it is zero, or its exponent is
/// beyond kFar.
std::optional<Decimal> parseDecimal(StringRef text) {
  auto [mantissa, power] = text.split(text.contains('e') ? 'e' : 'E');
  power.consume_front("+");
  Decimal decimal;
  if (!power.empty() && (power.getAsInteger(10, decimal.exponent) || decimal.exponent > kFar ||
                         decimal.exponent < -kFar))
    return std::nullopt;
  auto [whole, fraction] = mantissa.split('.');
  fraction = fraction.rtrim('0');
  decimal.exponent -= int(fraction.size());
  decimal.digits = (whole + fraction).str();
  decimal.digits.erase(0, decimal.digits.find_first_not_of('0'));
  if (decimal.digits.empty())
    return std::nullopt;
  return decimal;
}

/// What nvcc's front end begins with. `Kept` digits count; powers of ten below `Step` are taken
/// whole, those above by the bits of their exponents. Every operation rounds to Float.
template <typename Float, unsigned Kept, int Step> Float estimate(const Decimal &decimal) {
  size_t kept = std::min<size_t>(decimal.digits.size(), Kept);
  Float value = Float(std::stoull(decimal.digits.substr(0, kept)));
  int exponent = decimal.exponent + int(decimal.digits.size() - kept);
  auto scale = [&](int power) {
    std::string text = "1e" + std::to_string(power);
    Float ten = 0;
    std::from_chars(text.data(), text.data() + text.size(), ten);
    value = exponent < 0 ? value / ten : value * ten;
  };
  int left = std::abs(exponent);
  if (left % Step)
    scale(left % Step);
  left /= Step;
  for (int power = Step; left; left /= 2, power *= 2)
    if (left % 2)
      scale(power);
  return value;
}

APFloat rounded(const APFloat &exact, const llvm::fltSemantics &semantics,
                APFloat::roundingMode mode) {
  APFloat value = exact;
  bool losesInfo;
  value.convert(semantics, mode, &losesInfo);
  return value;
}

/// True if `value` is exactly the number: not just after rounding, as APFloat reads long literals.
bool isExactly(const APFloat &value, const Decimal &decimal) {
  int power; // value = fraction * 2^power, then significand * 2^power
  APFloat fraction = frexp(value, power, APFloat::rmTowardZero);
  constexpr unsigned kPrecision = 113;
  llvm::APSInt significand(kPrecision + 1, true);
  bool exact;
  scalbn(fraction, kPrecision, APFloat::rmTowardZero)
      .convertToInteger(significand, APFloat::rmTowardZero, &exact);
  power -= int(kPrecision);

  // Both sides as whole numbers: digits * 5^e * 2^e against significand * 2^power.
  int e = decimal.exponent, twos = power - e;
  unsigned bits = 4 * (unsigned(decimal.digits.size()) + 1) + 3 * unsigned(std::abs(e)) +
                  unsigned(std::abs(twos)) + kPrecision + 1;
  llvm::APInt left(bits, decimal.digits, 10), right = significand.zext(bits), fives(bits, 1);
  for (int i = 0; i < std::abs(e); ++i)
    fives *= 5;
  (e < 0 ? right : left) *= fives;
  (twos < 0 ? left : right) <<= unsigned(std::abs(twos));
  return left == right;
}

/// The number that nvcc reads `text` as, if that is not the nearest even one.
std::optional<APFloat> oddNeighbour(StringRef text, const llvm::fltSemantics &semantics) {
  APFloat number(APFloat::IEEEquad());
  if (auto status = number.convertFromString(text, APFloat::rmNearestTiesToEven); !status) {
    llvm::consumeError(status.takeError());
    return std::nullopt;
  }
  APFloat below = rounded(number, semantics, APFloat::rmTowardNegative);
  APFloat above = rounded(number, semantics, APFloat::rmTowardPositive);
  if (below.bitwiseIsEqual(above) || !below.isNormal() || !above.isNormal())
    return std::nullopt;
  APFloat gap = number, rest = rounded(above, APFloat::IEEEquad(), APFloat::rmTowardZero);
  gap.subtract(rounded(below, APFloat::IEEEquad(), APFloat::rmTowardZero), APFloat::rmTowardZero);
  rest.subtract(number, APFloat::rmTowardZero);
  if (!gap.bitwiseIsEqual(rest))
    return std::nullopt;

  std::optional<Decimal> decimal = parseDecimal(text);
  if (!decimal || !isExactly(number, *decimal))
    return std::nullopt;
  double guess = &semantics == &APFloat::IEEEsingle() ? estimate<float, 7, 8>(*decimal)
                                                      : estimate<double, 16, 16>(*decimal);
  if (std::ilogb(guess) >= ilogb(number))
    return std::nullopt;
  return above;
}

} // namespace

ExprResult wrapActOnNumericConstant(Sema *sema, const Token &token,
                                    Scope *scope) asm("__wrap_" AW_NUMERIC_CONSTANT);
ExprResult wrapActOnNumericConstant(Sema *sema, const Token &token, Scope *scope) {
  ExprResult result = realActOnNumericConstant(sema, token, scope);
  auto *literal = result.isInvalid() ? nullptr : dyn_cast<FloatingLiteral>(result.get());
  if (!literal)
    return result;
  const llvm::fltSemantics &semantics = literal->getSemantics();
  if (&semantics != &APFloat::IEEEsingle() && &semantics != &APFloat::IEEEdouble())
    return result;
  std::string text = sema->getPreprocessor().getSpelling(token);
  std::erase(text, '\'');
  StringRef number = text;
  if (number.starts_with_insensitive("0x"))
    return result;
  number = number.take_while([](char c) {
    return isDigit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-';
  });
  if (std::optional<APFloat> odd = oddNeighbour(number, semantics))
    literal->setValue(sema->getASTContext(), *odd);
  return result;
}
