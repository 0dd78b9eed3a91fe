// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Level 1 with types as parameters: the combinations of the manual's tables. Half precision is
// calculated in float.
#include "cublas/Rotations.h"
#include "cublas/Vectors.h"

namespace anywarp::cublas {
namespace {

/// Calls f(X{}) with the element type; NOT_SUPPORTED where there is none.
template <typename F> cublasStatus_t withNumbers(cudaDataType type, F &&f) {
  cublasStatus_t status = CUBLAS_STATUS_NOT_SUPPORTED;
  blas::withType(type, [&]<typename X>(X x) {
    if constexpr (std::is_same_v<X, blas::Half> || std::is_same_v<X, blas::Bfloat16> ||
                  blas::kLetter<X> != '?')
      status = f(x);
  });
  return status;
}

/// What vectors of X are calculated in.
template <typename X> constexpr cudaDataType kExecution = blas::kDataType<blas::Wide<X>>;
inline cudaDataType executionOf(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF ? CUDA_R_32F : type;
}
/// Real results of vectors of X: half stays half.
template <typename X> using RealResult = std::conditional_t<blas::kIsComplex<X>, Real<X>, X>;

/// asum of 16-bit numbers is single precision (seen).
template <typename X> struct AsumOf {
  using Type = RealResult<X>;
};
template <> struct AsumOf<blas::Half> {
  using Type = float;
};
template <> struct AsumOf<blas::Bfloat16> {
  using Type = float;
};
template <typename X> using AsumResult = typename AsumOf<X>::Type;

template <template <typename, typename> class K, template <typename> class Result = RealResult>
cublasStatus_t reduceReal(cublasHandle_t h, const char *name, int64_t n, const void *x,
                          cudaDataType xType, int64_t incx, void *result, cudaDataType resultType) {
  return withNumbers(xType, [&]<typename X>(X) {
    using R = Result<X>;
    if (resultType != blas::kDataType<R>)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return reduce(h, name, incx <= 0 ? 0 : n,
                  K<X, R>{{static_cast<const X *>(x), incx}, static_cast<R *>(result)});
  });
}
cublasStatus_t nrm2Ex(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                      void *result, cudaDataType resultType, cudaDataType executionType) {
  // The norm of complex numbers is calculated in real ones, their asum in complex ones (seen).
  const cudaDataType execution = xType == CUDA_C_32F   ? CUDA_R_32F
                                 : xType == CUDA_C_64F ? CUDA_R_64F
                                                       : executionOf(xType);
  if (executionType != execution)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return reduceReal<Nrm2>(h, "cublas_nrm2", n, x, xType, incx, result, resultType);
}
cublasStatus_t asumEx(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                      void *result, cudaDataType resultType, cudaDataType executionType) {
  if (executionType != executionOf(xType))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return reduceReal<Asum, AsumResult>(h, "cublas_asum", n, x, xType, incx, result, resultType);
}

template <bool isConjugated>
cublasStatus_t dotWith(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                       const void *y, cudaDataType yType, int64_t incy, void *result,
                       cudaDataType resultType, cudaDataType executionType) {
  return withNumbers(xType, [&]<typename X>(X) {
    if (yType != xType || resultType != xType || executionType != kExecution<X>)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return reduce(h, "cublas_dot", n, Dot < X, X,
                  isConjugated &&
                      blas::kIsComplex < X >> {vectorOf(static_cast<const X *>(x), n, incx),
                                               vectorOf(static_cast<const X *>(y), n, incy),
                                               static_cast<X *>(result)});
  });
}
cublasStatus_t dotEx(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                     const void *y, cudaDataType yType, int64_t incy, void *result,
                     cudaDataType resultType, cudaDataType executionType) {
  return dotWith<false>(h, n, x, xType, incx, y, yType, incy, result, resultType, executionType);
}
cublasStatus_t dotcEx(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                      const void *y, cudaDataType yType, int64_t incy, void *result,
                      cudaDataType resultType, cudaDataType executionType) {
  return dotWith<true>(h, n, x, xType, incx, y, yType, incy, result, resultType, executionType);
}

template <typename T> Value<T> valueOfVoid(cublasHandle_t h, const void *p) {
  const auto *typed = static_cast<const T *>(p);
  if (h->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return {T{}, typed};
  return {*typed, nullptr};
}
/// Calls f(A{}) with the type of a factor: the one that the vector is calculated in (seen).
template <typename X, typename F> cublasStatus_t withFactor(cudaDataType type, F &&f) {
  if (type != kExecution<X>)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return f(blas::Wide<X>{});
}

cublasStatus_t scalEx(cublasHandle_t h, int64_t n, const void *alpha, cudaDataType alphaType,
                      void *x, cudaDataType xType, int64_t incx, cudaDataType executionType) {
  return withNumbers(xType, [&]<typename X>(X) {
    if (executionType != kExecution<X>)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return withFactor<X>(alphaType, [&]<typename A>(A) {
      return n <= 0 ? CUBLAS_STATUS_SUCCESS
                    : scalWith(h, n, valueOfVoid<A>(h, alpha), static_cast<X *>(x), incx);
    });
  });
}
cublasStatus_t axpyEx(cublasHandle_t h, int64_t n, const void *alpha, cudaDataType alphaType,
                      const void *x, cudaDataType xType, int64_t incx, void *y, cudaDataType yType,
                      int64_t incy, cudaDataType executionType) {
  return withNumbers(xType, [&]<typename X>(X) {
    if (yType != xType || executionType != kExecution<X>)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return withFactor<X>(alphaType, [&]<typename A>(A) {
      return n <= 0 ? CUBLAS_STATUS_SUCCESS
                    : pairwise<axpyChunk<X, A>>(h, "cublas_axpy", n, valueOfVoid<A>(h, alpha),
                                                static_cast<const X *>(x), incx,
                                                static_cast<X *>(y), incy);
    });
  });
}
cublasStatus_t copyEx(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                      void *y, cudaDataType yType, int64_t incy) {
  return withNumbers(xType, [&]<typename X>(X) {
    if (yType != xType)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return pairwise<copyChunk<X, X>>(h, "cublas_copy", n, Value<X>{}, static_cast<const X *>(x),
                                     incx, static_cast<X *>(y), incy);
  });
}
cublasStatus_t swapEx(cublasHandle_t h, int64_t n, void *x, cudaDataType xType, int64_t incx,
                      void *y, cudaDataType yType, int64_t incy) {
  return withNumbers(xType, [&]<typename X>(X) {
    if (yType != xType)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return turn<swapChunk<X>>(h, "cublas_swap", n, static_cast<X *>(x), incx, static_cast<X *>(y),
                              incy, NoValue{});
  });
}
template <bool isLargest, typename I>
cublasStatus_t findEx(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                      I *result) {
  return withNumbers(xType, [&]<typename X>(X) {
    return reduce(h, "cublas_find", incx <= 0 ? 0 : n,
                  Find<X, I, isLargest>{{static_cast<const X *>(x), incx}, result});
  });
}
template <typename I>
cublasStatus_t iamaxEx(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                       I *result) {
  return findEx<true>(h, n, x, xType, incx, result);
}
template <typename I>
cublasStatus_t iaminEx(cublasHandle_t h, int64_t n, const void *x, cudaDataType xType, int64_t incx,
                       I *result) {
  return findEx<false>(h, n, x, xType, incx, result);
}

cublasStatus_t rotEx(cublasHandle_t h, int64_t n, void *x, cudaDataType xType, int64_t incx,
                     void *y, cudaDataType yType, int64_t incy, const void *c, const void *s,
                     cudaDataType csType, cudaDataType executionType) {
  return withNumbers(xType, [&]<typename X>(X) {
    if (yType != xType || executionType != kExecution<X>)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    auto rotate = [&]<typename R, typename S>(R, S) {
      return n <= 0 ? CUBLAS_STATUS_SUCCESS
                    : turn<rotChunk<X, R, S>>(
                          h, "cublas_rot", n, static_cast<X *>(x), incx, static_cast<X *>(y), incy,
                          Rotation<R, S>{valueOfVoid<R>(h, c), valueOfVoid<S>(h, s)});
    };
    using R = RealResult<X>; // c is real, s may be complex
    if (csType == blas::kDataType<X>)
      return rotate(R{}, X{});
    if (csType == blas::kDataType<R>)
      return rotate(R{}, R{});
    return CUBLAS_STATUS_NOT_SUPPORTED;
  });
}
cublasStatus_t rotmEx(cublasHandle_t h, int64_t n, void *x, cudaDataType xType, int64_t incx,
                      void *y, cudaDataType yType, int64_t incy, const void *param,
                      cudaDataType paramType, cudaDataType executionType) {
  return withNumbers(xType, [&]<typename X>(X) {
    if constexpr (blas::kIsComplex<X>)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    else {
      if (yType != xType || executionType != kExecution<X>)
        return CUBLAS_STATUS_NOT_SUPPORTED;
      if (paramType != xType)
        return CUBLAS_STATUS_NOT_SUPPORTED;
      if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
      Modified<X> with{{}, static_cast<const X *>(param)};
      if (h->pointerMode == CUBLAS_POINTER_MODE_HOST) {
        std::copy(with.device, with.device + 5, with.value);
        with.device = nullptr;
      }
      return turn<rotmChunk<X, X>>(h, "cublas_rotm", n, static_cast<X *>(x), incx,
                                   static_cast<X *>(y), incy, with);
    }
  });
}

/// Numbers of half precision that one body reads, calculates with in float and writes back.
template <typename X> struct RotgExWork {
  X *a, *b;
  RealResult<X> *c;
  X *s;
};
template <typename X> void rotgExBody(const RotgExWork<X> &p, library::Block) {
  using W = blas::Wide<X>;
  W a = wide(*p.a), b = wide(*p.b), s;
  Real<W> c;
  if (!turnInfinite(a, b, c, s))
    blas::call<"rotg", W>(&a, &b, &c, &s);
  *p.a = blas::narrow<X>(a);
  *p.b = blas::narrow<X>(b);
  *p.c = blas::narrow<RealResult<X>>(c);
  *p.s = blas::narrow<X>(s);
}
template <auto body>
cublasStatus_t whereTheyLie(cublasHandle_t h, const char *name,
                            const typename library::BodyOf<body>::Params &params) {
  if (h->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return launch<body>(h, name, 1, params);
  body(params, library::Block{0, 1});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t rotgEx(cublasHandle_t h, void *a, void *b, cudaDataType abType, void *c, void *s,
                      cudaDataType csType, cudaDataType executionType) {
  return withNumbers(abType, [&]<typename X>(X) {
    if (executionType != kExecution<X> ||
        csType != abType) // no real ones of complex numbers either (seen)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return whereTheyLie<rotgExBody<X>>(h, "cublas_rotg",
                                       {static_cast<X *>(a), static_cast<X *>(b),
                                        static_cast<RealResult<X> *>(c), static_cast<X *>(s)});
  });
}
template <typename X> struct RotmgExWork {
  X *d1, *d2, *x1;
  const X *y1;
  X *param;
};
template <typename X> void rotmgExBody(const RotmgExWork<X> &p, library::Block) {
  using W = blas::Wide<X>;
  W d1 = wide(*p.d1), d2 = wide(*p.d2), x1 = wide(*p.x1), param[5];
  for (int i = 0; i < 5; ++i)
    param[i] = wide(p.param[i]); // those that the flag makes constant stay as they are
  const W y1 = wide(*p.y1);
  makeModified(d1, d2, x1, y1, param);
  *p.d1 = blas::narrow<X>(d1);
  *p.d2 = blas::narrow<X>(d2);
  *p.x1 = blas::narrow<X>(x1);
  for (int i = 0; i < 5; ++i)
    p.param[i] = blas::narrow<X>(param[i]);
}
cublasStatus_t rotmgEx(cublasHandle_t h, void *d1, cudaDataType d1Type, void *d2,
                       cudaDataType d2Type, void *x1, cudaDataType x1Type, const void *y1,
                       cudaDataType y1Type, void *param, cudaDataType paramType,
                       cudaDataType executionType) {
  return withNumbers(d1Type, [&]<typename X>(X) {
    if constexpr (blas::kIsComplex<X>)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    else {
      for (cudaDataType type : {d2Type, x1Type, y1Type, paramType})
        if (type != d1Type)
          return CUBLAS_STATUS_NOT_SUPPORTED;
      if (executionType != kExecution<X>)
        return CUBLAS_STATUS_NOT_SUPPORTED;
      return whereTheyLie<rotmgExBody<X>>(h, "cublas_rotmg",
                                          {static_cast<X *>(d1), static_cast<X *>(d2),
                                           static_cast<X *>(x1), static_cast<const X *>(y1),
                                           static_cast<X *>(param)});
    }
  });
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Level1Ex
#include "cublas/Entries.inc"
