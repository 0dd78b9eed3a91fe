// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional nodes of graphs.
#include "GraphCheck.h"

/// The value of a handle decides what runs. (Kernels that set it: conformance/runtime/Graph.cu.)
static void conditionalNodes() {
  for (unsigned initial : {0u, 1u, 2u, 3u})
    for (auto type : {CU_GRAPH_COND_TYPE_IF, CU_GRAPH_COND_TYPE_SWITCH}) {
      CUgraph g = newGraph();
      CUgraphConditionalHandle handle = 0;
      OK(cuGraphConditionalHandleCreate(&handle, g, context, initial,
                                        CU_GRAPH_COND_ASSIGN_DEFAULT));
      CHECK(handle != 0);
      CUgraphNodeParams params{};
      params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
      params.conditional.handle = handle;
      params.conditional.type = type;
      params.conditional.size = 2;
      params.conditional.ctx = context;
      CUgraphNode node = nullptr, first = addAffine(g, {}, 0, 1);
      OK(cuGraphAddNode(&node, g, &first, nullptr, 1, &params));
      EQUAL(CU_GRAPH_NODE_TYPE_CONDITIONAL, typeOf(node));
      CHECK(params.conditional.phGraph_out != nullptr);
      for (unsigned i = 0; i < 2 && params.conditional.phGraph_out; ++i)
        addAffine(params.conditional.phGraph_out[i], {}, 10, i + 2);
      addAffine(g, {node}, 10, 7);
      runOnce(g);
      bool isIf = type == CU_GRAPH_COND_TYPE_IF;
      unsigned chosen = isIf ? (initial ? 0 : 1) : initial;
      EQUAL(chosen < 2 ? 107 + (chosen + 2) * 10 : 17, word());
      OK(cuGraphDestroy(g));
    }
  CUgraph g = newGraph(), other = newGraph();
  CUgraphConditionalHandle handle = 0, foreign = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(nullptr, g, context, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, nullptr, context, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, g, context, 0, 2));
  OK(cuGraphConditionalHandleCreate(&foreign, other, context, 0, 0));
  CUgraphNodeParams params{};
  params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  params.conditional.handle = foreign;
  params.conditional.type = CU_GRAPH_COND_TYPE_IF;
  params.conditional.size = 1;
  params.conditional.ctx = context;
  CUgraphNode node = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, g, nullptr, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuGraphConditionalHandleCreate(&handle, g, nullptr, 0, 0)); // seen
  OK(cuGraphConditionalHandleCreate(&handle, g, context, 0, 0));
  params.conditional.handle = handle;
  auto refused = [&](auto change) {
    CUgraphNodeParams bad = params;
    change(bad.conditional);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, g, nullptr, nullptr, 0, &bad));
  };
  using Conditional = CUDA_CONDITIONAL_NODE_PARAMS;
  refused([](Conditional &bad) { bad.size = 0; });
  params.conditional.ctx = nullptr;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuGraphAddNode(&node, g, nullptr, nullptr, 0, &params)); // seen
  params.conditional.ctx = context;
  refused([](Conditional &bad) { bad.size = 3; });
  refused([](Conditional &bad) { bad.type = CU_GRAPH_COND_TYPE_WHILE, bad.size = 2; });
  refused([](Conditional &bad) { bad.type = CUgraphConditionalNodeType(7); });
  OK(cuGraphAddNode(&node, g, nullptr, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, g, nullptr, nullptr, 0, &params)); // taken
  // One executable graph at a time, and no copies.
  addAffine(params.conditional.phGraph_out[0], {}, 10, 1);
  CUgraph clone = nullptr, outer = newGraph();
  CUgraphExec only = instantiated(g), exec = nullptr;
  CUgraphExecUpdateResultInfo info{};
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphInstantiate(&exec, g, 0));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphClone(&clone, g));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphAddChildGraphNode(&node, outer, nullptr, 0, g));
  OK(cuGraphExecUpdate(only, g, &info));
  OK(cuGraphExecDestroy(only));
  OK(cuGraphExecDestroy(instantiated(g)));
  OK(cuGraphDestroy(outer));
  CUDA_GRAPH_INSTANTIATE_PARAMS how{};
  CHECK(cuGraphInstantiateWithParams(&exec, other, &how) != CUDA_SUCCESS); // a handle of no node
  EQUAL(CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED, how.result_out);
  OK(cuGraphDestroy(g));
  OK(cuGraphDestroy(other));
}

int main() {
  setUpGraphs();
  conditionalNodes();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    conditionalNodes();
  });
  return finish("GraphConditions");
}
