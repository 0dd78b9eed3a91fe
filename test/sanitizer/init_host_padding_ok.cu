// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host copies structures whose padding nobody wrote: between members, and behind the last one.
#include <cstdio>
struct Found { bool is; long at; };
struct Entry { int row; double value; };
struct Last { double value; char kind; };
struct Half { short a; int b; long c; char d; };
__global__ void fill(Found *f, Entry *e, Last *l, Half *h) {
  int i = threadIdx.x;
  f[i].is = true, f[i].at = i;
  e[i].row = i, e[i].value = i;
  l[i].value = i, l[i].kind = 'a';
  h[i].a = i, h[i].b = i, h[i].c = i, h[i].d = 'b';
}
template <typename T> T *made() {
  T *p;
  cudaMalloc(&p, 33 * sizeof(T));
  return p;
}
template <typename T> void fetch(T *p) {
  T h[32], one;
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&one, p + 7, sizeof one, cudaMemcpyDeviceToHost);
  cudaFree(p);
}
int main() {
  auto *f = made<Found>();
  auto *e = made<Entry>();
  auto *l = made<Last>();
  auto *h = made<Half>();
  fill<<<1, 32>>>(f, e, l, h);
  fetch(f), fetch(e), fetch(l), fetch(h);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
