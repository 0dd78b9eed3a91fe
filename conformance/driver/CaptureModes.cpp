// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What threads may do while a stream is captured.
#include "GraphCheck.h"

#include <thread>

static void modes() {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  EQUAL(CU_STREAM_CAPTURE_MODE_GLOBAL, mode); // a thread's first
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  EQUAL(CU_STREAM_CAPTURE_MODE_RELAXED, mode);
  if (!onNvidia()) { // takes any number, and crashes without a pointer
    mode = CUstreamCaptureMode(3);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuThreadExchangeStreamCaptureMode(&mode));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuThreadExchangeStreamCaptureMode(nullptr));
  }
  mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  EQUAL(CU_STREAM_CAPTURE_MODE_GLOBAL, mode);

  // What may be unsafe, here an allocation: refused in the capturing thread unless it relaxes.
  CUgraph g = nullptr;
  CUdeviceptr p = 0;
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  OK(cuMemAlloc(&p, 64));
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  OK(cuStreamEndCapture(stream, &g));
  OK(cuGraphDestroy(g));
  OK(cuMemFree(p));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuMemAlloc(&p, 64));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &g));

  // In another thread: refused while a capture is global, unless that thread is not.
  for (auto captured : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL})
    for (auto own : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
                     CU_STREAM_CAPTURE_MODE_RELAXED}) {
      OK(cuStreamBeginCapture(stream, captured));
      bool isRefused =
          captured == CU_STREAM_CAPTURE_MODE_GLOBAL && own == CU_STREAM_CAPTURE_MODE_GLOBAL;
      std::thread([&, context = context] {
        OK(cuCtxSetCurrent(context));
        CUstreamCaptureMode threads = own;
        OK(cuThreadExchangeStreamCaptureMode(&threads));
        EQUAL(CU_STREAM_CAPTURE_MODE_GLOBAL, threads); // each has its own
        CUdeviceptr memory = 0;
        EXPECT(isRefused ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS,
               cuMemAlloc(&memory, 64));
        if (memory && own == CU_STREAM_CAPTURE_MODE_RELAXED)
          OK(cuMemFree(memory));
      }).join();
      EXPECT(isRefused ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS,
             cuStreamEndCapture(stream, &g));
      if (g)
        OK(cuGraphDestroy(g));
    }
}

int main() {
  setUpGraphs();
  modes();
  return finish("CaptureModes");
}
