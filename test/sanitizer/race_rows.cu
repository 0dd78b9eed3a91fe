// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of words side by side that meet rows of other warps between two barriers. A scan in one array. A store that is two words
// too far. A row at every second word whose warps overlap, and what comes before it in the interval.
#include <cstdio>
__global__ void scan(int *o) {
  __shared__ int v[256];
  int t = threadIdx.x;
  v[t] = t;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int mine = t >= d ? v[t - d] : 0; //! racecheck RAW read
    __syncthreads();
    v[t] += mine; //! racecheck RAW write
  }
  __syncthreads();
  o[t] = v[t];
}
__global__ void tooFar(int *o) {
  __shared__ int v[260], w[256];
  int t = threadIdx.x;
  w[t] = t;
  v[t] = t; //! racecheck WAW write
  if (t < 32)
    v[t + 34] = -t; //! racecheck WAW write
  __syncthreads();
  o[t] = v[t] + w[255 - t];
}
__global__ void everySecond(int *o) {
  __shared__ int v[600], w[256];
  int t = threadIdx.x;
  w[t] = t;
  __syncthreads();
  v[2 * t] = w[255 - t]; //! racecheck WAW write
  if (t >= 32)
    v[2 * t - 62] = t; //! racecheck WAW write
  __syncthreads();
  o[t] = v[2 * t];
}
int main() {
  int *o;
  cudaMalloc(&o, 1024);
  scan<<<1, 256>>>(o);
  tooFar<<<1, 256>>>(o);
  everySecond<<<1, 256>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
