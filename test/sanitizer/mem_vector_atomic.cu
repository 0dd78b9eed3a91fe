// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector reduction of 16 bytes begins with the last element.
__global__ void add(float4 *sums, int count) {
  if (threadIdx.x < count)
    atomicAdd(sums + threadIdx.x, make_float4(1, 2, 3, 4)); //! memcheck oob global atomic 16 x1
}
int main() {
  float4 *sums;
  cudaMalloc(&sums, 31 * sizeof(float4) + 8);
  cudaMemset(sums, 0, 31 * sizeof(float4) + 8);
  add<<<1, 32>>>(sums, 32);
  cudaDeviceSynchronize();
  cudaFree(sums);
}
