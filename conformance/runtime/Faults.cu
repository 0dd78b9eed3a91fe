// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After a kernel was stopped every call that works in its context tells the same error; a reset
// does not help the process. Each fault in a process of its own.
#include "Check.h"

__global__ void trap() { __trap(); }
__global__ void outside(int *p) { *p = 1; }
__global__ void nothing(int *) {}

/// What is there before the fault.
struct Before {
  cudaStream_t s = nullptr;
  cudaEvent_t recorded = nullptr, later = nullptr;
  int *d = nullptr, *managed = nullptr;
  void *pinned = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaArray_t array = nullptr;
  Before() {
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaGraphNode_t node = nullptr;
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaEventCreate(&recorded));
    OK(cudaEventCreate(&later));
    OK(cudaEventRecord(recorded, s));
    OK(cudaMalloc(&d, 64));
    OK(cudaMallocManaged(&managed, 64));
    OK(cudaMallocHost(&pinned, 64));
    OK(cudaMallocArray(&array, &desc, 16));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaStreamSynchronize(s));
  }
};

/// Calls that find the context broken; the error stays.
static void everything(Before &b, cudaError_t error) {
  cudaEvent_t event = nullptr;
  cudaStream_t stream = nullptr;
  void *p = nullptr;
  size_t free = 0, total = 0, pitch = 0;
  int host[16] = {};
  float ms = 0;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  const auto up = cudaMemcpyHostToDevice;
  void *arguments[] = {&b.d};
  EXPECT(error, cudaDeviceSynchronize());
  EXPECT(error, cudaStreamSynchronize(b.s));
  EXPECT(error, cudaStreamQuery(b.s));
  EXPECT(error, cudaStreamWaitEvent(b.s, b.recorded, 0));
  EXPECT(error, cudaStreamCreate(&stream));
  EXPECT(error, cudaEventCreate(&event));
  EXPECT(error, cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  EXPECT(error, cudaEventRecord(b.later, b.s));
  EXPECT(error, cudaEventRecordWithFlags(b.later, b.s));
  EXPECT(error, cudaEventQuery(b.recorded));
  EXPECT(error, cudaEventSynchronize(b.recorded));
  EXPECT(error, cudaEventElapsedTime(&ms, b.recorded, b.recorded));
  EXPECT(error, cudaMalloc(&p, 4));
  EXPECT(error, cudaMallocAsync(&p, 4, b.s));
  EXPECT(error, cudaMallocHost(&p, 4));
  EXPECT(error, cudaMallocManaged(&p, 4));
  EXPECT(error, cudaMallocPitch(&p, &pitch, 4, 4));
  EXPECT(error, cudaMallocArray(&array, &desc, 4));
  EXPECT(error, cudaMemGetInfo(&free, &total));
  EXPECT(error, cudaMemcpy(b.d, host, 4, up));
  EXPECT(error, cudaMemcpyAsync(b.d, host, 4, up, b.s));
  EXPECT(error, cudaMemcpy2D(b.d, 4, host, 4, 4, 1, up));
  EXPECT(error, cudaMemcpy2DToArray(b.array, 0, 0, host, 4, 4, 1, up));
  EXPECT(error, cudaMemset(b.d, 0, 4));
  EXPECT(error, cudaMemsetAsync(b.d, 0, 4, b.s));
  EXPECT(error, cudaLaunchKernel((const void *)nothing, dim3(1), dim3(1), arguments, 0, b.s));
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = b.s;
  EXPECT(error, cudaLaunchKernelExC(&config, (const void *)nothing, arguments));
  EXPECT(error,
         cudaLaunchCooperativeKernel((const void *)nothing, dim3(1), dim3(1), arguments, 0, b.s));
  EXPECT(error, cudaLaunchHostFunc(b.s, [](void *) {}, nullptr));
  EXPECT(error, cudaGraphLaunch(b.exec, b.s));
  EXPECT(error, cudaFree(b.d));
  EXPECT(error, cudaFreeAsync(b.d, b.s));
  EXPECT(error, cudaFreeHost(b.pinned));
  EXPECT(error, cudaFreeArray(b.array));
  EXPECT(error, cudaEventDestroy(b.later));
  EXPECT(error, cudaStreamDestroy(b.s));
  EXPECT(error, cudaDeviceSynchronize());
  // What asks no context goes on.
  int device = -1;
  OK(cudaGetDevice(&device));
  OK(cudaGetDeviceCount(&device));
  OK(cudaGraphDestroy(b.graph));
  // After a reset the device is not to be had by this process (seen).
  OK(cudaDeviceReset());
  EXPECT(cudaErrorDevicesUnavailable, cudaMalloc(&p, 64));
  EXPECT(cudaErrorDevicesUnavailable, cudaDeviceSynchronize());
}

int main() {
  inChild("trap", [] {
    Before b;
    trap<<<1, 1, 0, b.s>>>();
    OK(cudaPeekAtLastError());
    everything(b, cudaErrorLaunchFailure);
  });
  inChild("outside", [] {
    Before b;
    outside<<<1, 1, 0, b.s>>>(reinterpret_cast<int *>(0x10));
    OK(cudaPeekAtLastError());
    everything(b, cudaErrorIllegalAddress);
  });
  return finish("Faults");
}
