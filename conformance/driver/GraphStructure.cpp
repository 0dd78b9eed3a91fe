// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs as structures: nodes and their lists, copies and child graphs, and what a graph prints as.
#include "GraphCheck.h"

static void adding() {
  CUgraph g = newGraph(), other = newGraph();
  CUgraphNode a = empty(g), node = nullptr, foreign = empty(other);
  EQUAL(CU_GRAPH_NODE_TYPE_EMPTY, typeOf(a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(nullptr, g, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&node, nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&node, g, nullptr, 1));
  CUgraphNode nothing = nullptr, twice[] = {a, a};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&node, g, &nothing, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&node, g, twice, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&node, g, &foreign, 1));
  EQUAL(1, countOf(g));                     // nothing of that is left behind
  OK(cuGraphAddEmptyNode(&node, g, &a, 0)); // no dependencies, whatever the array
  size_t roots = 0;
  OK(cuGraphGetRootNodes(g, nullptr, &roots));
  EQUAL(2, roots);
  OK(cuGraphDestroy(g));
  OK(cuGraphDestroy(other));
}

static void lists() {
  CUgraph g = newGraph();
  size_t count = 7;
  CUgraphNode nodes[6];
  OK(cuGraphGetNodes(g, nullptr, &count));
  EQUAL(0, count);
  count = 7;
  OK(cuGraphGetEdges(g, nullptr, nullptr, nullptr, &count));
  EQUAL(0, count);
  CUgraphNode a = empty(g), b = empty(g), c = empty(g, {a, b}), d = empty(g, {c});
  OK(cuGraphGetNodes(g, nullptr, &count));
  EQUAL(4, count);
  // A larger array than needed: the rest is null, and the count is what there is.
  for (CUgraphNode &node : nodes)
    node = a;
  OK(cuGraphGetNodes(g, nodes, &(count = 6)));
  EQUAL(4, count);
  CHECK(nodes[0] == a && nodes[1] == b && nodes[2] == c && nodes[3] == d);
  CHECK(nodes[4] == nullptr && nodes[5] == nullptr);
  // A smaller one: what fits.
  nodes[2] = d;
  OK(cuGraphGetNodes(g, nodes, &(count = 2)));
  EQUAL(2, count);
  CHECK(nodes[2] == d);
  OK(cuGraphGetRootNodes(g, nodes, &(count = 6))); // in no order that the manual tells
  EQUAL(2, count);
  CHECK((nodes[0] == a && nodes[1] == b) || (nodes[0] == b && nodes[1] == a));
  CHECK(nodes[2] == nullptr && nodes[5] == nullptr);
  OK(cuGraphNodeGetDependencies(c, nodes, nullptr, &(count = 6)));
  EQUAL(2, count);
  CHECK(nodes[0] == a && nodes[1] == b && nodes[2] == nullptr);
  OK(cuGraphNodeGetDependentNodes(b, nodes, nullptr, &(count = 6)));
  EQUAL(1, count);
  CHECK(nodes[0] == c && nodes[1] == nullptr);
  OK(cuGraphNodeGetDependentNodes(d, nullptr, nullptr, &count));
  EQUAL(0, count);
  OK(cuGraphNodeGetDependencies(a, nullptr, nullptr, &count));
  EQUAL(0, count);
  CUgraphNode from[6], to[6];
  CUgraphEdgeData data[6];
  std::memset(data, 1, sizeof data);
  OK(cuGraphGetEdges(g, from, to, data, &(count = 6)));
  EQUAL(3, count);
  for (size_t i = 0; i < count; ++i) {
    EQUAL(0, data[i].type);
    EQUAL(0, data[i].from_port);
    EQUAL(0, data[i].to_port);
  }
  CHECK(from[0] == a && to[0] == c && from[1] == b && to[1] == c && from[2] == c && to[2] == d);
  CHECK(from[3] == nullptr && to[3] == nullptr);
  CUgraphNode e = empty(g, {b, a}); // edges come by where they start (seen)
  OK(cuGraphGetEdges(g, from, to, nullptr, &(count = 6)));
  EQUAL(5, count);
  CHECK(from[0] == a && to[0] == c && from[1] == a && to[1] == e && from[2] == b && to[2] == c);

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetNodes(nullptr, nodes, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetNodes(g, nodes, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetRootNodes(nullptr, nodes, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetRootNodes(g, nodes, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges(nullptr, from, to, nullptr, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges(g, from, to, nullptr, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges(g, from, nullptr, nullptr, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges(g, nullptr, to, nullptr, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges(g, nullptr, nullptr, data, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetDependencies(nullptr, nodes, nullptr, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetDependencies(c, nodes, nullptr, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetDependencies(c, nullptr, data, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetDependentNodes(nullptr, nodes, nullptr, &count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetDependentNodes(c, nodes, nullptr, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetDependentNodes(c, nullptr, data, &count));
  OK(cuGraphDestroy(g));
}

static void clones() {
  CUgraph g = newGraph(), clone = nullptr, unrelated = newGraph();
  CUgraphNode a = addAffine(g, {}, 1, 1), b = addAffine(g, {a}, 10, 2), found = nullptr;
  OK(cuGraphClone(&clone, g));
  EQUAL(2, countOf(clone));
  OK(cuGraphNodeFindInClone(&found, a, clone));
  CHECK(found && found != a);
  size_t count = 1;
  CUgraphNode dependent = nullptr, foundB = nullptr;
  OK(cuGraphNodeGetDependentNodes(found, &dependent, nullptr, &count));
  OK(cuGraphNodeFindInClone(&foundB, b, clone));
  CHECK(dependent == foundB);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphClone(nullptr, g));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphClone(&unrelated, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(nullptr, a, clone));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&found, nullptr, clone));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&found, a, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&found, a, unrelated));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&found, a, g));
  // A node that the clone has lost, and one that came later.
  CUgraphNode later = empty(g);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&found, later, clone));
  OK(cuGraphDestroyNode(foundB));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&found, b, clone));
  OK(cuGraphDestroy(g)); // the clone stays
  fill(6);
  runOnce(clone);
  EQUAL(7, word());
  OK(cuGraphDestroy(clone));
  OK(cuGraphDestroy(unrelated));
}

static void children() {
  CUgraph child = newGraph(), g = newGraph(), inner = nullptr;
  CUgraphNode a = addAffine(child, {}, 10, 2), node = nullptr, found = nullptr;
  CUgraphNode first = addAffine(g, {}, 1, 1);
  OK(cuGraphAddChildGraphNode(&node, g, &first, 1, child));
  addAffine(g, {node}, 10, 3);
  EQUAL(CU_GRAPH_NODE_TYPE_GRAPH, typeOf(node));
  OK(cuGraphChildGraphNodeGetGraph(node, &inner));
  CHECK(inner && inner != child);
  OK(cuGraphNodeFindInClone(&found, a, inner)); // it was cloned
  addAffine(child, {a}, 0, 99);                 // not any more of the parent
  EQUAL(1, countOf(inner));
  fill(0);
  runOnce(g);
  EQUAL(123, word());
  addAffine(inner, {found}, 1, 100); // of the parent
  fill(0);
  runOnce(g);
  EQUAL(1123, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(inner)); // its node owns it
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddChildGraphNode(nullptr, g, nullptr, 0, child));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddChildGraphNode(&found, nullptr, nullptr, 0, child));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddChildGraphNode(&found, g, nullptr, 0, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddChildGraphNode(&found, g, nullptr, 1, child));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphChildGraphNodeGetGraph(first, &inner));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphChildGraphNodeGetGraph(nullptr, &inner));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphChildGraphNodeGetGraph(node, nullptr));
  OK(cuGraphDestroy(child));
  OK(cuGraphDestroy(g));
  // An empty child.
  child = newGraph();
  g = newGraph();
  OK(cuGraphAddChildGraphNode(&node, g, nullptr, 0, child));
  addAffine(g, {node}, 0, 8);
  runOnce(g);
  EQUAL(8, word());
  OK(cuGraphDestroy(child));
  OK(cuGraphDestroy(g));
}

