// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is told of nodes of every type, by parameters and as a drawing; why an executable graph
// cannot take over another one. Expectations are the driver manual's.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/eventfd.h>
#include <unistd.h>

#include "driver/graph/GraphTestSupport.h"

namespace anywarp::driver {
namespace {

void called(void *) {}

/// A graph with a node of each type, one after the other.
class GraphTell : public GraphApi {
protected:
  void SetUp() override {
    GraphApi::SetUp();
    OK(cuGraphCreate(&child_, 0));
    OK(cuEventCreate(&event_, CU_EVENT_DISABLE_TIMING));
    const CUDA_KERNEL_NODE_PARAMS kernel = launch(5);
    const CUDA_MEMSET_NODE_PARAMS set = clear(1);
    OK(cuGraphAddMemsetNode(next(), child_, nullptr, 0, &set, context_));
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc = {};
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
    desc.handle.fd = eventfd(0, EFD_SEMAPHORE);
    OK(cuImportExternalSemaphore(&semaphore_, &desc));
    nodes_.clear();
    OK(cuGraphAddKernelNode(next(), graph_, nullptr, 0, &kernel));
    const CUDA_MEMCPY3D copy = copyOf(host_, 16);
    OK(cuGraphAddMemcpyNode(next(), graph_, before(), 1, &copy, context_));
    const CUDA_HOST_NODE_PARAMS call = {called, host_};
    OK(cuGraphAddHostNode(next(), graph_, before(), 1, &call));
    OK(cuGraphAddChildGraphNode(next(), graph_, before(), 1, child_));
    OK(cuGraphAddEmptyNode(next(), graph_, before(), 1));
    OK(cuGraphAddEventRecordNode(next(), graph_, before(), 1, event_));
    OK(cuGraphAddEventWaitNode(next(), graph_, before(), 1, event_));
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal = {};
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = {};
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signals = {&semaphore_, &signal, 1};
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = {&semaphore_, &wait, 1};
    OK(cuGraphAddExternalSemaphoresSignalNode(next(), graph_, before(), 1, &signals));
    OK(cuGraphAddExternalSemaphoresWaitNode(next(), graph_, before(), 1, &waits));
    CUDA_MEM_ALLOC_NODE_PARAMS wanted = {};
    wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, device_};
    wanted.bytesize = 4096;
    OK(cuGraphAddMemAllocNode(next(), graph_, before(), 1, &wanted));
    allocated_ = wanted.dptr;
    OK(cuGraphAddMemFreeNode(next(), graph_, before(), 1, allocated_));
    CUstreamBatchMemOpParams write = {};
    write.writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, memory_, {9}, 0, 0};
    const CUDA_BATCH_MEM_OP_NODE_PARAMS batch = {context_, 1, &write, 0};
    OK(cuGraphAddBatchMemOpNode(next(), graph_, before(), 1, &batch));
    OK(cuGraphConditionalHandleCreate(&condition_, graph_, context_, 0, 0));
    CUgraphNodeParams params = conditional(condition_, CU_GRAPH_COND_TYPE_WHILE);
    OK(cuGraphAddNode(next(), graph_, before(), nullptr, 1, &params));
    body_ = params.conditional.phGraph_out[0];
  }
  void TearDown() override {
    OK(cuGraphDestroy(child_));
    OK(cuDestroyExternalSemaphore(semaphore_));
    OK(cuEventDestroy(event_));
    GraphApi::TearDown();
  }
  CUgraphNode *next() { return &nodes_.emplace_back(); }
  const CUgraphNode *before() { return &nodes_[nodes_.size() - 2]; }
  CUgraphNodeParams told(size_t i, CUgraphNodeType type) {
    CUgraphNodeParams params = {};
    EXPECT_EQ(CUDA_SUCCESS, cuGraphNodeGetParams(nodes_[i], &params)) << i;
    EXPECT_EQ(type, params.type) << i;
    return params;
  }
  std::string drawn(unsigned flags) {
    const std::string path = testing::TempDir() + "anywarp-" + std::to_string(getpid()) + ".dot";
    EXPECT_EQ(CUDA_SUCCESS, cuGraphDebugDotPrint(graph_, path.c_str(), flags));
    std::ifstream file(path);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    std::filesystem::remove(path);
    return text;
  }

