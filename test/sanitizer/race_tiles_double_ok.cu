// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix product with two tiles in turn, filled by cp.async: a barrier stands before and behind each use.
#include <cuda_pipeline.h>
__global__ void product(const float *a, const float *b, float *c) {
  __shared__ float ta[2][8][8], tb[2][8][8];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k <= 8; ++k) {
    if (k < 8) {
      __pipeline_memcpy_async(&ta[k % 2][y][x], &a[y * 64 + 8 * k + x], 4);
      __pipeline_memcpy_async(&tb[k % 2][y][x], &b[(8 * k + y) * 8 + x], 4);
      __pipeline_commit();
    }
    if (k == 0)
      continue;
    __pipeline_wait_prior(k < 8 ? 1 : 0);
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
      float left = ta[(k - 1) % 2][y][i];
      float right = tb[(k - 1) % 2][i][x];
      sum += left * right;
    }
    __syncthreads();
  }
  c[y * 8 + x] = sum;
}
int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 2048);
  cudaMalloc(&b, 2048);
  cudaMalloc(&c, 256);
  cudaMemset(a, 0, 2048);
  cudaMemset(b, 0, 2048);
  product<<<1, dim3(8, 8)>>>(a, b, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
