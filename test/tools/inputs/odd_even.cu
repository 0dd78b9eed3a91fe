// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes part, meet again, and wait for each other: what a debugger is asked about.
#include <cstdio>

__global__ void oddEven(int *out, int count) {
  __shared__ int tile[64];
  int mine = threadIdx.x * 10;
  tile[threadIdx.x] = mine;
  __syncthreads();
  int other = tile[63 - threadIdx.x];
  if (threadIdx.x % 2)
  {
    mine += other;
    mine *= 2;
  } else {
    mine -= 1;
  }
  int last = mine;
  if (int(threadIdx.x) < count)
    out[blockIdx.x * blockDim.x + threadIdx.x] = last;
  if (threadIdx.x == 63)
    printf("thread 63 has %d\n", last);
}

int main(int argc, char **) {
  int *out;
  cudaMallocManaged(&out, 128 * sizeof *out);
  if (argc > 1)
    oddEven<<<1, 64>>>(reinterpret_cast<int *>(64), 64);
  else
    oddEven<<<2, 64>>>(out, 64);
  printf("status %d\n", int(cudaDeviceSynchronize()));
  if (argc == 1)
    printf("values %d %d %d %d\n", out[0], out[1], out[62], out[127]);
}