static void printing() {
  CUgraph g = newGraph();
  CUgraphNode a = addAffine(g, {}, 1, 1);
  addAffine(g, {a}, 10, 2);
  char path[] = "/tmp/graph-dot-XXXXXX";
  close(mkstemp(path));
  for (unsigned flags : {0u, unsigned(CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE)}) {
    OK(cuGraphDebugDotPrint(g, path, flags));
    std::string text;
    if (FILE *file = std::fopen(path, "r")) {
      for (int c; (c = std::fgetc(file)) != EOF;)
        text += char(c);
      std::fclose(file);
    }
    CHECK(text.find("digraph") != std::string::npos);
    CHECK(text.find("affine") != std::string::npos);
    CHECK(text.find("->") != std::string::npos);
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphDebugDotPrint(nullptr, path, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphDebugDotPrint(g, nullptr, 0));
  EXPECT(CUDA_ERROR_OPERATING_SYSTEM, cuGraphDebugDotPrint(g, "/no/such/folder/graph.dot", 0));
  std::remove(path);
  OK(cuGraphDestroy(g));
}

/// Many nodes: a chain, beside it a thousand that one waits for.
static void large() {
  CUgraph g = newGraph();
  Nodes wide;
  CUgraphNode last = addAffine(g, {}, 0, 0);
  for (int i = 0; i < 2000; ++i)
    last = addAffine(g, {last}, 3, 1);
  for (unsigned i = 0; i < 1000; ++i)
    wide.push_back(empty(g));
  wide.push_back(last);
  last = addAffine(g, wide, 1, 5);
  EQUAL(3002, countOf(g));
  EQUAL(3001, edgesOf(g));
  size_t count = 0;
  OK(cuGraphNodeGetDependencies(last, nullptr, nullptr, &count));
  EQUAL(1001, count);
  Nodes seen(1001);
  OK(cuGraphNodeGetDependencies(last, seen.data(), nullptr, &count));
  CHECK(seen == wide);
  OK(cuGraphGetRootNodes(g, nullptr, &count));
  EQUAL(1001, count);
  unsigned expected = 0;
  for (int i = 0; i < 2000; ++i)
    expected = expected * 3 + 1;
  CUgraph clone = nullptr;
  OK(cuGraphClone(&clone, g));
  OK(cuGraphDestroy(g));
  runOnce(clone);
  EQUAL(expected + 5, word());
  OK(cuGraphDestroy(clone));
}

/// Two branches are unordered to each other, but both come before what joins them: also in launches
/// to two streams. Different threads work on different graphs.
static void streamsAndThreads() {
  CUgraph g = newGraph();
  CUgraphNode top = addAffine(g, {}, 0, 1), left = addAffine(g, {top}, 1, 2, 1),
              right = addAffine(g, {top}, 1, 3, 2);
  addAffine(g, {left, right}, 10, 4);
  CUgraphExec exec = instantiated(g);
  CUstream second;
  OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  fill(0);
  for (int i = 0; i < 40; ++i)
    OK(cuGraphLaunch(exec, i % 2 ? second : stream));
  OK(cuStreamSynchronize(second));
  EQUAL(14, word());
  EQUAL(80, word(1));
  EQUAL(120, word(2));
  OK(cuStreamDestroy(second));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));

  fill(0);
  auto work = [](unsigned index) {
    for (int round = 0; round < 20; ++round) {
      CUgraph own = newGraph(), clone = nullptr;
      CUgraphNode last = addAffine(own, {}, 1, 1, index);
      for (int i = 0; i < 10; ++i)
        last = addAffine(own, {last}, 1, 1, index);
      OK(cuGraphClone(&clone, own));
      OK(cuGraphDestroy(own));
      CUgraphExec made = instantiated(clone);
      CUstream mine;
      OK(cuStreamCreate(&mine, CU_STREAM_NON_BLOCKING));
      OK(cuGraphLaunch(made, mine));
      OK(cuStreamSynchronize(mine));
      OK(cuStreamDestroy(mine));
      OK(cuGraphExecDestroy(made));
      OK(cuGraphDestroy(clone));
    }
  };
  shareWithTwoThreads([&](int thread) { work(unsigned(thread) + 3); });
  EQUAL(220, word(3));
  EQUAL(220, word(4));
}

int main() {
  setUpGraphs();
  adding();
  lists();
  clones();
  children();
  printing();
  large();
  streamsAndThreads();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    adding();
    lists();
    clones();
    children();
    printing();
  });
  return finish("GraphStructure");
}
