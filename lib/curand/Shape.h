// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distributions: how draws of an engine become values, many at a time. The formulas are those of
// the device headers (curand_uniform.h, curand_normal.h, …), which are compiled here for the host.
#pragma once

#include <cmath>
#include <cstdint>

#include "curand/Device.h"
#include "curand/Poisson.h"

namespace anywarp::curand {

enum class Kind : uint8_t {
  Raw,
  Uniform,
  UniformDouble,
  Normal,
  NormalDouble,
  LogNormal,
  LogNormalDouble,
  PoissonTable,   ///< of a square histogram
  PoissonInverse, ///< of the inverse distribution function
  PoissonNormal,
};

/// What to make, and where to put it.
struct Shape {
  Kind kind;
  void *to;
  double mean = 0, stddev = 1;
  const Poisson *poisson = nullptr;
};

/// Bytes of a value; a raw draw has those of the engine.
constexpr int bytesOf(Kind kind, int rawBytes) {
  switch (kind) {
  case Kind::Raw:
    return rawBytes;
  case Kind::UniformDouble:
  case Kind::NormalDouble:
  case Kind::LogNormalDouble:
    return 8;
  default:
    return 4;
  }
}

constexpr bool isNormal(Kind kind) {
  return kind == Kind::Normal || kind == Kind::NormalDouble || kind == Kind::LogNormal ||
         kind == Kind::LogNormalDouble;
}

/// Made with a few instructions, so that vectors of them pay.
constexpr bool isSimple(Kind kind) {
  return kind == Kind::Raw || kind == Kind::Uniform || kind == Kind::UniformDouble;
}

constexpr bool isInteger(Kind kind) {
  return kind == Kind::Raw || kind == Kind::PoissonTable || kind == Kind::PoissonInverse ||
         kind == Kind::PoissonNormal;
}

/// A normal value with mean 0 and deviation 1 becomes what was asked for.
template <Kind kind> inline auto scaled(const Shape &shape, double normal) {
  const double value = __builtin_fma(shape.stddev, normal, shape.mean);
  if constexpr (kind == Kind::NormalDouble)
    return value;
  else if constexpr (kind == Kind::LogNormalDouble)
    return exp(value);
  else
    return uint32_t(value + 0.5);
}
template <Kind kind> inline float scaled(const Shape &shape, float normal) {
  const float value = __builtin_fmaf(float(shape.stddev), normal, float(shape.mean));
  return kind == Kind::LogNormal ? __awExp(value) : value;
}

/// One draw, one value: generators without pairs. `Word`: uint32_t or unsigned long long.
template <Kind kind, typename Word> inline auto valueOf(const Shape &shape, Word draw) {
  if constexpr (kind == Kind::Raw)
    return draw;
  else if constexpr (kind == Kind::Uniform)
    return _curand_uniform(draw);
  else if constexpr (kind == Kind::UniformDouble)
    return _curand_uniform_double(draw);
  else if constexpr (kind == Kind::PoissonTable)
    return shape.poisson->valueOf(uint32_t(draw));
  else if constexpr (kind == Kind::PoissonInverse)
    return shape.poisson->inverseOf(_curand_uniform_double(draw));
  else if constexpr (kind == Kind::PoissonNormal)
    return scaled<kind>(shape,
                        _curand_normal_icdf_double(uint32_t(draw >> (sizeof(Word) * 8 - 32))));
  else if constexpr (kind == Kind::Normal || kind == Kind::LogNormal)
    return scaled<kind>(shape, _curand_normal_icdf(draw));
  else
    return scaled<kind>(shape, _curand_normal_icdf_double(draw));
}

/// Calls function.template operator()<kind>() for the kind that `shape` has.
template <typename Function> auto withKind(Kind kind, Function function) {
  switch (kind) {
  case Kind::Raw:
    return function.template operator()<Kind::Raw>();
  case Kind::Uniform:
    return function.template operator()<Kind::Uniform>();
  case Kind::UniformDouble:
    return function.template operator()<Kind::UniformDouble>();
  case Kind::Normal:
    return function.template operator()<Kind::Normal>();
  case Kind::NormalDouble:
    return function.template operator()<Kind::NormalDouble>();
  case Kind::LogNormal:
    return function.template operator()<Kind::LogNormal>();
  case Kind::LogNormalDouble:
    return function.template operator()<Kind::LogNormalDouble>();
  case Kind::PoissonTable:
    return function.template operator()<Kind::PoissonTable>();
  case Kind::PoissonInverse:
    return function.template operator()<Kind::PoissonInverse>();
  case Kind::PoissonNormal:
    return function.template operator()<Kind::PoissonNormal>();
  }
  __builtin_unreachable();
}

} // namespace anywarp::curand
