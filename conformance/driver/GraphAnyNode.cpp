// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions for nodes of all types, with each type that other programs add by its own function.
#include "GraphCheck.h"

static int calls;
static void CUDA_CB call(void *by) { calls += *static_cast<int *>(by); }

static CUgraphNodeParams ofType(CUgraphNodeType type) {
  CUgraphNodeParams params{};
  params.type = type;
  return params;
}
static CUgraphNode add(CUgraph g, const Nodes &after, CUgraphNodeParams params) {
  CUgraphNode node = nullptr;
  OK(cuGraphAddNode(&node, g, after.data(), nullptr, after.size(), &params));
  EQUAL(params.type, typeOf(node));
  return node;
}

/// One of each, in a row; then each changed in the graph, and in the executable graph.
static void everyType() {
  CUgraph g = newGraph(), child = newGraph();
  addAffine(child, {}, 10, 2);
  unsigned host[2] = {7, 8};
  int by = 3, more = 5;
  CUevent event = nullptr, other = nullptr;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&other, CU_EVENT_DISABLE_TIMING));
  auto set = ofType(CU_GRAPH_NODE_TYPE_MEMSET), copy = ofType(CU_GRAPH_NODE_TYPE_MEMCPY),
       function = ofType(CU_GRAPH_NODE_TYPE_HOST), record = ofType(CU_GRAPH_NODE_TYPE_EVENT_RECORD),
       wait = ofType(CU_GRAPH_NODE_TYPE_WAIT_EVENT),
       batch = ofType(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP), inner = ofType(CU_GRAPH_NODE_TYPE_GRAPH),
       empty = ofType(CU_GRAPH_NODE_TYPE_EMPTY);
  set.memset = {words, 0, 1, 4, 2, 1, context};
  copy.memcpy.copyCtx = context;
  copy.memcpy.copyParams.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.memcpy.copyParams.srcHost = host;
  copy.memcpy.copyParams.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.memcpy.copyParams.dstDevice = words + 4;
  copy.memcpy.copyParams.WidthInBytes = 4;
  copy.memcpy.copyParams.Height = copy.memcpy.copyParams.Depth = 1;
  function.host.fn = call;
  function.host.userData = &by;
  record.eventRecord.event = wait.eventWait.event = event;
  CUstreamBatchMemOpParams write{};
  write.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  write.writeValue.address = words + 8;
  write.writeValue.value = 9;
  batch.memOp.ctx = context;
  batch.memOp.count = 1;
  batch.memOp.paramArray = &write;
  inner.graph.graph = child;
  Nodes row = {add(g, {}, set)};
  for (const CUgraphNodeParams &params : {copy, function, record, wait, batch, inner, empty})
    row.push_back(add(g, {row.back()}, params));
  CUgraphExec exec = instantiated(g);
  fill(0);
  calls = 0;
  launch(exec);
  EQUAL(12, word(0));
  EQUAL(7, word(1));
  EQUAL(9, word(2));
  EQUAL(3, calls);

  set.memset.value = 4;
  copy.memcpy.copyParams.srcHost = host + 1;
  function.host.userData = &more;
  record.eventRecord.event = wait.eventWait.event = other;
  write.writeValue.value = 6;
  CUgraphNodeParams changed[] = {set, copy, function, record, wait, batch};
  for (unsigned i = 0; i < 6; ++i)
    OK(cuGraphExecNodeSetParams(exec, row[i], &changed[i]));
  launch(exec);
  EQUAL(42, word(0));
  EQUAL(8, word(1));
  EQUAL(6, word(2));
  EQUAL(8, calls);
  runOnce(g); // as before
  EQUAL(12, word(0));
  EQUAL(11, calls);
  for (unsigned i = 0; i < 6; ++i)
    OK(cuGraphNodeSetParams(row[i], &changed[i]));
  CUevent seen = nullptr;
  OK(cuGraphEventRecordNodeGetEvent(row[3], &seen));
  CHECK(seen == other);
  runOnce(g);
  EQUAL(42, word(0));
  EQUAL(8, word(1));
  EQUAL(16, calls);
  for (unsigned i = 0; i < 6; ++i) { // of the node after it
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetParams(row[i], &changed[(i + 1) % 6]));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecNodeSetParams(exec, row[i], &changed[(i + 1) % 6]));
  }
  OK(cuGraphExecDestroy(exec));

  CUgraphNode none = nullptr;
  auto refused = [&](CUgraphNodeParams bad) {
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&none, g, nullptr, nullptr, 0, &bad));
  };
  refused(ofType(CU_GRAPH_NODE_TYPE_MEMSET));
  refused(ofType(CU_GRAPH_NODE_TYPE_HOST));
  refused(ofType(CU_GRAPH_NODE_TYPE_EVENT_RECORD));
  refused(ofType(CU_GRAPH_NODE_TYPE_WAIT_EVENT));
  refused(ofType(CU_GRAPH_NODE_TYPE_GRAPH));
  refused(ofType(CU_GRAPH_NODE_TYPE_MEM_FREE));
  EQUAL(8, countOf(g));
  OK(cuGraphDestroy(g));
  OK(cuGraphDestroy(child));
  OK(cuEventDestroy(event));
  OK(cuEventDestroy(other));
}

/// A child that is moved is the parent's own graph.
static void moved() {
  CUgraph g = newGraph(), child = newGraph(), seen = nullptr;
  addAffine(child, {}, 10, 2);
  auto params = ofType(CU_GRAPH_NODE_TYPE_GRAPH);
  params.graph.graph = child;
  params.graph.ownership = CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
  CUgraphNode node = add(g, {addAffine(g, {}, 0, 1)}, params);
  OK(cuGraphChildGraphNodeGetGraph(node, &seen));
  CHECK(seen == child);
  runOnce(g);
  EQUAL(12, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(child));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, // owned, seen
         cuGraphAddNode(&node, g, nullptr, nullptr, 0, &params));
  OK(cuGraphDestroy(g));
}

int main() {
  setUpGraphs();
  everyType();
  moved();
  return finish("GraphAnyNode");
}
