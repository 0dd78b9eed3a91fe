// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More shared memory is asked for than a block may have.
__global__ void use(int *out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}
int main() {
  int *out;
  cudaMalloc(&out, 128);
  cudaFuncSetAttribute(use, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20); //! memcheck api cudaErrorInvalidValue cudaFuncSetAttribute
  use<<<1, 32, 1 << 20>>>(out); //! memcheck api cudaErrorInvalidValue cudaLaunchKernel
  cudaFree(out);
}
