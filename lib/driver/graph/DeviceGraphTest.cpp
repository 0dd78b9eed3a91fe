// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that device code launches, kernel nodes that it changes, and kernels that it launches.
// Expectations are the programming guide's (sections "Device Graph Launch" and "Dynamic
// Parallelism") and the runtime manual's.
#include <driver_types.h>

#include "driver/graph/GraphTestSupport.h"

namespace anywarp::driver {
namespace {

/// A kernel that calls a function of the device runtime and stores what that answers. Its
/// parameters are the place of the answer and the function's. `types`: i 32 bits, l 64 bits, d
/// dim3.
std::string caller(const std::string &function, const std::string &types) {
  std::string declared, params, locals, loads, names;
  for (size_t i = 0; i < types.size(); ++i) {
    const std::string number = std::to_string(i), name = "a" + number;
    const std::string type = types[i] == 'd'   ? ".align 4 .b8 "
                             : types[i] == 'i' ? ".b32 "
                                               : ".b64 ";
    const std::string size = types[i] == 'd' ? "[12]" : "";
    const char *comma = i ? ", " : "";
    declared += comma + (".param " + type) + name + size;
    params += ", .param " + type + "p" + number + size;
    locals += ".param " + type + name + size + "; ";
    names += comma + name;
    if (types[i] == 'l')
      loads += "ld.param.b64 %d, [p" + number + "]; st.param.b64 [" + name + "], %d;\n";
    for (int at = 0; types[i] != 'l' && at < (types[i] == 'd' ? 12 : 4); at += 4)
      loads += "ld.param.b32 %r, [p" + number + "+" + std::to_string(at) + "]; st.param.b32 [" +
               name + "+" + std::to_string(at) + "], %r;\n";
  }
  return ".extern .func (.param .b32 r) cuda" + function + "(" + declared + ");\n.visible .entry " +
         function + "(.param .u64 to" + params + ") {\n.reg .b32 %r; .reg .b64 %d;\n{ " + locals +
         ".param .b32 r;\n" + loads + "call (r), cuda" + function + ", (" + names +
         ");\nld.param.b32 %r, [r]; }\nld.param.u64 %d, [to]; st.global.u32 [%d], %r; ret; }\n";
}

/// Launches `put`, which stores 77, in the stream that it is given.
constexpr const char *kParent = R"(
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 f, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);
.visible .entry put(.param .u64 to, .param .u32 value) {
  .reg .b32 %r; .reg .b64 %d;
  ld.param.u64 %d, [to]; ld.param.u32 %r, [value]; st.global.u32 [%d], %r; ret;
}
.visible .entry parent(.param .u64 to, .param .u64 flag, .param .u64 stream) {
  .reg .pred %p; .reg .b32 %r; .reg .b64 %d<5>;
  ld.param.u64 %d1, [to]; ld.param.u64 %d2, [stream]; mov.u64 %d3, put;
  { .param .b64 f; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s; .param .b64 r;
    st.param.b64 [f], %d3;
    st.param.b32 [g], 1; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
    st.param.b32 [b], 1; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1; st.param.b32 [s], 0;
    call (r), __cudaCDP2GetParameterBufferV2, (f, g, b, s); ld.param.b64 %d4, [r]; }
  st.u64 [%d4], %d1; st.u32 [%d4+8], 77;
  { .param .b64 p; .param .b64 s; .param .b32 r;
    st.param.b64 [p], %d4; st.param.b64 [s], %d2;
    call (r), __cudaCDP2LaunchDeviceV2, (p, s); ld.param.b32 %r, [r]; }
  ld.param.u64 %d1, [flag]; setp.eq.u64 %p, %d1, 0; @%p ret;
wait: ld.volatile.global.u32 %r, [%d1]; setp.eq.u32 %p, %r, 0; @%p bra wait;
  ret;
}
)";

constexpr uint64_t kTail = uint64_t(1) << 56, kForget = uint64_t(2) << 56,
                   kSibling = uint64_t(3) << 56;

