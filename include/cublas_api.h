/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS by the names that the library exports. Programs include cublas_v2.h or cublas.h. */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include <stddef.h>
#include <stdint.h>

#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <driver_types.h>
#include <library_types.h>

#ifndef CUBLASWINAPI
#define CUBLASWINAPI
#endif
#ifndef CUDA_CB
#define CUDA_CB
#endif
#ifndef CUBLASAPI
#define CUBLASAPI
#endif

#include "anywarp/api/cublas_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "anywarp/api/cublas_functions.h"
#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
/* Programs of older versions name the compute type by a cudaDataType. */
static inline cublasStatus_t cublasMigrateComputeType(cublasHandle_t handle, cudaDataType_t dataType,
                                                      cublasComputeType_t *computeType) {
  cublasMath_t mode = CUBLAS_DEFAULT_MATH;
  const cublasStatus_t status = cublasGetMathMode(handle, &mode);
  if (status != CUBLAS_STATUS_SUCCESS)
    return status;
  const bool isPedantic = (mode & 15) == CUBLAS_PEDANTIC_MATH;
  switch (dataType) {
  case CUDA_R_32F:
  case CUDA_C_32F:
    *computeType = isPedantic ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F;
    return CUBLAS_STATUS_SUCCESS;
  case CUDA_R_64F:
  case CUDA_C_64F:
    *computeType = isPedantic ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F;
    return CUBLAS_STATUS_SUCCESS;
  case CUDA_R_16F:
    *computeType = isPedantic ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F;
    return CUBLAS_STATUS_SUCCESS;
  case CUDA_R_32I:
    *computeType = isPedantic ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I;
    return CUBLAS_STATUS_SUCCESS;
  default:
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                          int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda,
                                          const void *B, cudaDataType Btype, int ldb, const void *beta, void *C,
                                          cudaDataType Ctype, int ldc, cudaDataType computeType, cublasGemmAlgo_t algo) {
  cublasComputeType_t type = CUBLAS_COMPUTE_32F;
  const cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &type);
  return status != CUBLAS_STATUS_SUCCESS
             ? status
             : cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, type, algo);
}
static inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                                 int m, int n, int k, const void *alpha, const void *const Aarray[],
                                                 cudaDataType Atype, int lda, const void *const Barray[],
                                                 cudaDataType Btype, int ldb, const void *beta, void *const Carray[],
                                                 cudaDataType Ctype, int ldc, int batchCount, cudaDataType computeType,
                                                 cublasGemmAlgo_t algo) {
  cublasComputeType_t type = CUBLAS_COMPUTE_32F;
  const cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &type);
  return status != CUBLAS_STATUS_SUCCESS ? status
                                         : cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray,
                                                               Btype, ldb, beta, Carray, Ctype, ldc, batchCount, type, algo);
}
static inline cublasStatus_t
cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                           const void *alpha, const void *A, cudaDataType Atype, int lda, long long int strideA,
                           const void *B, cudaDataType Btype, int ldb, long long int strideB, const void *beta, void *C,
                           cudaDataType Ctype, int ldc, long long int strideC, int batchCount, cudaDataType computeType,
                           cublasGemmAlgo_t algo) {
  cublasComputeType_t type = CUBLAS_COMPUTE_32F;
  const cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &type);
  return status != CUBLAS_STATUS_SUCCESS
             ? status
             : cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB,
                                          beta, C, Ctype, ldc, strideC, batchCount, type, algo);
}
static inline cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cudaEmulationStrategy strategy) {
  return cublasSetEmulationStrategy(handle, static_cast<cublasEmulationStrategy_t>(strategy));
}
#endif

#endif