  CUgraph child_ = nullptr, body_ = nullptr;
  CUevent event_ = nullptr;
  CUexternalSemaphore semaphore_ = nullptr;
  CUgraphConditionalHandle condition_ = 0;
  CUdeviceptr allocated_ = 0;
  unsigned host_[4] = {1, 2, 3, 4};
  std::vector<CUgraphNode> nodes_;
};

TEST_F(GraphTell, EveryTypeTellsItsParameters) {
  EXPECT_EQ(fill_, told(0, CU_GRAPH_NODE_TYPE_KERNEL).kernel.func);
  const CUgraphNodeParams copied = told(1, CU_GRAPH_NODE_TYPE_MEMCPY);
  EXPECT_EQ(host_, copied.memcpy.copyParams.srcHost);
  EXPECT_EQ(context_, copied.memcpy.copyCtx);
  const CUgraphNodeParams calls = told(2, CU_GRAPH_NODE_TYPE_HOST);
  EXPECT_EQ(called, calls.host.fn);
  EXPECT_EQ(host_, calls.host.userData);
  CUgraph inner;
  OK(cuGraphChildGraphNodeGetGraph(nodes_[3], &inner));
  EXPECT_EQ(inner, told(3, CU_GRAPH_NODE_TYPE_GRAPH).graph.graph);
  (void)told(4, CU_GRAPH_NODE_TYPE_EMPTY);
  EXPECT_EQ(event_, told(5, CU_GRAPH_NODE_TYPE_EVENT_RECORD).eventRecord.event);
  EXPECT_EQ(event_, told(6, CU_GRAPH_NODE_TYPE_WAIT_EVENT).eventWait.event);
  const CUgraphNodeParams signals = told(7, CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL);
  EXPECT_EQ(1u, signals.extSemSignal.numExtSems);
  EXPECT_EQ(semaphore_, signals.extSemSignal.extSemArray[0]);
  EXPECT_EQ(semaphore_, told(8, CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT).extSemWait.extSemArray[0]);
  const CUgraphNodeParams allocates = told(9, CU_GRAPH_NODE_TYPE_MEM_ALLOC);
  EXPECT_EQ(allocated_, allocates.alloc.dptr);
  EXPECT_EQ(4096u, allocates.alloc.bytesize);
  EXPECT_EQ(allocated_, told(10, CU_GRAPH_NODE_TYPE_MEM_FREE).free.dptr);
  const CUgraphNodeParams batch = told(11, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  EXPECT_EQ(1u, batch.memOp.count);
  EXPECT_EQ(9u, batch.memOp.paramArray[0].writeValue.value);
  const CUgraphNodeParams condition = told(12, CU_GRAPH_NODE_TYPE_CONDITIONAL);
  EXPECT_EQ(condition_, condition.conditional.handle);
  EXPECT_EQ(CU_GRAPH_COND_TYPE_WHILE, condition.conditional.type);
  EXPECT_EQ(1u, condition.conditional.size);
  EXPECT_EQ(body_, condition.conditional.phGraph_out[0]);
}

TEST_F(GraphTell, ADrawingHasWhatTheFlagsAskFor) {
  const std::string plain = drawn(0), verbose = drawn(CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE),
                    handles = drawn(CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES);
  for (const char *type : {"KERNEL", "MEMCPY", "HOST", "GRAPH", "EMPTY", "EVENT_RECORD",
                           "EVENT_WAIT", "EXT_SEMAS_SIGNAL", "EXT_SEMAS_WAIT", "MEM_ALLOC",
                           "MEM_FREE", "BATCH_MEM_OP", "CONDITIONAL", "MEMSET"})
    for (const std::string *text : {&plain, &verbose, &handles})
      EXPECT_NE(std::string::npos, text->find(std::string("{") + type + "|")) << type;
  char place[64];
  std::snprintf(place, sizeof place, "event %p", static_cast<void *>(event_));
  struct Detail {
    CUgraphDebugDot_flags flag;
    std::string text;
  };
  const Detail details[] = {{CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS, "block 16,1,1"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES, "cooperative 0"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS, "extent 16,1,1"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS, "element 4 bytes"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS, "function 0x"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS, place},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS, "1 semaphores"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS, "1 semaphores"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS, "4096 bytes at"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS, "|at 0x"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS, "1 operations"},
                            {CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS, "1 bodies"}};
  for (const Detail &detail : details) {
    EXPECT_EQ(std::string::npos, plain.find(detail.text)) << detail.text;
    EXPECT_NE(std::string::npos, verbose.find(detail.text)) << detail.text;
    EXPECT_NE(std::string::npos, drawn(detail.flag).find(detail.text)) << detail.text;
  }
  EXPECT_NE(std::string::npos, plain.find("host to device, 16 bytes"));
  EXPECT_NE(std::string::npos, plain.find("WHILE"));
  EXPECT_EQ(std::string::npos, plain.find("node 0x"));
  EXPECT_NE(std::string::npos, handles.find("node 0x"));
  FAILS(OPERATING_SYSTEM, cuGraphDebugDotPrint(graph_, "/no/such/folder/graph.dot", 0));
}

