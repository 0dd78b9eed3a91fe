// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two streams of which one is captured, and the end of a capture that was broken.
#pragma once
#include "Check.h"

__global__ void add(int *p, int v) { atomicAdd(p, v); }

static cudaStream_t s, t;
static cudaEvent_t fork_, join_;
static int *d;

inline void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  OK(cudaStreamBeginCapture(s, mode));
}
/// Ends a capture that was broken.
inline void endBroken(cudaError_t why = cudaErrorStreamCaptureInvalidated) {
  cudaGraph_t g = reinterpret_cast<cudaGraph_t>(&g);
  EXPECT(why, cudaStreamEndCapture(s, &g));
  CHECK(g == nullptr);
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(s, &status));
  EQUAL(cudaStreamCaptureStatusNone, status);
}

inline void setUp() {
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  OK(cudaEventCreate(&fork_));
  OK(cudaEventCreate(&join_));
  OK(cudaMalloc(&d, 64));
}
