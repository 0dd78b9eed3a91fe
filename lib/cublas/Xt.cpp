// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASXt. CPU devices share the program's memory: matrices are used where they lie. A product's
// columns are shared out among the chosen devices; each has a handle and a stream of its own.
#include <algorithm>
#include <memory>
#include <vector>

#include "cublas/Context.h"
#include "cublas/Routines.h"
#include "library/Handles.h"

namespace {
struct Device {
  int number;
  CUcontext context;
  cudaStream_t stream;
  cublasHandle_t handle;
};
} // namespace

struct cublasXtContext {
  std::vector<Device> devices;
  bool isChosen = false; ///< by cublasXtDeviceSelect, also of devices that are not there
  int blockDim = 1024;   // (seen)
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};

namespace anywarp::cublas {
namespace {

library::Handles<cublasXtContext, cublasXtContext> &handles() {
  static auto &all = *new library::Handles<cublasXtContext, cublasXtContext>;
  return all;
}

/// What `open` made of it, all or a part.
void close(const Device &device) {
  if (device.handle)
    ::cublasDestroy_v2(device.handle);
  if (!device.context)
    return;
  (void)library::cu().cuCtxPushCurrent(device.context);
  if (device.stream)
    (void)library::cu().cuStreamDestroy(device.stream);
  CUcontext popped;
  (void)library::cu().cuCtxPopCurrent(&popped);
  (void)library::cu().cuDevicePrimaryCtxRelease(device.number);
}
void close(cublasXtContext &xt) {
  for (const Device &device : xt.devices)
    close(device);
  xt.devices.clear();
}

bool open(int number, Device &device) {
  device.number = number;
  CUdevice ordinal;
  if (library::cu().cuDeviceGet(&ordinal, number) != CUDA_SUCCESS ||
      library::cu().cuDevicePrimaryCtxRetain(&device.context, ordinal) != CUDA_SUCCESS)
    return false;
  (void)library::cu().cuCtxPushCurrent(device.context);
  const bool isOpen =
      library::cu().cuStreamCreate(&device.stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
      ::cublasCreate_v2(&device.handle) == CUBLAS_STATUS_SUCCESS &&
      ::cublasSetStream_v2(device.handle, device.stream) == CUBLAS_STATUS_SUCCESS;
  CUcontext popped;
  (void)library::cu().cuCtxPopCurrent(&popped);
  return isOpen;
}

int countDevices() {
  int count = 0;
  return library::ensureContext() == CUDA_SUCCESS &&
                 library::cu().cuDeviceGetCount(&count) == CUDA_SUCCESS
             ? count
             : 0;
}

/// Runs `call(handle)` on one device.
template <typename F> cublasStatus_t on(const Device &device, F &&call) {
  if (library::cu().cuCtxPushCurrent(device.context) != CUDA_SUCCESS)
    return CUBLAS_STATUS_EXECUTION_FAILED;
  const cublasStatus_t status = call(device.handle);
  CUcontext popped;
  (void)library::cu().cuCtxPopCurrent(&popped);
  return status;
}
/// Waits for the devices; the first failure.
cublasStatus_t finish(const std::vector<Device> &devices, cublasStatus_t status) {
  for (const Device &device : devices) {
    const cublasStatus_t waited =
        on(device, [](cublasHandle_t h) { return statusOf(library::synchronize(h->stream)); });
    status = status == CUBLAS_STATUS_SUCCESS ? waited : status;
  }
  return status;
}
/// Work that is not cut goes to the first device.
template <typename F> cublasStatus_t onFirst(cublasXtHandle_t xt, F &&call) {
  if (xt->devices.empty())
    return CUBLAS_STATUS_NOT_INITIALIZED;
  return finish({xt->devices.front()}, on(xt->devices.front(), call));
}

/// All devices are the CPU already: a share for the CPU changes nothing, which the trace tells.
void tellCpuShare(const char *function) {
  if (isTraced("library"))
    trace("library", std::string(function) + " has no effect: the devices are CPUs");
}

} // namespace

bool isLive(cublasXtHandle_t handle) { return handle && handles().find(handle); }

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
  if (!countDevices() || !blas::isAvailable())
    return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = handles().add(std::make_unique<cublasXtContext>());
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  if (!isLive(handle))
    return CUBLAS_STATUS_INVALID_VALUE; // seen: not NOT_INITIALIZED
  close(*handles().remove(handle));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetNumBoards(int nbDevices, int *deviceId, int *nbBoards) {
  for (int i = 0; i < nbDevices; ++i)
    if (deviceId[i] < 0 || deviceId[i] >= countDevices())
      return CUBLAS_STATUS_INVALID_VALUE;
  *nbBoards = nbDevices; // each device is a board of its own
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtMaxBoards(int *nbGpuBoards) {
  *nbGpuBoards = countDevices();
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int *deviceId) {
  if (handle->isChosen)
    return CUBLAS_STATUS_INVALID_VALUE; // seen: devices are chosen once
  for (int i = 0; i < nbDevices; ++i)
    if (std::find(deviceId, deviceId + i, deviceId[i]) != deviceId + i)
      return CUBLAS_STATUS_INVALID_VALUE;
  handle->isChosen = true;
  for (int i = 0; i < nbDevices; ++i)
    if (deviceId[i] < 0 || deviceId[i] >= countDevices())
      return CUBLAS_STATUS_INTERNAL_ERROR; // (seen)
  for (int i = 0; i < nbDevices; ++i) {
    Device device{};
    if (!open(deviceId[i], device)) {
      close(device);
      close(*handle);
      return CUBLAS_STATUS_ALLOC_FAILED;
    }
    handle->devices.push_back(device);
  }
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
  handle->blockDim = blockDim;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *blockDim) {
  *blockDim = handle->blockDim;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  handle->pinning = mode; // there is nothing to pin
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode) {
  *mode = handle->pinning;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t, cublasXtBlasOp_t, cublasXtOpType_t, void *) {
  tellCpuShare("cublasXtSetCpuRoutine");
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t, cublasXtBlasOp_t, cublasXtOpType_t, float) {
  tellCpuShare("cublasXtSetCpuRatio");
  return CUBLAS_STATUS_SUCCESS;
}

namespace xt {
namespace {

template <typename T>
cublasStatus_t gemm(cublasXtHandle_t xt, cublasOperation_t transa, cublasOperation_t transb,
                    size_t m, size_t n, size_t k, const T *alpha, const T *a, size_t lda,
                    const T *b, size_t ldb, const T *beta, T *c, size_t ldc) {
  if (xt->devices.empty())
    return CUBLAS_STATUS_NOT_INITIALIZED;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  if (!k) // C is kept, whatever beta is (seen)
    return status;
  const auto width = size_t(xt->blockDim);
  size_t turn = 0;
  for (size_t first = 0; first < std::max<size_t>(n, 1) && status == CUBLAS_STATUS_SUCCESS;
       first += width) {
    const T *part = b + (transb == CUBLAS_OP_N ? first * ldb : first);
    status = on(xt->devices[turn++ % xt->devices.size()], [&](cublasHandle_t h) {
      return Routines<T>::gemm(h, transa, transb, int64_t(m), int64_t(std::min(width, n - first)),
                               int64_t(k), alpha, a, int64_t(lda), part, int64_t(ldb), beta,
                               c + first * ldc, int64_t(ldc));
    });
  }
  return finish(xt->devices, status);
}

#define AW_MATRIX_PRODUCT(routine)                                                                 \
  template <typename T>                                                                            \
  cublasStatus_t routine(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo,        \
                         size_t m, size_t n, const T *alpha, const T *a, size_t lda, const T *b,   \
                         size_t ldb, const T *beta, T *c, size_t ldc) {                            \
    return onFirst(xt, [&](cublasHandle_t h) {                                                     \
      return Routines<T>::routine(h, side, uplo, int64_t(m), int64_t(n), alpha, a, int64_t(lda),   \
                                  b, int64_t(ldb), beta, c, int64_t(ldc));                         \
    });                                                                                            \
  }
AW_MATRIX_PRODUCT(symm)
AW_MATRIX_PRODUCT(hemm)
#undef AW_MATRIX_PRODUCT

#define AW_RANK_K(routine)                                                                         \
  template <typename T, typename R>                                                                \
  cublasStatus_t routine(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans,      \
                         size_t n, size_t k, const R *alpha, const T *a, size_t lda,               \
                         const R *beta, T *c, size_t ldc) {                                        \
    return onFirst(xt, [&](cublasHandle_t h) {                                                     \
      if (!k) /* C is kept (seen) */                                                               \
        return CUBLAS_STATUS_SUCCESS;                                                              \
      return Routines<T>::routine(h, uplo, trans, int64_t(n), int64_t(k), alpha, a, int64_t(lda),  \
                                  beta, c, int64_t(ldc));                                          \
    });                                                                                            \
  }
AW_RANK_K(syrk)
AW_RANK_K(herk)
#undef AW_RANK_K

#define AW_RANK_2K(routine)                                                                        \
  template <typename T, typename R>                                                                \
  cublasStatus_t routine(cublasXtHandle_t xt, cublasFillMode_t uplo, cublasOperation_t trans,      \
                         size_t n, size_t k, const T *alpha, const T *a, size_t lda, const T *b,   \
                         size_t ldb, const R *beta, T *c, size_t ldc) {                            \
    return onFirst(xt, [&](cublasHandle_t h) {                                                     \
      if (!k)                                                                                      \
        return CUBLAS_STATUS_SUCCESS;                                                              \
      return Routines<T>::routine(h, uplo, trans, int64_t(n), int64_t(k), alpha, a, int64_t(lda),  \
                                  b, int64_t(ldb), beta, c, int64_t(ldc));                         \
    });                                                                                            \
  }
AW_RANK_2K(syr2k)
AW_RANK_2K(her2k)
AW_RANK_2K(syrkx)
AW_RANK_2K(herkx)
#undef AW_RANK_2K

template <typename T>
cublasStatus_t trsm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                    const T *alpha, const T *a, size_t lda, T *b, size_t ldb) {
  return onFirst(xt, [&](cublasHandle_t h) {
    return Routines<T>::trsm(h, side, uplo, trans, diag, int64_t(m), int64_t(n), alpha, a,
                             int64_t(lda), b, int64_t(ldb));
  });
}
template <typename T>
cublasStatus_t trmm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                    const T *alpha, const T *a, size_t lda, const T *b, size_t ldb, T *c,
                    size_t ldc) {
  return onFirst(xt, [&](cublasHandle_t h) {
    return Routines<T>::trmm(h, side, uplo, trans, diag, int64_t(m), int64_t(n), alpha, a,
                             int64_t(lda), b, int64_t(ldb), c, int64_t(ldc));
  });
}

/// A packed symmetric matrix is unpacked first.
template <typename T>
cublasStatus_t spmm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo, size_t m,
                    size_t n, const T *alpha, const T *packed, const T *b, size_t ldb,
                    const T *beta, T *c, size_t ldc) {
  return onFirst(xt, [&](cublasHandle_t h) -> cublasStatus_t {
    const size_t order = side == CUBLAS_SIDE_LEFT ? m : n;
    if (!isSide(side) || !isTriangle(uplo) || order > 0x7fffffff)
      return CUBLAS_STATUS_INVALID_VALUE;
    if (!order)
      return CUBLAS_STATUS_SUCCESS;
    library::Scratch whole(h->stream, order * order * sizeof(T));
    if (whole.result() != CUDA_SUCCESS)
      return statusOf(whole.result());
    if (cublasStatus_t status =
            Routines<T>::tpttr(h, uplo, int(order), packed, whole.get<T>(), int(order)))
      return status;
    return Routines<T>::symm(h, side, uplo, int64_t(m), int64_t(n), alpha, whole.get<T>(),
                             int64_t(order), b, int64_t(ldb), beta, c, int64_t(ldc));
  });
}

} // namespace
} // namespace xt
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Xt
#include "cublas/Entries.inc"
