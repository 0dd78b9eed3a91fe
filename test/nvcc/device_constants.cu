// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A const __device__ variable is a variable of the device as any other: it has an address that the
// host may ask for, though device code only needs its value, and may be larger than constant memory.
// RUN: nvcc -ptx %s -o - | FileCheck %s
// RUN: nvcc -std=c++17 %s -o %t && %t
// RUN: nvcc -std=c++17 -rdc=true %s -o %t && %t
// CHECK-DAG: .global {{.*}}large[80000]
// CHECK-DAG: .global {{.*}}numbers[12]
// CHECK-DAG: .const {{.*}}constant[8]
#include <cuda_runtime.h>

__device__ const float large[20000] = {1, 2.5f};
__device__ const int numbers[3] = {4, 5, 6};
static __device__ const int single = 9;
namespace inner {
__device__ const double pair[2] = {1, 2};
}
__constant__ const int constant[2] = {1, 2};
constexpr int both[] = {1, 2, 3};
__global__ void kernel(int *p, int i) {
  p[0] = numbers[1] + single + int(inner::pair[1]) + both[i];
  p[1] = int(2 * large[i]) + constant[i];
}

template <class T> size_t sizeOf(const T &symbol) {
  size_t size = 0;
  void *address = nullptr;
  return cudaGetSymbolSize(&size, symbol) || cudaGetSymbolAddress(&address, symbol) || !address
             ? 0
             : size;
}

int main() {
  if (sizeOf(numbers) != 12 || sizeOf(single) != 4 || sizeOf(inner::pair) != 16 ||
      sizeOf(constant) != 8 || sizeOf(large) != 80000)
    return 1;
  int *p, values[2], host[single == 9 ? 2 : 1], read[3];
  cudaMalloc(&p, sizeof values);
  kernel<<<1, 1>>>(p, 1);
  if (cudaMemcpy(values, p, sizeof values, cudaMemcpyDefault) || values[0] != 5 + 9 + 2 + 2 ||
      values[1] != 5 + 2 || sizeof host != 8)
    return 2;
  return cudaMemcpyFromSymbol(read, numbers, 8, 4) || read[0] != 5 || read[1] != 6 ? 3 : 0;
}
