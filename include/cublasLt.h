/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLASLt: matrix products with layouts, epilogues and scales. Link with -lcublasLt. */
#ifndef CUBLASLT_H_
#define CUBLASLT_H_

#include <stdio.h>

#include "cublas_api.h"

#include "anywarp/api/cublaslt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cublaslt_functions.h"

/* Descriptors in memory of the program's own. */
static inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t matLayout, cudaDataType type,
                                                      uint64_t rows, uint64_t cols, int64_t ld) {
  return cublasLtMatrixLayoutInit_internal(matLayout, sizeof(*matLayout), type, rows, cols, ld);
}
static inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t matmulDesc, cublasComputeType_t computeType,
                                                    cudaDataType_t scaleType) {
  return cublasLtMatmulDescInit_internal(matmulDesc, sizeof(*matmulDesc), computeType, scaleType);
}
static inline cublasStatus_t cublasLtMatrixTransformDescInit(cublasLtMatrixTransformDesc_t transformDesc,
                                                             cudaDataType scaleType) {
  return cublasLtMatrixTransformDescInit_internal(transformDesc, sizeof(*transformDesc), scaleType);
}
static inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t pref) {
  return cublasLtMatmulPreferenceInit_internal(pref, sizeof(*pref));
}
static inline cublasStatus_t cublasLtEmulationDescInit(cublasLtEmulationDesc_t emulationDesc) {
  return cublasLtEmulationDescInit_internal(emulationDesc, sizeof(*emulationDesc));
}

#ifdef __cplusplus
}
#endif

#endif
