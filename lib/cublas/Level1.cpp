// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Level 1.
#include "cublas/Rotations.h"
#include "cublas/Vectors.h"

namespace anywarp::cublas {
namespace {

template <typename T, typename A>
cublasStatus_t scal(cublasHandle_t h, int64_t n, const A *alpha, T *x, int64_t incx) {
  return n <= 0 ? CUBLAS_STATUS_SUCCESS : scalWith(h, n, valueOf(h, alpha), out(x), incx);
}
template <typename T>
cublasStatus_t axpy(cublasHandle_t h, int64_t n, const T *alpha, const T *x, int64_t incx, T *y,
                    int64_t incy) {
  using X = Number<T>;
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  return pairwise<axpyChunk<X, X>>(h, "cublas_axpy", n, valueOf(h, alpha), in(x), incx, out(y),
                                   incy);
}
template <typename T>
cublasStatus_t copy(cublasHandle_t h, int64_t n, const T *x, int64_t incx, T *y, int64_t incy) {
  using X = Number<T>;
  return pairwise<copyChunk<X, X>>(h, "cublas_copy", n, Value<X>{}, in(x), incx, out(y), incy);
}
template <typename T>
cublasStatus_t swap(cublasHandle_t h, int64_t n, T *x, int64_t incx, T *y, int64_t incy) {
  return turn<swapChunk<Number<T>>>(h, "cublas_swap", n, out(x), incx, out(y), incy, NoValue{});
}
template <typename T, typename R, typename S>
cublasStatus_t rot(cublasHandle_t h, int64_t n, T *x, int64_t incx, T *y, int64_t incy, const R *c,
                   const S *s) {
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  return turn<rotChunk<Number<T>, Number<R>, Number<S>>>(
      h, "cublas_rot", n, out(x), incx, out(y), incy,
      Rotation<Number<R>, Number<S>>{valueOf(h, c), valueOf(h, s)});
}
template <typename T>
cublasStatus_t rotm(cublasHandle_t h, int64_t n, T *x, int64_t incx, T *y, int64_t incy,
                    const T *param) {
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  Modified<T> with{{}, param};
  if (h->pointerMode == CUBLAS_POINTER_MODE_HOST) {
    std::copy(param, param + 5, with.value);
    with.device = nullptr;
  }
  return turn<rotmChunk<T, T>>(h, "cublas_rotm", n, x, incx, y, incy, with);
}

template <bool isConjugated, typename T>
cublasStatus_t dotOf(cublasHandle_t h, int64_t n, const T *x, int64_t incx, const T *y,
                     int64_t incy, T *result) {
  using X = Number<T>;
  return reduce(
      h, "cublas_dot", n,
      Dot<X, X, isConjugated>{vectorOf(in(x), n, incx), vectorOf(in(y), n, incy), out(result)});
}
template <typename T>
cublasStatus_t dot(cublasHandle_t h, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy,
                   T *result) {
  return dotOf<false>(h, n, x, incx, y, incy, result);
}
template <typename T>
cublasStatus_t dotc(cublasHandle_t h, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy,
                    T *result) {
  return dotOf<true>(h, n, x, incx, y, incy, result);
}
template <typename T, typename R>
cublasStatus_t asum(cublasHandle_t h, int64_t n, const T *x, int64_t incx, R *result) {
  return reduce(h, "cublas_asum", incx <= 0 ? 0 : n, Asum<Number<T>, R>{{in(x), incx}, result});
}
template <typename T, typename R>
cublasStatus_t nrm2(cublasHandle_t h, int64_t n, const T *x, int64_t incx, R *result) {
  return reduce(h, "cublas_nrm2", incx <= 0 ? 0 : n, Nrm2<Number<T>, R>{{in(x), incx}, result});
}
template <typename T, typename I>
cublasStatus_t iamax(cublasHandle_t h, int64_t n, const T *x, int64_t incx, I *result) {
  return reduce(h, "cublas_amax", incx <= 0 ? 0 : n,
                Find<Number<T>, I, true>{{in(x), incx}, result});
}
template <typename T, typename I>
cublasStatus_t iamin(cublasHandle_t h, int64_t n, const T *x, int64_t incx, I *result) {
  return reduce(h, "cublas_amin", incx <= 0 ? 0 : n,
                Find<Number<T>, I, false>{{in(x), incx}, result});
}

/// The four numbers of a rotation: a becomes r, b becomes z (real) (reference BLAS).
template <typename T> struct RotgWork {
  T *a, *b;
  Real<T> *c;
  T *s;
};
template <typename T> void rotgBody(const RotgWork<T> &p, library::Block) {
  if constexpr (std::is_same_v<T, Real<T>>)
    if (*p.a == 0 && *p.b == 0) { // which keep their signs (seen)
      *p.c = 1, *p.s = 0;
      return;
    }
  if (turnInfinite(*p.a, *p.b, *p.c, *p.s))
    return;
  blas::call<"rotg", T>(p.a, p.b, p.c, p.s);
  if constexpr (std::is_same_v<T, Real<T>>)
    if (*p.c == 0) // the quotient of two numbers was too small
      *p.b = 1;
}
/// Runs where the arguments lie: at once in host memory, else in the stream.
template <auto body>
cublasStatus_t whereTheyLie(cublasHandle_t h, const char *name,
                            const typename library::BodyOf<body>::Params &params) {
  if (h->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return launch<body>(h, name, 1, params);
  body(params, library::Block{0, 1});
  return CUBLAS_STATUS_SUCCESS;
}
template <typename T, typename R> cublasStatus_t rotg(cublasHandle_t h, T *a, T *b, R *c, T *s) {
  using X = Number<T>;
  return whereTheyLie<rotgBody<X>>(h, "cublas_rotg", RotgWork<X>{out(a), out(b), c, out(s)});
}
template <typename T> struct RotmgWork {
  T *d1, *d2, *x1;
  const T *y1;
  T *param;
};
template <typename T> void rotmgBody(const RotmgWork<T> &p, library::Block) {
  makeModified(*p.d1, *p.d2, *p.x1, *p.y1, p.param);
}
template <typename T>
cublasStatus_t rotmg(cublasHandle_t h, T *d1, T *d2, T *x1, const T *y1, T *param) {
  return whereTheyLie<rotmgBody<T>>(h, "cublas_rotmg", RotmgWork<T>{d1, d2, x1, y1, param});
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Level1
#include "cublas/Entries.inc"
