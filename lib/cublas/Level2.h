// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix times vector over all element types, one or a batch. Rows or columns of A are shared out
// among blocks; each element of y is one sum.
#pragma once

#include <algorithm>
#include <optional>

#include "cublas/Context.h"
#include "library/Processor.h"

namespace anywarp::cublas {

constexpr int64_t kVectorWork = 1 << 16; ///< elements of a matrix that a block reads

/// Where a member of a batch lies: at a stride, or by an array of pointers in device memory.
template <typename T> struct Member {
  T *p;
  T *const *array;
  int64_t stride;
  T *operator[](int64_t i) const { return array ? array[i] : p + i * stride; }
};

/// X: elements of A and x; Y: of y; V: what alpha and beta are.
template <typename X, typename Y, typename V> struct Gemv {
  cublasOperation_t trans;
  int64_t m, n, batches;
  Value<V> alpha, beta;
  Member<const X> a;
  int64_t lda;
  Member<const X> x;
  int64_t incx;
  Member<Y> y;
  int64_t incy;
  /// Elements of y in a block, blocks of a member of the batch, members of a block.
  int64_t part = 0, parts = 0, members = 0;
  /// Columns whose sums are made first, if not all: the order of sums is part of the result.
  int64_t columns = 0;
  /// Where such sums lie, m after m, if they are a block each.
  V *sums = nullptr;
};

/// The types of the backend's gemv.
template <typename X, typename Y, typename V>
inline constexpr bool kIsPlainGemv =
    std::is_same_v<X, Y> && std::is_same_v<X, V> && blas::kLetter<X> != '?';

constexpr int64_t kMostPart = 4096;  ///< elements of y in one block
constexpr int64_t kLeastRows = 2048; ///< of a block that walks along rows: memory likes long runs
/// From so many elements on columns are shared out, not rows: memory likes whole ones best.
constexpr int64_t kLargeMatrix = 1 << 22;
constexpr int64_t kMostRows = 8192; ///< whose sums stay in the first caches

template <typename X, typename Y, typename V>
void gemvMixed(const Gemv<X, Y, V> &p, V alpha, V beta, const X *a, const X *x, Y *y, int64_t first,
               int64_t last) {
  const bool isPlain = p.trans == CUBLAS_OP_N;
  const int64_t inner = isPlain ? p.n : p.m, count = isPlain ? p.m : p.n;
  const Vector<const X> xs = vectorOf(x, inner, p.incx);
  const Vector<Y> ys = vectorOf(y, count, p.incy);
  V sums[kMostPart] = {};
  for (int64_t j = 0; isPlain && j < inner; ++j) {
    const V factor = V(blas::widen(xs[j]));
    for (int64_t i = first; i < last; ++i)
      sums[i - first] += V(blas::widen(a[i + j * p.lda])) * factor;
  }
  for (int64_t i = first; !isPlain && i < last; ++i)
    for (int64_t j = 0; j < inner; ++j) {
      V element = V(blas::widen(a[j + i * p.lda]));
      if constexpr (requires { element.imag(); })
        element = p.trans == CUBLAS_OP_C ? std::conj(element) : element;
      sums[i - first] += element * V(blas::widen(xs[j]));
    }
  for (int64_t i = first; i < last; ++i) {
    const V product = alpha * sums[i - first];
    ys[i] = blas::narrow<Y>(beta == V(0) ? product : V(product + beta * V(blas::widen(ys[i]))));
  }
}

/// 64 bytes of numbers, at any place.
template <typename X> struct RowOf {
  using Type [[gnu::vector_size(64), gnu::aligned(alignof(X)), gnu::may_alias]] = X;
};
template <typename X> using Row = typename RowOf<X>::Type;
template <typename X> inline constexpr int64_t kInRow = 64 / sizeof(X);

/// sums += alpha A x, all columns: 4 at a time, so that sums in the first cache are touched once
/// for them. More at a time are more streams than the processor's prefetchers follow.
template <typename X>
AW_EVERYWHERE void addRows(int64_t rows, int64_t columns, X alpha, const X *a, int64_t lda,
                           const Vector<const X> &x, X *sums) {
  using R = Row<X>;
  constexpr int64_t kRow = kInRow<X>;
  constexpr int64_t kAtOnce = 4;
  for (int64_t j = 0; j < columns; j += kAtOnce) {
    const int64_t count = std::min(kAtOnce, columns - j);
    const X *from[kAtOnce];
    X factor[kAtOnce];
    for (int64_t c = 0; c < count; ++c) {
      from[c] = a + (j + c) * lda;
      factor[c] = alpha * x[j + c];
    }
    int64_t i = 0;
    if (count == kAtOnce)
      for (; i + kRow <= rows; i += kRow) {
        R sum = reinterpret_cast<const R &>(sums[i]);
        for (int64_t c = 0; c < kAtOnce; ++c)
          sum += reinterpret_cast<const R &>(from[c][i]) * factor[c];
        reinterpret_cast<R &>(sums[i]) = sum;
      }
    for (int64_t c = 0; c < count; ++c)
      for (int64_t k = i; k < rows; ++k)
        sums[k] += from[c][k] * factor[c];
  }
}

/// y += alpha A^T x for columns [first, last), 4 at a time.
template <typename X>
AW_EVERYWHERE void addColumns(int64_t rows, int64_t first, int64_t last, X alpha, const X *a,
                              int64_t lda, const X *x, const Vector<X> &y) {
  using R = Row<X>;
  constexpr int64_t kRow = kInRow<X>;
  constexpr int64_t kAtOnce = 4;
  for (int64_t j = first; j < last; j += kAtOnce) {
    const int64_t count = std::min(kAtOnce, last - j);
    const X *from[kAtOnce];
    for (int64_t c = 0; c < kAtOnce; ++c)
      from[c] = a + (j + std::min(c, count - 1)) * lda;
    R sums[kAtOnce] = {};
    int64_t i = 0;
    for (; i + kRow <= rows; i += kRow)
      for (int64_t c = 0; c < kAtOnce; ++c)
        sums[c] += reinterpret_cast<const R &>(from[c][i]) * reinterpret_cast<const R &>(x[i]);
    for (int64_t c = 0; c < count; ++c) {
      for (int64_t k = i; k < rows; ++k)
        sums[c][k - i] += from[c][k] * x[k];
      for (int64_t half = kRow / 2; half; half /= 2)
        for (int64_t l = 0; l < half; ++l)
          sums[c][l] += sums[c][l + half];
      y[j + c] += alpha * sums[c][0];
    }
  }
}

/// Elements [first, last) of one member's y.
template <typename X, typename Y, typename V>
void gemvPart(const Gemv<X, Y, V> &p, int64_t member, int64_t first, int64_t last) {
  const V alpha = p.alpha.get(), beta = p.beta.get();
  const bool isPlain = p.trans == CUBLAS_OP_N;
  const int64_t count = isPlain ? p.m : p.n;
  Y *y = p.y[member];
  const Vector<Y> ys = vectorOf(y, count, p.incy);
  if ((kIsPlainGemv<X, Y, V> || alpha == V(0)) && beta != V(1))
    for (int64_t i = first; i < last; ++i)
      ys[i] = blas::narrow<Y>(beta == V(0) ? V(0) : V(blas::multiply(beta, V(blas::widen(ys[i])))));
  if (alpha == V(0))
    return;
  const X *a = p.a[member], *x = p.x[member];
  if constexpr (kIsPlainGemv<X, Y, V>) {
    using blas::Int;
    if (!p.incx) // no backend takes that
      return gemvMixed(p, alpha, V(1), a, x, y, first, last);
    if constexpr (std::is_floating_point_v<X>)
      if (isPlain || p.incx == 1)
        return library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA {
          if (isPlain) {
            alignas(64) X sums[kMostPart];
            const Vector<const X> xs = vectorOf(x, p.n, p.incx);
            for (int64_t j = 0, step = p.columns ? p.columns : p.n; j < p.n; j += step) {
              std::fill_n(sums, last - first, X(0));
              addRows(last - first, std::min(step, p.n - j), alpha, a + first + j * p.lda, p.lda,
                      Vector<const X>{&xs[j], p.incx}, sums);
              for (int64_t i = first; i < last; ++i)
                ys[i] += sums[i - first];
            }
          } else
            addColumns(p.m, first, last, alpha, a, p.lda, x, ys);
        });
    // The backend counts from the far end itself where a stride is negative.
    Y *part = p.incy < 0 ? y - (count - last) * p.incy : y + first * p.incy;
    blas::call<"gemv", X>(
        "NTC"[p.trans], Int(isPlain ? last - first : p.m), Int(isPlain ? p.n : last - first), alpha,
        a + (isPlain ? first : first * p.lda), Int(p.lda), x, Int(p.incx), V(1), part, Int(p.incy));
  } else {
    gemvMixed(p, alpha, beta, a, x, y, first, last);
  }
}