class DeviceGraph : public GraphApi {
protected:
  void SetUp() override {
    GraphApi::SetUp();
    std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";
    text += caller("GraphLaunch", "ll") + caller("GraphKernelNodeSetParam", "llll") +
            caller("GraphKernelNodeSetEnabled", "li") + caller("GraphKernelNodeSetGridDim", "ld") +
            caller("GraphKernelNodeUpdatesApply", "ll") + kParent;
    OK(cuModuleLoadData(&device_, text.c_str()));
    answer_ = words(1, 99);
  }
  void TearDown() override {
    OK(cuCtxSynchronize());
    OK(cuMemFree(answer_));
    OK(cuModuleUnload(device_));
    GraphApi::TearDown();
  }
  static CUgraphExec instantiated(CUgraph graph, unsigned long long flags = 0) {
    CUgraphExec exec = nullptr;
    EXPECT_EQ(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, flags));
    return exec;
  }
  /// One that devices may launch: `fill` with the value, from the first word on.
  CUgraphExec filling(unsigned value, bool isUploaded = true) {
    CUgraph graph;
    CUgraphNode node;
    EXPECT_EQ(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
    const CUDA_KERNEL_NODE_PARAMS params = launch(value);
    EXPECT_EQ(CUDA_SUCCESS, cuGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    const CUgraphExec exec = instantiated(graph, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH);
    if (isUploaded)
      EXPECT_EQ(CUDA_SUCCESS, cuGraphUpload(exec, nullptr));
    EXPECT_EQ(CUDA_SUCCESS, cuGraphDestroy(graph));
    return exec;
  }
  /// A graph for the host, of one kernel that launches `exec`.
  CUgraphExec launching(CUgraphExec exec, uint64_t stream) {
    CUgraph graph;
    CUgraphNode node;
    void *arguments[] = {&answer_, &exec, &stream};
    EXPECT_EQ(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
    CUDA_KERNEL_NODE_PARAMS params = launch(0);
    params.func = kernel(device_, "GraphLaunch");
    params.blockDimX = 1;
    params.kernelParams = arguments;
    EXPECT_EQ(CUDA_SUCCESS, cuGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    const CUgraphExec made = instantiated(graph);
    EXPECT_EQ(CUDA_SUCCESS, cuGraphDestroy(graph));
    return made;
  }
  /// Of one thread, outside of graphs: what the function answers.
  template <typename... T> unsigned ask(const char *name, T... values) {
    void *arguments[] = {&answer_, &values...};
    EXPECT_EQ(CUDA_SUCCESS, cuLaunchKernel(kernel(device_, name), 1, 1, 1, 1, 1, 1, 0, nullptr,
                                           arguments, nullptr));
    return read(answer_, 1)[0];
  }
  unsigned ran(CUgraphExec launcher) {
    EXPECT_EQ(CUDA_SUCCESS, cuMemsetD32(memory_, 0, 16));
    run(launcher);
    return read(answer_, 1)[0];
  }

  CUmodule device_ = nullptr;
  CUdeviceptr answer_ = 0;
};

TEST_F(DeviceGraph, WhatWaitsForTheLauncherWaitsForAll) {
  const CUgraphExec filler = filling(5);
  for (uint64_t stream : {kTail, kForget, kSibling}) {
    const CUgraphExec launcher = launching(filler, stream);
    for (int times = 0; times < 2; ++times) {
      EXPECT_EQ(unsigned(cudaSuccess), ran(launcher));
      EXPECT_EQ((std::vector<unsigned>{5, 6, 7, 8, 0}), read(memory_, 5));
    }
    OK(cuGraphExecDestroy(launcher));
  }
  OK(cuGraphExecDestroy(filler));
}

TEST_F(DeviceGraph, OnlyWhatWasUploadedIsLaunched) {
  const CUgraphExec filler = filling(5, /*isUploaded=*/false);
  const CUgraphExec launcher = launching(filler, kForget), nothing = launching(nullptr, kTail),
                    nowhere = launching(filler, 0);
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), ran(launcher));
  EXPECT_EQ(0u, word(0));
  run(filler); // that uploads it
  EXPECT_EQ(unsigned(cudaSuccess), ran(launcher));
  EXPECT_EQ(5u, word(0));
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), ran(nothing));
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), ran(nowhere)); // no stream of graphs
  OK(cuGraphExecDestroy(filler));
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), ran(launcher));
  for (CUgraphExec each : {launcher, nothing, nowhere})
    OK(cuGraphExecDestroy(each));
}

