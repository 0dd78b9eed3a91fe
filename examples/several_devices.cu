// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work spread over all devices, each with its own memory and stream, and a copy between devices.
// Run it with ANYWARP_CPU_DEVICES=3 to see three devices on a CPU.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

__global__ void fill(int *data, int n, int base) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = base + i;
}

int main() {
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  const int n = 40000;
  std::vector<int *> memory(devices);
  std::vector<cudaStream_t> streams(devices);
  std::vector<int> host(devices * n);
  for (int d = 0; d < devices; ++d) {
    CHECK(cudaSetDevice(d));
    CHECK(cudaStreamCreate(&streams[d]));
    CHECK(cudaMalloc(&memory[d], n * sizeof(int)));
    fill<<<(n + 255) / 256, 256, 0, streams[d]>>>(memory[d], n, d * n);
    CHECK(cudaMemcpyAsync(host.data() + d * n, memory[d], n * sizeof(int), cudaMemcpyDeviceToHost, streams[d]));
  }
  for (int d = 0; d < devices; ++d) {
    CHECK(cudaSetDevice(d));
    CHECK(cudaStreamSynchronize(streams[d]));
    int current = -1;
    CHECK(cudaGetDevice(&current));
    EXPECT(current == d, "current device is %d", current);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, memory[d]));
    EXPECT(attributes.device == d && attributes.type == cudaMemoryTypeDevice, "memory of device %d", d);
  }
  for (int i = 0; i < devices * n; ++i)
    EXPECT(host[i] == i, "element %d is %d", i, host[i]);
  int first = 0, last = devices - 1; // the last device's data to the first
  CHECK(cudaMemcpyPeer(memory[first], first, memory[last], last, n * sizeof(int)));
  CHECK(cudaMemcpy(host.data(), memory[first], n * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT(host[n - 1] == last * n + n - 1, "copied %d", host[n - 1]);
  for (int d = 0; d < devices; ++d) {
    CHECK(cudaSetDevice(d));
    CHECK(cudaFree(memory[d]));
    CHECK(cudaStreamDestroy(streams[d]));
  }
  std::printf("%d device%s\n", devices, devices == 1 ? "" : "s");
  std::puts("several_devices: ok");
}
