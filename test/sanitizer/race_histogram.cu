// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A histogram in shared memory: some warps count before all bins are cleared.
__global__ void count(const unsigned char *data, int *bins) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    s[i] = 0; //! racecheck WAW write
  atomicAdd(&s[data[blockIdx.x * blockDim.x + threadIdx.x]], 1); //! racecheck WAW atomic
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], s[i]);
}
int main() {
  unsigned char host[256], *data;
  int *bins;
  for (int i = 0; i < 256; ++i)
    host[i] = 255 - i * 7;
  cudaMalloc(&data, 256);
  cudaMalloc(&bins, 1024);
  cudaMemcpy(data, host, 256, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 1024);
  count<<<2, 128>>>(data, bins);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(bins);
}
