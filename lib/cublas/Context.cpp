// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, settings, texts.
#include "cublas/Context.h"

#include <cstdio>
#include <memory>

#include "library/Handles.h"

namespace anywarp::cublas {
namespace {

library::Handles<cublasContext, cublasContext> &handles() {
  static auto &all = *new library::Handles<cublasContext, cublasContext>;
  return all;
}

constexpr const char *kUnknown = "unrecognized status";

template <typename T> cublasStatus_t set(T &setting, T value, bool isValid = true) {
  if (!isValid)
    return CUBLAS_STATUS_INVALID_VALUE;
  setting = value;
  return CUBLAS_STATUS_SUCCESS;
}
template <typename T> cublasStatus_t get(const T &setting, T *value) {
  *value = setting;
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace

bool isLive(cublasHandle_t handle) { return handle && handles().find(handle); }

cublasStatus_t refuse(const char *routine, int parameter) {
  cublasXerbla(routine, parameter);
  return CUBLAS_STATUS_INVALID_VALUE;
}

void cublasXerbla(const char *srName, int info) {
  std::printf(" ** On entry to %s parameter number %d had an illegal value\n", srName, info);
}

cublasStatus_t cublasCreate(cublasHandle_t *handle) {
  if (library::ensureContext() != CUDA_SUCCESS || !blas::isAvailable())
    return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = handles().add(std::make_unique<cublasContext>());
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  const std::unique_ptr<cublasContext> last = handles().remove(handle);
  // Work under way is finished, as on a GPU.
  return statusOf(library::settle(last->stream));
}

cublasStatus_t cublasGetVersion(cublasHandle_t, int *version) {
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
  switch (type) {
  case MAJOR_VERSION:
    *value = CUBLAS_VER_MAJOR;
    return CUBLAS_STATUS_SUCCESS;
  case MINOR_VERSION:
    *value = CUBLAS_VER_MINOR;
    return CUBLAS_STATUS_SUCCESS;
  case PATCH_LEVEL:
    *value = CUBLAS_VER_PATCH;
    return CUBLAS_STATUS_SUCCESS;
  default:
    return CUBLAS_STATUS_INVALID_VALUE;
  }
}

size_t cublasGetCudartVersion() { return CUDART_VERSION; }

const char *cublasGetStatusName(cublasStatus_t status) {
  switch (int(status)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return #name;
#include "cublas/Errors.inc"
#undef AW_ERROR
  }
  return kUnknown;
}
const char *cublasGetStatusString(cublasStatus_t status) {
  switch (int(status)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return text;
#include "cublas/Errors.inc"
#undef AW_ERROR
  }
  return kUnknown;
}

cublasStatus_t cublasSetStream(cublasHandle_t h, cudaStream_t streamId) {
  return set(h->stream, streamId);
}
cublasStatus_t cublasGetStream(cublasHandle_t h, cudaStream_t *streamId) {
  return get(h->stream, streamId);
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t h, cublasPointerMode_t mode) {
  return set(h->pointerMode, mode, unsigned(mode) <= CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t h, cublasPointerMode_t *mode) {
  return get(h->pointerMode, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t mode) {
  return set(h->atomicsMode, mode, unsigned(mode) <= CUBLAS_ATOMICS_ALLOWED);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t *mode) {
  return get(h->atomicsMode, mode);
}
/// All numbers of five bits are accepted, also those that no header names (seen).
constexpr unsigned kMathModes = 32;
cublasStatus_t cublasSetMathMode(cublasHandle_t h, cublasMath_t mode) {
  return set(h->mathMode, mode, unsigned(mode) < kMathModes);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t h, cublasMath_t *mode) {
  return get(h->mathMode, mode);
}
/// What an H200 has: programs set what is fine there, however few the device here has.
constexpr int kMostSms = 132;
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t h, int smCountTarget) {
  return set(h->smCountTarget, smCountTarget, smCountTarget >= 0 && smCountTarget <= kMostSms);
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t h, int *smCountTarget) {
  return get(h->smCountTarget, smCountTarget);
}

// Products are formed at full precision: what tunes emulation is kept and changes no result.
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t h,
                                          cublasEmulationStrategy_t emulationStrategy) {
  return set(h->emulationStrategy, emulationStrategy,
             unsigned(emulationStrategy) <= CUBLAS_EMULATION_STRATEGY_EAGER);
}
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t h,
                                          cublasEmulationStrategy_t *emulationStrategy) {
  return get(h->emulationStrategy, emulationStrategy);
}
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t h,
                                                      cudaEmulationSpecialValuesSupport mask) {
  return set(h->specialValues, mask); // any (seen)
}
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t h,
                                                      cudaEmulationSpecialValuesSupport *mask) {
  return get(h->specialValues, mask);
}
cublasStatus_t
cublasSetFixedPointEmulationMantissaControl(cublasHandle_t h,
                                            cudaEmulationMantissaControl mantissaControl) {
  return set(h->mantissaControl, mantissaControl,
             unsigned(mantissaControl) <= CUDA_EMULATION_MANTISSA_CONTROL_FIXED);
}
cublasStatus_t
cublasGetFixedPointEmulationMantissaControl(cublasHandle_t h,
                                            cudaEmulationMantissaControl *mantissaControl) {
  return get(h->mantissaControl, mantissaControl);
}
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t h,
                                                               int maxMantissaBitCount) {
  return set(h->maxMantissaBits, maxMantissaBitCount, maxMantissaBitCount >= 0);
}
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t h,
                                                               int *maxMantissaBitCount) {
  return get(h->maxMantissaBits, maxMantissaBitCount);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t h,
                                                             int mantissaBitOffset) {
  return set(h->mantissaBitOffset, mantissaBitOffset);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t h,
                                                             int *mantissaBitOffset) {
  return get(h->mantissaBitOffset, mantissaBitOffset);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t h,
                                                                   int *mantissaBitCount) {
  return set(h->mantissaBits, mantissaBitCount);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t h,
                                                                   int **mantissaBitCount) {
  return get(h->mantissaBits, mantissaBitCount);
}

/// The routines need none: any is accepted, wherever it lies (seen; the manual asks for an
/// alignment).
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t) { return CUBLAS_STATUS_SUCCESS; }

} // namespace anywarp::cublas
