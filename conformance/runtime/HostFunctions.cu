// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls inside functions of the program that streams and graphs run: which of them answer, and how
// the others refuse. All of it was seen on an H100.
#include "Check.h"

#include <atomic>
#include <chrono>
#include <cuda_profiler_api.h>
#include <thread>

constexpr cudaError_t kRefused = cudaErrorNotPermitted;

__global__ void empty() {}
__device__ int variable;

static void CUDART_CB nothing(void *) {}

namespace {
/// Something of everything, made before.
struct Fixture {
  cudaStream_t work, stream;
  cudaEvent_t first, second;
  void *device, *pinned, *freed;
  cudaArray_t array;
  cudaMemPool_t pool;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  std::atomic<bool> isCalled{false};

  Fixture() {
    OK(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaEventCreate(&first));
    OK(cudaEventCreate(&second));
    OK(cudaEventRecord(first, stream));
    OK(cudaEventRecord(second, stream));
    OK(cudaMalloc(&device, 4096));
    OK(cudaMallocHost(&pinned, 4096));
    OK(cudaMallocAsync(&freed, 4096, stream));
    const cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
    OK(cudaMallocArray(&array, &texel, 64, 32));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void *>(empty);
    params.gridDim = params.blockDim = dim3(1);
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    empty<<<1, 1, 0, stream>>>();
    OK(cudaDeviceSynchronize());
  }
};
} // namespace

static void answers(const Fixture &t) {
  int number;
  float time = -1;
  cudaExtent extent = {};
  cudaUserObject_t object;
  OK(cudaPeekAtLastError());
  OK(cudaDriverGetVersion(&number));
  OK(cudaRuntimeGetVersion(&number));
  OK(cudaGetDeviceCount(&number));
  OK(cudaEventQuery(t.first));
  OK(cudaEventSynchronize(t.second));
  OK(cudaEventElapsedTime(&time, t.first, t.second));
  CHECK(time >= 0);
  OK(cudaStreamGetDevice(t.stream, &number));
  EQUAL(0, number);
  OK(cudaArrayGetInfo(nullptr, &extent, nullptr, t.array));
  EQUAL(64, extent.width);
  OK(cudaUserObjectCreate(&object, nullptr, nothing, 1, cudaUserObjectNoDestructorSync));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetEnabled(t.exec, t.node, 1)); // refused otherwise
}

static void refused(const Fixture &t) {
  int number;
  unsigned flags;
  size_t size;
  unsigned long long id;
  void *made;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCaptureStatus status;
  cudaPointerAttributes pointer;
  cudaFuncAttributes function;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  EXPECT(kRefused, cudaGetDevice(&number));
  EXPECT(kRefused, cudaSetDevice(0));
  EXPECT(kRefused, cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
  EXPECT(kRefused, cudaGetDeviceFlags(&flags));
  EXPECT(kRefused, cudaDeviceSynchronize());
  EXPECT(kRefused, cudaDeviceReset());
  EXPECT(kRefused, cudaDeviceGetLimit(&size, cudaLimitStackSize));
  EXPECT(kRefused, cudaDeviceGetStreamPriorityRange(&number, &number));
  EXPECT(kRefused, cudaCtxResetPersistingL2Cache());
  EXPECT(kRefused, cudaProfilerStart());
  for (cudaStream_t each : {t.stream, t.work, cudaStream_t(nullptr), cudaStreamPerThread})
    EXPECT(kRefused, cudaStreamQuery(each));
  EXPECT(kRefused, cudaStreamSynchronize(t.stream));
  EXPECT(kRefused, cudaStreamGetFlags(t.stream, &flags));
  EXPECT(kRefused, cudaStreamGetPriority(t.stream, &number));
  EXPECT(kRefused, cudaStreamGetId(t.stream, &id));
  EXPECT(kRefused, cudaStreamWaitEvent(t.stream, t.first, 0));
  EXPECT(kRefused, cudaStreamIsCapturing(t.stream, &status));
  EXPECT(kRefused, cudaLaunchHostFunc(t.stream, nothing, nullptr));
  EXPECT(kRefused, cudaStreamCreate(&stream));
  EXPECT(kRefused, cudaStreamDestroy(t.stream));
  EXPECT(kRefused, cudaEventCreate(&event));
  EXPECT(kRefused, cudaEventRecord(t.first, t.stream));
  EXPECT(kRefused, cudaEventDestroy(t.first));
  EXPECT(kRefused, cudaMalloc(&made, 64));
  EXPECT(kRefused, cudaMallocAsync(&made, 64, t.stream));
  EXPECT(kRefused, cudaMallocHost(&made, 64));
  EXPECT(kRefused, cudaFree(t.device));
  EXPECT(kRefused, cudaFree(nullptr));
  EXPECT(kRefused, cudaFreeAsync(t.freed, t.stream));
  EXPECT(kRefused, cudaFreeHost(t.pinned));
  EXPECT(kRefused, cudaMemcpy(t.pinned, t.device, 16, cudaMemcpyDeviceToHost));
  EXPECT(kRefused, cudaMemcpyAsync(t.pinned, t.device, 16, cudaMemcpyDeviceToHost, t.stream));
  EXPECT(kRefused, cudaMemset(t.device, 0, 16));
  EXPECT(kRefused, cudaMemsetAsync(t.device, 0, 16, t.stream));
  EXPECT(kRefused, cudaMemGetInfo(&size, &size));
  EXPECT(kRefused, cudaPointerGetAttributes(&pointer, t.device));
  EXPECT(kRefused, cudaGetSymbolAddress(&made, variable));
  EXPECT(kRefused, cudaMemPoolTrimTo(t.pool, 0));
  EXPECT(kRefused, cudaFuncGetAttributes(&function, empty));
  EXPECT(kRefused, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&number, empty, 32, 0));
  empty<<<1, 1, 0, t.stream>>>();
  EQUAL(kRefused, cudaGetLastError());
  EXPECT(kRefused, cudaGraphCreate(&graph, 0));
  EXPECT(kRefused, cudaGraphGetNodes(t.graph, nullptr, &size));
  EXPECT(kRefused, cudaGraphInstantiate(&exec, t.graph, 0));
  EXPECT(kRefused, cudaGraphLaunch(t.exec, t.stream));
  EXPECT(kRefused, cudaGraphDestroy(t.graph));
}

static void CUDART_CB callAll(void *things) {
  auto &t = *static_cast<Fixture *>(things);
  answers(t);
  refused(t);
  t.isCalled = true;
}

static void finishAll(const Fixture &t) {
  OK(cudaStreamSynchronize(t.work));
  CHECK(t.isCalled);
  OK(cudaGetLastError()); // errors are each thread's own
  OK(cudaFree(t.device));
}

int main() {
  {
    Fixture t;
    OK(cudaLaunchHostFunc(t.work, callAll, &t));
    finishAll(t);
  }
  {
    Fixture t;
    OK(cudaStreamAddCallback(
        t.work, [](cudaStream_t, cudaError_t, void *things) { callAll(things); }, &t, 0));
    finishAll(t);
  }
  Fixture t;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  cudaHostNodeParams params = {callAll, &t};
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddHostNode(&node, graph, nullptr, 0, &params));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, t.work));
  finishAll(t);
  return finish("HostFunctions");
}
