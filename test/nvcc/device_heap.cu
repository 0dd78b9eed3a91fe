// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap of the device is one that runs out: an allocation that nothing looks at is made all the same, as with NVIDIA's
// nvcc 13.0.
// RUN: nvcc -ptx %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: nvcc -std=c++17 %s -o %t && %t | FileCheck %s
// CHECK: some fit, some do not
// CHECK-NEXT: aligned: 32 of 32
// CHECK-NEXT: over-aligned objects: 0 0 64
#include <cstdio>
// PTX: .entry _Z4lostPi(
// PTX: malloc
__global__ void lost(int *made) {
  if (malloc(1 << 20))
    atomicAdd(made, 1);
}
// PTX: .entry _Z5freedPi(
// PTX: malloc
// PTX: free
__global__ void freed(int *p) {
  void *q = malloc(8);
  free(q);
  *p = 1;
}
// PTX: .entry _Z5ownedPi(
// PTX: malloc
// PTX: free
__global__ void owned(int *p) {
  int *q = new int(5);
  *p = *q;
  delete q;
}
// The name as NVIDIA's nvcc calls it.
// PTX: .entry _Z7alignedPi(
// PTX: __cuda_syscall_aligned_malloc
__global__ void aligned(int *right) {
  const size_t align = size_t(16) << threadIdx.x % 8;
  char *q = (char *)__nv_aligned_device_malloc(100 + threadIdx.x, align);
  if (q && (size_t)q % align == 0) {
    for (unsigned i = 0; i < 100 + threadIdx.x; ++i)
      q[i] = threadIdx.x;
    __syncwarp();
    bool mine = true;
    for (unsigned i = 0; i < 100 + threadIdx.x; ++i)
      mine &= q[i] == threadIdx.x;
    atomicAdd(right, mine);
  }
  free(q);
}
struct alignas(64) Wide {
  double numbers[4];
};
__global__ void objects() {
  Wide *one = new Wide, *some = new Wide[3];
  printf("over-aligned objects: %d %d %d\n", int(size_t(one) % 64), int(size_t(some) % 64), int((char *)&some[1] - (char *)some));
  delete one;
  delete[] some;
}
int main() {
  int *made;
  cudaMallocManaged(&made, sizeof *made);
  *made = 0;
  lost<<<100, 100>>>(made); // of a heap of 8 MiB
  cudaDeviceSynchronize();
  puts(*made > 0 && *made < 10 ? "some fit, some do not" : "no end of the heap");
  cudaDeviceReset();
  cudaMallocManaged(&made, sizeof *made);
  *made = 0;
  aligned<<<1, 32>>>(made);
  cudaDeviceSynchronize();
  printf("aligned: %d of 32\n", *made);
  objects<<<1, 1>>>();
  cudaDeviceSynchronize();
}