TEST_F(DeviceGraph, KernelsThatLaunchGraphsAreNodes) {
  uint64_t none = 0;
  void *arguments[] = {&answer_, &none, &none};
  FAILS(NOT_SUPPORTED, cuLaunchKernel(kernel(device_, "GraphLaunch"), 1, 1, 1, 1, 1, 1, 0, nullptr,
                                      arguments, nullptr));
}

TEST_F(DeviceGraph, NotEveryGraphSuitsADevice) {
  auto refused = [&](unsigned long long flags = CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) {
    CUgraphExec exec;
    CUDA_GRAPH_INSTANTIATE_PARAMS params = {};
    params.flags = flags;
    EXPECT_EQ(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&exec, graph_, &params));
    return params;
  };
  auto names = [&](CUgraphNode node) {
    const CUDA_GRAPH_INSTANTIATE_PARAMS params = refused();
    EXPECT_EQ(CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, params.result_out);
    EXPECT_EQ(node, params.hErrNode_out);
    EXPECT_EQ(CUDA_SUCCESS, cuGraphDestroyNode(node));
  };
  EXPECT_EQ(CUDA_GRAPH_INSTANTIATE_ERROR, refused().result_out); // "must contain nodes"
  EXPECT_EQ(CUDA_GRAPH_INSTANTIATE_ERROR, refused(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH |
                                                  CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH)
                                              .result_out);
  CUgraphNode node, child;
  OK(cuGraphAddEmptyNode(&node, graph_, nullptr, 0));
  names(node);
  CUDA_HOST_NODE_PARAMS call = {[](void *) {}, nullptr};
  OK(cuGraphAddHostNode(&node, graph_, nullptr, 0, &call));
  names(node);
  CUevent event;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuGraphAddEventRecordNode(&node, graph_, nullptr, 0, event));
  names(node);
  OK(cuEventDestroy(event));
  uint64_t none = 0;
  void *arguments[] = {&memory_, &none, &none};
  CUDA_KERNEL_NODE_PARAMS params = launch(0);
  params.func = kernel(device_, "parent"); // launches kernels
  params.kernelParams = arguments;
  OK(cuGraphAddKernelNode(&node, graph_, nullptr, 0, &params));
  names(node);
  // Copies are of device memory or pinned, and not of arrays.
  unsigned pageable[4] = {};
  void *pinned;
  OK(cuMemAllocHost(&pinned, 16));
  CUDA_MEMCPY3D copy = copyOf(pageable, 16);
  OK(cuGraphAddMemcpyNode(&node, graph_, nullptr, 0, &copy, context_));
  names(node);
  copy.srcHost = pinned;
  OK(cuGraphAddMemcpyNode(&node, graph_, nullptr, 0, &copy, context_));
  const CUgraphExec exec = instantiated(graph_, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH);
  cuuint64_t flags = 0;
  OK(cuGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(cuuint64_t(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH), flags);
  OK(cuGraphExecDestroy(exec));
  CUgraph empty;
  OK(cuGraphCreate(&empty, 0));
  OK(cuGraphAddChildGraphNode(&child, graph_, &node, 1, empty));
  names(child);
  OK(cuGraphDestroy(empty));
  OK(cuMemFreeHost(pinned));
}

/// A node of `fill` in graph_ that device code may change.
class UpdatedNode : public DeviceGraph {
protected:
  void SetUp() override {
    DeviceGraph::SetUp();
    CUDA_KERNEL_NODE_PARAMS params = launch(5, 64);
    params.blockDimX = 1;
    params.gridDimX = 2;
    OK(cuGraphAddKernelNode(&node_, graph_, nullptr, 0, &params));
    CUkernelNodeAttrValue value = {};
    value.deviceUpdatableKernelNode.deviceUpdatable = 1;
    OK(cuGraphKernelNodeSetAttribute(node_, kUpdatable, &value));
    handle_ = uint64_t(value.deviceUpdatableKernelNode.devNode);
    ASSERT_NE(0u, handle_);
    value_ = words(1, 40);
  }
  void TearDown() override {
    OK(cuMemFree(value_));
    DeviceGraph::TearDown();
  }
  std::vector<unsigned> filled(CUgraphExec exec) {
    EXPECT_EQ(CUDA_SUCCESS, cuMemsetD32(memory_, 0, 16));
    run(exec);
    return read(memory_, 4);
  }
  using Words = std::vector<unsigned>;
  static constexpr auto kUpdatable = CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE;
  CUgraphNode node_ = nullptr;
  uint64_t handle_ = 0;
  CUdeviceptr value_ = 0;
};

