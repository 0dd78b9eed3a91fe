// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stmatrix writes rows behind the shared array.
__global__ void store(int *out) {
  __shared__ __align__(16) short tile[8 * 8 - 8];
  unsigned row = unsigned(__cvta_generic_to_shared(tile)) + threadIdx.x % 8 * 16;
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(row), "r"(threadIdx.x) : "memory"); //! memcheck oob shared write 16
  out[threadIdx.x] = tile[threadIdx.x];
}
int main() {
  int *out;
  cudaMalloc(&out, 128);
  store<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
