// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edges and their data, events, memory and user objects of graphs, upload, and what a graph prints
// as.
#include "Check.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <unistd.h>

__global__ void affine(int *p, int m, int a) { *p = *p * m + a; }

static cudaStream_t s;
static int *d; // sixteen words of device memory

static int value(int index = 0) {
  int v = 0;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&v, d + index, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
static cudaGraph_t newGraph() {
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}
static cudaGraphNode_t addAffine(cudaGraph_t graph, cudaGraphNode_t after, int m, int a,
                                 int index = 0) {
  int *p = d + index;
  void *arguments[] = {&p, &m, &a};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void *>(affine);
  params.gridDim = params.blockDim = 1;
  params.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &params));
  return node;
}
static cudaGraphExec_t instantiated(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiateWithFlags(&exec, graph)); // flags: 0
  return exec;
}

static void edges() {
  cudaGraph_t g = newGraph();
  size_t count = 9;
  OK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &count));
  EQUAL(0, count);
  cudaGraphNode_t a = addAffine(g, nullptr, 1, 1), b = addAffine(g, a, 10, 2),
                  c = addAffine(g, b, 10, 3);
  cudaGraphNode_t from[4], to[4], nodes[4];
  cudaGraphEdgeData data[4];
  memset(data, 1, sizeof data);
  OK(cudaGraphGetEdges(g, from, to, data, &(count = 4)));
  EQUAL(2, count);
  CHECK(from[0] == a && to[0] == b && from[1] == b && to[1] == c && !from[2] && !to[2]);
  EQUAL(0, data[0].type);
  OK(cudaGraphNodeGetDependencies(c, nodes, nullptr, &(count = 4)));
  EQUAL(1, count);
  CHECK(nodes[0] == b && nodes[1] == nullptr);
  OK(cudaGraphNodeGetDependentNodes(a, nodes, data, &(count = 4)));
  EQUAL(1, count);
  CHECK(nodes[0] == b && nodes[1] == nullptr);
  OK(cudaGraphNodeGetDependentNodes(c, nullptr, nullptr, &count));
  EQUAL(0, count);
  // Launch order: an edge with data.
  cudaGraphEdgeData order = {};
  order.from_port = cudaGraphKernelNodePortLaunchCompletion;
  OK(cudaGraphAddDependencies(g, &a, &c, &order, 1));
  EXPECT(cudaErrorLossyQuery, cudaGraphGetEdges(g, from, to, nullptr, &(count = 4)));
  EXPECT(cudaErrorLossyQuery, cudaGraphNodeGetDependencies(c, nodes, nullptr, &(count = 4)));
  EXPECT(cudaErrorLossyQuery, cudaGraphNodeGetDependentNodes(a, nodes, nullptr, &(count = 4)));
  OK(cudaGraphNodeGetDependencies(c, nodes, data, &(count = 4)));
  EQUAL(2, count);
  EQUAL(order.from_port, data[1].from_port);
  EXPECT(cudaErrorInvalidValue, cudaGraphGetEdges(nullptr, from, to, data, &count));
  EXPECT(cudaErrorInvalidValue, cudaGraphGetEdges(g, from, to, data, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphGetEdges(g, from, nullptr, nullptr, &count));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetDependencies(nullptr, nodes, data, &count));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetDependencies(c, nodes, data, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetDependentNodes(nullptr, nodes, data, &count));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetDependentNodes(c, nodes, data, nullptr));

  char path[] = "/tmp/graph-dot-XXXXXX";
  close(mkstemp(path));
  OK(cudaGraphDebugDotPrint(g, path, cudaGraphDebugDotFlagsVerbose));
  std::string text;
  if (FILE *file = std::fopen(path, "r")) {
    for (int letter; (letter = std::fgetc(file)) != EOF;)
      text += char(letter);
    std::fclose(file);
  }
  CHECK(text.find("digraph") != std::string::npos);
  CHECK(text.find("affine") != std::string::npos);
  CHECK(text.find("->") != std::string::npos);
  std::remove(path);
  EXPECT(cudaErrorInvalidValue, cudaGraphDebugDotPrint(nullptr, path, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphDebugDotPrint(g, nullptr, 0));
  EXPECT(cudaErrorOperatingSystem, cudaGraphDebugDotPrint(g, "/no/such/folder/graph.dot", 0));
  OK(cudaGraphDestroy(g));
}

