// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warps go through loops of their own length, with syncs of the warp inside and one of the block behind.
__global__ void loops(int *out) {
  __shared__ int s[4][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = lane;
  __syncwarp();
  for (int i = 0; i <= warp; ++i) {
    int next = s[warp][(lane + 1) % 32];
    __syncwarp();
    s[warp][lane] = next;
    __syncwarp();
  }
  __syncthreads();
  out[threadIdx.x] = s[3 - warp][lane];
}
int main() {
  int *out;
  cudaMalloc(&out, 512);
  loops<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
