// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call during a capture, and what it leaves of it.
#pragma once
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

inline CUstream makeStream(unsigned flags) {
  CUstream stream = nullptr;
  OK(cuStreamCreate(&stream, flags));
  return stream;
}

/// Does `call` during a capture, which it must leave with `nodes` nodes; -1: invalidated.
template <typename Call>
CUresult during(CUstream stream, CUstreamCaptureMode mode, int nodes, Call call) {
  OK(cuStreamBeginCapture(stream, mode));
  CUresult result = call();
  CUgraph graph = nullptr;
  if (nodes < 0) {
    EXPECT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
    return result;
  }
  size_t count = 99;
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphGetNodes(graph, nullptr, &count));
  EQUAL(nodes, count);
  OK(cuGraphDestroy(graph));
  return result;
}
