// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Capture into graphs that exist, and what a capture tells of itself.
#include "GraphCheck.h"

#include <atomic>
#include <thread>

static void CUDA_CB nothing(void *) {}

static void enqueue(CUstream at, unsigned m, unsigned a, unsigned index = 0) {
  Affine kernel(m, a, index);
  OK(cuLaunchKernel(affine, 1, 1, 1, 1, 1, 1, 0, at, kernel.arguments, nullptr));
}

struct Info {
  CUstreamCaptureStatus status = CUstreamCaptureStatus(-1);
  cuuint64_t id = 0;
  CUgraph graph = nullptr;
  const CUgraphNode *dependencies = nullptr;
  const CUgraphEdgeData *data = nullptr;
  size_t count = ~size_t(0);

  explicit Info(CUstream at) {
    OK(cuStreamGetCaptureInfo(at, &status, &id, &graph, &dependencies, &data, &count));
  }
};

static void intoGraph() {
  CUgraph g = newGraph(), result = nullptr, other = newGraph();
  CUgraphNode a = addAffine(g, {}, 0, 1), b = addAffine(g, {}, 0, 5, 1),
              foreign = addAffine(other, {}, 0, 1);
  CUgraphNode both[] = {a, b, a}; // one twice: counts once (seen)
  constexpr auto kMode = CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
  OK(cuStreamBeginCaptureToGraph(stream, g, both, nullptr, 3, kMode));
  {
    Info info(stream);
    EQUAL(CU_STREAM_CAPTURE_STATUS_ACTIVE, info.status);
    CHECK(info.graph == g && info.id != 0);
    EQUAL(2, info.count);
    CHECK(info.dependencies && info.dependencies[0] == a && info.dependencies[1] == b);
  }
  enqueue(stream, 10, 2);
  {
    Info info(stream);
    EQUAL(1, info.count);
    CHECK(info.dependencies && info.dependencies[0] != a);
    if (info.dependencies) {
      size_t count = 0;
      OK(cuGraphNodeGetDependencies(info.dependencies[0], nullptr, nullptr, &count));
      EQUAL(2, count);
    }
  }
  EXPECT(CUDA_ERROR_ILLEGAL_STATE,
         cuStreamBeginCaptureToGraph(stream, other, nullptr, nullptr, 0, kMode));
  OK(cuStreamEndCapture(stream, &result));
  CHECK(result == g);
  EQUAL(3, countOf(g));
  // Once more into the same graph, now without dependencies.
  OK(cuStreamBeginCaptureToGraph(stream, g, nullptr, nullptr, 0, kMode));
  enqueue(stream, 0, 8, 2);
  OK(cuStreamEndCapture(stream, &result));
  size_t roots = 0;
  OK(cuGraphGetRootNodes(g, nullptr, &roots));
  EQUAL(3, roots);
  fill(0);
  runOnce(g);
  EQUAL(12, word());
  EQUAL(5, word(1));
  EQUAL(8, word(2));

  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0, kMode));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamBeginCaptureToGraph(stream, g, nullptr, nullptr, 1, kMode));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamBeginCaptureToGraph(stream, g, &foreign, nullptr, 1, kMode));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamBeginCaptureToGraph(stream, g, nullptr, nullptr, 0, CUstreamCaptureMode(3)));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         cuStreamBeginCaptureToGraph(CU_STREAM_LEGACY, g, nullptr, nullptr, 0, kMode));
  Info info(stream);
  EQUAL(CU_STREAM_CAPTURE_STATUS_NONE, info.status);
  OK(cuGraphDestroy(g));
  OK(cuGraphDestroy(other));
}

static void info() {
  CUstreamCaptureStatus status = CUstreamCaptureStatus(-1);
  OK(cuStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, nullptr, nullptr));
  EQUAL(CU_STREAM_CAPTURE_STATUS_NONE, status);
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamGetCaptureInfo(stream, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  Info first(stream), again(stream);
  EQUAL(0, first.count);
  CHECK(first.id == again.id && first.graph == again.graph && first.graph);
  CUgraph g = nullptr;
  OK(cuStreamEndCapture(stream, &g));
  CHECK(g == first.graph);
  EQUAL(0, countOf(g));
  OK(cuGraphDestroy(g));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  Info second(stream);
  CHECK(second.id != first.id); // each capture has its own
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(stream));
  OK(cuStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, nullptr, nullptr));
  EQUAL(CU_STREAM_CAPTURE_STATUS_INVALIDATED, status);
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
         cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, 0));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &g));
  CHECK(g == nullptr);
  // The legacy stream would have to wait for a stream that blocks with it.
  CUstream blocking;
  OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
  OK(cuStreamBeginCapture(blocking, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
         cuStreamGetCaptureInfo(CU_STREAM_LEGACY, &status, nullptr, nullptr, nullptr, nullptr,
                                nullptr));
  OK(cuStreamEndCapture(blocking, &g)); // the question has not broken it
  OK(cuGraphDestroy(g));
  OK(cuStreamDestroy(blocking));
}

