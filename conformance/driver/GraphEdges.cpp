// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The edges of graphs: their lists and data, and what goes with a node.
#include "GraphCheck.h"

static void edges() {
  CUgraph g = newGraph(), other = newGraph();
  CUgraphNode a = addAffine(g, {}, 1, 1), b = addAffine(g, {}, 10, 2), c = addAffine(g, {b}, 10, 3);
  CUgraphNode foreign = empty(other);
  OK(cuGraphAddDependencies(g, &a, &b, nullptr, 1));
  fill(0);
  runOnce(g);
  EQUAL(123, word());
  OK(cuGraphAddDependencies(g, nullptr, nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(nullptr, &a, &c, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, nullptr, &c, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, nullptr, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &a, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &b, nullptr, 1)); // there already
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &foreign, &a, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &foreign, nullptr, 1));
  // None is added if one has no nodes that can be joined; those before one that is there already
  // are.
  CUgraphNode from[] = {a, b}, to[] = {c, b};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, from, to, nullptr, 2)); // seen
  EQUAL(2, edgesOf(g));
  from[1] = foreign;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, from, to, nullptr, 2)); // seen
  EQUAL(2, edgesOf(g));
  from[1] = a;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, from, to, nullptr, 2)); // seen
  EQUAL(3, edgesOf(g));
  OK(cuGraphRemoveDependencies(g, &a, &c, nullptr, 1));
  // A cycle is found when the graph is instantiated.
  OK(cuGraphAddDependencies(g, &c, &a, nullptr, 1));
  EQUAL(3, edgesOf(g));
  CUgraphExec exec = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(&exec, g, 0));
  CUDA_GRAPH_INSTANTIATE_PARAMS params{};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&exec, g, &params));
  EQUAL(CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE, params.result_out);
  CHECK(params.hErrNode_out == a || params.hErrNode_out == b || params.hErrNode_out == c);
  OK(cuGraphRemoveDependencies(g, &c, &a, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(g, &c, &a, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(nullptr, &a, &b, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(g, nullptr, &b, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(g, &a, nullptr, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(g, &foreign, &b, nullptr, 1));
  OK(cuGraphRemoveDependencies(g, nullptr, nullptr, nullptr, 0));
  CUgraphNode starts[] = {b, a}, ends[] = {c, c};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(g, starts, ends, nullptr, 2)); // seen
  EQUAL(1, edgesOf(g)); // likewise
  OK(cuGraphAddDependencies(g, &b, &c, nullptr, 1));
  starts[1] = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(g, starts, ends, nullptr, 2)); // seen
  EQUAL(2, edgesOf(g));
  // a -> b -> c becomes b -> c -> a.
  OK(cuGraphRemoveDependencies(g, &a, &b, nullptr, 1));
  OK(cuGraphAddDependencies(g, &c, &a, nullptr, 1));
  fill(0);
  runOnce(g);
  EQUAL(24, word()); // (0 * 10 + 2) * 10 + 3 + 1
  OK(cuGraphDestroy(g));
  OK(cuGraphDestroy(other));
}

static void edgeData() {
  CUgraph g = newGraph();
  CUgraphNode a = addAffine(g, {}, 1, 1), b = addAffine(g, {}, 10, 2), e = empty(g), node[2];
  CUgraphEdgeData order{}, seen[2] = {};
  order.from_port = CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &e, &b, &order, 1)); // no kernel
  OK(cuGraphAddDependencies(g, &a, &b, &order, 1));
  size_t count = 2;
  // A query that would lose the data of an edge fails.
  EXPECT(CUDA_ERROR_LOSSY_QUERY, cuGraphNodeGetDependencies(b, node, nullptr, &count));
  EXPECT(CUDA_ERROR_LOSSY_QUERY, cuGraphNodeGetDependentNodes(a, node, nullptr, &(count = 2)));
  CUgraphNode to[2];
  EXPECT(CUDA_ERROR_LOSSY_QUERY, cuGraphGetEdges(g, node, to, nullptr, &(count = 2)));
  OK(cuGraphNodeGetDependencies(b, node, seen, &(count = 2)));
  EQUAL(1, count);
  EQUAL(CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER, seen[0].from_port);
  seen[0] = {};
  OK(cuGraphNodeGetDependentNodes(a, node, seen, &(count = 2)));
  EQUAL(CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER, seen[0].from_port);
  OK(cuGraphRemoveDependencies(g, &a, &b, &order, 1));
  EQUAL(0, edgesOf(g));
  // The manual says that the data have to be the edge's. They need not.
  OK(cuGraphAddDependencies(g, &a, &b, &order, 1));
  OK(cuGraphRemoveDependencies(g, &a, &b, nullptr, 1)); // seen
  OK(cuGraphAddDependencies(g, &a, &b, nullptr, 1));
  OK(cuGraphRemoveDependencies(g, &a, &b, &order, 1)); // seen
  EQUAL(0, edgesOf(g));
  CUgraphEdgeData bad{};
  bad.type = 9;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &b, &bad, 1));
  bad = {};
  bad.to_port = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &b, &bad, 1));
  bad = {};
  bad.from_port = 9;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &b, &bad, 1));
  bad = {};
  bad.reserved[0] = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &b, &bad, 1));
  EQUAL(0, edgesOf(g));
  OK(cuGraphDestroy(g));
}

static void removing() {
  CUgraph g = newGraph();
  CUgraphNode a = addAffine(g, {}, 1, 1), b = addAffine(g, {a}, 10, 2),
              c = addAffine(g, {b}, 10, 3);
  CUgraphExec before = instantiated(g);
  OK(cuGraphDestroyNode(b));
  EQUAL(2, countOf(g));
  EQUAL(0, edgesOf(g)); // its edges go with it; its neighbours are not joined
  OK(cuGraphAddDependencies(g, &a, &c, nullptr, 1));
  fill(0);
  runOnce(g);
  EQUAL(13, word());
  fill(0);
  launch(before); // as it was
  EQUAL(123, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphDestroyNode(nullptr));
  OK(cuGraphExecDestroy(before));
  OK(cuGraphDestroyNode(a));
  OK(cuGraphDestroyNode(c));
  EQUAL(0, countOf(g));
  fill(5);
  runOnce(g); // an empty graph
  EQUAL(5, word());
  OK(cuGraphDestroy(g));
}

int main() {
  setUpGraphs();
  edges();
  edgeData();
  removing();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    edges();
    edgeData();
    removing();
  });
  return finish("GraphEdges");
}
