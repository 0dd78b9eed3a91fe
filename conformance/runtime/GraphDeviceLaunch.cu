// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs launched by device code: order of the three kinds of launches, how many there may be, what
// is launched after updates, which graphs and kernels are refused. Needs -rdc=true.
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include "Check.h"

__device__ int marks[1024], marked, codes[512], left;
__device__ cudaGraphExec_t children[300];

__device__ void put(int value) { marks[atomicAdd(&marked, 1)] = value; }
__global__ void mark(int value) { put(value); }
__global__ void slow(int value) {
  unsigned long long now, end = 0; // in 10 ms
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    end = end ? end : now + 10000000;
  } while (now < end);
  put(value);
}
/// Launches `count` of the children into one stream.
__global__ void launches(int first, int count, cudaStream_t stream, int value) {
  put(value);
  for (int i = first; i < first + count; ++i)
    codes[i] = cudaGraphLaunch(children[i], stream);
  put(value + 1);
}
__global__ void launchesAgain(int value) {
  codes[0] = cudaGraphLaunch(children[0], cudaStreamGraphFireAndForget);
  codes[1] = cudaGraphLaunch(children[0], cudaStreamGraphFireAndForget);
  codes[2] = cudaGraphLaunch(children[1], cudaStreamGraphTailLaunch);
  codes[3] = cudaGraphLaunch(children[1], cudaStreamGraphTailLaunch);
  codes[4] = cudaGraphLaunch(children[0], nullptr);
  codes[5] = cudaGraphLaunch(nullptr, cudaStreamGraphTailLaunch);
  codes[6] = cudaGetCurrentGraphExec() == nullptr;
}
__global__ void repeats() {
  put(10);
  codes[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForget);
  codes[1] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForgetAsSibling);
  if (--left > 0) {
    codes[2] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
    codes[3] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
  }
}
__global__ void counts() {
  if (--left > 0)
    codes[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
__device__ __noinline__ int indirectly() {
  return cudaGraphLaunch(children[0], cudaStreamGraphTailLaunch);
}
__device__ int (*volatile pointer)() = indirectly;
__global__ void mayLaunch(int really) { codes[0] = really ? pointer() : 5; }
__global__ void asks() { codes[0] = cudaGetCurrentGraphExec() ? 2 : 1; }
__global__ void launchesKernels() { mark<<<1, 1>>>(1); }
__global__ void usesRuntime() { codes[0] = cudaGetLastError(); }

static cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
/// `arguments`: pointers to them.
static cudaGraphNode_t add(cudaGraph_t graph, const void *kernel,
                           std::initializer_list<const void *> arguments = {},
                           cudaGraphNode_t after = nullptr) {
  std::vector<void *> pointers;
  for (const void *argument : arguments)
    pointers.push_back(const_cast<void *>(argument));
  cudaKernelNodeParams params = {};
  params.func = const_cast<void *>(kernel);
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = pointers.data();
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after != nullptr, &params));
  return node;
}
static cudaGraphExec_t forDevice(cudaGraph_t graph, bool uploaded = true) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
  if (uploaded)
    OK(cudaGraphUpload(exec, nullptr));
  return exec;
}
static cudaGraphExec_t forHost(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}
static void setChild(int i, cudaGraphExec_t exec) {
  OK(cudaMemcpyToSymbol(children, &exec, sizeof exec, i * sizeof exec));
}
/// Puts one value, or another one after a while.
static cudaGraph_t putting(int value, int later = 0) {
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t first = add(graph, (void *)(later ? slow : mark), {&value});
  if (later)
    add(graph, (void *)mark, {&later}, first);
  return graph;
}
/// Launches, then puts 5.
static cudaGraph_t launching(int first, int count, cudaStream_t stream, int value = 1,
                             int after = 5) {
  cudaGraph_t graph = newGraph();
  add(graph, (void *)mark, {&after},
      add(graph, (void *)launches, {&first, &count, &stream, &value}));
  return graph;
}

static int code(int i) {
  int value;
  OK(cudaMemcpyFromSymbol(&value, codes, sizeof value, i * sizeof value));
  return value;
}
static void setLeft(int value) { OK(cudaMemcpyToSymbol(left, &value, sizeof value)); }
static std::vector<int> takeMarks() {
  OK(cudaDeviceSynchronize());
  int count = 0, none = 0, values[1024];
  OK(cudaMemcpyFromSymbol(&count, marked, sizeof count));
  OK(cudaMemcpyFromSymbol(values, marks, sizeof values));
  OK(cudaMemcpyToSymbol(marked, &none, sizeof none));
  return {values, values + count};
}
#define MARKS(...) CHECK((takeMarks() == std::vector<int>{__VA_ARGS__}))

