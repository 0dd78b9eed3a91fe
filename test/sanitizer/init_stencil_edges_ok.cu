// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil reads the rim of a grid, which was cleared.
__global__ void fill(float *grid, int width) {
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  grid[y * width + x] = x;
}
__global__ void smooth(const float *grid, float *out, int width) {
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  float left = grid[y * width + x - 1];
  out[y * width + x] = left;
}
int main() {
  float *grid, *out;
  cudaMalloc(&grid, 400);
  cudaMalloc(&out, 400);
  cudaMemset(grid, 0, 400);
  fill<<<1, dim3(8, 8)>>>(grid, 10);
  smooth<<<1, dim3(8, 8)>>>(grid, out, 10);
  cudaDeviceSynchronize();
  cudaFree(grid);
  cudaFree(out);
}
