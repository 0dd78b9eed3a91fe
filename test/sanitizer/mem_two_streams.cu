// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of two kernels in two streams one has the other's count.
__global__ void scale(double *data, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] *= 2; //! memcheck oob global read 8 x20
}
int main() {
  double *small, *large;
  cudaStream_t streams[2];
  for (auto &stream : streams)
    cudaStreamCreate(&stream);
  cudaMalloc(&small, 80 * sizeof(double));
  cudaMalloc(&large, 100 * sizeof(double));
  cudaMemset(small, 0, 80 * sizeof(double));
  cudaMemset(large, 0, 100 * sizeof(double));
  scale<<<2, 64, 0, streams[0]>>>(large, 100);
  cudaDeviceSynchronize();
  scale<<<2, 64, 0, streams[1]>>>(small, 100);
  cudaDeviceSynchronize();
  for (auto &stream : streams)
    cudaStreamDestroy(stream);
  cudaFree(small);
  cudaFree(large);
}
