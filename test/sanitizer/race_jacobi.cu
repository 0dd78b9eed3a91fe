// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A relaxation in place: cells read neighbours that other blocks change in the same kernel.
__global__ void relax(float *grid, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (x < width - 1) {
    float left = grid[x - 1], right = grid[x + 1]; //! racecheck RAW read
    grid[x] = 0.5f * (left + right); //! racecheck RAW write
  }
}
int main() {
  float host[130], *grid;
  for (int i = 0; i < 130; ++i)
    host[i] = i * i;
  cudaMalloc(&grid, sizeof host);
  cudaMemcpy(grid, host, sizeof host, cudaMemcpyHostToDevice);
  relax<<<4, 32>>>(grid, 130);
  cudaDeviceSynchronize();
  cudaFree(grid);
}
