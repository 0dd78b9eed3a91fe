// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transpose through a shared tile by a class of its own; its store function has lost the barrier.
template <int N> struct Tile {
  float cells[N][N + 1];
  __device__ void load(const float *from, int x, int y) {
    cells[y][x] = from[y * N + x]; //! racecheck RAW write
  }
  __device__ void store(float *to, int x, int y) const {
    to[y * N + x] = cells[x][y]; //! racecheck RAW read
  }
};
__global__ void transpose(const float *from, float *to) {
  __shared__ Tile<16> tile;
  tile.load(from, threadIdx.x, threadIdx.y);
  tile.store(to, threadIdx.x, threadIdx.y);
}
int main() {
  float *from, *to;
  cudaMalloc(&from, 1024);
  cudaMalloc(&to, 1024);
  cudaMemset(from, 0, 1024);
  transpose<<<1, dim3(16, 16)>>>(from, to);
  cudaDeviceSynchronize();
  cudaFree(from);
  cudaFree(to);
}
