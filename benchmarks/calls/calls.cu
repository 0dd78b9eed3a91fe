// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's side of single calls: nanoseconds, median of 21 rounds. Plain runtime API, so that the
// same source, compiled by any nvcc, tells of any runtime over any driver (see README.md).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void empty() {}

static void check(cudaError_t result, const char *what) {
  if (result == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  std::exit(1);
}
#define CHECK(call) check(call, #call)

/// Prints the median cost of one `body`; `settle` runs between rounds, outside the time.
template <typename Body, typename Settle>
static void measure(const char *name, int repetitions, Body body, Settle settle) {
  constexpr int rounds = 21;
  double cost[rounds];
  for (double &round : cost) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i)
      body();
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    round = spent.count() / repetitions;
    settle();
  }
  std::nth_element(cost, cost + rounds / 2, cost + rounds);
  std::printf("%-24s %9.0f ns\n", name, cost[rounds / 2]);
}

int main() {
  const auto settle = [] { CHECK(cudaDeviceSynchronize()); };
  CHECK(cudaFree(nullptr));
  for (const size_t bytes : {size_t(256), size_t(1) << 20, size_t(64) << 20}) {
    char name[64];
    std::snprintf(name, sizeof name, "malloc+free %zu", bytes);
    measure(
        name, 200,
        [&] {
          void *memory;
          CHECK(cudaMalloc(&memory, bytes));
          CHECK(cudaFree(memory));
        },
        settle);
  }

  cudaStream_t stream;
  cudaEvent_t event;
  void *device;
  int host = 0;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&event));
  CHECK(cudaMalloc(&device, 4));
  measure(
      "mallocAsync+freeAsync", 200,
      [&] {
        void *memory;
        CHECK(cudaMallocAsync(&memory, 256, stream));
        CHECK(cudaFreeAsync(memory, stream));
      },
      settle);
  measure("eventRecord", 500, [&] { CHECK(cudaEventRecord(event, stream)); }, settle);
  measure("eventQuery", 1000, [&] { CHECK(cudaEventQuery(event)); }, settle);
  measure("streamQuery", 1000, [&] { CHECK(cudaStreamQuery(stream)); }, settle);
  measure("streamSynchronize", 1000, [&] { CHECK(cudaStreamSynchronize(stream)); }, settle);
  measure(
      "memcpy 4 to device", 500,
      [&] { CHECK(cudaMemcpy(device, &host, 4, cudaMemcpyHostToDevice)); }, settle);
  measure(
      "memcpy 4 to host", 500, [&] { CHECK(cudaMemcpy(&host, device, 4, cudaMemcpyDeviceToHost)); },
      settle);
  measure("memset 4", 500, [&] { CHECK(cudaMemset(device, 0, 4)); }, settle);
  measure("launch", 500, [&] { empty<<<1, 1, 0, stream>>>(); }, settle);
  measure(
      "launch+synchronize", 200,
      [&] {
        empty<<<1, 1, 0, stream>>>();
        CHECK(cudaStreamSynchronize(stream));
      },
      [] {});
  CHECK(cudaGetLastError());
  CHECK(cudaEventDestroy(event));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(device));
  return 0;
}
