// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the opaque structures of cuBLASLt hold. A program may own them (Init_internal), so they are
// plain values without addresses of their own.
#pragma once

#include "cublaslt/Api.h"

namespace anywarp::cublaslt {

struct MatrixLayout {
  cudaDataType type;
  cublasLtOrder_t order;
  uint64_t rows, cols;
  int64_t ld;
  int32_t batchCount;
  uint32_t batchMode;
  int64_t stride, planeOffset;
};

struct MatmulDesc {
  cublasComputeType_t computeType;
  cudaDataType scaleType;
  cublasLtPointerMode_t pointerMode;
  cublasOperation_t transa, transb, transc;
  cublasFillMode_t fillMode;
  cublasLtEpilogue_t epilogue;
  void *bias;
  int64_t biasStride;
  void *aux;
  int64_t auxLd, auxStride, alphaStride;
  const void *scaleA, *scaleB, *scaleC, *scaleD;
  void *amax;
  const void *auxScale;
  void *auxAmax;
  const void *outScale, *emulation;
  int32_t smCountTarget, nameless, auxType, biasType; ///< types: -1 is the default one
  int32_t scaleModeA, scaleModeB, scaleModeC, scaleModeD, scaleModeAux, outScaleMode;
  int8_t fastAccumulation;
};

struct TransformDesc {
  cudaDataType scaleType;
  cublasLtPointerMode_t pointerMode;
  cublasOperation_t transa, transb;
};

struct Preference {
  uint32_t searchMode, reductionSchemes;
  uint64_t workspace, implementations;
  uint32_t alignmentA, alignmentB, alignmentC, alignmentD;
  float waves;
};

struct EmulationDesc {
  cublasEmulationStrategy_t strategy;
  cudaEmulationSpecialValuesSupport specialValues;
  cudaEmulationMantissaControl mantissaControl;
  int32_t maxMantissaBits, mantissaBitOffset;
  int32_t *mantissaBits;
};

/// An algorithm: there is one; the rest is kept for the program.
struct Algo {
  int32_t id;
  uint32_t tile;
  int32_t splitK;
  uint32_t reduction, swizzling, customOption, stages;
  uint16_t innerShape, clusterShape;
  uint32_t isSet; ///< kAlgoMark
};
constexpr uint32_t kAlgoMark = 0x616e7977;

static_assert(sizeof(MatrixLayout) <= sizeof(cublasLtMatrixLayoutOpaque_t));
static_assert(sizeof(MatmulDesc) <= sizeof(cublasLtMatmulDescOpaque_t));
static_assert(sizeof(TransformDesc) <= sizeof(cublasLtMatrixTransformDescOpaque_t));
static_assert(sizeof(Preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));
static_assert(sizeof(EmulationDesc) <= sizeof(cublasLtEmulationDescOpaque_t));
static_assert(sizeof(Algo) <= sizeof(cublasLtMatmulAlgo_t));

inline MatrixLayout &of(cublasLtMatrixLayout_t p) { return *reinterpret_cast<MatrixLayout *>(p); }
inline MatmulDesc &of(cublasLtMatmulDesc_t p) { return *reinterpret_cast<MatmulDesc *>(p); }
inline TransformDesc &of(cublasLtMatrixTransformDesc_t p) {
  return *reinterpret_cast<TransformDesc *>(p);
}
inline Preference &of(cublasLtMatmulPreference_t p) { return *reinterpret_cast<Preference *>(p); }
inline EmulationDesc &of(cublasLtEmulationDesc_t p) {
  return *reinterpret_cast<EmulationDesc *>(p);
}
inline Algo &of(cublasLtMatmulAlgo_t *p) { return *reinterpret_cast<Algo *>(p); }
inline const Algo &of(const cublasLtMatmulAlgo_t *p) { return *reinterpret_cast<const Algo *>(p); }

/// One attribute: where it lies in its structure.
struct Attribute {
  int number;
  size_t offset, size;
};
cublasStatus_t setAttribute(const Attribute *table, size_t count, void *object, int number,
                            const void *buf, size_t size);
cublasStatus_t getAttribute(const Attribute *table, size_t count, const void *object, int number,
                            void *buf, size_t size, size_t *sizeWritten);
/// Hands a value out by the same rules.
cublasStatus_t handOut(const void *value, size_t valueSize, void *buf, size_t size,
                       size_t *sizeWritten);

} // namespace anywarp::cublaslt
