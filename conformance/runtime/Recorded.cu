// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs recorded on an H100 showed where the manual leaves it open: calls while a stream
// captures, from functions that a stream runs, attributes of launches, nodes of graphs, limits.
#include "Check.h"

#include <atomic>
#include <cuda.h>

__constant__ int constants[50];
__global__ void kernel(int *p) {
  if (p)
    atomicAdd(p, 1);
}
__global__ void __cluster_dims__(2, 1, 1) pairs(int *) {}

/// What `call(capturing stream, another stream)` answers, and what the capture comes to.
template <typename Call>
static void captured(cudaError_t answer, cudaError_t end, cudaStreamCaptureMode mode, Call call) {
  cudaStream_t s, t;
  OK(cudaStreamCreate(&s));
  OK(cudaStreamCreate(&t));
  OK(cudaStreamBeginCapture(s, mode));
  kernel<<<1, 1, 0, s>>>(nullptr);
  EXPECT(answer, call(s, t));
  cudaGraph_t graph = nullptr;
  EXPECT(end, cudaStreamEndCapture(s, &graph));
  if (graph)
    OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(s));
  OK(cudaStreamDestroy(t));
}

static void captures() {
  constexpr auto kGlobal = cudaStreamCaptureModeGlobal, kRelaxed = cudaStreamCaptureModeRelaxed;
  constexpr auto kUnsupported = cudaErrorStreamCaptureUnsupported;
  constexpr auto kBroken = cudaErrorStreamCaptureInvalidated;
  auto free = [](cudaStream_t, cudaStream_t) { return cudaFree(nullptr); };
  auto wait = [](cudaStream_t, cudaStream_t t) { return cudaStreamSynchronize(t); };
  auto query = [](cudaStream_t, cudaStream_t t) { return cudaStreamQuery(t); };
  captured(kUnsupported, kBroken, kGlobal, free);
  captured(kUnsupported, kBroken, kGlobal, wait);
  captured(kUnsupported, kBroken, cudaStreamCaptureModeThreadLocal, query);
  captured(cudaSuccess, cudaSuccess, kRelaxed, free);
  captured(cudaSuccess, cudaSuccess, kRelaxed, wait);
  captured(cudaSuccess, cudaSuccess, kRelaxed, query);
  captured(cudaErrorInvalidValue, kBroken, kRelaxed, [](cudaStream_t s, cudaStream_t) {
    kernel<<<1, 2000, 0, s>>>(nullptr);
    return cudaPeekAtLastError();
  });
  captured(cudaSuccess, cudaErrorIllegalState, kGlobal,
           [](cudaStream_t s, cudaStream_t) { return cudaStreamEndCapture(s, nullptr); });
}

static void hostFunctions() {
  static std::atomic<int> answers[4];
  auto ask = [](void *) {
    int device;
    void *p;
    answers[0] = cudaMalloc(&p, 4);
    answers[1] = cudaGetDevice(&device);
    answers[2] = cudaDeviceSynchronize();
    kernel<<<1, 1>>>(nullptr);
    answers[3] = cudaGetLastError();
  };
  OK(cudaLaunchHostFunc(nullptr, ask, nullptr));
  OK(cudaDeviceSynchronize());
  for (int answer : answers)
    EQUAL(cudaErrorNotPermitted, answer);
}

static void pending() {
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  static std::atomic<bool> go{false};
  OK(cudaLaunchHostFunc(
      s,
      [](void *) {
        while (!go) {
        }
      },
      nullptr));
  // Not an error that anybody could find later.
  EQUAL(cudaErrorNotReady, cudaStreamQuery(s));
  OK(cudaPeekAtLastError());
  go = true;
  OK(cudaStreamSynchronize(s));
  OK(cudaStreamDestroy(s));
}

template <typename Set> static cudaError_t launch(cudaLaunchAttributeID id, Set set) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 32;
  cudaLaunchAttribute attribute = {};
  attribute.id = id;
  set(attribute.val);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, static_cast<int *>(nullptr));
}

