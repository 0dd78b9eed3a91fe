// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors and matrices to and from the device: copies with strides, by the runtime's rules of 2D
// copies.
#include "cublas/Context.h"

namespace anywarp::cublas {
namespace {

/// `rows` pieces of `width` bytes. Between host and device, in a stream or not.
cublasStatus_t copyPieces(bool toDevice, const void *from, int64_t fromPitch, void *to,
                          int64_t toPitch, int64_t width, int64_t rows,
                          const cudaStream_t *stream) {
  if (width == 0 || rows == 0)
    return CUBLAS_STATUS_SUCCESS;
  if (library::ensureContext() != CUDA_SUCCESS)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = toDevice ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  copy.dstMemoryType = toDevice ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  copy.srcHost = from;
  copy.srcDevice = reinterpret_cast<CUdeviceptr>(from);
  copy.dstHost = to;
  copy.dstDevice = reinterpret_cast<CUdeviceptr>(to);
  copy.srcPitch = size_t(fromPitch);
  copy.dstPitch = size_t(toPitch);
  copy.WidthInBytes = size_t(width);
  copy.Height = size_t(rows);
  const CUresult result = stream ? library::cu().cuMemcpy2DAsync(&copy, *stream)
                                 : library::cu().cuMemcpy2DUnaligned(&copy);
  return result == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

cublasStatus_t copyVector(bool toDevice, int64_t n, int64_t size, const void *x, int64_t incx,
                          void *y, int64_t incy, const cudaStream_t *stream) {
  if (incx == 1 && incy == 1)
    return copyPieces(toDevice, x, n * size, y, n * size, n * size, 1, stream);
  return copyPieces(toDevice, x, incx * size, y, incy * size, size, n, stream);
}
cublasStatus_t copyMatrix(bool toDevice, int64_t rows, int64_t cols, int64_t size, const void *a,
                          int64_t lda, void *b, int64_t ldb, const cudaStream_t *stream) {
  return copyPieces(toDevice, a, lda * size, b, ldb * size, rows * size, cols, stream);
}

cublasStatus_t setVector(int64_t n, int64_t size, const void *x, int64_t incx, void *y,
                         int64_t incy) {
  return copyVector(true, n, size, x, incx, y, incy, nullptr);
}
cublasStatus_t getVector(int64_t n, int64_t size, const void *x, int64_t incx, void *y,
                         int64_t incy) {
  return copyVector(false, n, size, x, incx, y, incy, nullptr);
}
cublasStatus_t setVectorAsync(int64_t n, int64_t size, const void *x, int64_t incx, void *y,
                              int64_t incy, cudaStream_t stream) {
  return copyVector(true, n, size, x, incx, y, incy, &stream);
}
cublasStatus_t getVectorAsync(int64_t n, int64_t size, const void *x, int64_t incx, void *y,
                              int64_t incy, cudaStream_t stream) {
  return copyVector(false, n, size, x, incx, y, incy, &stream);
}
cublasStatus_t setMatrix(int64_t rows, int64_t cols, int64_t size, const void *a, int64_t lda,
                         void *b, int64_t ldb) {
  return copyMatrix(true, rows, cols, size, a, lda, b, ldb, nullptr);
}
cublasStatus_t getMatrix(int64_t rows, int64_t cols, int64_t size, const void *a, int64_t lda,
                         void *b, int64_t ldb) {
  return copyMatrix(false, rows, cols, size, a, lda, b, ldb, nullptr);
}
cublasStatus_t setMatrixAsync(int64_t rows, int64_t cols, int64_t size, const void *a, int64_t lda,
                              void *b, int64_t ldb, cudaStream_t stream) {
  return copyMatrix(true, rows, cols, size, a, lda, b, ldb, &stream);
}
cublasStatus_t getMatrixAsync(int64_t rows, int64_t cols, int64_t size, const void *a, int64_t lda,
                              void *b, int64_t ldb, cudaStream_t stream) {
  return copyMatrix(false, rows, cols, size, a, lda, b, ldb, &stream);
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Transfers
#include "cublas/Entries.inc"
