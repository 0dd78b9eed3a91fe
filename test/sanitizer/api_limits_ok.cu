// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits, attributes and handles within what the device has.
__global__ void nothing() {}
int main() {
  size_t heap;
  int most;
  cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 2 * heap);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  nothing<<<1, 1, most>>>();
  nothing<<<dim3(1, 65535, 1), dim3(1, 1, 64)>>>();
  void *none = nullptr;
  cudaMalloc(&none, 0);
  cudaFree(none);
  cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault);
  cudaDeviceSynchronize();
}
