// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of the double has to mean something: its device, the stack of contexts, whose memory an
// address is, and copies.
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "Double.h"
#include "driver/base/Api.h"

#define BY_HAND extern "C" __attribute__((visibility("default")))

namespace {

std::mutex mutex; // streams call from threads of their own
std::set<std::string> calls;
alignas(4096) char memory[kDoubleBytes];
thread_local std::vector<CUcontext> contexts;

bool isMine(CUdeviceptr address) {
  const auto start = reinterpret_cast<CUdeviceptr>(memory);
  return address >= start && address < start + kDoubleBytes;
}
void *at(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

} // namespace

void record(const char *name) {
  std::lock_guard lock(mutex);
  calls.insert(name);
}

BY_HAND bool doubleSaw(const char *function) {
  std::lock_guard lock(mutex);
  return calls.count(function);
}
BY_HAND void doubleEach(void (*visit)(const char *function, void *), void *with) {
  std::lock_guard lock(mutex);
  for (const std::string &name : calls)
    visit(name.c_str(), with);
}
BY_HAND void doubleReset() {
  std::lock_guard lock(mutex);
  calls.clear();
}
BY_HAND char *doubleMemory() { return memory; }

BY_HAND CUresult cuDeviceGetCount(int *count) {
  *count = 1;
  return CUDA_SUCCESS;
}
BY_HAND CUresult cuCtxGetCurrent(CUcontext *context) {
  record("cuCtxGetCurrent");
  *context = contexts.empty() ? nullptr : contexts.back();
  return CUDA_SUCCESS;
}
BY_HAND CUresult cuCtxSetCurrent(CUcontext context) {
  record("cuCtxSetCurrent");
  if (!contexts.empty())
    contexts.pop_back();
  if (context)
    contexts.push_back(context);
  return CUDA_SUCCESS;
}
BY_HAND CUresult cuCtxPushCurrent_v2(CUcontext context) {
  record("cuCtxPushCurrent_v2");
  contexts.push_back(context);
  return CUDA_SUCCESS;
}
BY_HAND CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  record("cuCtxPopCurrent_v2");
  if (contexts.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = contexts.back();
  contexts.pop_back();
  return CUDA_SUCCESS;
}
BY_HAND CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute,
                                       CUdeviceptr address) {
  record("cuPointerGetAttribute");
  if (!isMine(address))
    return CUDA_ERROR_INVALID_VALUE;
  if (attribute == CU_POINTER_ATTRIBUTE_CONTEXT)
    *static_cast<CUcontext *>(data) = contexts.empty() ? nullptr : contexts.back();
  else
    *static_cast<unsigned *>(data) =
        attribute == CU_POINTER_ATTRIBUTE_MEMORY_TYPE ? unsigned(CU_MEMORYTYPE_DEVICE) : 0;
  return CUDA_SUCCESS;
}

// Copies of bytes, in whatever stream: this driver has done everything when a call is back.
#define COPY(name, to, from, ...)                                                                  \
  BY_HAND CUresult name __VA_ARGS__ {                                                              \
    record(#name);                                                                                 \
    std::memcpy((void *)to, (const void *)from, bytes);                                            \
    return CUDA_SUCCESS;                                                                           \
  }
COPY(cuMemcpyHtoD_v2, to, from, (CUdeviceptr to, const void *from, size_t bytes))
COPY(cuMemcpyDtoH_v2, to, from, (void *to, CUdeviceptr from, size_t bytes))
COPY(cuMemcpyDtoD_v2, to, from, (CUdeviceptr to, CUdeviceptr from, size_t bytes))
COPY(cuMemcpyHtoDAsync_v2, to, from, (CUdeviceptr to, const void *from, size_t bytes, CUstream))
COPY(cuMemcpyDtoHAsync_v2, to, from, (void *to, CUdeviceptr from, size_t bytes, CUstream))
COPY(cuMemcpyDtoDAsync_v2, to, from, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream))

BY_HAND CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy) {
  record("cuMemcpy3D_v2");
  const bool isFromHost = copy->srcMemoryType == CU_MEMORYTYPE_HOST;
  const bool isToHost = copy->dstMemoryType == CU_MEMORYTYPE_HOST;
  auto *to = static_cast<char *>(isToHost ? copy->dstHost : at(copy->dstDevice));
  auto *from = static_cast<const char *>(isFromHost ? copy->srcHost : at(copy->srcDevice));
  for (size_t y = 0; y < copy->Height; ++y)
    std::memcpy(to + y * copy->dstPitch, from + y * copy->srcPitch, copy->WidthInBytes);
  return CUDA_SUCCESS;
}
/// Of the host's memory to the host's.
BY_HAND CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream) {
  record("cuMemcpy2DAsync_v2");
  if (copy->dstHost)
    std::memcpy(copy->dstHost, copy->srcHost, copy->WidthInBytes);
  return CUDA_SUCCESS;
}
/// Host functions run at once.
BY_HAND CUresult cuLaunchHostFunc(CUstream, CUhostFn function, void *data) {
  record("cuLaunchHostFunc");
  if (function)
    function(data);
  return CUDA_SUCCESS;
}