static void dependencies() {
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  enqueue(stream, 0, 1);
  Info now(stream);
  CUgraph g = now.graph, other = newGraph();
  // A node that the program adds itself becomes what the next one waits for.
  CUgraphNode captured = now.dependencies ? now.dependencies[0] : nullptr;
  CUgraphNode own = addAffine(g, {captured}, 10, 2), side = addAffine(g, {}, 0, 6, 1);
  CUgraphNode foreign = addAffine(other, {}, 0, 1);
  OK(cuStreamUpdateCaptureDependencies(stream, &own, nullptr, 1,
                                       CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  OK(cuStreamUpdateCaptureDependencies(stream, &side, nullptr, 1,
                                       CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
  {
    Info after(stream);
    EQUAL(2, after.count);
    CHECK(after.dependencies && after.dependencies[0] == own && after.dependencies[1] == side);
  }
  OK(cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0,
                                       CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamUpdateCaptureDependencies(stream, &own, nullptr, 1, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamUpdateCaptureDependencies(stream, &foreign, nullptr, 1, 0));
  CUgraphNode repeated[] = {own, side, own};
  OK(cuStreamUpdateCaptureDependencies(stream, repeated, nullptr, 3, 1)); // seen
  EQUAL(2, Info(stream).count);
  enqueue(stream, 10, 3);
  OK(cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0,
                                       CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  Info none(stream);
  EQUAL(0, none.count);
  enqueue(stream, 0, 9, 2); // a root
  OK(cuStreamEndCapture(stream, &g));
  size_t roots = 0;
  OK(cuGraphGetRootNodes(g, nullptr, &roots));
  EQUAL(3, roots);
  fill(0);
  runOnce(g);
  EQUAL(123, word());
  EQUAL(6, word(1));
  EQUAL(9, word(2));
  EXPECT(CUDA_ERROR_ILLEGAL_STATE,
         cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, 0));
  OK(cuGraphDestroy(g));
  OK(cuGraphDestroy(other));
}

/// A second stream takes part; so do batches of memory operations and calls of the host.
static void twoStreams() {
  CUstream second;
  OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  CUevent fork, join;
  OK(cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));
  CUgraph target = newGraph(), g = nullptr;
  OK(cuStreamBeginCaptureToGraph(stream, target, nullptr, nullptr, 0,
                                 CU_STREAM_CAPTURE_MODE_GLOBAL));
  enqueue(stream, 0, 1);
  OK(cuEventRecord(fork, stream));
  OK(cuStreamWaitEvent(second, fork, 0));
  Info one(stream), two(second);
  CHECK(one.id == two.id && two.graph == target);
  EQUAL(CU_STREAM_CAPTURE_STATUS_ACTIVE, two.status);
  enqueue(second, 0, 5, 1);
  CUstreamBatchMemOpParams op{};
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op.writeValue.address = words + 8;
  op.writeValue.value = 33;
  OK(cuStreamBatchMemOp(second, 1, &op, 0));
  Info batch(second);
  if (batch.count == 1)
    EQUAL(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, typeOf(batch.dependencies[0]));
  OK(cuLaunchHostFunc(second, nothing, nullptr));
  enqueue(stream, 10, 2);
  OK(cuEventRecord(join, second));
  OK(cuStreamWaitEvent(stream, join, 0));
  Info joined(stream);
  EQUAL(2, joined.count);
  enqueue(stream, 10, 3);
  OK(cuStreamEndCapture(stream, &g));
  CHECK(g == target);
  EQUAL(6, countOf(g));
  fill(0);
  runOnce(g);
  EQUAL(123, word());
  EQUAL(5, word(1));
  EQUAL(33, word(2));
  OK(cuGraphDestroy(g));
  OK(cuEventDestroy(fork));
  OK(cuEventDestroy(join));
  OK(cuStreamDestroy(second));
}

/// Two threads capture at the same time, each into a graph of its own.
static void twoThreads() {
  fill(0);
  auto work = [](unsigned index) {
    CUstream mine;
    OK(cuStreamCreate(&mine, CU_STREAM_NON_BLOCKING));
    for (int round = 0; round < 10; ++round) {
      CUgraph own = newGraph(), g = nullptr;
      OK(cuStreamBeginCaptureToGraph(mine, own, nullptr, nullptr, 0,
                                     CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
      for (unsigned i = 0; i < 10; ++i)
        enqueue(mine, 1, index, index);
      OK(cuStreamEndCapture(mine, &g));
      EQUAL(10, countOf(own));
      CUgraphExec exec = instantiated(own);
      OK(cuGraphLaunch(exec, mine));
      OK(cuStreamSynchronize(mine));
      OK(cuGraphExecDestroy(exec));
      OK(cuGraphDestroy(own));
    }
    OK(cuStreamDestroy(mine));
  };
  shareWithTwoThreads([&](int thread) { work(unsigned(thread) + 3); });
  EQUAL(300, word(3));
  EQUAL(400, word(4));
}

/// Two threads begin at once to capture into one graph: one of them does.
static void oneCaptureOfAGraph() {
  constexpr int kRounds = 500;
  CUstream streams[2];
  for (CUstream &each : streams)
    OK(cuStreamCreate(&each, CU_STREAM_NON_BLOCKING));
  std::atomic<int> arrived = 0, ended = 0, begun = 0;
  CUgraph g = newGraph();
  onTwoThreads([&](int i) {
    for (int round = 1; round <= kRounds; ++round) {
      for (++arrived; arrived < 2 * round;)
        std::this_thread::yield();
      const CUresult result = cuStreamBeginCaptureToGraph(streams[i], g, nullptr, nullptr, 0,
                                                          CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
      begun += result == CUDA_SUCCESS;
      if (result != CUDA_SUCCESS)
        EXPECT(CUDA_ERROR_INVALID_VALUE, result);
      for (++ended; ended < 2 * round;) // both have tried
        std::this_thread::yield();
      CUgraph into = nullptr;
      if (result == CUDA_SUCCESS)
        OK(cuStreamEndCapture(streams[i], &into));
    }
  });
  EQUAL(kRounds, begun.load());
  OK(cuGraphDestroy(g));
  for (CUstream each : streams)
    OK(cuStreamDestroy(each));
}

int main() {
  setUpGraphs();
  intoGraph();
  info();
  dependencies();
  twoStreams();
  twoThreads();
  oneCaptureOfAGraph();
  return finish("GraphCapture");
}
