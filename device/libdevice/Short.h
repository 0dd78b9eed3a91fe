// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithm and power of double to about ten digits: what functions of float need that are computed
// in double.
#pragma once

#include "Polynomials.h"

namespace anywarp::libdevice {

/// log x within 2^-36 of it, for a positive normal double.
AW_INLINE double logShort(double x) {
  uint64_t bits = bitCast<uint64_t>(x),
           exponent = (bits - 0x3fe6a09e667f3bcdul) & 0xfff0000000000000ul;
  double m = bitCast<double>(bits - exponent), f = m - 1, d = 2 + f;
  double r = reciprocalFast(float(d));
  double s = f * fma(fma(-d, r, 1.0), r, r), z = s * s;
  return fma(double(int32_t(exponent >> 32) >> 20), 0x1.62e42fefa39efp-1,
             fma(s * z, polynomial(kLogTailShort, z), s + s));
}
/// e^x within 2^-33 of it, for |x| <= 200.
AW_INLINE double expShort(double x) {
  constexpr double magic = 0x1.8p+52;
  double t = fma(x, 0x1.71547652b82fep+0, magic), n = t - magic;
  double r = fma(n, -0x1.62e42fefa39efp-1, x);
  double p = fma(r * r, polynomial(kExpTailShort, r), r) + 1;
  return bitCast<double>(bitCast<uint64_t>(p) + (bitCast<uint64_t>(t) << 52));
}

} // namespace anywarp::libdevice
