// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that libquadmath lacks, and the table.
#include "device/accuracy/Reference.h"

#include <cstring>

namespace anywarp::accuracy {
namespace {

const Quad kPiQuad = 4 * atanq(1);
Quad exp2Quad(Quad x) { return exp2q(x); }
Quad exp10Quad(Quad x) { return powq(10, x); }
Quad rcbrtQuad(Quad x) { return 1 / cbrtq(x); }
Quad rsqrtQuad(Quad x) { return 1 / sqrtq(x); }
Quad erfcxQuad(Quad x) { return expq(x * x) * erfcq(x); }
Quad normcdfQuad(Quad x) { return erfcq(-x / sqrtq(2)) / 2; }
/// sin(πx), exact where it is 0.
Quad sinpiQuad(Quad x) {
  Quad r = fmodq(x, 2);
  r = r > 1 ? r - 2 : r < -1 ? r + 2 : r;
  r = r > Quad(0.5) ? 1 - r : r < Quad(-0.5) ? -1 - r : r;
  return sinq(kPiQuad * r);
}
Quad cospiQuad(Quad x) { return sinpiQuad(Quad(0.5) - fabsq(fmodq(x, 2))); }

/// By Newton's method on log erfc.
Quad erfcinvQuad(Quad y) {
  if (y > 1)
    return -erfcinvQuad(2 - y);
  if (y == 0)
    return HUGE_VAL;
  Quad x = y < Quad(0.1) ? sqrtq(-logq(y)) : (1 - y) * Quad(0.9);
  for (int i = 0; i < 12; ++i) {
    Quad value = erfcq(x);
    x += (logq(value) - logq(y)) * value * sqrtq(kPiQuad) / 2 * expq(x * x);
  }
  return x;
}
Quad erfinvQuad(Quad y) {
  if (fabsq(y) > Quad(0.5))
    return y > 0 ? erfcinvQuad(1 - y) : -erfcinvQuad(1 + y);
  Quad x = y * Quad(0.886);
  for (int i = 0; i < 8; ++i)
    x -= (erfq(x) - y) * sqrtq(kPiQuad) / 2 * expq(x * x);
  return x;
}
Quad normcdfinvQuad(Quad p) { return -sqrtq(2) * erfcinvQuad(2 * p); }
Quad besselIQuad(int order, Quad x) {
  Quad term = order ? x / 2 : 1, sum = term;
  for (int k = 1; k < 3000 && fabsq(term) > Quad(1e-36) * fabsq(sum); ++k)
    sum += term *= x * x / 4 / (Quad(k) * (k + order));
  return sum;
}
Quad besselI0Quad(Quad x) { return besselIQuad(0, x); }
Quad besselI1Quad(Quad x) { return besselIQuad(1, x); }


const std::vector<Reference> kReferences = {
    {"exp", expq, {{-745, 709.7}, {-1, 1}}, {{-103, 88.7}, {-1, 1}}, 1, 2},
    {"exp2", exp2Quad, {{-1074, 1023.9}, {-1, 1}}, {{-149, 127.9}, {-1, 1}}, 1, 2},
    {"exp10", exp10Quad, {{-323, 308.2}, {-1, 1}}, {{-44, 38.5}, {-1, 1}}, 1, 2},
    {"expm1", expm1q, {{-40, 709.7}, {-1, 1}, {-0.01, 0.01}}, {{-20, 88.7}, {-1, 1}}, 1, 1},
    {"log", logq, {{0, 10}, {0.9, 1.1}, {0, 1e300}}, {{0, 10}, {0.9, 1.1}, {0, 1e38}}, 1, 1},
    {"log2", log2q, {{0, 10}, {0.9, 1.1}, {0, 1e300}}, {{0, 10}, {0.9, 1.1}, {0, 1e38}}, 1, 1},
    {"log10", log10q, {{0, 10}, {0.9, 1.1}, {0, 1e300}}, {{0, 10}, {0.9, 1.1}, {0, 1e38}}, 1, 2},
    {"log1p", log1pq, {{-0.999, 10}, {-0.3, 0.5}, {-0.01, 0.01}}, {{-0.999, 10}, {-0.3, 0.5}}, 1, 1},
    {"cbrt", cbrtq, {{-10, 10}, {0, 1e300}, {0, 1e-300}}, {{-10, 10}, {0, 1e38}}, 1, 1},
    {"rcbrt", rcbrtQuad, {{0.001, 10}, {1, 1e300}}, {{0.001, 10}, {1, 1e38}}, 1, 1},
    {"rsqrt", rsqrtQuad, {{0, 10}, {0, 1e300}, {0, 1e-300}}, {{0, 10}, {0, 1e38}}, 1, 2},
    {"sinh", sinhq, {{-710, 710}, {-2, 2}}, {{-89, 89}, {-2, 2}}, 2, 3},
    {"cosh", coshq, {{-710, 710}, {-2, 2}}, {{-89, 89}, {-2, 2}}, 1, 2},
    {"tanh", tanhq, {{-25, 25}, {-1, 1}}, {{-10, 10}, {-1, 1}}, 1, 2},
    {"asinh", asinhq, {{-10, 10}, {-1e9, 1e9}}, {{-10, 10}, {-1e9, 1e9}}, 3, 3},
    {"acosh", acoshq, {{1, 10}, {1, 1e9}, {1, 1.1}}, {{1, 10}, {1, 1e9}}, 3, 4},
    {"atanh", atanhq, {{-0.9999, 0.9999}, {-0.1, 0.1}}, {{-0.9999, 0.9999}}, 2, 3},
    {"sin", sinq, {{-10, 10}, {-1e9, 1e9}, {0, 1e22}, {0, 1e300}}, {{-10, 10}, {-1e9, 1e9}, {0, 1e38}}, 2, 2},
    {"cos", cosq, {{-10, 10}, {-1e9, 1e9}, {0, 1e22}, {0, 1e300}}, {{-10, 10}, {-1e9, 1e9}, {0, 1e38}}, 2, 2},
    {"tan", tanq, {{-10, 10}, {-1e9, 1e9}, {0, 1e22}}, {{-10, 10}, {-1e9, 1e9}, {0, 1e38}}, 2, 4},
    {"asin", asinq, {{-1, 1}, {-0.5, 0.5}}, {{-1, 1}}, 2, 2},
    {"acos", acosq, {{-1, 1}, {-0.5, 0.5}, {0.99, 1}}, {{-1, 1}}, 2, 2},
    {"atan", atanq, {{-10, 10}, {0, 1e10}}, {{-10, 10}, {0, 1e10}}, 2, 2},
    {"erf", erfq, {{-6, 6}, {-1, 1}}, {{-6, 6}}, 2, 2},
    {"erfc", erfcq, {{-6, 26}, {-1, 1}}, {{-6, 9}}, 5, 4},
    {"erfcx", erfcxQuad, {{-20, 100}, {-1, 1}}, {{-9, 100}}, 4, 4},
    {"normcdf", normcdfQuad, {{-37, 8}, {-1, 1}}, {{-13, 5}}, 5, 5},
    {"erfinv", erfinvQuad, {{-1, 1}, {0.99, 1}}, {{-1, 1}}, 5, 2},
    {"erfcinv", erfcinvQuad, {{0, 2}, {0, 1e-3}, {0, 1e-300}}, {{0, 2}, {0, 1e-30}}, 6, 4},
    {"normcdfinv", normcdfinvQuad, {{0, 1}, {0, 1e-3}, {0, 1e-300}}, {{0, 1}, {0, 1e-30}}, 8, 5},
    {"lgamma", lgammaq, {{-2.26, 10}, {0.5, 3}, {0, 1e300}, {0, 1e-10}, {-200, -23.001}}, {{-2.26, 10}, {0.5, 3}, {0, 1e30}, {-40, -10.01}}, 4, 6},
    {"tgamma", tgammaq, {{-10, 20}, {-0.5, 0.5}, {20, 171.6}, {-170, -10}}, {{-10, 20}, {-0.5, 0.5}, {20, 35}, {-35, -10}}, 10, 5},
    {"j0", j0q, {{-8, 8}, {2.3, 2.5}, {5.5, 5.54}}, {{-8, 8}}, 7, 9},
    {"j1", j1q, {{-8, 8}, {3.8, 3.85}, {7, 7.03}}, {{-8, 8}}, 7, 9},
    {"y0", y0q, {{0, 8}, {0.88, 0.9}, {3.9, 4}, {7, 7.1}}, {{0, 8}}, 7, 9},
    {"y1", y1q, {{0, 8}, {2.1, 2.3}, {5.4, 5.5}}, {{0, 8}}, 7, 9},
    {"cyl_bessel_i0", besselI0Quad, {{-10, 10}, {8, 700}}, {{-10, 10}, {8, 85}}, 6, 6},
    {"cyl_bessel_i1", besselI1Quad, {{-10, 10}, {8, 700}}, {{-10, 10}, {8, 85}}, 6, 6},
    {"sinpi", sinpiQuad, {{-10, 10}, {0, 1e6}}, {{-10, 10}, {0, 1e6}}, 2, 1},
    {"cospi", cospiQuad, {{-10, 10}, {0, 1e6}}, {{-10, 10}, {0, 1e6}}, 2, 1},
};

} // namespace

const std::vector<Reference> &references() { return kReferences; }

const Reference *referenceOf(const char *name) {
  for (const Reference &reference : kReferences)
    if (!std::strcmp(reference.name, name))
      return &reference;
  return nullptr;
}

} // namespace anywarp::accuracy
