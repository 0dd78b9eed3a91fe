// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of the ranks' elements, in the order of the ranks: the same ranks give the same bits
// every time. Floats of 16 and 8 bits are summed in float and rounded once. Integers wrap around.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "blas/Element.h"
#include "nccl/Comm.h"

namespace anywarp::nccl {

/// Calls f(T{}) with the C++ type of the elements. The type was checked.
template <typename F> void withType(ncclDataType_t type, F &&f) {
  switch (type) {
  case ncclInt8:
    return f(int8_t{});
  case ncclUint8:
    return f(uint8_t{});
  case ncclInt32:
    return f(int32_t{});
  case ncclUint32:
    return f(uint32_t{});
  case ncclInt64:
    return f(int64_t{});
  case ncclUint64:
    return f(uint64_t{});
  case ncclFloat16:
    return f(blas::Half{});
  case ncclFloat32:
    return f(float{});
  case ncclFloat64:
    return f(double{});
  case ncclBfloat16:
    return f(blas::Bfloat16{});
  case ncclFloat8e4m3:
    return f(blas::E4M3{});
  case ncclFloat8e5m2:
    return f(blas::E5M2{});
  default:
    return;
  }
}

template <typename W> W combine(uint32_t op, W a, W b) {
  if constexpr (std::is_integral_v<W>) {
    using U = std::conditional_t<(sizeof(W) < 4), uint32_t, std::make_unsigned_t<W>>;
    switch (op) {
    case ncclProd:
      return W(U(a) * U(b));
    case ncclMax:
      return std::max(a, b);
    case ncclMin:
      return std::min(a, b);
    default:
      return W(U(a) + U(b));
    }
  } else {
    switch (op) {
    case ncclProd:
      return a * b;
    case ncclMax:
      return std::fmax(a, b);
    case ncclMin:
      return std::fmin(a, b);
    default:
      return a + b;
    }
  }
}

/// What one reduction reads and writes.
struct Reduction {
  uint32_t op;
  const std::vector<const char *> &in;  ///< elements of each rank
  const std::vector<uint64_t> &factors; ///< of a PreMulSum, by rank
  char *const *out;
  size_t outs;
};

template <typename T> void reduceTyped(const Reduction &r, size_t begin, size_t end) {
  using W = decltype(blas::widen(T{}));
  constexpr size_t kTile = 512;
  W sums[kTile];
  T results[kTile];
  for (size_t at = begin; at < end; at += kTile) {
    const size_t count = std::min(kTile, end - at);
    for (size_t rank = 0; rank < r.in.size(); ++rank) {
      const T *in = reinterpret_cast<const T *>(r.in[rank]) + at;
      W factor = W(1);
      if (r.op == kPreMulSum) {
        T stored;
        std::memcpy(&stored, &r.factors[rank], sizeof stored);
        factor = blas::widen(stored);
      }
      for (size_t i = 0; i < count; ++i) {
        W value = blas::widen(in[i]);
        if (r.op == kPreMulSum)
          value = combine<W>(ncclProd, value, factor);
        sums[i] = rank ? combine<W>(r.op, sums[i], value) : value;
      }
    }
    const W ranks = W(r.in.size());
    for (size_t i = 0; i < count; ++i)
      results[i] = blas::narrow<T>(r.op == ncclAvg ? W(sums[i] / ranks) : sums[i]);
    for (size_t o = 0; o < r.outs; ++o)
      std::memcpy(r.out[o] + at * sizeof(T), results, count * sizeof(T));
  }
}

} // namespace anywarp::nccl
