// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three groups of warps meet at named barriers of their own, in turns that differ.
__device__ void meet(int barrier, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }
__global__ void groups(int *out) {
  __shared__ int s[192];
  int group = threadIdx.x / 64, first = group * 64, at = threadIdx.x % 64;
  s[threadIdx.x] = at;
  for (int i = 0; i < 1 + group; ++i) {
    meet(1 + group, 64);
    int other = s[first + (at + 32) % 64];
    meet(1 + group, 64);
    s[threadIdx.x] = other;
  }
  meet(0, 192);
  out[threadIdx.x] = s[191 - threadIdx.x];
}
int main() {
  int *out;
  cudaMalloc(&out, 768);
  groups<<<1, 192>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