static const cudaStream_t kTail = cudaStreamGraphTailLaunch, kForget = cudaStreamGraphFireAndForget,
                          kSibling = cudaStreamGraphFireAndForgetAsSibling;

/// By a graph for the host and by one for devices; what comes next in the stream waits for all.
static void kinds() {
  setChild(0, forDevice(putting(100, 101)));
  for (cudaStream_t stream : {kTail, kForget, kSibling})
    for (auto made : {forHost(launching(0, 1, stream)), forDevice(launching(0, 1, stream))}) {
      OK(cudaGraphLaunch(made, nullptr));
      mark<<<1, 1>>>(7);
      MARKS(1, 2, 5, 100, 101, 7);
      EQUAL(0, code(0));
    }
  // Of a child graph: the graph goes on, its end waits.
  cudaGraph_t outer = newGraph();
  cudaGraphNode_t child = nullptr;
  int value = 70;
  OK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, launching(0, 1, kForget)));
  add(outer, (void *)mark, {&value}, child);
  OK(cudaGraphLaunch(forHost(outer), nullptr));
  mark<<<1, 1>>>(7);
  MARKS(1, 2, 5, 70, 100, 101, 7);
}

static void order() {
  setChild(0, forDevice(putting(100, 101)));
  setChild(1, forDevice(putting(200, 201)));
  OK(cudaGraphLaunch(forHost(launching(0, 2, kTail)), nullptr));
  MARKS(1, 2, 5, 100, 101, 200, 201);
  // The tails of a tail come before the next one; what it fired ends before them.
  setChild(2, forDevice(putting(30)));
  setChild(3, forDevice(putting(50)));
  setChild(0, forDevice(launching(2, 1, kTail, 20, 25)));
  setChild(1, forDevice(putting(40)));
  OK(cudaGraphLaunch(forHost(launching(0, 2, kTail)), nullptr));
  MARKS(1, 2, 5, 20, 21, 25, 30, 40);
  setChild(2, forDevice(putting(30, 31)));
  setChild(0, forDevice(launching(2, 1, kForget, 20, 25)));
  OK(cudaGraphLaunch(forHost(launching(0, 2, kTail)), nullptr));
  MARKS(1, 2, 5, 20, 21, 25, 30, 31, 40);
}

static void itself() {
  cudaGraph_t graph = newGraph();
  add(graph, (void *)repeats);
  cudaGraphExec_t exec = forDevice(graph);
  for (int times : {1, 4}) {
    setLeft(times);
    OK(cudaGraphLaunch(exec, nullptr));
    mark<<<1, 1>>>(7);
    std::vector<int> expected(times, 10);
    expected.push_back(7);
    CHECK(takeMarks() == expected);
    EQUAL(cudaErrorInvalidValue, code(0));
    EQUAL(cudaErrorInvalidValue, code(1));
  }
  EQUAL(0, code(2));
  EQUAL(cudaErrorInvalidValue, code(3)); // one at a time
  graph = newGraph();
  add(graph, (void *)counts);
  setLeft(3000);
  OK(cudaGraphLaunch(forDevice(graph), nullptr));
  OK(cudaDeviceSynchronize());
  EQUAL(0, code(0));
}

