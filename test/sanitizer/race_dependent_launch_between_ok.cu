// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that may begin early: one thread waits for its block, the host has waited, or another command comes between.
__global__ void first(int *data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[threadIdx.x] = threadIdx.x;
}
__global__ void oneWaits(const int *data, int *out) {
  if (threadIdx.x == 0)
    cudaGridDependencySynchronize();
  __syncthreads();
  out[threadIdx.x] = data[63 - threadIdx.x];
}
__global__ void noneWaits(const int *data, int *out) { out[threadIdx.x] = data[63 - threadIdx.x]; }
int main() {
  int *data, *out, *other;
  cudaMalloc(&data, 256);
  cudaMalloc(&out, 256);
  cudaMalloc(&other, 256);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {1, 64, 0, 0, &attribute, 1};
  first<<<1, 64>>>(data);
  cudaLaunchKernelEx(&config, oneWaits, (const int *)data, out);
  cudaDeviceSynchronize();
  first<<<1, 64>>>(data);
  cudaStreamSynchronize(0);
  cudaLaunchKernelEx(&config, noneWaits, (const int *)data, out);
  cudaDeviceSynchronize();
  first<<<1, 64>>>(data);
  cudaMemsetAsync(other, 0, 256);
  cudaLaunchKernelEx(&config, noneWaits, (const int *)data, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
  cudaFree(other);
}