template <typename X, typename Y, typename V>
void gemvBody(const Gemv<X, Y, V> &p, library::Block block) {
  const int64_t count = p.trans == CUBLAS_OP_N ? p.m : p.n, index = int64_t(block.index);
  if (p.parts > 1) {
    const int64_t first = index % p.parts * p.part;
    return gemvPart(p, index / p.parts, first, std::min(first + p.part, count));
  }
  for (int64_t i = index * p.members; i < std::min((index + 1) * p.members, p.batches); ++i)
    gemvPart(p, i, 0, count);
}

/// The sums of some columns, for each row.
template <typename X> void gemvSums(const Gemv<X, X, X> &p, library::Block block) {
  const int64_t first = int64_t(block.index) * p.columns;
  const int64_t columns = std::min(p.columns, p.n - first);
  X *sums = p.sums + int64_t(block.index) * p.m;
  std::fill_n(sums, p.m, X(0));
  const X alpha = p.alpha.get();
  if (alpha == X(0))
    return;
  const Vector<const X> x = vectorOf(p.x[0], p.n, p.incx);
  const int64_t chunk = ceilDiv(p.m, ceilDiv(p.m, kMostRows));
  library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA {
    for (int64_t row = 0; row < p.m; row += chunk)
      addRows(std::min(chunk, p.m - row), columns, alpha, p.a[0] + row + first * p.lda, p.lda,
              Vector<const X>{&x[first], p.incx}, sums + row);
  });
}
/// y = beta y and the sums, in the order of the columns.
template <typename X> void gemvFinish(const Gemv<X, X, X> &p, library::Block block) {
  const int64_t first = int64_t(block.index) * p.part, count = std::min(p.part, p.m - first);
  const X beta = p.beta.get();
  const Vector<X> y = vectorOf(p.y[0], p.m, p.incy);
  X values[kLeastRows];
  for (int64_t i = 0; i < count; ++i)
    values[i] = beta == X(0) ? X(0) : X(beta * y[first + i]);
  if (p.alpha.get() != X(0))
    for (int64_t k = 0; k < p.parts; ++k) // part by part: all of them share a cache set
      for (int64_t i = 0; i < count; ++i)
        values[i] += p.sums[first + i + k * p.m];
  for (int64_t i = 0; i < count; ++i)
    y[first + i] = values[i];
}
/// A large matrix by whole columns. Nothing if there is no memory for the sums: a graph has none.
template <typename X>
std::optional<cublasStatus_t> launchColumns(cublasHandle_t handle, Gemv<X, X, X> p) {
  if (library::isCapturing(handle->stream))
    return std::nullopt;
  p.parts = ceilDiv(p.n, p.columns);
  p.part = kLeastRows;
  library::Scratch scratch(handle->stream, size_t(p.parts * p.m) * sizeof(X));
  if (scratch.result())
    return std::nullopt;
  p.sums = scratch.get<X>();
  const cublasStatus_t status = launch<gemvSums<X>>(handle, "cublas_gemv_columns", p.parts, p);
  return status ? status
                : launch<gemvFinish<X>>(handle, "cublas_gemv_sums", ceilDiv(p.m, p.part), p);
}

