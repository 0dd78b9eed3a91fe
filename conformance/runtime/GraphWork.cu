// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes of graphs that allocate, copy, fill, record events and call the host; nodes disabled and
// updated. Expectations come from the manual of the runtime API.
#include "GraphWords.h"

__device__ int variable[4];

static void memoryNodes() {
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaMemAllocNodeParams alloc = {};
  alloc.bytesize = 1 << 20;
  alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  cudaGraphNode_t a, f, fill, copy;
  OK(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &alloc));
  CHECK(alloc.dptr != nullptr);
  cudaMemsetParams set = {};
  set.dst = alloc.dptr;
  set.value = 7;
  set.elementSize = 4;
  set.width = 16;
  set.height = 1;
  OK(cudaGraphAddMemsetNode(&fill, g, &a, 1, &set));
  OK(cudaGraphAddMemcpyNode1D(&copy, g, &fill, 1, d, alloc.dptr, 64, cudaMemcpyDeviceToDevice));
  OK(cudaGraphAddMemFreeNode(&f, g, &copy, 1, alloc.dptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(&f, g, &copy, 1, alloc.dptr)); // twice
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemFreeNode(&f, g, &copy, 1, d)); // not a node's
  void *freed = nullptr;
  OK(cudaGraphMemFreeNodeGetParams(f, &freed));
  CHECK(freed == alloc.dptr);
  clear();
  cudaGraphExec_t exec = runOnce(g), second;
  EQUAL(7, value(15));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  EXPECT(cudaErrorNotSupported, cudaGraphInstantiate(&second, g, 0)); // one at a time (seen)
  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, g) != cudaSuccess);
  CHECK(cudaGraphDestroyNode(copy) != cudaSuccess);
  CHECK(cudaGraphRemoveDependencies(g, &copy, &f, nullptr, 1) != cudaSuccess);
  (void)cudaGetLastError();
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphInstantiate(&second, g, 0));
  OK(cudaGraphExecDestroy(second));
  OK(cudaGraphDestroy(g));

  // Memory that outlives its graph's launch.
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  int *p = nullptr;
  OK(cudaMallocAsync(&p, 1 << 20, s));
  OK(cudaMemsetAsync(p, 1, 1 << 20, s));
  OK(cudaStreamEndCapture(s, &g));
  OK(cudaGraphInstantiate(&exec, g, 0));
  EXPECT(cudaErrorInvalidValue, cudaFreeAsync(p, s)); // nothing has allocated it yet
  OK(cudaDeviceSynchronize());
  OK(cudaDeviceGraphMemTrim(0));
  // Pieces of 32 MiB, from the upload until they are trimmed (seen on an H200).
  auto usedNow = [](unsigned long long expected) {
    unsigned long long used = 1, reserved = 1;
    OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved));
    EQUAL(expected, used);
    EQUAL(expected, reserved);
  };
  usedNow(0);
  OK(cudaGraphUpload(exec, s));
  OK(cudaStreamSynchronize(s));
  usedNow(32 << 20);
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  usedNow(32 << 20);
  EXPECT(cudaErrorInvalidValue, cudaGraphLaunch(exec, s)); // still allocated
  unsigned long long used = 0;
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  CHECK(used >= 1 << 20);
  OK(cudaMemcpyAsync(d, p, 4, cudaMemcpyDeviceToDevice, s));
  OK(cudaFreeAsync(p, s));
  EXPECT(cudaErrorInvalidValue, cudaFreeAsync(p, s));
  OK(cudaStreamSynchronize(s));
  usedNow(32 << 20);
  OK(cudaDeviceGraphMemTrim(0));
  usedNow(0);
  EQUAL(0x01010101, value());
  OK(cudaGraphLaunch(exec, s));
  OK(cudaFree(p));
  OK(cudaGraphExecDestroy(exec));
  // Left allocated, and freed by the next launch.
  OK(cudaGraphInstantiate(&exec, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  unsigned long long flags = 0;
  OK(cudaGraphExecGetFlags(exec, &flags));
  EQUAL(cudaGraphInstantiateFlagAutoFreeOnLaunch, flags);
  OK(cudaGraphLaunch(exec, s));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
  OK(cudaFreeAsync(p, s)); // as long as it was not freed it is there
  OK(cudaStreamSynchronize(s));
  OK(cudaDeviceGraphMemTrim(0));
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  EQUAL(0, used);
  unsigned long long zero = 0, one = 1;
  OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one));
}

static int calls;
static void CUDART_CB count(void *by) { calls += *static_cast<int *>(by); }

