// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// D = epilogue(alpha op(A) op(B) + beta C) over all types, orders and batches of cuBLAS and
// cuBLASLt. A caller describes the product; `multiply` gives it to a stream. The result is cut into
// tiles whose sizes follow from the problem alone, and each tile is summed in one order.
#pragma once

#include <cstdint>

#include "blas/Element.h"
#include "library/Work.h"

namespace anywarp::blas {

enum class Order : uint8_t { Column, Row, Col32, Col4_4R2_8C, Col32_2R_4R4 };

/// How scales of a narrow operand lie (cublasLtMatmulMatrixScale_t).
enum class ScaleMode : uint8_t { Scalar, Vec16Ue4m3, Vec32Ue8m0, OuterVec, Vec128, Block128 };

/// A matrix of each batch member as it lies in memory.
struct Operand {
  const void *data = nullptr;  ///< or an array of pointers in device memory, one for each member
  const void *scale = nullptr; ///< device memory; null: none
  int64_t ld = 0;
  int64_t stride = 0; ///< elements between members
  int64_t plane = 0;  ///< bytes from real to imaginary parts, both of `type`; 0: pairs
  cudaDataType type = CUDA_R_32F;
  Order order = Order::Column;
  ScaleMode scaleMode = ScaleMode::Scalar;
  bool isArray = false;
  bool isTransposed = false;
  bool isConjugated = false;
};

/// What products are summed in.
enum class Arithmetic : uint8_t { F32, F64, I32, C32, C64 };
/// What 32-bit inputs are rounded to first.
enum class Rounding : uint8_t { None, Tf32, Half };

/// alpha or beta: a value, or where it will be when the work runs.
struct Scalar {
  DoubleComplex value = 0;
  const void *device = nullptr;
  bool isVector = false;   ///< one for each row of D
  int64_t batchStride = 0; ///< of a vector
};

/// Parts of an epilogue, in the order in which they are applied.
enum : uint32_t {
  kBias = 1,
  kRelu = 2,
  kGelu = 4,
  kReluGradient = 8,
  kGeluGradient = 16,
  kAux = 32, ///< the mask of a ReLU or the input of a GELU is stored, or read by a gradient
  kBiasGradient = 64, ///< the sums of D's rows go to `bias`
  kBiasGradientA = 128,
  kBiasGradientB = 256,
};

struct Epilogue {
  uint32_t parts = 0;
  cudaDataType biasType = CUDA_R_32F, auxType = CUDA_R_32F;
  void *bias = nullptr;
  int64_t biasStride = 0;
  void *aux = nullptr;
  int64_t auxLd = 0, auxStride = 0;
  const void *auxScale = nullptr;
  float *amax = nullptr, *auxAmax = nullptr;
};

struct Matmul {
  int64_t m = 0, n = 0, k = 0, batches = 1;
  Operand a, b, c, d; ///< c.data may be d.data
  Arithmetic arithmetic = Arithmetic::F32;
  Rounding rounding = Rounding::None;
  cudaDataType scaleType = CUDA_R_32F; ///< of alpha and beta
  Scalar alpha, beta;
  Epilogue epilogue;
};

/// Gives the product to a stream. The caller has checked sizes and types.
CUresult multiply(CUstream stream, const Matmul &problem);

/// A number in host memory as a Scalar's value.
DoubleComplex readScalar(const void *value, cudaDataType type);

/// Index of element (row, column) of a stored matrix.
int64_t indexOf(Order order, int64_t ld, int64_t row, int64_t column);

} // namespace anywarp::blas
