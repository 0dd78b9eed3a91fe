// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a block of a matrix product works with: where a member's elements lie, runs of elements
// converted to and from numbers, scalars.
#pragma once

#include <algorithm>

#include "blas/Matmul.h"

namespace anywarp::blas {

inline const char *memberOf(const Operand &o, int64_t member) {
  if (o.isArray)
    return static_cast<const char *const *>(o.data)[member];
  return static_cast<const char *>(o.data) + member * o.stride * int64_t(sizeOf(o.type));
}

/// out[i] = element `first + i * step` of `base` as a V.
template <typename V>
void loadRun(cudaDataType type, const char *base, int64_t first, int64_t step, int64_t count,
             V *out) {
  withType(type, [&]<typename T>(T) {
    if constexpr (std::is_convertible_v<Wide<T>, V> && (kIsComplex<T> <= kIsComplex<V>)) {
      const T *p = reinterpret_cast<const T *>(base) + first;
      if (step == 1)
        for (int64_t i = 0; i < count; ++i)
          out[i] = V(widen(p[i]));
      else
        for (int64_t i = 0; i < count; ++i)
          out[i] = V(widen(p[i * step]));
    }
  });
}

/// The reverse.
template <typename V>
void storeRun(cudaDataType type, char *base, int64_t first, int64_t step, int64_t count,
              const V *in) {
  withType(type, [&]<typename T>(T) {
    if constexpr (kIsComplex<T> == kIsComplex<V>) {
      T *p = reinterpret_cast<T *>(base) + first;
      if (step == 1)
        for (int64_t i = 0; i < count; ++i)
          p[i] = narrow<T>(in[i]);
      else
        for (int64_t i = 0; i < count; ++i)
          p[i * step] = narrow<T>(in[i]);
    }
  });
}

inline Operand partOf(const Operand &o) {
  Operand part = o;
  part.plane = 0;
  return part;
}

/// A part of one column of a stored matrix, in any order.
template <typename V>
void loadColumn(const Operand &o, const char *base, int64_t row, int64_t column, int64_t count,
                V *out) {
  if constexpr (kIsComplex<V>)
    if (o.plane) {
      auto *parts = static_cast<Real<V> *>(__builtin_alloca(size_t(2 * count) * sizeof(Real<V>)));
      loadColumn(partOf(o), base, row, column, count, parts);
      loadColumn(partOf(o), base + o.plane, row, column, count, parts + count);
      for (int64_t i = 0; i < count; ++i)
        out[i] = V(parts[i], parts[i + count]);
      return;
    }
  if (o.order <= Order::Row)
    return loadRun(o.type, base, indexOf(o.order, o.ld, row, column),
                   o.order == Order::Row ? o.ld : 1, count, out);
  for (int64_t i = 0; i < count; ++i)
    loadRun(o.type, base, indexOf(o.order, o.ld, row + i, column), 1, 1, out + i);
}
template <typename V>
void storeColumn(const Operand &o, char *base, int64_t row, int64_t column, int64_t count,
                 const V *in) {
  if constexpr (kIsComplex<V>)
    if (o.plane) {
      auto *parts = static_cast<Real<V> *>(__builtin_alloca(size_t(2 * count) * sizeof(Real<V>)));
      for (int64_t i = 0; i < count; ++i) {
        parts[i] = in[i].real();
        parts[i + count] = in[i].imag();
      }
      storeColumn(partOf(o), base, row, column, count, parts);
      return storeColumn(partOf(o), base + o.plane, row, column, count, parts + count);
    }
  if (o.order <= Order::Row)
    return storeRun(o.type, base, indexOf(o.order, o.ld, row, column),
                    o.order == Order::Row ? o.ld : 1, count, in);
  for (int64_t i = 0; i < count; ++i)
    storeRun(o.type, base, indexOf(o.order, o.ld, row + i, column), 1, 1, in + i);
}

template <typename V> V fromDouble(DoubleComplex value) {
  if constexpr (kIsComplex<V>)
    return V(Real<V>(value.real()), Real<V>(value.imag()));
  else
    return V(value.real());
}

/// alpha or beta as the work sees it.
template <typename V>
V valueOf(const Scalar &scalar, cudaDataType type, int64_t row = 0, int64_t member = 0) {
  if (!scalar.device)
    return fromDouble<V>(scalar.value);
  V value{};
  loadRun(type, static_cast<const char *>(scalar.device),
          scalar.isVector ? row + member * scalar.batchStride : 0, 1, 1, &value);
  return value;
}

} // namespace anywarp::blas