static void launches() {
  using Value = cudaLaunchAttributeValue;
  constexpr auto kInvalid = cudaErrorInvalidValue;
  EXPECT(kInvalid, launch(cudaLaunchAttributeClusterSchedulingPolicyPreference, [](Value &v) {
           v.clusterSchedulingPolicyPreference = static_cast<cudaClusterSchedulingPolicy>(9);
         }));
  EXPECT(cudaErrorInvalidResourceHandle,
         launch(cudaLaunchAttributeProgrammaticEvent, [](Value &) {}));
  EXPECT(kInvalid, launch(cudaLaunchAttributeMemSyncDomain, [](Value &v) {
           v.memSyncDomain = static_cast<cudaLaunchMemSyncDomain>(9);
         }));
  EXPECT(kInvalid, launch(cudaLaunchAttributeAccessPolicyWindow,
                          [](Value &v) { v.accessPolicyWindow.hitRatio = 2; }));
  EXPECT(kInvalid, launch(cudaLaunchAttributeSynchronizationPolicy,
                          [](Value &v) { v.syncPolicy = cudaSyncPolicySpin; }));
  EXPECT(cudaErrorInvalidClusterSize, launch(cudaLaunchAttributePreferredClusterDimension,
                                             [](Value &v) { v.preferredClusterDim = {2, 1, 1}; }));
  EXPECT(kInvalid, launch(cudaLaunchAttributePreferredSharedMemoryCarveout,
                          [](Value &v) { v.sharedMemCarveout = 200; }));
  EXPECT(kInvalid, launch(static_cast<cudaLaunchAttributeID>(60), [](Value &) {}));
  OK(launch(cudaLaunchAttributePriority, [](Value &v) { v.priority = -70; }));
  OK(cudaDeviceSynchronize());
  cudaFuncAttributes facts;
  OK(cudaFuncGetAttributes(&facts, kernel));
  EQUAL(sizeof constants, facts.constSizeBytes); // though it does not use them
  OK(cudaFuncGetAttributes(&facts, pairs));
  EQUAL(1, facts.clusterDimMustBeSet);
}

static void graphs() {
  char *d;
  OK(cudaMalloc(&d, 64));
  cudaGraph_t graph, outer;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphCreate(&outer, 0));
  cudaGraphNode_t node, next;
  cudaMemsetParams fill = {};
  fill.dst = d;
  fill.elementSize = 1;
  fill.height = 1;
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  char host[4];
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, d, host, 0, cudaMemcpyHostToDevice));
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.bytesize = 100;
  OK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &memory));
  OK(cudaGraphAddEmptyNode(&next, graph, &node, 1));
  EXPECT(cudaErrorNotSupported, cudaGraphDestroyNode(next));
  EXPECT(cudaErrorNotSupported, cudaGraphRemoveDependencies(graph, &node, &next, nullptr, 1));
  EXPECT(cudaErrorNotSupported, cudaGraphAddChildGraphNode(&next, outer, nullptr, 0, graph));
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, memory.dptr));
  EQUAL(cudaMemoryTypeUnregistered, attributes.type); // until a launch allocates it
  EXPECT(cudaErrorInvalidValue, cudaPointerGetAttributes(nullptr, d));
  OK(cudaGraphDestroy(graph));

  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, d, host, 4, cudaMemcpyHostToDevice));
  OK(cudaGraphAddMemcpyNode1D(&node, outer, nullptr, 0, d, host, 4, cudaMemcpyDefault));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, outer, nullptr));
  OK(cudaGraphExecUpdate(exec, graph, nullptr));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(outer));
  OK(cudaFree(d));
}

static size_t limit(cudaLimit which, size_t value) {
  OK(cudaDeviceSetLimit(which, value));
  OK(cudaDeviceGetLimit(&value, which));
  return value;
}

static void limits() {
  EQUAL(512 << 10, limit(cudaLimitPrintfFifoSize, 1000));
  EQUAL(4 << 20, limit(cudaLimitMallocHeapSize, 1000));
  EQUAL(5046272, limit(cudaLimitMallocHeapSize, 5000000));
  EQUAL(32, limit(cudaLimitDevRuntimePendingLaunchCount, 1));
  EQUAL(16, limit(cudaLimitStackSize, 15));
  EQUAL(15, limit(cudaLimitStackSize, 15));
  EQUAL(32, limit(cudaLimitStackSize, 17));
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, 512 << 10));
  size_t value;
  OK(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(CU_LIMIT_SHMEM_SIZE)));
  int most;
  OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  EQUAL(most, value);
}

static void pools() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  OK(cudaMemPoolCreate(&pool, &props));
  void *p;
  OK(cudaMallocFromPoolAsync(&p, 1000, pool, nullptr));
  uint64_t reserved;
  OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  EQUAL(32 << 20, reserved);
  OK(cudaFreeAsync(p, nullptr));
  OK(cudaMemPoolDestroy(pool));
}

static void clusters() {
  cudaLaunchConfig_t config = {};
  config.gridDim = 64;
  config.blockDim = 128;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  config.attrs = &attribute;
  config.numAttrs = 1;
  int count;
  for (unsigned size : {3u, 16u}) { // does not divide the grid; is not allowed without asking
    attribute.val.clusterDim = {size, 1, 1};
    EXPECT(cudaErrorInvalidClusterSize, cudaOccupancyMaxActiveClusters(&count, kernel, &config));
  }
}

int main() {
  clusters();
  captures();
  hostFunctions();
  pending();
  launches();
  graphs();
  limits();
  pools();
  return finish("Recorded");
}
