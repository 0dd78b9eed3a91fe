// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executable graphs: how they are made, uploaded and updated as a whole.
#include "GraphCheck.h"

static void making() {
  CUgraph g = newGraph();
  CUgraphNode a = addAffine(g, {}, 0, 1);
  addAffine(g, {a}, 10, 2);
  CUgraphExec exec = nullptr;
  cuuint64_t flags = 77;
  OK(cuGraphInstantiateWithFlags(&exec, g, 0));
  OK(cuGraphExecGetFlags(exec, &flags));
  EQUAL(0, flags);
  OK(cuGraphDestroy(g)); // not needed any more
  launch(exec);
  EQUAL(12, word());
  OK(cuGraphExecDestroy(exec));

  g = newGraph();
  addAffine(g, {}, 0, 3);
  constexpr auto kAutoFree = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
  OK(cuGraphInstantiateWithFlags(&exec, g, kAutoFree));
  OK(cuGraphExecGetFlags(exec, &flags));
  EQUAL(kAutoFree, flags);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphInstantiateWithFlags(&exec, g, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY));
  launch(exec);
  EQUAL(3, word());
  OK(cuGraphExecDestroy(exec));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(nullptr, g, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(&exec, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(&exec, g, 1 << 10));
  // An upload needs a stream.
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphInstantiateWithFlags(&exec, g, CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD));
  EXPECT(
      CUDA_ERROR_INVALID_VALUE,
      cuGraphInstantiateWithFlags(&exec, g, kAutoFree | CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH));

  CUDA_GRAPH_INSTANTIATE_PARAMS params{};
  params.flags = CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD;
  params.hUploadStream = stream;
  params.result_out = CUgraphInstantiateResult(9);
  params.hErrNode_out = a;
  OK(cuGraphInstantiateWithParams(&exec, g, &params));
  EQUAL(CUDA_GRAPH_INSTANTIATE_SUCCESS, params.result_out);
  CHECK(params.hErrNode_out == nullptr);
  launch(exec);
  EQUAL(3, word());
  OK(cuGraphExecDestroy(exec));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(nullptr, g, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&exec, nullptr, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&exec, g, nullptr));
  params.flags = 1 << 10;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&exec, g, &params));
  EQUAL(CUDA_GRAPH_INSTANTIATE_ERROR, params.result_out);

  exec = instantiated(g);
  OK(cuGraphUpload(exec, stream));
  OK(cuGraphUpload(exec, nullptr));
  OK(cuGraphUpload(exec, CU_STREAM_PER_THREAD));
  fill(0);
  OK(cuGraphUpload(exec, stream));
  EQUAL(0, word()); // nothing is run
  launch(exec);
  EQUAL(3, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphUpload(nullptr, stream));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecGetFlags(nullptr, &flags));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecGetFlags(exec, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(nullptr, stream));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecDestroy(nullptr));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

static void updating() {
  CUgraph g = newGraph(), same = newGraph(), shorter = newGraph(), other = newGraph(),
          chain = newGraph();
  CUgraphNode a = addAffine(g, {}, 0, 1);
  addAffine(g, {a}, 10, 2);
  CUgraphExec exec = instantiated(g);
  CUgraphNode b = addAffine(same, {}, 0, 3);
  addAffine(same, {b}, 100, 4);
  CUgraphExecUpdateResultInfo info;
  std::memset(&info, 1, sizeof info);
  OK(cuGraphExecUpdate(exec, same, &info));
  EQUAL(CU_GRAPH_EXEC_UPDATE_SUCCESS, info.result);
  CHECK(info.errorNode == nullptr && info.errorFromNode == nullptr);
  launch(exec);
  EQUAL(304, word());
  // Another number of nodes.
  addAffine(shorter, {}, 0, 9);
  EXPECT(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, shorter, &info));
  EQUAL(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, info.result);
  CHECK(info.errorNode == nullptr);
  // Another type.
  CUgraphNode c = addAffine(other, {}, 0, 9), empty = nullptr;
  OK(cuGraphAddEmptyNode(&empty, other, &c, 1));
  EXPECT(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, other, &info));
  EQUAL(CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, info.result);
  CHECK(info.errorNode == empty);
  // Other edges.
  addAffine(chain, {}, 0, 9);
  addAffine(chain, {}, 0, 9);
  EXPECT(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, chain, &info));
  EQUAL(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, info.result);
  launch(exec); // as before
  EQUAL(304, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecUpdate(nullptr, same, &info));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecUpdate(exec, nullptr, &info));
  OK(cuGraphExecUpdate(exec, same, nullptr)); // seen
  OK(cuGraphExecDestroy(exec));
  for (CUgraph graph : {g, same, shorter, other, chain})
    OK(cuGraphDestroy(graph));
}

