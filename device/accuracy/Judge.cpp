// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sampling and judging results in double precision.
#include "device/accuracy/Judge.h"
#include "device/accuracy/Reference.h"

#include <cstdint>
#include <cstring>
#include <random>

namespace anywarp::accuracy {
namespace {

double unit(std::mt19937_64 &random) { return double(random() >> 11) * 0x1p-53; }

double anyExponent(std::mt19937_64 &random) {
  std::uint64_t bits = random();
  double x;
  std::memcpy(&x, &bits, 8);
  return std::isfinite(x) ? x : 1.0;
}

struct Reference2 {
  const char *name;
  Quad (*exact)(Quad, Quad);
  double bound;
};
Quad rhypotQuad(Quad x, Quad y) { return 1 / hypotq(x, y); }
// As in Accuracy.cu: the third number is half of the first, the fourth half of the second.
Quad norm3dQuad(Quad x, Quad y) { return sqrtq(x * x + y * y + x * x / 4); }
Quad norm4dQuad(Quad x, Quad y) { return sqrtq((x * x + y * y) * 5 / 4); }
Quad rnorm3dQuad(Quad x, Quad y) { return 1 / norm3dQuad(x, y); }
Quad rnorm4dQuad(Quad x, Quad y) { return 1 / norm4dQuad(x, y); }

const Reference2 kReferences2[] = {
    {"pow", powq, 2},
    {"atan2", atan2q, 2},
    {"hypot", hypotq, 2},
    {"rhypot", rhypotQuad, 1},
    {"fmod", fmodq, 0},
    {"remainder", remainderq, 0},
    {"fdim", fdimq, 0},
    {"norm3d", norm3dQuad, 2},
    {"norm4d", norm4dQuad, 2},
    {"rnorm3d", rnorm3dQuad, 1},
    {"rnorm4d", rnorm4dQuad, 1},
};

/// The distance in steps from one double to the next.
double steps(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : 1e300;
  auto place = [](double v) {
    std::int64_t bits;
    std::memcpy(&bits, &v, 8);
    return bits < 0 ? std::int64_t(0x8000000000000000ull) - bits : bits;
  };
  std::int64_t from = place(a), to = place(b);
  return double(from > to ? std::uint64_t(from) - std::uint64_t(to)
                          : std::uint64_t(to) - std::uint64_t(from));
}

} // namespace

std::vector<double> samplesOf(const char *name, std::size_t count) {
  std::mt19937_64 random(42);
  std::vector<double> samples;
  const Reference *reference = referenceOf(name);
  for (Range range : reference->ranges)
    for (std::size_t i = 0; i < count; ++i)
      samples.push_back(range.low + unit(random) * (range.high - range.low));
  // Any exponent, within the outermost range: what lies beyond is not bounded in ulps.
  double low = 0, high = 0;
  for (Range range : reference->ranges) {
    low = std::min(low, range.low);
    high = std::max(high, range.high);
  }
  for (std::size_t i = 0; i < count; ++i) {
    double x = anyExponent(random);
    if (x >= low && x <= high)
      samples.push_back(x);
  }
  return samples;
}

void pairsOf(const char *name, std::size_t count, std::vector<double> &x, std::vector<double> &y) {
  std::mt19937_64 random(43);
  bool power = !std::strcmp(name, "pow");
  for (std::size_t i = 0; i < count; ++i) {
    double a = i % 2 ? (unit(random) - 0.5) * 20 : std::exp2(unit(random) * 2000 - 1000);
    double b = i % 3 ? (unit(random) - 0.5) * 20
                     : (random() & 1 ? 1 : -1) * std::exp2(unit(random) * 2000 - 1000);
    if (power) {
      a = std::fabs(a);
      b = (unit(random) - 0.5) * (i % 2 ? 600 : 4);
    }
    x.push_back(a);
    y.push_back(b);
  }
}

Error judge(const char *name, const std::vector<double> &x, const std::vector<double> *y,
            const std::vector<double> &results) {
  Error error;
  const Reference *one = y ? nullptr : referenceOf(name);
  const Reference2 *two = nullptr;
  for (const Reference2 &reference : kReferences2)
    if (y && !std::strcmp(reference.name, name))
      two = &reference;
  error.bound = one ? one->bound : two->bound;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Quad exact = one ? one->exact(Quad(x[i])) : two->exact(Quad(x[i]), Quad((*y)[i]));
    double e = ulps<double>(results[i], exact);
    error.fromRounded = std::max(error.fromRounded, steps(results[i], double(exact)));
    if (e > error.ulps) {
      error.ulps = e;
      error.x = x[i];
      error.y = y ? (*y)[i] : 0;
    }
  }
  return error;
}

double besselError(char kind, int order, const std::vector<double> &x,
                   const std::vector<double> &results, double &at) {
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Quad exact = kind == 'j' ? jnq(order, Quad(x[i])) : ynq(order, Quad(x[i]));
    double error = double(fabsq(Quad(results[i]) - exact));
    if (!(error <= worst)) {
      worst = error;
      at = x[i];
    }
  }
  return worst;
}

double floatBoundOf(const char *name) {
  const Reference *reference = referenceOf(name);
  return reference ? reference->floatBound : 0;
}

} // namespace anywarp::accuracy
