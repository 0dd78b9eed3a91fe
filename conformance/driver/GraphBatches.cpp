// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of memory operations: in streams and as nodes.
#include "GraphCheck.h"

using Op = CUstreamBatchMemOpParams;

static Op write32(unsigned index, unsigned value) {
  Op op{};
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op.writeValue.address = words + index * 4;
  op.writeValue.value = value;
  return op;
}
static Op write64(unsigned index, unsigned long long value) {
  Op op{};
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
  op.writeValue.address = words + index * 4;
  op.writeValue.value64 = value;
  return op;
}
static Op wait32(CUdeviceptr address, unsigned value, unsigned flags) {
  Op op{};
  op.waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  op.waitValue.address = address;
  op.waitValue.value = value;
  op.waitValue.flags = flags;
  return op;
}

static void batches() {
  fill(0);
  OK(cuStreamBatchMemOp(stream, 0, nullptr, 0)); // seen
  std::vector<Op> ops = {write32(0, 7),
                         wait32(words, 5, CU_STREAM_WAIT_VALUE_GEQ),
                         write64(2, 0x100000002ull),
                         wait32(words + 8, 2, CU_STREAM_WAIT_VALUE_AND),
                         wait32(words, ~7u - 1, CU_STREAM_WAIT_VALUE_NOR),
                         write32(1, 9)};
  OK(cuStreamBatchMemOp(stream, unsigned(ops.size()), ops.data(), 0));
  EQUAL(7, word(0));
  EQUAL(9, word(1));
  EQUAL(2, word(2));
  EQUAL(1, word(3));
  // As many as there may be, and one more.
  ops.assign(255, write32(4, 1));
  ops[254] = write32(5, 2);
  OK(cuStreamBatchMemOp(stream, 255, ops.data(), 0));
  EQUAL(1, word(4));
  EQUAL(2, word(5));
  ops.push_back(write32(5, 3));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 256, ops.data(), 0));
  if (!onNvidia())
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 1, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 1, ops.data(), 1));
  // What is wrong with one keeps all from being done.
  Op wrong = write32(6, 1);
  wrong.operation = CUstreamBatchMemOpType(77);
  Op two[] = {write32(6, 1), wrong};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 2, two, 0));
  two[1] = write32(6, 1);
  two[1].writeValue.address += 1; // unaligned
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 2, two, 0));
  two[1] = write32(6, 1);
  two[1].writeValue.flags = 0x80;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 2, two, 0));
  two[1] = wait32(words, 0, 0x80);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 2, two, 0));
  EQUAL(0, word(6));
}

static void batchNodes() {
  CUgraph g = newGraph();
  Op ops[2] = {write32(0, 3), write32(1, 4)};
  CUDA_BATCH_MEM_OP_NODE_PARAMS params{}, seen{};
  params.ctx = context;
  params.count = 2;
  params.paramArray = ops;
  CUgraphNode node = nullptr, none = nullptr;
  OK(cuGraphAddBatchMemOpNode(&node, g, nullptr, 0, &params));
  EQUAL(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, typeOf(node));
  addAffine(g, {node}, 10, 5);
  ops[0] = write32(0, 99); // it was copied
  OK(cuGraphBatchMemOpNodeGetParams(node, &seen));
  EQUAL(2, seen.count);
  CHECK(seen.ctx == context);
  EQUAL(0, seen.flags);
  CHECK(seen.paramArray && seen.paramArray != ops);
  EQUAL(CU_STREAM_MEM_OP_WRITE_VALUE_32, seen.paramArray[0].operation);
  EQUAL(3, seen.paramArray[0].writeValue.value);
  fill(0);
  runOnce(g);
  EQUAL(35, word(0));
  EQUAL(4, word(1));
  ops[0] = write64(0, 0x200000006ull);
  params.count = 1;
  OK(cuGraphBatchMemOpNodeSetParams(node, &params));
  OK(cuGraphBatchMemOpNodeGetParams(node, &seen));
  EQUAL(1, seen.count);
  CUgraphExec exec = instantiated(g);
  launch(exec);
  EQUAL(65, word(0));
  EQUAL(2, word(1));
  ops[0] = write64(0, 0x300000007ull);
  OK(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
  launch(exec);
  EQUAL(75, word(0));
  EQUAL(3, word(1));

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(nullptr, g, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&none, nullptr, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&none, g, nullptr, 1, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&none, g, nullptr, 0, nullptr));
  auto bad = params;
  bad.flags = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&none, g, nullptr, 0, &bad));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeSetParams(node, &bad));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecBatchMemOpNodeSetParams(exec, node, &bad));
  bad = params;
  bad.paramArray = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&none, g, nullptr, 0, &bad));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeSetParams(node, &bad));
  bad = params;
  bad.ctx = nullptr; // not the current one
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&none, g, nullptr, 0, &bad)); // seen
  bad = params;
  std::vector<Op> many(256, write32(0, 0));
  bad.count = 256;
  bad.paramArray = many.data();
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&none, g, nullptr, 0, &bad));
  OK(cuGraphAddEmptyNode(&none, g, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeGetParams(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeGetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeGetParams(none, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeSetParams(nullptr, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeSetParams(node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeSetParams(none, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecBatchMemOpNodeSetParams(nullptr, node, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecBatchMemOpNodeSetParams(exec, nullptr, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecBatchMemOpNodeSetParams(exec, node, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecBatchMemOpNodeSetParams(exec, none, &params));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

/// Two threads, a stream each, hand a word to and fro by waits and writes.
static void streamsAndThreads() {
  fill(0);
  auto work = [](unsigned self, unsigned peer) {
    CUstream mine;
    OK(cuStreamCreate(&mine, CU_STREAM_NON_BLOCKING));
    for (unsigned round = 1; round <= 20; ++round) {
      // Word 0 is theirs in turns; word 8 + n says whose turn it is.
      Op ops[2] = {
          wait32(words + 4 * (8 + self), self == 0 ? round - 1 : round, CU_STREAM_WAIT_VALUE_GEQ),
          write32(8 + self, round)};
      OK(cuStreamBatchMemOp(mine, 1, ops, 0));
      Affine kernel(self == 0 ? 1 : 2, 1);
      OK(cuLaunchKernel(affine, 1, 1, 1, 1, 1, 1, 0, mine, kernel.arguments, nullptr));
      ops[0] = write32(8 + peer, round);
      OK(cuStreamBatchMemOp(mine, 1, ops, 0));
    }
    OK(cuStreamSynchronize(mine));
    OK(cuStreamDestroy(mine));
  };
  shareWithTwoThreads([&](int thread) { work(unsigned(thread), unsigned(1 - thread)); });
  unsigned expected = 0;
  for (int round = 0; round < 20; ++round)
    expected = (expected + 1) * 2 + 1;
  EQUAL(expected, word());
}

int main() {
  setUpGraphs();
  batches();
  batchNodes();
  streamsAndThreads();
  onTwoThreads([](int) {
    setUpGraphs();
    batches();
    batchNodes();
  });
  return finish("GraphBatches");
}
