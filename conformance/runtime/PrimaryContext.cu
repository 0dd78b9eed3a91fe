// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime after a program has released or reset the primary context behind it by the driver
// API: the next call makes it anew. All of it but resetMeanwhile() was seen on an H100.
#include "Check.h"

#include <chrono>
#include <cuda.h>
#include <thread>

__global__ void set(int *p) { *p = 3; }

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

static bool isActive() {
  unsigned flags;
  int active = -1;
  DRIVER(cuDevicePrimaryCtxGetState(0, &flags, &active));
  return active == 1;
}

static void use() {
  int device = -1, value = 0, *memory = nullptr;
  OK(cudaGetDevice(&device));
  EQUAL(0, device);
  OK(cudaFree(nullptr));
  CHECK(isActive());
  OK(cudaMalloc(&memory, sizeof value));
  set<<<1, 1>>>(memory);
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost));
  EQUAL(3, value);
  OK(cudaFree(memory));
  CHECK(isActive());
}

/// Still current, and no context any more.
static void isGone() {
  CHECK(!isActive());
  CUcontext current = nullptr;
  unsigned version;
  DRIVER(cuCtxGetCurrent(&current));
  CHECK(current != nullptr);
  CHECK(cuCtxGetApiVersion(current, &version) == CUDA_ERROR_INVALID_CONTEXT);
}

/// A context of the program's own that another thread destroys is no context any more, and no other
/// takes its place until the thread chooses one (all seen).
static void destroyedOwn() {
  void *memory = nullptr;
  cudaStream_t stream;
  int device = -1, value = 0;
  CUcontext own = nullptr, current = nullptr;
  DRIVER(cuCtxCreate(&own, nullptr, 0, 0));
  OK(cudaFree(nullptr)); // the runtime takes it as it is
  std::thread([&] { DRIVER(cuCtxDestroy(own)); }).join();
  OK(cudaGetDevice(&device));
  EQUAL(0, device);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  for (int i = 0; i < 2; ++i) {
    EQUAL(cudaErrorDeviceUninitialized, cudaMalloc(&memory, 4));
    EQUAL(cudaErrorDeviceUninitialized, cudaGetLastError());
    EQUAL(cudaErrorDeviceUninitialized, cudaFree(nullptr));
    EQUAL(cudaErrorDeviceUninitialized, cudaDeviceSynchronize());
    EQUAL(cudaErrorDeviceUninitialized, cudaStreamCreate(&stream));
    EQUAL(cudaErrorDeviceUninitialized, cudaStreamSynchronize(nullptr));
    set<<<1, 1>>>(nullptr);
    EQUAL(cudaErrorDeviceUninitialized, cudaGetLastError());
    DRIVER(cuCtxGetCurrent(&current));
    CHECK(current == own);
  }
  OK(cudaSetDevice(0));
  DRIVER(cuCtxGetCurrent(&current));
  CHECK(current != own);
  use();
}

/// A host function may not call the runtime, and is told so also while the device is reset.
static void resetMeanwhile() {
  static cudaError_t answer = cudaSuccess;
  OK(cudaLaunchHostFunc(
      nullptr,
      [](void *) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        void *memory;
        answer = cudaMalloc(&memory, 4);
      },
      nullptr));
  OK(cudaDeviceReset());
  EQUAL(cudaErrorNotPermitted, answer);
}

int main() {
  CUcontext context = nullptr;
  // Nothing of the runtime was used yet.
  DRIVER(cuInit(0));
  DRIVER(cuDevicePrimaryCtxRetain(&context, 0));
  DRIVER(cuCtxSetCurrent(context));
  DRIVER(cuDevicePrimaryCtxRelease(0));
  isGone();
  use();
  DRIVER(cuDevicePrimaryCtxReset(0));
  isGone();
  use();
  DRIVER(cuDevicePrimaryCtxRelease(0)); // the runtime's reference
  isGone();
  use();
  OK(cudaDeviceReset());
  isGone();
  use();
  // The first call after it.
  DRIVER(cuDevicePrimaryCtxReset(0));
  OK(cudaSetDevice(0));
  CHECK(isActive());
  use();
  DRIVER(cuDevicePrimaryCtxReset(0));
  int *memory = nullptr;
  OK(cudaMallocManaged(&memory, sizeof(int)));
  DRIVER(cuDevicePrimaryCtxReset(0));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  CHECK(isActive());
  OK(cudaStreamDestroy(stream));
  DRIVER(cuDevicePrimaryCtxReset(0));
  std::thread([] { use(); }).join(); // where none is current
  use();
  std::thread(destroyedOwn).join();
  resetMeanwhile();
  return finish("PrimaryContext");
}
