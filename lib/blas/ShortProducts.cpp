// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile register holds 16 rows of 64 bytes. The transposed product is formed, so that a row of the
// result's tile is a part of one of its columns: its left operand is B with the summed index along
// rows, its right one is A with groups of 4 bytes along that index. Dot products take both operands
// in the same order: a row of the right one is a vector, a group of the left one goes to all lanes.
#include "blas/ShortProducts.h"

#include "library/Processor.h"

#if defined(__x86_64__) && defined(__clang__)
#include <algorithm>
#include <cpuid.h>
#include <cstring>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AW_VECTORS [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]]
#define AW_DOTS [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx512bf16")]]
#define AW_TILES [[gnu::target("amx-tile,amx-bf16,amx-int8,avx512f,avx512bw,avx512dq,avx512vl")]]

namespace anywarp::blas {
namespace {

constexpr int64_t kRows = 16, kBytes = 64, kTileBytes = kRows * kBytes;
constexpr int64_t kPair = 2 * kRows;  ///< rows or columns of the result that one step has
constexpr int64_t kDepthBytes = 1024; ///< of the summed index between two stores of the result

int64_t roundUp(int64_t value, int64_t to) { return (value + to - 1) / to * to; }

/// What CPUID has under leaf 7.
struct Features {
  unsigned leaf0[4] = {}, leaf1[4] = {}; ///< EAX, EBX, ECX, EDX
  Features() {
    if (library::kProcessor != library::Processor::Avx512)
      return;
    __get_cpuid_count(7, 0, &leaf0[0], &leaf0[1], &leaf0[2], &leaf0[3]);
    __get_cpuid_count(7, 1, &leaf1[0], &leaf1[1], &leaf1[2], &leaf1[3]);
  }
  bool hasVnni() const { return leaf0[2] >> 11 & 1; }
  bool hasBfloat16() const { return leaf1[0] >> 5 & 1; }
  bool hasTiles() const {
    constexpr unsigned kNeeded = 1U << 22 | 1U << 24 | 1U << 25; // AMX-BF16, AMX-TILE, AMX-INT8
    constexpr long kRequestPermission = 0x1023, kTileData = 18;  // of arch_prctl
    return (leaf0[3] & kNeeded) == kNeeded &&
           ::syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
  }
};

struct alignas(64) Configuration {
  uint8_t palette = 1, start = 0, reserved[14] = {};
  uint16_t bytes[16];
  uint8_t rows[16];
  Configuration() {
    for (int i = 0; i < 16; ++i) {
      bytes[i] = i < 8 ? kBytes : 0;
      rows[i] = i < 8 ? kRows : 0;
    }
  }
};

AW_TILES void setUpTiles() {
  const Configuration configuration;
  _tile_loadconfig(&configuration);
}
AW_TILES void releaseTiles() { _tile_release(); }

/// Tiles of 16 outer indices, their rows 64 bytes along k.
template <typename T>
AW_VECTORS void packLeft(const Strip<T> &s, int64_t count, int64_t first, int64_t depth, T *to) {
  constexpr int64_t kElements = kBytes / int64_t(sizeof(T));
  const int64_t steps = roundUp(depth, kElements) / kElements;
  std::memset(to, 0, size_t(roundUp(count, kPair) * steps * kBytes));
  for (int64_t i = 0; i < count; ++i)
    for (int64_t step = 0; step < steps; ++step) {
      T *row = to + ((i / kRows * steps + step) * kRows + i % kRows) * kElements;
      const int64_t k = step * kElements, n = std::min(kElements, depth - k);
      const T *from = s.p + i * s.outerStep + (first + k) * s.innerStep;
      if (s.innerStep == 1)
        std::memcpy(row, from, size_t(n) * sizeof(T));
      else
        for (int64_t e = 0; e < n; ++e)
          row[e] = from[e * s.innerStep];
    }
}
/// Tiles of 16 groups along k, their rows 16 outer indices with one group each.
template <typename T>
AW_VECTORS void packRight(const Strip<T> &s, int64_t count, int64_t first, int64_t depth, T *to) {
  constexpr int64_t kElements = kBytes / int64_t(sizeof(T)), kGroup = 4 / int64_t(sizeof(T));
  const int64_t steps = roundUp(depth, kElements) / kElements;
  std::memset(to, 0, size_t(roundUp(count, kPair) * steps * kBytes));
  for (int64_t block = 0; block < count; block += kRows)
    for (int64_t k = 0; k < depth; k += kGroup) {
      T *row = to + (block / kRows * steps + k / kElements) * kRows * kElements +
               k % kElements / kGroup * kElements;
      const int64_t n = std::min(kGroup, depth - k), m = std::min(kRows, count - block);
      const T *from = s.p + block * s.outerStep + (first + k) * s.innerStep;
      if (s.outerStep == 1 && n == kGroup && m == kRows) {
        for (int64_t i = 0; i < kRows; ++i)
          for (int64_t e = 0; e < kGroup; ++e)
            row[i * kGroup + e] = from[i + e * s.innerStep];
      } else if (s.innerStep == 1 && n == kGroup) {
        for (int64_t i = 0; i < m; ++i)
          std::memcpy(row + i * kGroup, from + i * s.outerStep, 4);
      } else {
        for (int64_t i = 0; i < m; ++i)
          for (int64_t e = 0; e < n; ++e)
            row[i * kGroup + e] = from[i * s.outerStep + e * s.innerStep];
      }
    }
}

AW_VECTORS bool hasSubnormal(const Bfloat16 *values, int64_t count) {
  unsigned found = 0;
  for (int64_t i = 0; i < count; ++i)
    found |= unsigned((values[i].bits & 0x7f80) == 0) & unsigned((values[i].bits & 0x7f) != 0);
  return found;
}
bool hasSubnormal(const int8_t *, int64_t) { return false; }

/// One step: 32 columns by 32 rows of the result, `steps` tiles deep.
template <typename T, typename S>
AW_TILES void multiplyInTiles(const T *left, const T *right, int64_t steps, S *sums, int64_t ld,
                              bool isFirst) {
  constexpr int64_t kElements = kTileBytes / int64_t(sizeof(T));
  const auto stride = size_t(ld) * sizeof(S);
  S *low = sums + kRows * ld;
  if (isFirst) {
    _tile_zero(0), _tile_zero(1), _tile_zero(2), _tile_zero(3);
  } else {
    _tile_loadd(0, sums, stride);
    _tile_loadd(1, sums + kRows, stride);
    _tile_loadd(2, low, stride);
    _tile_loadd(3, low + kRows, stride);
  }
  for (int64_t step = 0; step < steps; ++step) {
    _tile_loadd(4, left + step * kElements, kBytes);
    _tile_loadd(5, left + (steps + step) * kElements, kBytes);
    _tile_loadd(6, right + step * kElements, kBytes);
    _tile_loadd(7, right + (steps + step) * kElements, kBytes);
    if constexpr (sizeof(T) == 2) {
      _tile_dpbf16ps(0, 4, 6);
      _tile_dpbf16ps(1, 4, 7);
      _tile_dpbf16ps(2, 5, 6);
      _tile_dpbf16ps(3, 5, 7);
    } else {
      _tile_dpbssd(0, 4, 6);
      _tile_dpbssd(1, 4, 7);
      _tile_dpbssd(2, 5, 6);
      _tile_dpbssd(3, 5, 7);
    }
  }
  _tile_stored(0, sums, stride);
  _tile_stored(1, sums + kRows, stride);
  _tile_stored(2, low, stride);
  _tile_stored(3, low + kRows, stride);
}

AW_DOTS inline __m512i addProducts(__m512i sums, __m512i right, int32_t left, const Bfloat16 *) {
  return _mm512_castps_si512(_mm512_dpbf16_ps(_mm512_castsi512_ps(sums), __m512bh(right),
                                              __m512bh(_mm512_set1_epi32(left))));
}
AW_DOTS inline __m512i addProducts(__m512i sums, __m512i right, int32_t left, const int8_t *) {
  return _mm512_dpbusd_epi32(sums, right, _mm512_set1_epi32(left));
}

/// One operand of an instruction has no signs: the right one's integers are kept 128 higher.
AW_VECTORS void raise(Bfloat16 *, int64_t) {}
AW_VECTORS void raise(int8_t *values, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    values[i] = int8_t(values[i] ^ -128);
}
/// What that adds to each sum of a column: 128 times the sum of `left`.
AW_VECTORS int32_t excessOf(const Bfloat16 *, int64_t) { return 0; }
AW_VECTORS int32_t excessOf(const int8_t *left, int64_t steps) {
  int32_t sum = 0;
  for (int64_t step = 0; step < steps; ++step)
    for (int64_t i = 0; i < kBytes; ++i)
      sum += left[step * kTileBytes + i];
  return sum * 128;
}

/// multiplyInTiles by dot products. `excess`: see excessOf, of each column.
template <typename T, typename S>
AW_DOTS void multiplyInDots(const T *left, const T *right, int64_t steps, S *sums, int64_t ld,
                            bool isFirst, const int32_t *excess) {
  constexpr int64_t kColumns = 8; // whose sums are in registers
  const auto *low = reinterpret_cast<const char *>(right), *high = low + steps * kTileBytes;
  for (int64_t j = 0; j < kPair; j += kColumns) {
    const T *rows = left + j / kRows * steps * (kTileBytes / int64_t(sizeof(T))) +
                    j % kRows * (kBytes / int64_t(sizeof(T)));
    __m512i result[kColumns][2];
    for (int64_t c = 0; c < kColumns; ++c) {
      const __m512i more = _mm512_set1_epi32(excess[j + c]);
      for (int64_t half = 0; half < 2; ++half)
        result[c][half] = _mm512_sub_epi32(
            isFirst ? __m512i{} : _mm512_loadu_si512(sums + (j + c) * ld + half * kRows), more);
    }
    for (int64_t at = 0; at < steps * kTileBytes; at += kBytes) {
      const __m512i a0 = _mm512_load_si512(low + at), a1 = _mm512_load_si512(high + at);
      // Row `at / 64` of the right tiles belongs to a group of 4 bytes in each left row.
      const char *group = reinterpret_cast<const char *>(rows) + at / kTileBytes * kTileBytes +
                          at % kTileBytes / kRows;
      for (int64_t c = 0; c < kColumns; ++c) {
        int32_t bytes;
        std::memcpy(&bytes, group + c * kBytes, 4);
        result[c][0] = addProducts(result[c][0], a0, bytes, right);
        result[c][1] = addProducts(result[c][1], a1, bytes, right);
      }
    }
    for (int64_t c = 0; c < kColumns; ++c)
      for (int64_t half = 0; half < 2; ++half)
        _mm512_storeu_si512(sums + (j + c) * ld + half * kRows, result[c][half]);
  }
}

template <typename T, typename S>
AW_VECTORS bool multiply(ShortProducts how, const Strip<T> &a, const Strip<T> &b, int64_t rows,
                         int64_t columns, int64_t k, S *sums) {
  constexpr int64_t kDepth = kDepthBytes / int64_t(sizeof(T));
  const int64_t allRows = roundUp(rows, kPair), allColumns = roundUp(columns, kPair);
  auto *left = static_cast<T *>(__builtin_alloca_with_align(size_t(allColumns * kDepthBytes), 512));
  auto *right = static_cast<T *>(__builtin_alloca_with_align(size_t(allRows * kDepthBytes), 512));
  auto *excess = static_cast<int32_t *>(__builtin_alloca(size_t(allColumns) * sizeof(int32_t)));
  const bool isPadded = allRows != rows || allColumns != columns;
  S *result = isPadded
                  ? static_cast<S *>(__builtin_alloca(size_t(allRows * allColumns) * sizeof(S)))
                  : sums;
  for (int64_t first = 0; first < k; first += kDepth) {
    const int64_t depth = std::min(kDepth, k - first);
    const int64_t steps = roundUp(depth * int64_t(sizeof(T)), kBytes) / kBytes;
    packLeft(b, columns, first, depth, left);
    packRight(a, rows, first, depth, right);
    const int64_t perStrip = steps * kBytes / int64_t(sizeof(T)); // elements of an outer index
    if (hasSubnormal(left, allColumns * perStrip) || hasSubnormal(right, allRows * perStrip))
      return false;
    const bool isInTiles = how == ShortProducts::Tiles;
    if (isInTiles) {
      setUpTiles();
    } else {
      raise(right, allRows * perStrip);
      for (int64_t j = 0; j < allColumns; ++j)
        excess[j] = excessOf(
            left + j / kRows * kRows * perStrip + j % kRows * (kBytes / int64_t(sizeof(T))), steps);
    }
    for (int64_t j = 0; j < allColumns; j += kPair)
      for (int64_t i = 0; i < allRows; i += kPair)
        if (isInTiles)
          multiplyInTiles(left + j * perStrip, right + i * perStrip, steps,
                          result + i + j * allRows, allRows, first == 0);
        else
          multiplyInDots(left + j * perStrip, right + i * perStrip, steps, result + i + j * allRows,
                         allRows, first == 0, excess + j);
    if (isInTiles)
      releaseTiles();
  }
  for (int64_t j = 0; isPadded && j < columns; ++j)
    std::copy_n(result + j * allRows, rows, sums + j * rows);
  return true;
}

} // namespace

template <typename T> bool hasShortProducts(ShortProducts how) {
  static const Features features;
  static const bool hasDots = sizeof(T) == 1 ? features.hasVnni() : features.hasBfloat16(),
                    hasTiles = features.hasTiles();
  return how == ShortProducts::Dots ? hasDots : how == ShortProducts::Tiles && hasTiles;
}
bool multiplyShort(ShortProducts how, Strip<Bfloat16> a, Strip<Bfloat16> b, int64_t rows,
                   int64_t columns, int64_t k, float *sums) {
  return multiply(how, a, b, rows, columns, k, sums);
}
bool multiplyShort(ShortProducts how, Strip<int8_t> a, Strip<int8_t> b, int64_t rows,
                   int64_t columns, int64_t k, int32_t *sums) {
  return multiply(how, a, b, rows, columns, k, sums);
}

} // namespace anywarp::blas

#else

namespace anywarp::blas {
template <typename T> bool hasShortProducts(ShortProducts) { return false; }
bool multiplyShort(ShortProducts, Strip<Bfloat16>, Strip<Bfloat16>, int64_t, int64_t, int64_t,
                   float *) {
  return false;
}
bool multiplyShort(ShortProducts, Strip<int8_t>, Strip<int8_t>, int64_t, int64_t, int64_t,
                   int32_t *) {
  return false;
}
} // namespace anywarp::blas

#endif

namespace anywarp::blas {

template <typename T> ShortProducts shortProducts() {
  for (ShortProducts how : {ShortProducts::Tiles, ShortProducts::Dots})
    if (hasShortProducts<T>(how))
      return how;
  return ShortProducts::None;
}
template bool hasShortProducts<Bfloat16>(ShortProducts);
template bool hasShortProducts<int8_t>(ShortProducts);
template ShortProducts shortProducts<Bfloat16>();
template ShortProducts shortProducts<int8_t>();

} // namespace anywarp::blas
