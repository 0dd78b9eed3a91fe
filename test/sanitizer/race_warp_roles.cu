// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One warp fills two buffers for another by named barriers; in the second round it does not wait until a buffer is free.
__device__ void join(int barrier) { asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory"); }
__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, 64;" ::"r"(barrier) : "memory"); }
__global__ void roles(int *out) {
  __shared__ int buffer[2][32];
  int lane = threadIdx.x % 32, sum = 0;
  for (int i = 0; i < 4; ++i) {
    int b = i % 2;
    if (threadIdx.x < 32) {
      buffer[b][lane] = i * lane; //! racecheck WAR write
      arrive(1 + b);
    } else {
      join(1 + b);
      sum += buffer[b][31 - lane]; //! racecheck WAR read
    }
  }
  if (threadIdx.x >= 32)
    out[lane] = sum;
}
int main() {
  int *out;
  cudaMalloc(&out, 128);
  roles<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
