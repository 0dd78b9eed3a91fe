// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wrong write is in a virtual function.
#include <cstdio>
struct B { __device__ virtual void put(int *p, int i) = 0; };
struct D : B { __device__ void put(int *p, int i) override { p[i] = i; } }; //! memcheck oob global write 4 x1
__global__ void k(int *p, int n) { D d; B *b = n > 100000 ? nullptr : &d; b->put(p, n); }
int main() {
  int *p;
  cudaMalloc(&p, 64);
  k<<<1, 1>>>(p, 16);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