static void upload() {
  cudaGraph_t g = newGraph();
  addAffine(g, nullptr, 0, 4);
  cudaGraphExec_t exec = instantiated(g), none = nullptr;
  OK(cudaMemset(d, 0, 4));
  OK(cudaGraphUpload(exec, s));
  OK(cudaGraphUpload(exec, nullptr));
  EQUAL(0, value()); // nothing is run
  OK(cudaGraphLaunch(exec, s));
  EQUAL(4, value());
  EXPECT(cudaErrorInvalidValue, cudaGraphUpload(nullptr, s));
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiateWithFlags(nullptr, g, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiateWithFlags(&none, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGraphInstantiateWithFlags(&none, g, 1 << 10));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphInstantiateWithFlags(&none, g, cudaGraphInstantiateFlagUpload)); // wants a stream
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

static void events() {
  cudaEvent_t a, b, seen;
  OK(cudaEventCreateWithFlags(&a, cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&b, cudaEventDisableTiming));
  cudaGraph_t g = newGraph();
  cudaGraphNode_t record = nullptr, wait = nullptr;
  OK(cudaGraphAddEventRecordNode(&record, g, nullptr, 0, a));
  OK(cudaGraphAddEventWaitNode(&wait, g, &record, 1, a));
  OK(cudaGraphEventRecordNodeSetEvent(record, b));
  OK(cudaGraphEventRecordNodeGetEvent(record, &seen));
  CHECK(seen == b);
  OK(cudaGraphEventWaitNodeSetEvent(wait, b));
  OK(cudaGraphEventWaitNodeGetEvent(wait, &seen));
  CHECK(seen == b);
  EXPECT(cudaErrorInvalidValue, cudaGraphEventRecordNodeSetEvent(nullptr, a));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventRecordNodeSetEvent(record, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventRecordNodeSetEvent(wait, a));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventWaitNodeSetEvent(nullptr, a));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventWaitNodeSetEvent(wait, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphEventWaitNodeSetEvent(record, a));
  OK(cudaGraphDestroy(g));

  // The graph waits for another stream's event, then for yet another's.
  g = newGraph();
  OK(cudaGraphAddEventWaitNode(&wait, g, nullptr, 0, a));
  addAffine(g, wait, 10, 2);
  cudaGraphExec_t exec = instantiated(g);
  cudaStream_t other;
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  for (cudaEvent_t event : {a, b}) {
    if (event == b)
      OK(cudaGraphExecEventWaitNodeSetEvent(exec, wait, b));
    OK(cudaMemset(d, 0, 4));
    OK(cudaDeviceSynchronize());
    OK(cudaLaunchHostFunc(
        other, [](void *) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); },
        nullptr));
    affine<<<1, 1, 0, other>>>(d, 0, 1);
    OK(cudaEventRecord(event, other));
    OK(cudaGraphLaunch(exec, s));
    EQUAL(12, value());
  }
  EXPECT(cudaErrorInvalidValue, cudaGraphExecEventWaitNodeSetEvent(nullptr, wait, a));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecEventWaitNodeSetEvent(exec, nullptr, a));
  EXPECT(cudaErrorInvalidValue, cudaGraphExecEventWaitNodeSetEvent(exec, wait, nullptr));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
  OK(cudaStreamDestroy(other));
  OK(cudaEventDestroy(a));
  OK(cudaEventDestroy(b));
}

static void memory() {
  cudaGraph_t g = newGraph();
  cudaMemAllocNodeParams params = {}, seen = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 333;
  cudaGraphNode_t alloc = nullptr, free = nullptr;
  OK(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &params));
  OK(cudaGraphAddMemFreeNode(&free, g, &alloc, 1, params.dptr));
  OK(cudaGraphMemAllocNodeGetParams(alloc, &seen));
  CHECK(seen.dptr == params.dptr && seen.dptr);
  EQUAL(333, seen.bytesize);
  EQUAL(cudaMemLocationTypeDevice, seen.poolProps.location.type);
  EXPECT(cudaErrorInvalidValue, cudaGraphMemAllocNodeGetParams(nullptr, &seen));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemAllocNodeGetParams(alloc, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphMemAllocNodeGetParams(free, &seen));
  OK(cudaGraphDestroy(g));
}

static std::atomic<int> destroyed;
static void CUDART_CB destroy(void *) { ++destroyed; }
static bool becomes(int number) {
  for (int i = 0; i < 2000 && destroyed != number; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return destroyed == number;
}

static void userObjects() {
  cudaUserObject_t object = nullptr;
  OK(cudaUserObjectCreate(&object, nullptr, destroy, 1, cudaUserObjectNoDestructorSync));
  cudaGraph_t g = newGraph();
  OK(cudaGraphRetainUserObject(g, object, 3, 0));
  OK(cudaUserObjectRelease(object));
  EXPECT(cudaErrorInvalidValue, cudaGraphReleaseUserObject(nullptr, object, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphReleaseUserObject(g, nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaGraphReleaseUserObject(g, object, 0));
  OK(cudaGraphReleaseUserObject(g, object)); // 1
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EQUAL(0, destroyed.load());
  OK(cudaGraphReleaseUserObject(g, object, 2));
  CHECK(becomes(1));
  OK(cudaGraphDestroy(g));
}

/// Two threads, each with graphs of its own and two streams.
static void streamsAndThreads() {
  OK(cudaMemset(d, 0, 64));
  OK(cudaDeviceSynchronize());
  auto work = [](int index) {
    cudaStream_t streams[2];
    for (cudaStream_t &made : streams)
      OK(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    for (int round = 0; round < 10; ++round) {
      cudaGraph_t g = newGraph();
      addAffine(g, addAffine(g, nullptr, 1, 1, index), 1, index, index);
      cudaGraphExec_t exec = instantiated(g);
      for (cudaStream_t at : streams) {
        OK(cudaGraphUpload(exec, at));
        OK(cudaGraphLaunch(exec, at));
      }
      for (cudaStream_t at : streams)
        OK(cudaStreamSynchronize(at));
      OK(cudaGraphExecDestroy(exec));
      OK(cudaGraphDestroy(g));
    }
    for (cudaStream_t made : streams)
      OK(cudaStreamDestroy(made));
  };
  std::thread one(work, 3), two(work, 4);
  one.join();
  two.join();
  EQUAL(80, value(3));
  EQUAL(100, value(4));
}

int main() {
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaMalloc(&d, 64));
  onTwoThreads([](int) { edges(); });
  upload();
  events();
  memory();
  userObjects();
  streamsAndThreads();
  return finish("GraphStructure");
}
