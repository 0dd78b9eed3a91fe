// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child writes past memory that its parent allocated by cudaMalloc.
//flags -rdc=true
__device__ int *data;
__global__ void child(int count) {
  if (threadIdx.x < count)
    data[threadIdx.x] = 1; //! memcheck oob heap write 4 x2
}
__global__ void parent() {
  cudaMalloc(&data, 20 * sizeof(int));
  child<<<1, 32>>>(22);
}
__global__ void release() { cudaFree(data); }
int main() {
  parent<<<1, 1>>>();
  release<<<1, 1>>>();
  cudaDeviceSynchronize();
}
