// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that are chosen, exchanged, loaded and reached from one another by their distance.
#include <cstdio>
__global__ void k(int *a, int *b, int *const *table, int n) {
  int t = threadIdx.x;
  int *p = t & 1 ? a : b;
  p[t] = t;
  for (int i = 0; i < n; ++i) {
    int *q = a;
    a = b;
    b = q;
    a[t] += b[t];
  }
  table[t & 1][t] = t;
  *(a + ((b - a) + t)) = t;
}
struct Pair { int *p, *q; };
__global__ void pairs(Pair s) { (threadIdx.x < 16 ? s.p : s.q)[threadIdx.x] = 1; }
__global__ void scaled(char *x, char *y, long long which) { *(x + which * (y - x) + threadIdx.x) = 1; }
int main() {
  int *a, *b, **table;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&table, 16);
  cudaMemset(a, 0, 128); cudaMemset(b, 0, 128);
  int *both[] = {a, b};
  cudaMemcpy(table, both, 16, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(a, b, table, 3);
  pairs<<<1, 32>>>({a, b});
  scaled<<<1, 32>>>(reinterpret_cast<char *>(a), reinterpret_cast<char *>(b), 1);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a); cudaFree(b); cudaFree(table);
}
