// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: nodes of every type, capture, conditional nodes, memory nodes, updates, user objects.
// Expectations come from the manual of the runtime API.
#include "Check.h"

__global__ void add(int *p, int v) { atomicAdd(p, v); }
__global__ void times(int *p, int v) { *p *= v; }
__global__ void countDown(int *p, int *runs, cudaGraphConditionalHandle handle) {
  ++*runs;
  if (--*p == 0)
    cudaGraphSetConditional(handle, 0);
}
__global__ void decide(const int *value, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, unsigned(*value));
}
__global__ void set(int *p, int v) { *p = v; }
__device__ int variable[4];

static cudaStream_t s;
static int *d; // sixteen words of device memory

static int value(int index = 0) {
  int v = 0;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&v, d + index, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
static void clear() {
  OK(cudaMemset(d, 0, 64));
  OK(cudaDeviceSynchronize()); // the stream of the graphs does not wait for it
}

/// A graph of the node alone, launched once.
static cudaGraphExec_t runOnce(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  return exec;
}

static cudaGraphNode_t addKernel(cudaGraph_t graph, cudaGraphNode_t after, void (*f)(int *, int),
                                 int *p, int v) {
  void *args[] = {&p, &v};
  cudaKernelNodeParams params = {};
  params.func = (void *)f;
  params.gridDim = params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &params));
  return node;
}

static void orderOfBranches() {
  // 1 -> (many branches that add) -> times 2
  clear();
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphNode_t first = addKernel(g, nullptr, set, d, 1), branches[40], last;
  for (auto &branch : branches)
    branch = addKernel(g, first, add, d, 1);
  last = addKernel(g, branches[0], times, d, 2);
  cudaGraphNode_t lasts[39];
  for (auto &node : lasts)
    node = last;
  OK(cudaGraphAddDependencies(g, branches + 1, lasts, nullptr, 39));
  cudaGraphExec_t exec = runOnce(g);
  EQUAL(82, value());
  for (int i = 0; i < 100; ++i)
    OK(cudaGraphLaunch(exec, s));
  EQUAL(82, value());
  // Launches of one executable graph are in order, whatever the stream.
  cudaStream_t other;
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  for (int i = 0; i < 50; ++i)
    OK(cudaGraphLaunch(exec, i % 2 ? other : s));
  OK(cudaStreamSynchronize(other));
  EQUAL(82, value());
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
  OK(cudaStreamDestroy(other));
}

static void childAndEmpty() {
  clear();
  cudaGraph_t child, g, inner;
  OK(cudaGraphCreate(&child, 0));
  addKernel(child, addKernel(child, nullptr, add, d, 3), times, d, 5);
  OK(cudaGraphCreate(&g, 0));
  cudaGraphNode_t a, c, e, n;
  a = addKernel(g, nullptr, set, d, 1);
  OK(cudaGraphAddChildGraphNode(&c, g, &a, 1, child));
  OK(cudaGraphAddEmptyNode(&e, g, &c, 1));
  n = addKernel(g, e, add, d, 7);
  cudaGraphExec_t exec = runOnce(g);
  EQUAL(27, value()); // (1 + 3) * 5 + 7
  OK(cudaGraphChildGraphNodeGetGraph(c, &inner));
  size_t count = 0;
  OK(cudaGraphGetNodes(inner, nullptr, &count));
  EQUAL(2, count);
  // A node of the embedded graph can be changed in the executable one.
  cudaGraphNode_t nodes[2];
  OK(cudaGraphGetRootNodes(inner, nodes, &(count = 1)));
  int *p = d, v = 9;
  void *args[] = {&p, &v};
  cudaKernelNodeParams params = {};
  params.func = (void *)add;
  params.gridDim = params.blockDim = 1;
  params.kernelParams = args;
  OK(cudaGraphExecKernelNodeSetParams(exec, nodes[0], &params));
  OK(cudaGraphLaunch(exec, s));
  EQUAL(57, value());
  // A new child as a whole.
  cudaGraph_t changed;
  OK(cudaGraphCreate(&changed, 0));
  addKernel(changed, addKernel(changed, nullptr, add, d, 1), times, d, 10);
  OK(cudaGraphExecChildGraphNodeSetParams(exec, c, changed));
  OK(cudaGraphLaunch(exec, s));
  EQUAL(27, value()); // (1 + 1) * 10 + 7
  EXPECT(cudaErrorInvalidValue, cudaGraphAddChildGraphNode(&n, g, nullptr, 0, nullptr));
  OK(cudaGraphExecDestroy(exec));
  for (cudaGraph_t graph : {child, g, changed})
    OK(cudaGraphDestroy(graph));
}

