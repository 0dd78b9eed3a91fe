// Loops over the grid serve each element once, whatever the type of the counter, the size of the
// blocks and the number of workers among which few blocks are divided.
//
// RUN: nvcc -std=c++17 -o %t %s
// RUN: env ANYWARP_TIER=optimized ANYWARP_WORKERS=1 %t | FileCheck %s
// RUN: env ANYWARP_TIER=optimized ANYWARP_WORKERS=4 %t | FileCheck %s
// RUN: env CUDA_CACHE_DISABLE=1 ANYWARP_TIER=switched ANYWARP_WORKERS=4 %t | FileCheck %s
// CHECK: int: 0 wrong
// CHECK-NEXT: unsigned: 0 wrong
// CHECK-NEXT: size_t: 0 wrong
// CHECK-NEXT: offset: 0 wrong
// CHECK-NEXT: counts: 0 wrong
#include <cstdio>
#include <vector>

template <typename Index> __global__ void add(int *data, Index n) {
  for (Index i = blockIdx.x * Index(blockDim.x) + threadIdx.x; i < n;
       i += gridDim.x * Index(blockDim.x))
    data[i] += int(i) + 1;
}

__global__ void addBehind(int *data, int n) {
  for (int i = 5 + int(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += gridDim.x * blockDim.x)
    data[i] += i + 1;
}

__global__ void count(int *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[i % 13], 1);
}

constexpr int kMost = 40'000;
int *data;

/// Elements that differ from `expected` after `launch` on zeros, over many shapes.
template <typename Launch, typename Expected>
void check(const char *name, Launch launch, Expected expected) {
  int wrong = 0;
  for (int blocks : {1, 3, 40})
    for (int threads : {32, 100, 256, 1024})
      for (int n : {0, 1, 31, 255, 256, 257, 1023, 9'999, kMost}) {
        cudaMemset(data, 0, kMost * sizeof(int));
        launch(blocks, threads, n);
        std::vector<int> result(kMost);
        cudaMemcpy(result.data(), data, kMost * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0; i < kMost; ++i)
          wrong += result[i] != expected(i, n);
      }
  std::printf("%s: %d wrong\n", name, wrong);
}

int main() {
  cudaMalloc(&data, kMost * sizeof(int));
  auto once = [](int i, int n) { return i < n ? i + 1 : 0; };
  check("int", [](int b, int t, int n) { add<int><<<b, t>>>(data, n); }, once);
  check("unsigned", [](int b, int t, int n) { add<unsigned><<<b, t>>>(data, n); }, once);
  check("size_t", [](int b, int t, int n) { add<size_t><<<b, t>>>(data, n); }, once);
  check(
      "offset", [](int b, int t, int n) { addBehind<<<b, t>>>(data, n); },
      [](int i, int n) { return i >= 5 && i < n ? i + 1 : 0; });
  check(
      "counts", [](int b, int t, int n) { count<<<b, t>>>(data, n); },
      [](int i, int n) { return i < 13 ? n / 13 + (i < n % 13) : 0; });
  return 0;
}