TEST_F(UpdatedNode, HasOneExecutableGraphAndNoCopy) {
  CUkernelNodeAttrValue seen = {};
  OK(cuGraphKernelNodeGetAttribute(node_, kUpdatable, &seen));
  EXPECT_EQ(1, seen.deviceUpdatableKernelNode.deviceUpdatable);
  EXPECT_EQ(handle_, uint64_t(seen.deviceUpdatableKernelNode.devNode));
  seen = {};
  FAILS(NOT_SUPPORTED, cuGraphKernelNodeSetAttribute(node_, kUpdatable, &seen)); // no way back
  FAILS(NOT_SUPPORTED, cuGraphDestroyNode(node_));
  CUgraph clone;
  FAILS(NOT_SUPPORTED, cuGraphClone(&clone, graph_));
  CUgraphExec exec = instantiated(graph_), second;
  FAILS(NOT_SUPPORTED, cuGraphInstantiate(&second, graph_, 0));
  CUgraphExecUpdateResultInfo info;
  FAILS(NOT_SUPPORTED, cuGraphExecUpdate(exec, graph_, &info));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphExecDestroy(instantiated(graph_)));
}

TEST_F(UpdatedNode, DeviceCodeChangesWhatWasUploaded) {
  const uint64_t four = 4;
  const CUgraphExec exec = instantiated(graph_);
  const auto setValue = [&](uint64_t offset, uint64_t size) {
    return ask("GraphKernelNodeSetParam", handle_, offset, uint64_t(value_), size);
  };
  struct Grid {
    unsigned x, y, z;
  };
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), setValue(8, four)); // not loaded yet
  EXPECT_EQ((Words{5, 6, 0, 0}), filled(exec));
  EXPECT_EQ(unsigned(cudaSuccess), setValue(8, four));
  EXPECT_EQ((Words{40, 41, 0, 0}), filled(exec));
  EXPECT_EQ((Words{40, 41, 0, 0}), filled(exec)); // it stays
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), setValue(16, four));
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), setValue(14, four));
  EXPECT_EQ(unsigned(cudaSuccess), ask("GraphKernelNodeSetGridDim", handle_, Grid{3, 1, 1}));
  EXPECT_EQ((Words{40, 41, 42, 0}), filled(exec));
  EXPECT_EQ(unsigned(cudaErrorInvalidValue),
            ask("GraphKernelNodeSetGridDim", handle_, Grid{0, 1, 1}));
  EXPECT_EQ(unsigned(cudaErrorInvalidValue),
            ask("GraphKernelNodeSetGridDim", handle_, Grid{1, 70000, 1}));
  EXPECT_EQ((Words{40, 41, 42, 0}), filled(exec));
  EXPECT_EQ(unsigned(cudaSuccess), ask("GraphKernelNodeSetEnabled", handle_, 0u));
  EXPECT_EQ((Words{0, 0, 0, 0}), filled(exec));
  unsigned enabled = 9;
  OK(cuGraphNodeGetEnabled(exec, node_, &enabled));
  EXPECT_EQ(1u, enabled); // as the host has set it
  EXPECT_EQ(unsigned(cudaSuccess), ask("GraphKernelNodeSetEnabled", handle_, 1u));
  EXPECT_EQ((Words{40, 41, 42, 0}), filled(exec));
  OK(cuGraphNodeSetEnabled(exec, node_, 1)); // the host's change replaces the device's
  EXPECT_EQ((Words{5, 6, 0, 0}), filled(exec));
  OK(cuGraphExecDestroy(exec));
}