static void conditionalNodes() {
  // While: d[0] counts from 5 to 0.
  clear();
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, g, 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t start = addKernel(g, nullptr, set, d, 5), loop;
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  OK(cudaGraphAddNode(&loop, g, &start, nullptr, 1, &params));
  cudaGraph_t body = params.conditional.phGraph_out[0];
  OK(cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  countDown<<<1, 1, 0, s>>>(d, d + 1, handle);
  cudaGraph_t captured;
  OK(cudaStreamEndCapture(s, &captured));
  CHECK(captured == body);
  cudaGraphNode_t after = addKernel(g, loop, add, d, 100);
  cudaGraphExec_t exec = runOnce(g);
  EQUAL(100, value(0));
  EQUAL(5, value(1));
  OK(cudaGraphLaunch(exec, s));
  EQUAL(10, value(1));
  // The handle is taken, and the graph cannot be cloned.
  EXPECT(cudaErrorInvalidValue, cudaGraphAddNode(&after, g, nullptr, nullptr, 0, &params));
  cudaGraph_t clone;
  EXPECT(cudaErrorNotSupported, cudaGraphClone(&clone, g));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));

  // If with else, and switch, by a value that a kernel sets.
  for (bool isSwitch : {false, true}) {
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphConditionalHandleCreate(&handle, g, 0, 0));
    const int *source = d + 8;
    void *args[] = {&source, &handle};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)decide;
    kernel.gridDim = kernel.blockDim = 1;
    kernel.kernelParams = args;
    OK(cudaGraphAddKernelNode(&start, g, nullptr, 0, &kernel));
    params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = isSwitch ? cudaGraphCondTypeSwitch : cudaGraphCondTypeIf;
    params.conditional.size = isSwitch ? 3 : 2;
    OK(cudaGraphAddNode(&loop, g, &start, nullptr, 1, &params));
    for (unsigned i = 0; i < params.conditional.size; ++i)
      addKernel(params.conditional.phGraph_out[i], nullptr, set, d, int(i) + 10);
    OK(cudaGraphInstantiate(&exec, g, 0));
    for (int chosen = 0; chosen < 4; ++chosen) {
      clear();
      set<<<1, 1, 0, s>>>(d + 8, chosen);
      OK(cudaGraphLaunch(exec, s));
      EQUAL(isSwitch ? (chosen < 3 ? chosen + 10 : 0) : (chosen ? 10 : 11), value());
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(g));
  }
}

static void unusedHandle() {
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, g, 0, 0));
  cudaGraphInstantiateParams params = {};
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiateWithParams(&exec, g, &params) != cudaSuccess);
  (void)cudaGetLastError();
  EQUAL(cudaGraphInstantiateConditionalHandleUnused, params.result_out);
  EXPECT(cudaErrorInvalidValue, cudaGraphConditionalHandleCreate(&handle, g, 0, 6));
  OK(cudaGraphDestroy(g));
}

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
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one));
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
  EXPECT(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParams1D(from, nullptr, in, sizeof in, cudaMemcpyHostToHost));
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

static int destroyed;
static void CUDART_CB destroy(void *) { ++destroyed; }

static void userObjects() {
  cudaUserObject_t object;
  EXPECT(cudaErrorInvalidValue, cudaUserObjectCreate(&object, nullptr, destroy, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaUserObjectCreate(&object, nullptr, destroy, 0,
                                                     cudaUserObjectNoDestructorSync));
  OK(cudaUserObjectCreate(&object, nullptr, destroy, 2, cudaUserObjectNoDestructorSync));
  OK(cudaUserObjectRetain(object, 1));
  OK(cudaUserObjectRelease(object, 2));
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  addKernel(g, nullptr, add, d, 1);
  OK(cudaGraphRetainUserObject(g, object, 1, cudaGraphUserObjectMove));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, g, 0));
  OK(cudaGraphDestroy(g));
  EQUAL(0, destroyed); // the executable graph has a reference
  OK(cudaGraphLaunch(exec, s));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaStreamSynchronize(s));
  for (int i = 0; i < 1000 && !destroyed; ++i) // by a thread of the driver, later
    OK(cudaDeviceSynchronize());
  EQUAL(1, destroyed);
}

static void cloneAndFind() {
  cudaGraph_t g, clone;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphNode_t a = addKernel(g, nullptr, set, d, 9), b = addKernel(g, a, add, d, 1), found;
  OK(cudaGraphClone(&clone, g));
  OK(cudaGraphNodeFindInClone(&found, b, clone));
  CHECK(found != b);
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeFindInClone(&found, b, g));
  OK(cudaGraphDestroyNode(a));
  OK(cudaGraphDestroy(g));
  OK(cudaGraphExecDestroy(runOnce(clone)));
  EQUAL(10, value());
  OK(cudaGraphDestroy(clone));
  EXPECT(cudaErrorInvalidValue, cudaGraphDestroy(nullptr));
}

int main() {
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaMalloc(&d, 64));
  orderOfBranches();
  childAndEmpty();
  conditionalNodes();
  unusedHandle();
  memoryNodes();
  eventsAndHost();
  symbolsAndShapes();
  disabledAndUpdated();
  userObjects();
  cloneAndFind();
  return finish("Graph");
}
