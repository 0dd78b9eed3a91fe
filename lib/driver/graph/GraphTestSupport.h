// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What unit tests of graphs share: an empty graph, a kernel and 16 words for its nodes.
#pragma once

#include "driver/TestSupport.h"

namespace anywarp::driver {

class GraphApi : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    OK(cuModuleLoadData(&module_, kKernels));
    fill_ = kernel(module_, "fill");
    memory_ = words(16);
    OK(cuGraphCreate(&graph_, 0));
  }
  void TearDown() override {
    OK(cuGraphDestroy(graph_));
    OK(cuMemFree(memory_));
    OK(cuModuleUnload(module_));
    DeviceTest::TearDown();
  }

  CUDA_KERNEL_NODE_PARAMS launch(unsigned value, unsigned count = 4) {
    value_ = value;
    count_ = count;
    CUDA_KERNEL_NODE_PARAMS params = {};
    params.func = fill_;
    params.gridDimX = params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = 16;
    params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments_;
    return params;
  }
  CUDA_MEMSET_NODE_PARAMS clear(unsigned value) const {
    CUDA_MEMSET_NODE_PARAMS params = {};
    params.dst = memory_;
    params.value = value;
    params.elementSize = 4;
    params.width = 16;
    params.height = 1;
    return params;
  }
  /// From the host to the words.
  CUDA_MEMCPY3D copyOf(const void *host, size_t bytes) const {
    CUDA_MEMCPY3D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory_;
    copy.WidthInBytes = bytes;
    copy.Height = copy.Depth = 1;
    return copy;
  }
  CUgraphNodeParams conditional(CUgraphConditionalHandle handle, CUgraphConditionalNodeType type,
                                unsigned size = 1) const {
    CUgraphNodeParams params = {};
    params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    params.conditional.ctx = context_;
    return params;
  }
  void run(CUgraphExec exec) {
    OK(cuGraphLaunch(exec, nullptr));
    OK(cuStreamSynchronize(nullptr));
  }
  unsigned word(size_t at) { return read(memory_, 16)[at]; }

  CUmodule module_ = nullptr;
  CUfunction fill_ = nullptr;
  CUdeviceptr memory_ = 0;
  CUgraph graph_ = nullptr;
  unsigned value_ = 0, count_ = 0;
  void *arguments_[3] = {&memory_, &value_, &count_};
};

} // namespace anywarp::driver