template <typename X, typename Y, typename V>
cublasStatus_t launchGemv(cublasHandle_t handle, Gemv<X, Y, V> p) {
  const bool isPlain = p.trans == CUBLAS_OP_N;
  const int64_t count = isPlain ? p.m : p.n, inner = isPlain ? p.n : p.m;
  for (int64_t size : {inner, p.lda, p.incx, p.incy})
    if (size != int64_t(blas::Int(size)))
      return CUBLAS_STATUS_NOT_SUPPORTED;
  if constexpr (kIsPlainGemv<X, Y, V> && std::is_floating_point_v<X>) {
    constexpr int64_t kLeastColumns = 64, kPartWork = 1 << 21; // of a part; sums cost little
    const int64_t parts = std::min(p.m * p.n / kPartWork, p.n / kLeastColumns);
    if (isPlain && p.batches == 1 && p.incx && p.m * p.n >= kLargeMatrix && parts > 1) {
      p.columns = ceilDiv(p.n, std::min<int64_t>(parts, 16));
      if (std::optional<cublasStatus_t> status = launchColumns(handle, p))
        return *status;
    }
  }
  p.part = std::clamp<int64_t>(kVectorWork / inner / 16 * 16, isPlain ? kLeastRows : 16, kMostPart);
  p.parts = ceilDiv(count, p.part);
  p.members = p.parts > 1 ? 1 : std::clamp<int64_t>(kVectorWork / (p.m * p.n), 1, 1024);
  return launch<gemvBody<X, Y, V>>(
      handle, "cublas_gemv", p.parts > 1 ? p.parts * p.batches : ceilDiv(p.batches, p.members), p);
}

} // namespace anywarp::cublas
