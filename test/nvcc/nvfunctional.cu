// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvstd::function on both sides, as the programming guide has it.
// RUN: nvcc --extended-lambda %s -o %t && %t | FileCheck %s
// RUN: nvcc --extended-lambda -std=c++11 -Xcompiler -Wall,-Werror -c %s -o %t.o
// CHECK: host: 11 12 13 27 5 made 0
// CHECK: device: 11 12 13 27 5 made 0
#include <cstdio>
#include <nvfunctional>

__device__ int live = 0;
int liveOnHost = 0;
__host__ __device__ int &counter() {
#ifdef __CUDA_ARCH__
  return live;
#else
  return liveOnHost;
#endif
}

struct Large { // too large to be stored in the function
  int values[20];
  __host__ __device__ explicit Large(int v) { values[19] = v, ++counter(); }
  __host__ __device__ Large(const Large &other) { values[19] = other.values[19], ++counter(); }
  __host__ __device__ ~Large() { --counter(); }
  __host__ __device__ int operator()(int x) { return values[19] += x; }
};
__host__ __device__ int plusOne(int x) { return x + 1; }
__host__ __device__ int apply(const nvstd::function<int(int)> &f, int x) { return f(x); }

__host__ __device__ void work(const char *side) {
  int results[5] = {};
  {
    int two = 2;
    nvstd::function<int(int)> f = plusOne, empty, none = static_cast<int (*)(int)>(nullptr);
    results[0] = apply(f, 10);
    f = [two] __host__ __device__(int x) { return x + two; };
    results[1] = f(10);
    nvstd::function<int(int)> copy(f), large = Large(3);
    results[2] = large(10);
    nvstd::function<int(int)> another = large; // has a sum of its own
    another(100);
    nvstd::swap(f, large);
    results[3] = f(12) + (copy ? copy(0) : 0);
    f = nvstd::function<int(int)>(static_cast<nvstd::function<int(int)> &&>(large));
    if (empty == nullptr && nullptr == none && f != nullptr && !large)
      results[4] = f(3);
    nvstd::function<void(int &)> byReference = [] __host__ __device__(int &x) { x += 0; };
    byReference(results[4]);
    f = nullptr;
    results[4] += bool(f);
  }
  printf("%s: %d %d %d %d %d made %d\n", side, results[0], results[1], results[2], results[3],
         results[4], counter());
}
__global__ void kernel() { work("device"); }
int main() {
  work("host");
  try {
    nvstd::function<void()>()();
    return 1;
  } catch (const std::bad_function_call &) {
  }
  kernel<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