static void refusedLaunches() {
  setChild(0, forDevice(putting(100, 101)));
  setChild(1, forDevice(putting(200)));
  int value = 1;
  cudaGraph_t graph = newGraph();
  add(graph, (void *)launchesAgain, {&value});
  OK(cudaGraphLaunch(forHost(graph), nullptr));
  MARKS(100, 101, 200);
  const int expected[] = {0, 1, 0, 1, 1, 1, 1}; // the last: a host's graph is no current one
  for (int i = 0; i < 7; ++i)
    EQUAL(expected[i], code(i));

  cudaGraphExec_t launcher = forHost(launching(0, 1, kForget));
  cudaGraphExec_t exec = forDevice(putting(100), /*uploaded=*/false);
  setChild(0, exec);
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5);
  EQUAL(cudaErrorInvalidValue, code(0));
  OK(cudaGraphLaunch(exec, nullptr)); // that uploads it
  MARKS(100);
  OK(cudaGraphLaunch(launcher, nullptr));
  CHECK(takeMarks().size() == 4);

  // While the host's launch runs.
  cudaStream_t stream;
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  graph = newGraph();
  for (auto [i, node] = std::pair(0, cudaGraphNode_t()); i < 20; ++i) {
    value = i;
    node = add(graph, (void *)slow, {&value}, node);
  }
  exec = forDevice(graph);
  setChild(0, exec);
  OK(cudaGraphLaunch(exec, stream));
  while (true) { // until it has begun
    int begun = 0;
    OK(cudaMemcpyFromSymbolAsync(&begun, marked, sizeof begun, 0, cudaMemcpyDeviceToHost,
                                 cudaStreamPerThread));
    OK(cudaStreamSynchronize(cudaStreamPerThread));
    if (begun)
      break;
  }
  OK(cudaGraphLaunch(launcher, nullptr));
  CHECK(takeMarks().size() == 23);
  EQUAL(cudaErrorInvalidValue, code(0));
}

static void limits() {
  for (auto [stream, most] : {std::pair(kForget, 120), std::pair(kTail, 255)}) {
    for (int i = 0; i <= most; ++i)
      setChild(i, forDevice(putting(3)));
    // Of the graph, not of a kernel in it; a launch later all is new.
    cudaGraph_t graph = newGraph();
    int first = 0, half = most / 2, rest = most + 1 - half, value = 1;
    cudaGraphNode_t node = add(graph, (void *)launches, {&first, &half, &stream, &value});
    add(graph, (void *)launches, {&half, &rest, &stream, &value}, node);
    cudaGraphExec_t exec = forHost(graph);
    for (int times = 0; times < 2; ++times) {
      OK(cudaGraphLaunch(exec, nullptr));
      EQUAL(4 + most, takeMarks().size());
      EQUAL(0, code(most - 1));
      EQUAL(cudaErrorInvalidValue, code(most));
    }
  }
}

/// Devices launch what was uploaded last.
static void updates() {
  cudaGraph_t graph = putting(30, 31);
  cudaGraphExec_t exec = forDevice(graph), launcher = forHost(launching(0, 1, kTail));
  setChild(0, exec);
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, putting(40, 41), &info));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 30, 31);
  OK(cudaGraphUpload(exec, nullptr));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 40, 41);
  OK(cudaGraphExecUpdate(exec, putting(50, 51), &info));
  OK(cudaGraphLaunch(exec, nullptr));
  MARKS(50, 51);
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 50, 51);
  cudaGraphNode_t nodes[2];
  size_t count = 2;
  OK(cudaGraphGetNodes(graph, nodes, &count));
  OK(cudaGraphNodeSetEnabled(exec, nodes[1], 0));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 50, 51);
  OK(cudaGraphUpload(exec, nullptr));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 50);
  cudaGraphInstantiateParams params = {};
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  params.flags = cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload;
  params.uploadStream = stream;
  OK(cudaGraphInstantiateWithParams(&exec, graph, &params));
  EQUAL(cudaGraphInstantiateSuccess, params.result_out);
  unsigned long long flags = 0;
  OK(cudaGraphExecGetFlags(exec, &flags));
  EQUAL(cudaGraphInstantiateFlagDeviceLaunch, flags);
  OK(cudaStreamSynchronize(stream));
  setChild(0, exec);
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 30, 31);
  EXPECT(cudaErrorInvalidValue, cudaGraphUpload(nullptr, nullptr));
}

/// Kernels that may launch graphs are nothing but nodes.
static void kernels() {
  int really = 0;
  void *arguments[] = {&really};
  EXPECT(cudaErrorNotSupported,
         cudaLaunchKernel((void *)mayLaunch, dim3(1), dim3(1), arguments, 0, nullptr));
  EXPECT(cudaErrorNotSupported,
         cudaLaunchCooperativeKernel((void *)mayLaunch, dim3(1), dim3(1), arguments, 0, nullptr));
  EXPECT(cudaErrorNotPermitted,
         cudaLaunchCooperativeKernel((void *)usesRuntime, dim3(1), dim3(1), nullptr, 0, nullptr));
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  mayLaunch<<<1, 1, 0, stream>>>(0);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphLaunch(forHost(graph), nullptr));
  OK(cudaDeviceSynchronize());
  EQUAL(5, code(0));
  asks<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  EQUAL(1, code(0));
  graph = newGraph();
  add(graph, (void *)asks);
  OK(cudaGraphLaunch(forDevice(graph), nullptr));
  OK(cudaDeviceSynchronize());
  EQUAL(2, code(0));
}

