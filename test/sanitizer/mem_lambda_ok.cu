// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda of the host's code captures a pointer and writes each half.
//flags --extended-lambda
#include <cuda_fp16.h>
template <typename F> __global__ void each(int count, F what) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    what(i);
}
int main() {
  __half *data;
  cudaMalloc(&data, 100 * sizeof(__half));
  each<<<4, 32>>>(100, [data] __device__(int i) {
    data[i] = __float2half(float(i));
  });
  cudaDeviceSynchronize();
  cudaFree(data);
}
