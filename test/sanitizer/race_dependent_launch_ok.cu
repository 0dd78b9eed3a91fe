// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that may begin before the one before it has ended waits for its results.
__global__ void first(int *data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[threadIdx.x] = threadIdx.x;
}
__global__ void second(const int *data, int *out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[31 - threadIdx.x];
}
int main() {
  int *data, *out;
  cudaMalloc(&data, 128);
  cudaMalloc(&out, 128);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {1, 32, 0, 0, &attribute, 1};
  first<<<1, 32>>>(data);
  cudaLaunchKernelEx(&config, second, (const int *)data, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
