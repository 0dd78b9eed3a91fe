// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of a library behaves as a kernel: all blocks run, streams keep its order, graphs capture it,
// and a fault is the context's error.
#include "library/Work.h"

#include <gtest/gtest.h>
#include <vector>

using namespace anywarp;

namespace {
struct Fill {
  uint64_t *to;
  uint64_t value;
};
void fill(const Fill &fill, library::Block block) {
  fill.to[block.index] = fill.value + block.index * block.count;
}
struct Add {
  uint64_t *to;
};
void addOne(const Add &add, library::Block block) { ++add.to[block.index]; }

struct Memory {
  explicit Memory(size_t words) : words(words) {
    EXPECT_EQ(library::cu().cuMemAlloc(&address, words * 8), CUDA_SUCCESS);
  }
  ~Memory() { library::cu().cuMemFree(address); }
  uint64_t *get() const { return reinterpret_cast<uint64_t *>(address); }
  std::vector<uint64_t> read() const {
    std::vector<uint64_t> host(words);
    EXPECT_EQ(library::cu().cuMemcpyDtoH(host.data(), address, words * 8), CUDA_SUCCESS);
    return host;
  }
  const size_t words;
  CUdeviceptr address = 0;
};

struct Work : testing::Test {
  void SetUp() override {
    ASSERT_EQ(library::ensureContext(), CUDA_SUCCESS);
    ASSERT_EQ(library::cu().cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  }
  void TearDown() override { library::cu().cuStreamDestroy(stream); }
  CUstream stream = nullptr;
};

TEST_F(Work, EveryBlockRunsOnceInOrderOfTheStream) {
  constexpr size_t kBlocks = 100003;
  Memory memory(kBlocks);
  ASSERT_EQ(library::launch<fill>("fill", stream, kBlocks, Fill{memory.get(), 7}), CUDA_SUCCESS);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(library::launch<addOne>("addOne", stream, kBlocks, Add{memory.get()}), CUDA_SUCCESS);
  ASSERT_EQ(library::synchronize(stream), CUDA_SUCCESS);
  const std::vector<uint64_t> host = memory.read();
  for (size_t i = 0; i < kBlocks; ++i)
    ASSERT_EQ(host[i], 7 + i * kBlocks + 3);
}

TEST_F(Work, NothingToDoIsSuccess) {
  EXPECT_EQ(library::launch<addOne>("addOne", stream, 0, Add{nullptr}), CUDA_SUCCESS);
  EXPECT_EQ(library::synchronize(stream), CUDA_SUCCESS);
}

TEST_F(Work, IsCapturedAsAKernelNode) {
  Memory memory(16);
  const auto &cu = library::cu();
  ASSERT_EQ(library::launch<fill>("fill", stream, 16, Fill{memory.get(), 0}), CUDA_SUCCESS);
  ASSERT_EQ(library::synchronize(stream), CUDA_SUCCESS);
  ASSERT_EQ(cu.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  EXPECT_TRUE(library::isCapturing(stream));
  ASSERT_EQ(library::launch<addOne>("addOne", stream, 16, Add{memory.get()}), CUDA_SUCCESS);
  CUgraph graph;
  ASSERT_EQ(cu.cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
  EXPECT_FALSE(library::isCapturing(stream));
  size_t count = 1;
  CUgraphNode node;
  ASSERT_EQ(cu.cuGraphGetNodes(graph, &node, &count), CUDA_SUCCESS);
  ASSERT_EQ(count, 1u);
  CUgraphNodeType type;
  ASSERT_EQ(cu.cuGraphNodeGetType(node, &type), CUDA_SUCCESS);
  EXPECT_EQ(type, CU_GRAPH_NODE_TYPE_KERNEL);
  EXPECT_EQ(memory.read()[3], 48u); // not run yet
  CUgraphExec exec;
  ASSERT_EQ(cu.cuGraphInstantiateWithFlags(&exec, graph, 0), CUDA_SUCCESS);
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(cu.cuGraphLaunch(exec, stream), CUDA_SUCCESS);
  ASSERT_EQ(library::synchronize(stream), CUDA_SUCCESS);
  EXPECT_EQ(memory.read()[3], 50u);
  cu.cuGraphExecDestroy(exec);
  cu.cuGraphDestroy(graph);
}

TEST_F(Work, ScratchFollowsTheStream) {
  Memory memory(4);
  {
    library::Scratch scratch(stream, 32);
    ASSERT_EQ(scratch.result(), CUDA_SUCCESS);
    ASSERT_EQ(library::launch<fill>("fill", stream, 4, Fill{scratch.get<uint64_t>(), 5}),
              CUDA_SUCCESS);
    ASSERT_EQ(library::cu().cuMemcpyDtoDAsync(
                  memory.address, reinterpret_cast<CUdeviceptr>(scratch.get()), 32, stream),
              CUDA_SUCCESS);
  }
  ASSERT_EQ(library::synchronize(stream), CUDA_SUCCESS);
  EXPECT_EQ(memory.read(), (std::vector<uint64_t>{5, 9, 13, 17}));
}

// Last: the context is lost.
TEST_F(Work, ZFaultIsTheContextsError) {
  ASSERT_EQ(library::launch<addOne>("addOne", stream, 1, Add{reinterpret_cast<uint64_t *>(64)}),
            CUDA_SUCCESS);
  EXPECT_EQ(library::synchronize(stream), CUDA_ERROR_ILLEGAL_ADDRESS);
}
} // namespace