TEST_F(GraphTell, OlderFormsOfKernelNodesAreNarrower) {
  CUDA_KERNEL_NODE_PARAMS_v1 params = {}, seen = {};
  const CUDA_KERNEL_NODE_PARAMS wide = launch(3);
  params.func = wide.func;
  params.gridDimX = params.gridDimY = params.gridDimZ = 1;
  params.blockDimX = 4;
  params.blockDimY = params.blockDimZ = 1;
  params.kernelParams = wide.kernelParams;
  using Params = CUDA_KERNEL_NODE_PARAMS_v1;
  auto add =
      formOf<CUresult (*)(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const Params *)>(
          "cuGraphAddKernelNode", 10000);
  auto get = formOf<CUresult (*)(CUgraphNode, Params *)>("cuGraphKernelNodeGetParams", 10000);
  auto set = formOf<CUresult (*)(CUgraphNode, const Params *)>("cuGraphKernelNodeSetParams", 10000);
  auto change = formOf<CUresult (*)(CUgraphExec, CUgraphNode, const Params *)>(
      "cuGraphExecKernelNodeSetParams", 10010);
  CUgraph graph;
  CUgraphNode node;
  OK(cuGraphCreate(&graph, 0));
  OK(add(&node, graph, nullptr, 0, &params));
  OK(get(node, &seen));
  EXPECT_EQ(fill_, seen.func);
  EXPECT_EQ(4u, seen.blockDimX);
  params.blockDimX = 2;
  OK(set(node, &params));
  OK(get(node, &seen));
  EXPECT_EQ(2u, seen.blockDimX);
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  run(exec);
  EXPECT_EQ((std::vector<unsigned>{3, 4, 0}), read(memory_, 3));
  params.blockDimX = 3;
  OK(change(exec, node, &params));
  run(exec);
  EXPECT_EQ(5u, word(2));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

/// Two graphs of one node each, and why the second cannot stand for the first.
class GraphUpdates : public GraphApi {
protected:
  template <typename Add> CUgraph graphOf(Add add) {
    CUgraph graph = nullptr;
    CUgraphNode node = nullptr;
    EXPECT_EQ(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
    EXPECT_EQ(CUDA_SUCCESS, add(graph, node));
    graphs_.push_back(graph);
    last_ = node;
    return graph;
  }
  CUgraph kernelGraph(CUfunction function, unsigned value = 1) {
    return graphOf([&](CUgraph graph, CUgraphNode &node) {
      CUDA_KERNEL_NODE_PARAMS params = launch(value);
      params.func = function;
      if (function != fill_)
        params.kernelParams = nullptr;
      return cuGraphAddKernelNode(&node, graph, nullptr, 0, &params);
    });
  }
  CUgraph setGraph(CUdeviceptr to, unsigned height = 1) {
    return graphOf([&](CUgraph graph, CUgraphNode &node) {
      CUDA_MEMSET_NODE_PARAMS params = clear(4);
      params.dst = to;
      params.height = height;
      params.pitch = 32;
      params.width = height > 1 ? 4 : 16;
      return cuGraphAddMemsetNode(&node, graph, nullptr, 0, &params, context_);
    });
  }
  CUgraphExecUpdateResultInfo refused(CUgraph from, CUgraph to) {
    CUgraphExec exec = nullptr;
    CUgraphExecUpdateResultInfo info = {};
    EXPECT_EQ(CUDA_SUCCESS, cuGraphInstantiate(&exec, from, 0));
    EXPECT_EQ(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, to, &info));
    EXPECT_EQ(CUDA_SUCCESS, cuGraphExecDestroy(exec));
    return info;
  }
  void TearDown() override {
    for (CUgraph each : graphs_)
      OK(cuGraphDestroy(each));
    GraphApi::TearDown();
  }
  std::vector<CUgraph> graphs_;
  CUgraphNode last_ = nullptr;
};

TEST_F(GraphUpdates, TypesAreTheSame) {
  const CUgraph kernel = kernelGraph(fill_), set = setGraph(memory_);
  const CUgraphExecUpdateResultInfo info = refused(kernel, set);
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, info.result);
  EXPECT_EQ(last_, info.errorNode);
}

