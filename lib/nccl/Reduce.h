// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of the ranks' elements, in the order of the ranks: the same ranks give the same bits
// every time. Floats of 16 and 8 bits are summed in float and rounded once. Integers wrap around.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

/// What one reduction reads and writes.
struct Reduction {
  uint32_t op;
  std::span<const char *const> in;   ///< elements of each rank
  std::span<const uint64_t> factors; ///< of a PreMulSum, by rank
  std::span<char *const> out;
  bool isLarge = false; ///< more than caches hold: results go past them
};

/// Copies past the caches, which need not read first what is overwritten; not the ends that share
/// 16 bytes with what is beside them.
inline void copyPastCaches(char *to, const char *from, size_t bytes) {
#if defined(__SSE2__)
  constexpr size_t kUnit = sizeof(__m128i);
  const size_t before = std::min(bytes, -reinterpret_cast<uintptr_t>(to) % kUnit);
  std::memcpy(to, from, before);
  to += before, from += before, bytes -= before;
  for (; bytes >= kUnit; to += kUnit, from += kUnit, bytes -= kUnit)
    _mm_stream_si128(reinterpret_cast<__m128i *>(to),
                     _mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
#endif
  std::memcpy(to, from, bytes);
}
/// Others see what went past the caches once they see what is written from now on.
inline void orderPastCaches() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

// Integers wrap around. They are types, so that each has its own loop.
struct Plus {
  template <typename W> W operator()(W a, W b) const {
    if constexpr (std::is_integral_v<W>)
      return W(std::make_unsigned_t<W>(a) + std::make_unsigned_t<W>(b));
    else
      return a + b;
  }
};
struct Times {
  template <typename W> W operator()(W a, W b) const {
    if constexpr (std::is_integral_v<W>) {
      using U = std::conditional_t<(sizeof(W) < 4), uint32_t, std::make_unsigned_t<W>>;
      return W(U(a) * U(b));
    } else {
      return a * b;
    }
  }
};
/// A NaN is passed over where there is a number.
struct Larger {
  template <typename W> W operator()(W a, W b) const { return a > b || b != b ? a : b; }
};
struct Smaller {
  template <typename W> W operator()(W a, W b) const { return a < b || b != b ? a : b; }
};

/// `widen(rank, element)`: what the rank contributes. `narrow(sum)`: the result.
template <typename T, typename W, typename Widen, typename Combine, typename Narrow>
void reduceTiles(const Reduction &r, size_t begin, size_t end, Widen widen, Combine combine,
                 Narrow narrow) {
  constexpr size_t kTile = 512, kFew = 4; // few: not worth vectors
  if (end - begin <= kFew) {
    for (size_t i = begin; i < end; ++i) {
      W sum{};
      for (size_t rank = 0; rank < r.in.size(); ++rank) {
        const W value = widen(rank, reinterpret_cast<const T *>(r.in[rank])[i]);
        sum = rank ? combine(sum, value) : value;
      }
      const T result = narrow(sum);
      for (char *out : r.out)
        std::memcpy(out + i * sizeof(T), &result, sizeof result);
    }
    return;
  }
  W sums[kTile];
  T results[kTile];
  for (size_t at = begin; at < end; at += kTile) {
    const size_t count = std::min(kTile, end - at);
    for (size_t rank = 0; rank < r.in.size(); ++rank) {
      const T *in = reinterpret_cast<const T *>(r.in[rank]) + at;
      if (rank)
        for (size_t i = 0; i < count; ++i)
          sums[i] = combine(sums[i], widen(rank, in[i]));
      else
        for (size_t i = 0; i < count; ++i)
          sums[i] = widen(rank, in[i]);
    }
    for (size_t i = 0; i < count; ++i)
      results[i] = narrow(sums[i]);
    for (char *out : r.out)
      if (r.isLarge)
        copyPastCaches(out + at * sizeof(T), reinterpret_cast<const char *>(results),
                       count * sizeof(T));
      else
        std::memcpy(out + at * sizeof(T), results, count * sizeof(T));
  }
  if (r.isLarge)
    orderPastCaches();
}

template <typename T> void reduceTyped(const Reduction &r, size_t begin, size_t end) {
  using W = decltype(blas::widen(T{}));
  auto asIs = [](size_t, T value) { return blas::widen(value); };
  auto round = [](W value) { return blas::narrow<T>(value); };
  switch (r.op) {
  case ncclProd:
    return reduceTiles<T, W>(r, begin, end, asIs, Times(), round);
  case ncclMax:
    return reduceTiles<T, W>(r, begin, end, asIs, Larger(), round);
  case ncclMin:
    return reduceTiles<T, W>(r, begin, end, asIs, Smaller(), round);
  case ncclAvg: {
    const W ranks = W(r.in.size());
    return reduceTiles<T, W>(r, begin, end, asIs, Plus(),
                             [&](W sum) { return blas::narrow<T>(W(sum / ranks)); });
  }
  case kPreMulSum: {
    auto scaled = [&](size_t rank, T value) {
      T factor;
      std::memcpy(&factor, &r.factors[rank], sizeof factor);
      return Times()(blas::widen(value), blas::widen(factor));
    };
    return reduceTiles<T, W>(r, begin, end, scaled, Plus(), round);
  }
  default:
    return reduceTiles<T, W>(r, begin, end, asIs, Plus(), round);
  }
}

} // namespace anywarp::nccl
