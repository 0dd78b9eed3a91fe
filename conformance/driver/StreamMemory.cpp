// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that is attached to streams, and events with flags.
#include "Check.h"

static CUstream makeStream(int priority = 0) {
  CUstream stream = nullptr;
  OK(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, priority));
  return stream;
}

static void attached() {
  CUstream s = makeStream(), t = makeStream();
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction increment = kernelOf(module, "increment");
  CUdeviceptr p, q, device;
  OK(cuMemAllocManaged(&p, 4096, CU_MEM_ATTACH_HOST));
  OK(cuMemAllocManaged(&q, 4096, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemAlloc(&device, 4096));
  auto *here = reinterpret_cast<volatile unsigned *>(p);
  here[0] = 10;
  OK(cuStreamAttachMemAsync(s, p, 0, CU_MEM_ATTACH_SINGLE)); // all of it
  OK(launch1(increment, 1, 1, {&p}, s));
  OK(cuStreamSynchronize(s));
  EQUAL(11, here[0]);
  // Meanwhile another stream and its memory are used.
  auto *there = reinterpret_cast<volatile unsigned *>(q);
  OK(cuStreamAttachMemAsync(t, q, 4096, CU_MEM_ATTACH_SINGLE));
  OK(cuStreamSynchronize(t));
  there[0] = 20;
  OK(launch1(increment, 1, 1, {&q}, t));
  OK(launch1(increment, 1, 1, {&p}, s));
  OK(cuStreamSynchronize(t));
  EQUAL(21, there[0]);
  OK(cuStreamSynchronize(s));
  EQUAL(12, here[0]);
  OK(cuStreamAttachMemAsync(s, p, 0, CU_MEM_ATTACH_HOST));
  OK(cuStreamAttachMemAsync(t, q, 0, CU_MEM_ATTACH_GLOBAL));
  OK(cuStreamAttachMemAsync(nullptr, p, 0, CU_MEM_ATTACH_GLOBAL));
  OK(cuCtxSynchronize());
  here[0] = 30;
  OK(launch1(increment, 1, 1, {&p}));
  OK(cuCtxSynchronize());
  EQUAL(31, here[0]);
  if (!onNvidia()) { // crashes
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, p, 0, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuStreamAttachMemAsync(CU_STREAM_LEGACY, p, 0, CU_MEM_ATTACH_SINGLE));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuStreamAttachMemAsync(CU_STREAM_PER_THREAD, p, 0, CU_MEM_ATTACH_SINGLE));
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, p, 0, 3));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, p, 0, 8));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamAttachMemAsync(s, p, 100, CU_MEM_ATTACH_SINGLE)); // a part
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, p, 8192, CU_MEM_ATTACH_SINGLE));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, p + 64, 0, CU_MEM_ATTACH_SINGLE));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, 0, 0, CU_MEM_ATTACH_SINGLE));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, device, 0, CU_MEM_ATTACH_SINGLE));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // to no stream
         cuStreamAttachMemAsync(nullptr, p, 0, CU_MEM_ATTACH_SINGLE));
  OK(cuMemFree(p));
  OK(cuMemFree(q));
  OK(cuMemFree(device));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

// -- Events with flags ----------------------------------------------------------------------------

static void events() {
  CUstream s = makeStream(), t = makeStream();
  CUevent event, timed;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&timed, CU_EVENT_DEFAULT));
  Gate gate;
  gate.close(s);
  OK(cuEventRecordWithFlags(event, s, CU_EVENT_RECORD_DEFAULT));
  OK(cuStreamWaitEvent(t, event, CU_EVENT_WAIT_DEFAULT));
  EXPECT(CUDA_ERROR_NOT_READY, cuEventQuery(event));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(t));
  gate.open();
  OK(cuEventSynchronize(event));
  OK(cuStreamSynchronize(t));
  OK(cuEventRecordWithFlags(timed, nullptr, CU_EVENT_RECORD_DEFAULT));
  OK(cuEventSynchronize(timed));
  // Outside a capture nothing is external: seen.
  EXPECT(CUDA_ERROR_ILLEGAL_STATE, cuEventRecordWithFlags(event, s, CU_EVENT_RECORD_EXTERNAL));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuEventRecordWithFlags(event, s, 2));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventRecordWithFlags(nullptr, s, 0));
  // In one it becomes a node; without the flag it is a mark for the capture.
  CUgraph graph = nullptr;
  CUgraphNode nodes[4];
  size_t count = 4;
  OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  OK(cuEventRecordWithFlags(event, s, CU_EVENT_RECORD_EXTERNAL));
  OK(cuEventRecordWithFlags(timed, s, CU_EVENT_RECORD_DEFAULT));
  OK(cuStreamEndCapture(s, &graph));
  OK(cuGraphGetNodes(graph, nodes, &count));
  EQUAL(1, count);
  CUgraphNodeType type;
  OK(cuGraphNodeGetType(nodes[0], &type));
  EQUAL(CU_GRAPH_NODE_TYPE_EVENT_RECORD, type);
  CUgraphExec exec;
  Gate later;
  OK(cuGraphInstantiate(&exec, graph, 0));
  later.close(s);
  OK(cuGraphLaunch(exec, s));
  EXPECT(CUDA_ERROR_NOT_READY, cuEventQuery(event));
  later.open();
  OK(cuStreamSynchronize(s));
  OK(cuEventQuery(event));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuEventDestroy(event));
  OK(cuEventDestroy(timed));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

int main() {
  inChild("attached", [] {
    usePrimary();
    attached();
  });
  inChild("events", [] {
    usePrimary();
    events();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      attached();
      events();
    });
  });
  return finish("StreamMemory");
}
