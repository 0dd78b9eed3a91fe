// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// General matrix products: from a routine's arguments to blas::Matmul.
#pragma once

#include "cublas/Context.h"

namespace anywarp::cublas {

inline blas::Operand operandOf(const void *data, cudaDataType type, int64_t ld,
                               cublasOperation_t op = CUBLAS_OP_N, int64_t stride = 0,
                               bool isArray = false) {
  return {.data = data,
          .ld = ld,
          .stride = stride,
          .type = type,
          .isArray = isArray,
          .isTransposed = op != CUBLAS_OP_N,
          .isConjugated = op == CUBLAS_OP_C};
}

/// What numbers of one type are summed in. Half precision sums in float.
template <typename X> constexpr blas::Arithmetic arithmeticOf() {
  using W = blas::Wide<X>;
  return std::is_same_v<W, float>     ? blas::Arithmetic::F32
         : std::is_same_v<W, double>  ? blas::Arithmetic::F64
         : std::is_same_v<W, Complex> ? blas::Arithmetic::C32
                                      : blas::Arithmetic::C64;
}

/// What a handle's math mode makes of 32-bit inputs.
inline blas::Rounding roundingOf(cublasHandle_t handle) {
  const int mode = handle->mathMode & 15; // the older mode, too (seen)
  return mode == CUBLAS_TF32_TENSOR_OP_MATH || mode == CUBLAS_TENSOR_OP_MATH ? blas::Rounding::Tf32
                                                                             : blas::Rounding::None;
}

/// A product of one type; the operands' data are filled in by the caller.
template <typename X>
blas::Matmul productOf(cublasHandle_t handle, int64_t m, int64_t n, int64_t k, const void *alpha,
                       const void *beta) {
  blas::Matmul p;
  p.m = m;
  p.n = n;
  p.k = k;
  p.arithmetic = arithmeticOf<X>();
  if (std::is_same_v<Real<blas::Wide<X>>, float> && blas::kLetter<X> != '?')
    p.rounding = roundingOf(handle);
  p.scaleType = blas::kDataType<X>;
  p.alpha = scalarOf(handle, alpha, p.scaleType);
  p.beta = scalarOf(handle, beta, p.scaleType);
  return p;
}

/// Null matrices are told at the call (seen).
inline cublasStatus_t multiply(cublasHandle_t handle, blas::Matmul &p) {
  if (!p.d.data || (p.k && !isZero(p.alpha) && (!p.a.data || !p.b.data)))
    return CUBLAS_STATUS_INVALID_VALUE;
  p.c = p.d;
  return statusOf(blas::multiply(handle->stream, p));
}

} // namespace anywarp::cublas
