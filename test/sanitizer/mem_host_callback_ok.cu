// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the host between kernels and copies; pinned and mapped memory.
static void CUDART_CB twice(void *data) { *static_cast<int *>(data) *= 2; }
__global__ void add(int *data) { atomicAdd(data, 1); }
int main() {
  int *data, *mapped;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaHostAlloc(&data, 4, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&mapped, data, 0);
  *data = 0;
  for (int i = 0; i < 3; ++i) {
    add<<<1, 32, 0, stream>>>(mapped);
    cudaLaunchHostFunc(stream, twice, data);
  }
  cudaStreamSynchronize(stream);
  bool isRight = *data == 448;
  cudaFreeHost(data);
  cudaStreamDestroy(stream);
  return !isRight;
}
