// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that record events and wait for them.
#include "GraphCheck.h"

#include <chrono>

static CUevent newEvent() {
  CUevent event = nullptr;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  return event;
}

static void events() {
  CUgraph g = newGraph();
  CUevent a = newEvent(), b = newEvent(), seen = nullptr;
  CUgraphNode record = nullptr, wait = nullptr, node = nullptr;
  OK(cuGraphAddEventRecordNode(&record, g, nullptr, 0, a));
  OK(cuGraphAddEventWaitNode(&wait, g, &record, 1, a));
  EQUAL(CU_GRAPH_NODE_TYPE_EVENT_RECORD, typeOf(record));
  EQUAL(CU_GRAPH_NODE_TYPE_WAIT_EVENT, typeOf(wait));
  OK(cuGraphEventRecordNodeGetEvent(record, &seen));
  CHECK(seen == a);
  OK(cuGraphEventWaitNodeGetEvent(wait, &seen));
  CHECK(seen == a);
  OK(cuGraphEventRecordNodeSetEvent(record, b));
  OK(cuGraphEventRecordNodeGetEvent(record, &seen));
  CHECK(seen == b);
  OK(cuGraphEventWaitNodeSetEvent(wait, b));
  OK(cuGraphEventWaitNodeGetEvent(wait, &seen));
  CHECK(seen == b);

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventRecordNode(nullptr, g, nullptr, 0, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventRecordNode(&node, nullptr, nullptr, 0, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventRecordNode(&node, g, nullptr, 1, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventRecordNode(&node, g, nullptr, 0, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventWaitNode(nullptr, g, nullptr, 0, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventWaitNode(&node, nullptr, nullptr, 0, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventWaitNode(&node, g, nullptr, 1, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddEventWaitNode(&node, g, nullptr, 0, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventRecordNodeGetEvent(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventRecordNodeGetEvent(record, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventRecordNodeGetEvent(wait, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventRecordNodeSetEvent(nullptr, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventRecordNodeSetEvent(record, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventRecordNodeSetEvent(wait, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeGetEvent(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeGetEvent(wait, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeGetEvent(record, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeSetEvent(nullptr, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeSetEvent(wait, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphEventWaitNodeSetEvent(record, a));
  EQUAL(2, countOf(g));
  CUgraphExec exec = instantiated(g);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventRecordNodeSetEvent(nullptr, record, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventRecordNodeSetEvent(exec, nullptr, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventRecordNodeSetEvent(exec, record, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventRecordNodeSetEvent(exec, wait, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventWaitNodeSetEvent(nullptr, wait, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventWaitNodeSetEvent(exec, nullptr, a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventWaitNodeSetEvent(exec, wait, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphExecEventWaitNodeSetEvent(exec, record, a));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
  OK(cuEventDestroy(a));
  OK(cuEventDestroy(b));
}

/// Holds up a stream until `open()`.
struct MappedGate {
  unsigned *flag = nullptr;
  CUdeviceptr address = 0;
  MappedGate() {
    OK(cuMemHostAlloc(reinterpret_cast<void **>(&flag), 4, CU_MEMHOSTALLOC_DEVICEMAP));
    *flag = 0;
    OK(cuMemHostGetDevicePointer(&address, flag, 0));
  }
  ~MappedGate() { OK(cuMemFreeHost(flag)); }
  void close(CUstream at) { OK(cuStreamWaitValue32(at, address, 1, CU_STREAM_WAIT_VALUE_EQ)); }
  void open() { *static_cast<volatile unsigned *>(flag) = 1; }
};

/// An event that a graph records is waited for by another stream, and the other way round.
static void eventsBetweenStreams() {
  CUstream second;
  OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  CUevent fromGraph = newEvent(), toGraph = newEvent(), other = newEvent();
  CUgraph g = newGraph();
  CUgraphNode wait = nullptr, record = nullptr;
  OK(cuGraphAddEventWaitNode(&wait, g, nullptr, 0, toGraph));
  CUgraphNode kernel = addAffine(g, {wait}, 10, 2);
  OK(cuGraphAddEventRecordNode(&record, g, &kernel, 1, fromGraph));
  CUgraphExec exec = instantiated(g);
  for (bool isChanged : {false, true}) {
    CUevent recorded = isChanged ? other : fromGraph;
    if (isChanged) {
      OK(cuGraphExecEventRecordNodeSetEvent(exec, record, other));
      OK(cuGraphExecEventWaitNodeSetEvent(exec, wait, fromGraph));
    }
    fill(1);
    MappedGate gate;
    gate.close(second);
    OK(cuMemsetD32Async(words, 4, 1, second));
    OK(cuEventRecord(isChanged ? fromGraph : toGraph, second));
    OK(cuGraphLaunch(exec, stream)); // waits for the fill in the second stream
    OK(cuStreamWaitEvent(second, recorded, 0));
    Affine last(10, 3);
    OK(cuLaunchKernel(affine, 1, 1, 1, 1, 1, 1, 0, second, last.arguments, nullptr));
    EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
    EXPECT(CUDA_ERROR_NOT_READY, cuEventQuery(recorded));
    gate.open();
    OK(cuStreamSynchronize(second));
    OK(cuEventQuery(recorded));
    EQUAL(423, word());
  }
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
  for (CUevent event : {fromGraph, toGraph, other})
    OK(cuEventDestroy(event));
  OK(cuStreamDestroy(second));
}

int main() {
  setUpGraphs();
  events();
  eventsBetweenStreams();
  onTwoThreads([](int) {
    setUpGraphs();
    events();
  });
  return finish("GraphEvents");
}