static void refused(cudaGraph_t graph, bool names = true, unsigned long long flags = 4,
                    int why = cudaGraphInstantiateNodeOperationNotSupported) {
  cudaGraphExec_t exec = nullptr;
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiate(&exec, graph, flags));
  cudaGraphInstantiateParams params = {};
  params.flags = flags;
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiateWithParams(&exec, graph, &params));
  EQUAL(why, params.result_out);
  EQUAL(names, params.errNode_out != nullptr);
}
static void refusedGraphs() {
  cudaGraphNode_t node = nullptr;
  cudaGraph_t graph = newGraph();
  refused(graph, false, 4, cudaGraphInstantiateError); // empty
  refused(putting(1), false, 5, cudaGraphInstantiateError);
  OK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  refused(graph);
  cudaHostNodeParams host = {[](void *) {}, nullptr};
  OK(cudaGraphAddHostNode(&node, graph = newGraph(), nullptr, 0, &host));
  refused(graph);
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaGraphAddEventRecordNode(&node, graph = newGraph(), nullptr, 0, event));
  refused(graph);
  cudaMemAllocNodeParams alloc = {};
  alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.bytesize = 64;
  OK(cudaGraphAddMemAllocNode(&node, graph = newGraph(), nullptr, 0, &alloc));
  refused(graph);
  add(graph = newGraph(), (void *)launchesKernels);
  refused(graph);
  add(graph = newGraph(), (void *)usesRuntime);
  refused(graph);
  cudaGraphNodeParams params = {};
  graph = newGraph();
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  OK(cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, 1,
                                      cudaGraphCondAssignDefault));
  OK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  refused(graph);

  static char pageable[64];
  void *device, *pinned, *managed;
  OK(cudaMalloc(&device, 1024));
  OK(cudaMallocHost(&pinned, 64));
  OK(cudaMallocManaged(&managed, 64));
  auto copies = [&](void *to, const void *from) {
    cudaGraph_t made = newGraph();
    OK(cudaGraphAddMemcpyNode1D(&node, made, nullptr, 0, to, from, 64, cudaMemcpyDefault));
    return made;
  };
  refused(copies(device, pageable));
  refused(copies(pageable, device));
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 16, 16));
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(device, 64, 16, 16);
  box.dstArray = array;
  box.extent = make_cudaExtent(16, 16, 1);
  box.kind = cudaMemcpyDeviceToDevice;
  OK(cudaGraphAddMemcpyNode(&node, graph = newGraph(), nullptr, 0, &box));
  refused(graph);

  // What may be there, also in a child graph.
  forDevice(copies(device, (char *)device + 512));
  forDevice(copies(device, pinned));
  forDevice(copies(managed, device));
  cudaMemsetParams fill = {};
  fill.dst = device;
  fill.elementSize = 1;
  fill.width = fill.pitch = 64;
  fill.height = 1;
  OK(cudaGraphAddMemsetNode(&node, graph = newGraph(), nullptr, 0, &fill));
  forDevice(graph);
  cudaGraph_t outer = newGraph();
  OK(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, graph));
  forDevice(outer);
  cudaGraph_t inner = newGraph();
  OK(cudaGraphAddHostNode(&node, inner, nullptr, 0, &host));
  OK(cudaGraphAddChildGraphNode(&node, outer = newGraph(), nullptr, 0, inner));
  cudaGraphExec_t exec = nullptr;
  EXPECT(cudaErrorInvalidValue,
         cudaGraphInstantiate(&exec, outer, cudaGraphInstantiateFlagDeviceLaunch));
  takeMarks();
}

/// A handle that devices cannot know is an address that they cannot read.
static void noGraph() {
  setChild(0, forHost(putting(1)));
  OK(cudaGraphLaunch(forHost(launching(0, 1, kForget)), nullptr));
  EQUAL(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

int main() {
  kinds();
  order();
  itself();
  refusedLaunches();
  limits();
  updates();
  kernels();
  refusedGraphs();
  noGraph();
  return finish("GraphDeviceLaunch");
}
