// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two streams that copy in, compute and copy out parts of a pinned array, events that time them and
// order one stream after another.
#include <cuda_runtime.h>

#include "check.h"

__global__ void advance(int *data, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int x = data[i];
    for (int r = 0; r < rounds; ++r)
      x = x * 3 + 1;
    data[i] = x;
  }
}

int main() {
  const int parts = 8, part = 1 << 16, rounds = 50;
  int *host, *device;
  CHECK(cudaMallocHost(&host, parts * part * sizeof(int)));
  CHECK(cudaMalloc(&device, parts * part * sizeof(int)));
  for (int i = 0; i < parts * part; ++i)
    host[i] = i;
  cudaStream_t streams[2];
  cudaEvent_t start, stop, half;
  for (cudaStream_t &stream : streams)
    CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventCreateWithFlags(&half, cudaEventDisableTiming));

  CHECK(cudaEventRecord(start, 0));
  for (int p = 0; p < parts; ++p) {
    cudaStream_t stream = streams[p % 2];
    int *h = host + p * part, *d = device + p * part;
    CHECK(cudaMemcpyAsync(d, h, part * sizeof(int), cudaMemcpyHostToDevice, stream));
    advance<<<(part + 127) / 128, 128, 0, stream>>>(d, part, rounds);
    CHECK(cudaMemcpyAsync(h, d, part * sizeof(int), cudaMemcpyDeviceToHost, stream));
  }
  // Stream 1 works once more on the last part of stream 0, after stream 0 is done with it.
  CHECK(cudaEventRecord(half, streams[0]));
  CHECK(cudaStreamWaitEvent(streams[1], half, 0));
  int *last = device + (parts - 2) * part;
  advance<<<(part + 127) / 128, 128, 0, streams[1]>>>(last, part, 1);
  CHECK(cudaMemcpyAsync(host + (parts - 2) * part, last, part * sizeof(int), cudaMemcpyDeviceToHost, streams[1]));
  CHECK(cudaEventRecord(stop, 0));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  EXPECT(milliseconds > 0 && milliseconds < 60000, "%g ms", milliseconds);
  for (cudaStream_t stream : streams)
    CHECK(cudaStreamSynchronize(stream));
  EXPECT(cudaStreamQuery(streams[0]) == cudaSuccess, "stream 0 still runs");

  for (int i = 0; i < parts * part; ++i) {
    unsigned x = i;
    for (int r = 0; r < rounds + (i / part == parts - 2); ++r)
      x = x * 3 + 1;
    EXPECT(unsigned(host[i]) == x, "element %d is %d, not %d", i, host[i], int(x));
  }
  for (cudaStream_t stream : streams)
    CHECK(cudaStreamDestroy(stream));
  for (cudaEvent_t event : {start, stop, half})
    CHECK(cudaEventDestroy(event));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(device));
  std::puts("streams: ok");
}