TEST_F(GraphUpdates, TopologyIsTheSame) {
  const CUgraph one = setGraph(memory_), two = setGraph(memory_);
  CUgraphNode second;
  const CUDA_MEMSET_NODE_PARAMS set = clear(1);
  OK(cuGraphAddMemsetNode(&second, two, &last_, 1, &set, context_));
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, refused(one, two).result);
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, refused(two, one).result);
}

TEST_F(GraphUpdates, FillsStayFlatOrRectangles) {
  const CUgraph flat = setGraph(memory_), rectangle = setGraph(memory_, 2);
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED, refused(flat, rectangle).result);
}

TEST_F(GraphUpdates, TheOlderFormTellsTheNode) {
  auto update =
      formOf<CUresult (*)(CUgraphExec, CUgraph, CUgraphNode *, CUgraphExecUpdateResult *)>(
          "cuGraphExecUpdate", 10020);
  const CUgraph kernel = kernelGraph(fill_), other = kernelGraph(fill_, 6), set = setGraph(memory_);
  CUgraphExec exec;
  CUgraphNode offender = nullptr;
  CUgraphExecUpdateResult why;
  OK(cuGraphInstantiate(&exec, kernel, 0));
  FAILS(GRAPH_EXEC_UPDATE_FAILURE, update(exec, set, &offender, &why));
  EXPECT_EQ(last_, offender);
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, why);
  OK(update(exec, other, &offender, &why));
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_SUCCESS, why);
  run(exec);
  EXPECT_EQ(6u, word(0));
  OK(cuGraphExecDestroy(exec));
}

TEST_F(GraphUpdates, InstantiationTellsWhyInWords) {
  auto instantiate = formOf<CUresult (*)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t)>(
      "cuGraphInstantiate", 10000);
  const CUgraph graph = setGraph(memory_);
  CUgraphNode offender = last_, second;
  char log[16];
  std::memset(log, 'x', sizeof log);
  CUgraphExec exec;
  OK(instantiate(&exec, graph, &offender, log, sizeof log));
  EXPECT_STREQ("", log);
  OK(cuGraphExecDestroy(exec));
  const CUDA_MEMSET_NODE_PARAMS set = clear(1);
  OK(cuGraphAddMemsetNode(&second, graph, &last_, 1, &set, context_));
  OK(cuGraphAddDependencies(graph, &second, &last_, nullptr, 1)); // a cycle
  EXPECT_NE(CUDA_SUCCESS, instantiate(&exec, graph, &offender, log, sizeof log));
  EXPECT_NE('\0', log[0]);
  EXPECT_EQ('\0', log[sizeof log - 1]); // cut, and ended
}

TEST_F(GraphUpdates, BodiesOfConditionsAreComparedToo) {
  auto graphWith = [&](CUgraphConditionalNodeType type, unsigned value) {
    return graphOf([&](CUgraph graph, CUgraphNode &node) {
      CUgraphConditionalHandle handle;
      EXPECT_EQ(CUDA_SUCCESS, cuGraphConditionalHandleCreate(&handle, graph, context_, 1,
                                                             CU_GRAPH_COND_ASSIGN_DEFAULT));
      CUgraphNodeParams params = conditional(handle, type);
      const CUresult result = cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &params);
      CUgraphNode inner;
      const CUDA_KERNEL_NODE_PARAMS kernel = launch(value);
      EXPECT_EQ(CUDA_SUCCESS, cuGraphAddKernelNode(&inner, params.conditional.phGraph_out[0],
                                                   nullptr, 0, &kernel));
      return result;
    });
  };
  const CUgraph first = graphWith(CU_GRAPH_COND_TYPE_IF, 10),
                same = graphWith(CU_GRAPH_COND_TYPE_IF, 20),
                other = graphWith(CU_GRAPH_COND_TYPE_SWITCH, 10);
  EXPECT_EQ(CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED, refused(first, other).result);
  CUgraphExec exec;
  CUgraphExecUpdateResultInfo info;
  OK(cuGraphInstantiate(&exec, first, 0));
  OK(cuGraphExecUpdate(exec, same, &info));
  run(exec);
  EXPECT_EQ(20u, word(0));
  OK(cuGraphExecDestroy(exec));
}

} // namespace
} // namespace anywarp::driver
