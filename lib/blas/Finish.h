// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens to a tile's sums before they are stored: alpha, beta, the epilogue, the conversion.
#pragma once

#include "blas/Tile.h"

namespace anywarp::blas {

template <typename V> V gelu(V x) {
  return V(0.5) * x * (V(1) + std::tanh(V(0.7978845608028654) * (x + V(0.044715) * x * x * x)));
}
template <typename V> V geluSlope(V x) {
  const V t = std::tanh(V(0.7978845608028654) * (x + V(0.044715) * x * x * x));
  return V(0.5) * (V(1) + t) +
         V(0.5) * x * (V(1) - t * t) * V(0.7978845608028654) * (V(1) + V(3 * 0.044715) * x * x);
}

/// The largest absolute value that blocks have seen; the order in which they come does not matter.
inline void raiseAmax(float *amax, float value) {
  auto *bits = reinterpret_cast<uint32_t *>(amax);
  const auto mine = std::bit_cast<uint32_t>(value);
  uint32_t seen = __atomic_load_n(bits, __ATOMIC_RELAXED);
  while (seen < mine &&
         !__atomic_compare_exchange_n(bits, &seen, mine, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

template <typename V> float largestOf(const V *values, int64_t count) {
  float largest = 0;
  for (int64_t i = 0; i < count; ++i)
    largest = std::max(largest, float(std::fabs(values[i])));
  return largest;
}

/// Stores or reads the mask and the input of activations for one column of the tile.
template <typename V>
void applyActivation(const Epilogue &e, int64_t member, int64_t row, int64_t column, int64_t count,
                     V *values, V *other) {
  const int64_t first = row + column * e.auxLd + member * e.auxStride;
  auto *aux = static_cast<char *>(e.aux);
  auto *mask = static_cast<uint8_t *>(e.aux) + first / 8;
  if (e.parts & kReluGradient) {
    for (int64_t i = 0; i < count; ++i)
      values[i] = mask[i / 8] >> (i % 8) & 1 ? values[i] : V(0);
  } else if (e.parts & kGeluGradient) {
    loadRun(e.auxType, aux, first, 1, count, other);
    for (int64_t i = 0; i < count; ++i)
      values[i] *= geluSlope(other[i]);
  } else if (e.parts & kRelu) {
    if (e.parts & kAux)
      for (int64_t i = 0; i < count; i += 8) {
        unsigned bits = 0;
        for (int64_t b = 0; b < std::min<int64_t>(8, count - i); ++b)
          bits |= unsigned(!(values[i + b] < V(0))) << b;
        mask[i / 8] = uint8_t(bits);
      }
    for (int64_t i = 0; i < count; ++i)
      values[i] = values[i] < V(0) ? V(0) : values[i];
  } else if (e.parts & kGelu) {
    if (e.parts & kAux) {
      if (e.auxAmax)
        raiseAmax(e.auxAmax, largestOf(values, count));
      const V scale = e.auxScale ? V(*static_cast<const float *>(e.auxScale)) : V(1);
      for (int64_t i = 0; i < count; ++i)
        other[i] = values[i] * scale;
      storeRun(e.auxType, aux, first, 1, count, other);
    }
    for (int64_t i = 0; i < count; ++i)
      values[i] = gelu(values[i]);
  }
}

inline float scalarScale(const Operand &o) {
  return o.scale && o.scaleMode == ScaleMode::Scalar ? *static_cast<const float *>(o.scale) : 1.0f;
}

template <typename S, typename V>
void finishTile(const Matmul &p, int64_t member, int64_t r0, int64_t c0, int64_t rows,
                int64_t columns, const S *sums, V *rowSums) {
  auto *values = static_cast<V *>(__builtin_alloca(size_t(rows) * sizeof(V)));
  auto *other = static_cast<V *>(__builtin_alloca(size_t(rows) * sizeof(V)));
  const Epilogue &e = p.epilogue;
  const V factor = V(scalarScale(p.a) * scalarScale(p.b)), scaleC = V(scalarScale(p.c));
  const V alpha = valueOf<V>(p.alpha, p.scaleType), beta = valueOf<V>(p.beta, p.scaleType);
  const bool readsC = p.beta.isVector || beta != V(0);
  const char *c = readsC ? memberOf(p.c, member) : nullptr;
  char *d = const_cast<char *>(memberOf(p.d, member));
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) {
      const V a = p.alpha.isVector ? valueOf<V>(p.alpha, p.scaleType, r0 + i, member) : alpha;
      // Nothing that alpha 0 multiplies is looked at.
      values[i] = a == V(0) ? V(0) : multiply(V(a), multiply(factor, V(sums[i + j * rows])));
    }
    if (readsC) {
      loadColumn(p.c, c, r0, c0 + j, rows, other);
      for (int64_t i = 0; i < rows; ++i) {
        const V b = p.beta.isVector ? valueOf<V>(p.beta, p.scaleType, r0 + i, member) : beta;
        values[i] = V(values[i] + multiply(V(b), multiply(scaleC, other[i])));
      }
    }
    if (e.parts & kBias) {
      loadRun(e.biasType, static_cast<const char *>(e.bias), r0 + member * e.biasStride, 1, rows,
              other);
      for (int64_t i = 0; i < rows; ++i)
        values[i] = V(values[i] + other[i]);
    }
    if constexpr (std::is_floating_point_v<V>) {
      applyActivation(e, member, r0, c0 + j, rows, values, other);
      for (int64_t i = 0; rowSums && i < rows; ++i)
        rowSums[i] += values[i];
      if (e.amax)
        raiseAmax(e.amax, largestOf(values, rows));
      if (p.d.scale)
        for (int64_t i = 0; i < rows; ++i)
          values[i] *= V(scalarScale(p.d));
    }
    storeColumn(p.d, d, r0, c0 + j, rows, values);
  }
}

} // namespace anywarp::blas