static void eventsAndHost() {
  clear();
  cudaEvent_t before, after;
  OK(cudaEventCreate(&before));
  OK(cudaEventCreate(&after));
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  int by = 3;
  cudaHostNodeParams host = {count, &by};
  cudaGraphNode_t b, h, a, w;
  OK(cudaGraphAddEventRecordNode(&b, g, nullptr, 0, before));
  OK(cudaGraphAddHostNode(&h, g, &b, 1, &host));
  OK(cudaGraphAddEventRecordNode(&a, g, &h, 1, after));
  OK(cudaGraphAddEventWaitNode(&w, g, &a, 1, before));
  cudaEvent_t seen;
  OK(cudaGraphEventRecordNodeGetEvent(a, &seen));
  CHECK(seen == after);
  EXPECT(cudaErrorInvalidValue, cudaGraphEventWaitNodeGetEvent(a, &seen));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, g, 0));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaEventSynchronize(after));
  EQUAL(3, calls);
  float ms = -1;
  OK(cudaEventElapsedTime(&ms, before, after));
  CHECK(ms >= 0);
  by = 4;
  OK(cudaGraphExecHostNodeSetParams(exec, h, &host));
  OK(cudaGraphExecEventRecordNodeSetEvent(exec, a, before));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(7, calls);
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeSetEnabled(exec, h, 0));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
  OK(cudaEventDestroy(before));
  OK(cudaEventDestroy(after));
}

static void symbolsAndShapes() {
  int in[4] = {1, 2, 3, 4}, out[4] = {};
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphNode_t to, from, n;
  OK(cudaGraphAddMemcpyNodeToSymbol(&to, g, nullptr, 0, variable, in, sizeof in, 0,
                                    cudaMemcpyHostToDevice));
  OK(cudaGraphAddMemcpyNodeFromSymbol(&from, g, &to, 1, out, variable, 8, 8,
                                      cudaMemcpyDeviceToHost));
  OK(cudaGraphExecDestroy(runOnce(g)));
  EQUAL(3, out[0]);
  EQUAL(4, out[1]);
  OK(cudaGraphMemcpyNodeSetParams1D(from, out, in, sizeof in, cudaMemcpyHostToHost));
  OK(cudaGraphExecDestroy(runOnce(g)));
  EQUAL(4, out[3]);
  EXPECT(cudaErrorInvalidValue,
         cudaGraphMemcpyNodeSetParams1D(from, nullptr, in, sizeof in, cudaMemcpyHostToHost));
  cudaMemcpy3DParms parms = {};
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeGetParams(nullptr, &parms));
  OK(cudaGraphDestroy(g));

  // A fill of two rows in a pitched allocation.
  OK(cudaGraphCreate(&g, 0));
  clear();
  cudaMemsetParams set = {};
  set.dst = d + 1;
  set.pitch = 16;
  set.value = 5;
  set.elementSize = 4;
  set.width = 2;
  set.height = 2;
  OK(cudaGraphAddMemsetNode(&n, g, nullptr, 0, &set));
  OK(cudaGraphExecDestroy(runOnce(g)));
  EQUAL(5, value(2));
  EQUAL(0, value(3));
  EQUAL(5, value(6));
  set.elementSize = 3;
  EXPECT(cudaErrorInvalidValue, cudaGraphAddMemsetNode(&n, g, nullptr, 0, &set));
  OK(cudaGraphDestroy(g));
}

static void disabledAndUpdated() {
  clear();
  cudaGraph_t g, other;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphNode_t a = addKernel(g, nullptr, set, d, 2), b = addKernel(g, a, times, d, 3);
  cudaGraphExec_t exec = runOnce(g);
  EQUAL(6, value());
  unsigned enabled = 7;
  OK(cudaGraphNodeSetEnabled(exec, b, 0));
  OK(cudaGraphNodeGetEnabled(exec, b, &enabled));
  EQUAL(0, enabled);
  OK(cudaGraphLaunch(exec, s));
  EQUAL(2, value());
  // An update keeps what is disabled.
  OK(cudaGraphCreate(&other, 0));
  addKernel(other, addKernel(other, nullptr, set, d, 4), times, d, 5);
  cudaGraphExecUpdateResultInfo info = {};
  OK(cudaGraphExecUpdate(exec, other, &info));
  EQUAL(cudaGraphExecUpdateSuccess, info.result);
  OK(cudaGraphLaunch(exec, s));
  EQUAL(4, value());
  OK(cudaGraphNodeSetEnabled(exec, b, 1));
  OK(cudaGraphLaunch(exec, s));
  EQUAL(20, value());
  // Another number of dependencies.
  cudaGraphNode_t nodes[2];
  size_t two = 2;
  OK(cudaGraphGetNodes(other, nodes, &two));
  OK(cudaGraphRemoveDependencies(other, nodes, nodes + 1, nullptr, 1));
  EXPECT(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, other, &info));
  EQUAL(cudaGraphExecUpdateErrorTopologyChanged, info.result);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
  OK(cudaGraphDestroy(other));
}

int main() {
  makeStreamAndWords();
  memoryNodes();
  eventsAndHost();
  symbolsAndShapes();
  disabledAndUpdated();
  return finish("GraphWork");
}
