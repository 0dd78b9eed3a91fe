// Arithmetic of narrow types and pointers: promotions, shifts, differences.
#include <cstdio>
#include <climits>
#include <cstdint>
__device__ unsigned short mulu(unsigned short a, unsigned short b) { return (unsigned)a * b; }
__global__ void k(unsigned short *u, signed char *c, int n, long long *o) {
  int i = threadIdx.x;
  unsigned short a = u[i], b = u[i + 32];
  o[i * 12 + 0] = mulu(a, b);
  o[i * 12 + 1] = ((unsigned)a * b) >> 3;
  o[i * 12 + 2] = (long long)((unsigned)a * b);
  o[i * 12 + 3] = (signed char)(c[i] * 3);
  o[i * 12 + 4] = c[i] << 25 >> 20;
  o[i * 12 + 5] = (unsigned char)(c[i] - 200);
  o[i * 12 + 6] = (uintptr_t)(u + n * 7) - (uintptr_t)u;
  o[i * 12 + 7] = &u[n * 5] - &u[-n];
  o[i * 12 + 8] = (long long)((unsigned)n * 4000000000u) + i;
  o[i * 12 + 9] = (a > b) - (a < b);
  o[i * 12 + 10] = (short)(a + b) / 3 % 7;
  o[i * 12 + 11] = -(unsigned long long)(a % (b | 1)) >> 60;
}
int main() {
  unsigned short h[64]; signed char c[32];
  for (int i = 0; i < 64; ++i) h[i] = (unsigned short)(i * 2654435761u >> 13);
  for (int i = 0; i < 32; ++i) c[i] = (signed char)(i * 37 - 100);
  unsigned short *u; signed char *d; long long *o, r[32 * 12];
  cudaMalloc(&u, sizeof h); cudaMalloc(&d, 32); cudaMalloc(&o, sizeof r);
  cudaMemcpy(u, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(d, c, 32, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(u, d, 9, o); cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) { for (int j = 0; j < 12; ++j) printf("%lld ", r[i * 12 + j]); puts(""); }
}
