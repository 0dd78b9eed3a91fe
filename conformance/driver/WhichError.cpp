// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls with two wrong arguments, or a wrong one where nothing is to do: which is told.
#include "Check.h"

int main() {
  usePrimary();
  char name[8];
  CUcontext made;
  CUdeviceptr memory, base;
  size_t bytes;
  float ms;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetName(nullptr, 0, 99));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetName(name, 0, 99));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate(nullptr, nullptr, 0xffff, 99));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate(&made, nullptr, 0xffff, 99));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuModuleGetFunction(nullptr, nullptr, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(nullptr, nullptr, nullptr));
  OK(cuMemAlloc(&memory, 64));
  OK(cuMemsetD32(memory + 1, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(memory + 1, 0, 1));
  OK(cuMemGetAddressRange(nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(&base, &bytes, 0));
  OK(cuMemFree(memory));
  // An event without times tells that it is of a capture first.
  CUstream stream;
  CUevent timed, untimed;
  CUgraph graph;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&timed, CU_EVENT_DEFAULT));
  OK(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
  OK(cuEventRecord(timed, stream));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, timed, untimed));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuEventRecord(untimed, stream));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuEventRecord(timed, stream));
  OK(cuEventSynchronize(timed));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuEventElapsedTime(&ms, timed, untimed));
  OK(cuGraphDestroy(graph));
  OK(cuEventDestroy(timed));
  OK(cuEventDestroy(untimed));
  OK(cuStreamDestroy(stream));
  return finish("WhichError");
}
