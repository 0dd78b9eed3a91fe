// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls while a primary context that was released is current, and allocations captured while none
// is. All of it was seen on an H100.
#include "Check.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/// What a context that was released answers; `active`: it has been retained again.
static void answers(CUcontext context, bool active) {
  const CUresult destroyed = active ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
  CUcontext current = nullptr;
  CUdevice device = -1;
  unsigned flags = ~0u, version = 0;
  unsigned long long id;
  int state = -1;
  size_t limit;
  OK(cuDevicePrimaryCtxGetState(0, &flags, &state));
  EQUAL(active, state);
  OK(cuCtxGetCurrent(&current));
  CHECK(current == context);
  OK(cuCtxGetDevice(&device));
  EQUAL(0, device);
  OK(cuCtxGetFlags(&flags));
  OK(cuCtxGetDevice_v2(&device, context));
  OK(cuCtxGetDevice_v2(&device, nullptr));
  EXPECT(destroyed, cuCtxSynchronize_v2(context));
  EXPECT(active ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT, cuCtxGetApiVersion(context, &version));
  EXPECT(destroyed, cuCtxGetId(context, &id));
  EXPECT(destroyed, cuCtxSynchronize());
  EXPECT(destroyed, cuCtxGetLimit(&limit, CU_LIMIT_STACK_SIZE));
  CUdeviceptr made = 0;
  EXPECT(destroyed, cuMemAlloc(&made, 16));
  EXPECT(destroyed, cuMemFree(made));
  EXPECT(destroyed, cuMemFreeHost(nullptr));
  CUstream stream = nullptr;
  EXPECT(destroyed, cuStreamCreate(&stream, 0));
  CUevent event = nullptr;
  EXPECT(destroyed, cuEventCreate(&event, 0));
  OK(cuCtxSetCurrent(context));
  OK(cuCtxPushCurrent(context));
  OK(cuCtxPopCurrent(&current));
}

static void released() {
  CUcontext context = usePrimary(), again = nullptr;
  OK(cuDevicePrimaryCtxRelease(0));
  answers(context, /*active=*/false);
  OK(cuDevicePrimaryCtxRetain(&again, 0));
  CHECK(again == context);
  answers(context, /*active=*/true);
  CUdeviceptr memory = 0;
  CUstream stream;
  CUevent event;
  OK(cuMemAlloc(&memory, 16));
  OK(cuStreamCreate(&stream, 0));
  OK(cuEventCreate(&event, 0));
  OK(cuEventRecord(event, stream));
  OK(cuDevicePrimaryCtxRelease(0));
  answers(context, /*active=*/false);
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamSynchronize(nullptr));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuEventRecord(event, nullptr));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuEventQuery(event));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamQuery(stream));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamSynchronize(stream));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemFreeAsync(memory, stream));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemFree(memory));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuEventDestroy(event));
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamDestroy(stream));
}

/// What a captured allocation gives belongs to the stream's context, not to a current one.
static void captured() {
  CUcontext context = nullptr, popped;
  CUstream stream;
  CUgraph graph;
  CUgraphExec exec;
  CUdeviceptr p = 0;
  OK(cuInit(0));
  OK(cuCtxCreate(&context, nullptr, 0, 0)); // the primary one is never made
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuCtxPopCurrent(&popped));
  OK(cuMemAllocAsync(&p, 64, stream));
  OK(cuMemsetD8Async(p, 7, 64, stream));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuCtxSetCurrent(context));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  unsigned char seen = 0;
  OK(cuMemcpyDtoH(&seen, p + 63, 1));
  EQUAL(7, seen);
  OK(cuMemFreeAsync(p, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(stream));
  OK(cuCtxDestroy(context));
}

int main() {
  inChild("captured", captured);
  inChild("released", released);
  return finish("ReleasedContext");
}
