// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that do not meet. A scan in two arrays by turns. Threads at words of their own beside words that others read. Rows at
// every second word, vectors, a loop that shifts where it writes. Warps that come a different way.
#include <cstdio>
__global__ void scan(int *o) {
  __shared__ int v[2][256];
  int t = threadIdx.x, from = 0;
  v[0][t] = t;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2, from ^= 1) {
    v[from ^ 1][t] = v[from][t] + (t >= d ? v[from][t - d] : 0);
    __syncthreads();
  }
  o[t] = v[from][t];
}
__global__ void own(int *o) {
  __shared__ int v[256], w[512];
  __shared__ int4 x[256];
  int t = threadIdx.x;
  v[t] = t;
  w[2 * t] = t;
  w[2 * t + 1] = v[t];
  x[t] = make_int4(t, t, t, v[t] + w[2 * t + 1]);
  __syncthreads();
  int4 other = x[255 - t];
  v[t] += other.x + w[511 - t];
  __syncthreads();
  o[t] += v[(t + 1) % 256];
}
__global__ void moving(int *o) {
  __shared__ int v[512];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 16; ++i) {
    v[t + 16 * i] = t;
    __syncthreads();
    if (t / 32 % 2)
      sum += v[(t ^ 31) + 16 * i];
    else
      sum -= v[255 - t + 16 * i];
    __syncthreads();
  }
  o[t] = sum;
}
int main() {
  int *o;
  cudaMalloc(&o, 1024);
  cudaMemset(o, 0, 1024);
  scan<<<1, 256>>>(o);
  own<<<1, 256>>>(o);
  moving<<<1, 256>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