TEST_F(UpdatedNode, SeveralChangesAreMadeInTheirOrder) {
  const CUgraphExec exec = instantiated(graph_);
  OK(cuGraphUpload(exec, nullptr));
  CUdeviceptr list;
  OK(cuMemAllocManaged(&list, 3 * sizeof(cudaGraphKernelNodeUpdate), CU_MEM_ATTACH_GLOBAL));
  auto *updates = reinterpret_cast<cudaGraphKernelNodeUpdate *>(list);
  for (int i = 0; i < 3; ++i)
    updates[i].node = reinterpret_cast<cudaGraphDeviceNode_t>(handle_);
  updates[0].field = cudaGraphKernelNodeFieldParam;
  updates[0].updateData.param.pValue = reinterpret_cast<const void *>(value_);
  updates[0].updateData.param.offset = 8;
  updates[0].updateData.param.size = 4;
  for (unsigned i : {1u, 2u}) {
    updates[i].field = cudaGraphKernelNodeFieldGridDim;
    updates[i].updateData.gridDim.x = 2 + i;
    updates[i].updateData.gridDim.y = updates[i].updateData.gridDim.z = 1;
  }
  const auto apply = [&](uint64_t count) {
    return ask("GraphKernelNodeUpdatesApply", uint64_t(list), count);
  };
  EXPECT_EQ(unsigned(cudaSuccess), apply(3));
  EXPECT_EQ((Words{40, 41, 42, 43}), filled(exec));
  updates[2].updateData.gridDim.x = 0; // all or none
  updates[1].updateData.gridDim.x = 1;
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), apply(3));
  EXPECT_EQ((Words{40, 41, 42, 43}), filled(exec));
  updates[2].field = cudaGraphKernelNodeFieldInvalid;
  EXPECT_EQ(unsigned(cudaErrorInvalidValue), apply(3));
  updates[2].field = cudaGraphKernelNodeFieldEnabled;
  updates[2].updateData.isEnabled = 0;
  EXPECT_EQ(unsigned(cudaSuccess), apply(3));
  EXPECT_EQ((Words{0, 0, 0, 0}), filled(exec));
  EXPECT_EQ(unsigned(cudaErrorInvalidValue),
            ask("GraphKernelNodeUpdatesApply", uint64_t(0), uint64_t(0)));
  OK(cuMemFree(list));
  OK(cuGraphExecDestroy(exec));
}

TEST_F(DeviceGraph, CapturedLaunchesMayBeUpdatable) {
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE;
  attribute.value.deviceUpdatableKernelNode.deviceUpdatable = 1;
  CUlaunchConfig config = {1, 1, 1, 1, 1, 1, 0, nullptr, &attribute, 1};
  (void)launch(5);                                                             // the arguments
  FAILS(NOT_SUPPORTED, cuLaunchKernelEx(&config, fill_, arguments_, nullptr)); // no node
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  config.hStream = stream;
  OK(cuLaunchKernelEx(&config, fill_, arguments_, nullptr));
  CUgraph captured;
  OK(cuStreamEndCapture(stream, &captured));
  EXPECT_NE(nullptr, attribute.value.deviceUpdatableKernelNode.devNode);
  OK(cuGraphDestroy(captured));
  OK(cuStreamDestroy(stream));
}

TEST_F(DeviceGraph, ChildrenRunBeforeTheirParentIsOver) {
  for (uint64_t stream : {0, 3, 4}) { // default, tail, fire and forget
    uint64_t none = 0;
    void *arguments[] = {&memory_, &none, &stream};
    OK(cuMemsetD32(memory_, 0, 16));
    OK(cuLaunchKernel(kernel(device_, "parent"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    EXPECT_EQ(77u, word(0));
  }
  uint64_t stream = 4;
  void *arguments[] = {&memory_, &memory_, &stream}; // waits for what its child writes
  OK(cuMemsetD32(memory_, 0, 16));
  OK(cuLaunchKernel(kernel(device_, "parent"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_EQ(77u, word(0));
  // Of the device runtime nothing is cooperative.
  FAILS(NOT_PERMITTED, cuLaunchCooperativeKernel(kernel(device_, "parent"), 1, 1, 1, 1, 1, 1, 0,
                                                 nullptr, arguments));
}

} // namespace
} // namespace anywarp::driver
