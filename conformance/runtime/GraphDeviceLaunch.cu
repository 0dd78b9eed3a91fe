// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs launched by device code: order of the three kinds of launches, how many there may be, what
// is launched after updates. Needs -rdc=true.
#include <initializer_list>

#include "DeviceGraphs.h"

/// By a graph for the host and by one for devices; what comes next in the stream waits for all.
static void kinds() {
  setChild(0, forDevice(putting(100, 101)));
  for (cudaStream_t stream : {kTail, kForget, kSibling})
    for (auto made : {forHost(launching(0, 1, stream)), forDevice(launching(0, 1, stream))}) {
      OK(cudaGraphLaunch(made, nullptr));
      mark<<<1, 1>>>(7);
      MARKS(1, 2, 5, 100, 101, 7);
      EQUAL(0, code(0));
    }
  // Of a child graph: the graph goes on, its end waits.
  cudaGraph_t outer = newGraph();
  cudaGraphNode_t child = nullptr;
  int value = 70;
  OK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, launching(0, 1, kForget)));
  add(outer, (void *)mark, {&value}, child);
  OK(cudaGraphLaunch(forHost(outer), nullptr));
  mark<<<1, 1>>>(7);
  MARKS(1, 2, 5, 70, 100, 101, 7);
}

static void order() {
  setChild(0, forDevice(putting(100, 101)));
  setChild(1, forDevice(putting(200, 201)));
  OK(cudaGraphLaunch(forHost(launching(0, 2, kTail)), nullptr));
  MARKS(1, 2, 5, 100, 101, 200, 201);
  // The tails of a tail come before the next one; what it fired ends before them.
  setChild(2, forDevice(putting(30)));
  setChild(3, forDevice(putting(50)));
  setChild(0, forDevice(launching(2, 1, kTail, 20, 25)));
  setChild(1, forDevice(putting(40)));
  OK(cudaGraphLaunch(forHost(launching(0, 2, kTail)), nullptr));
  MARKS(1, 2, 5, 20, 21, 25, 30, 40);
  setChild(2, forDevice(putting(30, 31)));
  setChild(0, forDevice(launching(2, 1, kForget, 20, 25)));
  OK(cudaGraphLaunch(forHost(launching(0, 2, kTail)), nullptr));
  MARKS(1, 2, 5, 20, 21, 25, 30, 31, 40);
}

static void itself() {
  cudaGraph_t graph = newGraph();
  add(graph, (void *)repeats);
  cudaGraphExec_t exec = forDevice(graph);
  for (int times : {1, 4}) {
    setLeft(times);
    OK(cudaGraphLaunch(exec, nullptr));
    mark<<<1, 1>>>(7);
    std::vector<int> expected(times, 10);
    expected.push_back(7);
    CHECK(takeMarks() == expected);
    EQUAL(cudaErrorInvalidValue, code(0));
    EQUAL(cudaErrorInvalidValue, code(1));
  }
  EQUAL(0, code(2));
  EQUAL(cudaErrorInvalidValue, code(3)); // one at a time
  graph = newGraph();
  add(graph, (void *)counts);
  setLeft(3000);
  OK(cudaGraphLaunch(forDevice(graph), nullptr));
  OK(cudaDeviceSynchronize());
  EQUAL(0, code(0));
}

static void limits() {
  for (auto [stream, most] : {std::pair(kForget, 120), std::pair(kTail, 255)}) {
    for (int i = 0; i <= most; ++i)
      setChild(i, forDevice(putting(3)));
    // Of the graph, not of a kernel in it; a launch later all is new.
    cudaGraph_t graph = newGraph();
    int first = 0, half = most / 2, rest = most + 1 - half, value = 1;
    cudaGraphNode_t node = add(graph, (void *)launches, {&first, &half, &stream, &value});
    add(graph, (void *)launches, {&half, &rest, &stream, &value}, node);
    cudaGraphExec_t exec = forHost(graph);
    for (int times = 0; times < 2; ++times) {
      OK(cudaGraphLaunch(exec, nullptr));
      EQUAL(4 + most, takeMarks().size());
      EQUAL(0, code(most - 1));
      EQUAL(cudaErrorInvalidValue, code(most));
    }
  }
}

/// Devices launch what was uploaded last.
static void updates() {
  cudaGraph_t graph = putting(30, 31);
  cudaGraphExec_t exec = forDevice(graph), launcher = forHost(launching(0, 1, kTail));
  setChild(0, exec);
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, putting(40, 41), &info));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 30, 31);
  OK(cudaGraphUpload(exec, nullptr));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 40, 41);
  OK(cudaGraphExecUpdate(exec, putting(50, 51), &info));
  OK(cudaGraphLaunch(exec, nullptr));
  MARKS(50, 51);
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 50, 51);
  cudaGraphNode_t nodes[2];
  size_t count = 2;
  OK(cudaGraphGetNodes(graph, nodes, &count));
  OK(cudaGraphNodeSetEnabled(exec, nodes[1], 0));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 50, 51);
  OK(cudaGraphUpload(exec, nullptr));
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 50);
  cudaGraphInstantiateParams params = {};
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  params.flags = cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload;
  params.uploadStream = stream;
  OK(cudaGraphInstantiateWithParams(&exec, graph, &params));
  EQUAL(cudaGraphInstantiateSuccess, params.result_out);
  unsigned long long flags = 0;
  OK(cudaGraphExecGetFlags(exec, &flags));
  EQUAL(cudaGraphInstantiateFlagDeviceLaunch, flags);
  OK(cudaStreamSynchronize(stream));
  setChild(0, exec);
  OK(cudaGraphLaunch(launcher, nullptr));
  MARKS(1, 2, 5, 30, 31);
  EXPECT(cudaErrorInvalidValue, cudaGraphUpload(nullptr, nullptr));
}

int main() {
  kinds();
  order();
  itself();
  limits();
  updates();
  return finish("GraphDeviceLaunch");
}
