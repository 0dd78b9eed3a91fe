// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handle's settings, and how a routine turns its arguments into work in the handle's stream.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <initializer_list>

#include "blas/Backend.h"
#include "blas/Matmul.h"
#include "cublas/Api.h"
#include "library/Work.h"

/// What cublasHandle_t points to. A handle serves one thread at a time.
struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointerMode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomicsMode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t mathMode = CUBLAS_DEFAULT_MATH;
  int smCountTarget = 0;
  cublasEmulationStrategy_t emulationStrategy = CUBLAS_EMULATION_STRATEGY_DEFAULT;
  cudaEmulationSpecialValuesSupport specialValues = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
  cudaEmulationMantissaControl mantissaControl = CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC;
  int maxMantissaBits = 0, mantissaBitOffset = 0;
  int *mantissaBits = nullptr;
};

namespace anywarp::cublas {

using blas::Complex;
using blas::DoubleComplex;
using blas::Real;

/// The type that calculates with the numbers of a public type.
template <typename T> struct NumberOf {
  using Type = T;
};
template <> struct NumberOf<cuComplex> {
  using Type = Complex;
};
template <> struct NumberOf<cuDoubleComplex> {
  using Type = DoubleComplex;
};
template <> struct NumberOf<__half> {
  using Type = blas::Half;
};
template <> struct NumberOf<__nv_bfloat16> {
  using Type = blas::Bfloat16;
};
template <typename T> using Number = typename NumberOf<std::remove_cv_t<T>>::Type;

template <typename T> const Number<T> *in(const T *p) {
  return reinterpret_cast<const Number<T> *>(p);
}
template <typename T> Number<T> *out(T *p) { return reinterpret_cast<Number<T> *>(p); }
template <typename T> const Number<T> *const *in(const T *const *p) {
  return reinterpret_cast<const Number<T> *const *>(p);
}
template <typename T> Number<T> *const *out(T *const *p) {
  return reinterpret_cast<Number<T> *const *>(p);
}

/// A parameter of the pointer mode: its value now, or where it will be when the work runs.
template <typename T> struct Value {
  T value;
  const T *device;
  T get() const { return device ? *device : value; }
};
template <typename T> Value<Number<T>> valueOf(cublasHandle_t handle, const T *p) {
  if (handle->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return {Number<T>{}, in(p)};
  return {*in(p), nullptr};
}
/// A factor that a call can see to be 0: what it multiplies is not looked at.
template <typename Factor> bool isZero(const Factor &factor) {
  return !factor.device && factor.value == decltype(factor.value)(0);
}
inline blas::Scalar scalarOf(cublasHandle_t handle, const void *p, cudaDataType type) {
  if (handle->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return {.device = p};
  return {.value = blas::readScalar(p, type)};
}

inline cublasStatus_t statusOf(CUresult result) {
  return result == CUDA_SUCCESS               ? CUBLAS_STATUS_SUCCESS
         : result == CUDA_ERROR_OUT_OF_MEMORY ? CUBLAS_STATUS_ALLOC_FAILED
                                              : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// Runs body(params, block) in the handle's stream.
template <auto body>
cublasStatus_t launch(cublasHandle_t handle, const char *name, int64_t blocks,
                      const typename library::BodyOf<body>::Params &params) {
  return statusOf(
      library::launch<body>(name, handle->stream, uint64_t(blocks > 0 ? blocks : 0), params));
}

/// After the work of a routine with a result: it is there when the call returns, where the result
/// lies in host memory.
inline cublasStatus_t finishResult(cublasHandle_t handle, cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS || handle->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    return status;
  if (library::isCapturing(handle->stream)) {
    (void)library::synchronize(handle->stream); // ends the capture
    return CUBLAS_STATUS_INTERNAL_ERROR;        // (seen)
  }
  return statusOf(library::synchronize(handle->stream));
}

inline int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// False: the backend cannot count so far.
inline bool fits(std::initializer_list<int64_t> sizes) {
  for (int64_t size : sizes)
    if (size != blas::Int(size))
      return false;
  return true;
}

// Arguments as the backend has them.
inline char letter(cublasOperation_t op) { return "NTC"[op]; }
inline char letter(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
inline char letter(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }
inline char letter(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }

/// A vector as its elements are counted: from the far end where the stride is negative.
template <typename T> struct Vector {
  T *p;
  int64_t inc;
  T &operator[](int64_t i) const { return p[i * inc]; }
};
template <typename T> Vector<T> vectorOf(T *p, int64_t n, int64_t inc) {
  return {inc < 0 ? p + (1 - n) * inc : p, inc};
}

} // namespace anywarp::cublas
