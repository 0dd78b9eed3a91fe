// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libgpuocelot.so: the one function by which tinygrad's mock devices run PTX on a machine without a
// GPU, on the driver API. A module is kept for each text, as such programs launch one kernel many
// times.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <cuda.h>

#include "support/Mutex.h"

namespace {

using anywarp::LockGuard;
using anywarp::Mutex;

/// The interface has no result, so a failure ends the process, as a crash of the kernel would.
void check(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS)
    return;
  const char *name = nullptr;
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "anywarp: ptx_run: %s: %s\n", what, name ? name : "unknown error");
  std::abort();
}

void useContext() {
  check(cuInit(0), "initialisation");
  CUcontext context = nullptr;
  check(cuCtxGetCurrent(&context), "context");
  if (context)
    return;
  CUdevice device;
  check(cuDeviceGet(&device, 0), "device");
  check(cuDevicePrimaryCtxRetain(&context, device), "context");
  check(cuCtxSetCurrent(context), "context");
}

/// The first kernel of a text.
CUfunction load(const char *ptx) {
  static char log[4096];
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUmodule module;
  const CUresult result = cuModuleLoadDataEx(&module, ptx, 2, options, values);
  check(result, *log ? log : "loading of the PTX");
  unsigned count = 0;
  check(cuModuleGetFunctionCount(&count, module), "kernels of the PTX");
  std::vector<CUfunction> kernels(count);
  check(count ? cuModuleEnumerateFunctions(kernels.data(), count, module) : CUDA_ERROR_NOT_FOUND,
        "a kernel in the PTX");
  return kernels.front();
}

CUfunction find(const char *ptx) {
  static Mutex mutex;
  static auto *const table AW_POINTS_TO_GUARDED_BY(mutex) =
      new std::unordered_map<std::string, CUfunction>;
  LockGuard lock(mutex);
  auto [place, isNew] = table->try_emplace(ptx, nullptr);
  if (isNew)
    place->second = load(ptx);
  return place->second;
}

} // namespace

/// Runs the first kernel of `ptx` and waits for its end. `args`: `count` values, one for each
/// parameter, each in the low bytes of a pointer. Block and grid sizes in threads and blocks,
/// `shared` in bytes.
extern "C" __attribute__((visibility("default"))) void ptx_run(const char *ptx, int count,
                                                               void **args, int blockX, int blockY,
                                                               int blockZ, int gridX, int gridY,
                                                               int gridZ, int shared) {
  useContext();
  CUfunction kernel = find(ptx);
  std::vector<void *> params(size_t(count > 0 ? count : 0));
  for (size_t i = 0; i < params.size(); ++i)
    params[i] = &args[i];
  check(cuLaunchKernel(kernel, unsigned(gridX), unsigned(gridY), unsigned(gridZ), unsigned(blockX),
                       unsigned(blockY), unsigned(blockZ), unsigned(shared), nullptr, params.data(),
                       nullptr),
        "launch");
  check(cuCtxSynchronize(), "kernel");
}
