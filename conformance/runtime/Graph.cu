// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: order, children, conditional nodes, clones, user objects. Expectations come from the
// manual of the runtime API.
#include "GraphWords.h"

__global__ void countDown(int *p, int *runs, cudaGraphConditionalHandle handle) {
  ++*runs;
  if (--*p == 0)
    cudaGraphSetConditional(handle, 0);
}
__global__ void decide(const int *value, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, unsigned(*value));
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

static int destroyed;
static void CUDART_CB destroy(void *) { ++destroyed; }

static void userObjects() {
  cudaUserObject_t object;
  EXPECT(cudaErrorInvalidValue, cudaUserObjectCreate(&object, nullptr, destroy, 1, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaUserObjectCreate(&object, nullptr, destroy, 0, cudaUserObjectNoDestructorSync));
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
  makeStreamAndWords();
  orderOfBranches();
  childAndEmpty();
  conditionalNodes();
  unusedHandle();
  userObjects();
  cloneAndFind();
  return finish("Graph");
}