/// What may not change with an update: memory of another kind in a copy.
static void parameterChanges() {
  unsigned host = 5;
  CUDA_MEMCPY3D in{}, out{};
  in.srcMemoryType = CU_MEMORYTYPE_HOST;
  in.srcHost = &host;
  in.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  in.dstDevice = words;
  in.WidthInBytes = 4;
  in.Height = in.Depth = 1;
  out = in;
  out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  out.srcDevice = words;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = &host;
  CUgraph g = newGraph(), changed = newGraph();
  CUgraphNode node = nullptr, copy = nullptr;
  OK(cuGraphAddMemcpyNode(&node, g, nullptr, 0, &in, context));
  OK(cuGraphAddMemcpyNode(&copy, changed, nullptr, 0, &out, context));
  CUgraphExec exec = instantiated(g);
  CUgraphExecUpdateResultInfo info{};
  EXPECT(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, changed, &info));
  EQUAL(CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED, info.result);
  CHECK(info.errorNode == copy);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
  OK(cuGraphDestroy(changed));
}

static void childGraphs() {
  CUgraph child = newGraph(), changed = newGraph(), longer = newGraph(), g = newGraph();
  addAffine(child, {}, 10, 2);
  addAffine(changed, {}, 100, 3);
  CUgraphNode node = nullptr, first = addAffine(g, {}, 0, 1);
  OK(cuGraphAddChildGraphNode(&node, g, &first, 1, child));
  CUgraphExec exec = instantiated(g);
  launch(exec);
  EQUAL(12, word());
  OK(cuGraphExecChildGraphNodeSetParams(exec, node, changed));
  launch(exec);
  EQUAL(103, word());
  CUgraphNodeParams params{};
  params.type = CU_GRAPH_NODE_TYPE_GRAPH;
  params.graph.graph = child;
  OK(cuGraphExecNodeSetParams(exec, node, &params));
  launch(exec);
  EQUAL(12, word());
  addAffine(longer, {addAffine(longer, {}, 1, 1)}, 1, 1);
  CHECK(cuGraphExecChildGraphNodeSetParams(exec, node, longer) != CUDA_SUCCESS);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecChildGraphNodeSetParams(nullptr, node, child));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecChildGraphNodeSetParams(exec, nullptr, child));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecChildGraphNodeSetParams(exec, node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecChildGraphNodeSetParams(exec, first, child));
  launch(exec);
  EQUAL(12, word());
  OK(cuGraphExecDestroy(exec));
  for (CUgraph graph : {child, changed, longer, g})
    OK(cuGraphDestroy(graph));
}

/// Launches of one executable graph are one after the other, whatever the streams; updates between
/// them hold for what is launched later.
static void streamsAndThreads() {
  CUstream second;
  OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  CUgraph odd = newGraph(), even = newGraph();
  addAffine(even, {addAffine(even, {}, 3, 1)}, 1, 2);
  addAffine(odd, {addAffine(odd, {}, 5, 3)}, 1, 1);
  CUgraphExec exec = instantiated(even);
  fill(1);
  unsigned expected = 1;
  for (int i = 0; i < 30; ++i) {
    CUgraphExecUpdateResultInfo info{};
    OK(cuGraphExecUpdate(exec, i % 2 ? odd : even, &info));
    OK(cuGraphUpload(exec, i % 3 ? second : stream));
    OK(cuGraphLaunch(exec, i % 3 ? second : stream));
    expected = i % 2 ? expected * 5 + 4 : expected * 3 + 3;
  }
  OK(cuStreamSynchronize(second));
  EQUAL(expected, word());
  OK(cuStreamDestroy(second));
  OK(cuGraphExecDestroy(exec));

  // One graph may be instantiated by several threads in turns; each launches its own.
  fill(0);
  CUgraphExec execs[2] = {instantiated(odd), instantiated(odd)};
  auto work = [&](unsigned index) {
    CUgraph own = newGraph();
    addAffine(own, {addAffine(own, {}, 1, 1, index + 3)}, 1, index, index + 3);
    CUgraphExecUpdateResultInfo info{};
    OK(cuGraphExecUpdate(execs[index], own, &info));
    CUstream mine;
    OK(cuStreamCreate(&mine, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 50; ++i)
      OK(cuGraphLaunch(execs[index], mine));
    OK(cuStreamSynchronize(mine));
    OK(cuStreamDestroy(mine));
    OK(cuGraphDestroy(own));
  };
  shareWithTwoThreads([&](int thread) { work(unsigned(thread)); });
  EQUAL(50, word(3));
  EQUAL(100, word(4));
  for (CUgraphExec made : execs)
    OK(cuGraphExecDestroy(made));
  OK(cuGraphDestroy(odd));
  OK(cuGraphDestroy(even));
}

int main() {
  setUpGraphs();
  making();
  updating();
  parameterChanges();
  childGraphs();
  streamsAndThreads();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    making();
    updating();
    parameterChanges();
    childGraphs();
  });
  return finish("GraphExec");
}
