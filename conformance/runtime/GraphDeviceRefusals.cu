// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs launched by device code: which launches, graphs and kernels are refused. Needs -rdc=true.
#include "DeviceGraphs.h"

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
  refusedLaunches();
  kernels();
  refusedGraphs();
  noGraph();
  return finish("GraphDeviceRefusals");
}
