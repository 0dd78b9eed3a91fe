// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, streams and modes of the dense part, and the version.
#include "cusolver/Dense.h"
#include "library/Handles.h"

namespace anywarp::cusolver {
namespace {

struct Params {
  cusolverAlgMode_t algorithms[CUSOLVERDN_SYEVBATCHED] = {};
};
auto &handles = *new library::Handles<Dense, ::cusolverDnContext>;
auto &liveParams = *new library::Handles<Params, ::cusolverDnParams>;

} // namespace

bool isLive(cusolverDnHandle_t handle) { return handles.find(handle); }
bool isLive(cusolverDnParams_t params) { return liveParams.find(params); }

cusolverStatus_t statusOf(CUresult result) {
  switch (result) {
  case CUDA_SUCCESS:
    return CUSOLVER_STATUS_SUCCESS;
  case CUDA_ERROR_OUT_OF_MEMORY:
    return CUSOLVER_STATUS_ALLOC_FAILED;
  case CUDA_ERROR_NOT_INITIALIZED:
  case CUDA_ERROR_NO_DEVICE:
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  case CUDA_ERROR_NOT_SUPPORTED:
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  default:
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
}
cusolverStatus_t ready() {
  if (!blas::isAvailable() || !blas::has<"potrf", double>())
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  return library::ensureContext() ? CUSOLVER_STATUS_NOT_INITIALIZED : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t tell(cusolverDnHandle_t handle, int *info, int number, cusolverStatus_t status) {
  if (!info)
    return status;
  const cusolverStatus_t told = run(streamOf(handle), "info", [=] { *info = number; });
  return told ? told : status;
}

cusolverStatus_t cusolverGetVersion(int *version) {
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value) {
  switch (type) {
  case MAJOR_VERSION:
    *value = CUSOLVER_VER_MAJOR;
    break;
  case MINOR_VERSION:
    *value = CUSOLVER_VER_MINOR;
    break;
  case PATCH_LEVEL:
    *value = CUSOLVER_VER_PATCH;
    break;
  default:
    return CUSOLVER_STATUS_INVALID_VALUE;
  }
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
  if (const cusolverStatus_t status = ready())
    return status;
  *handle = handles.add(std::make_unique<Dense>());
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  handles.remove(handle);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  handles.find(handle)->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream) {
  *stream = handles.find(handle)->stream;
  return CUSOLVER_STATUS_SUCCESS;
}
/// All results are deterministic; the mode is kept for those who ask.
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode) {
  if (mode != CUSOLVER_DETERMINISTIC_RESULTS && mode != CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS)
    return CUSOLVER_STATUS_INTERNAL_ERROR; // (seen)
  handles.find(handle)->deterministic = mode;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t *mode) {
  *mode = handles.find(handle)->deterministic;
  return CUSOLVER_STATUS_SUCCESS;
}
/// Arithmetic is native in each mode: emulation is allowed, never required.
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode) {
  if (mode != CUSOLVER_DEFAULT_MATH && mode != CUSOLVER_FP32_EMULATED_BF16X9_MATH)
    return CUSOLVER_STATUS_INVALID_VALUE;
  handles.find(handle)->math = mode;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t *mode) {
  *mode = handles.find(handle)->math;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy_t strategy) {
  if (strategy < CUDA_EMULATION_STRATEGY_DEFAULT || strategy > CUDA_EMULATION_STRATEGY_EAGER)
    return CUSOLVER_STATUS_INVALID_VALUE;
  handles.find(handle)->emulation = strategy;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy_t *strategy) {
  *strategy = handles.find(handle)->emulation;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
  *params = liveParams.add(std::make_unique<Params>());
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  return liveParams.remove(params) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}
/// There is one algorithm for each function: the choice is kept.
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm) {
  Params *object = liveParams.find(params);
  if (!object || unsigned(function) >= CUSOLVERDN_SYEVBATCHED || // (seen)
      unsigned(algorithm) > CUSOLVER_ALG_2)
    return CUSOLVER_STATUS_INVALID_VALUE;
  object->algorithms[function] = algorithm;
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace anywarp::cusolver
