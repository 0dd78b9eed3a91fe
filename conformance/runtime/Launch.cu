// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches: shapes that no device takes, what is no kernel, handles, functions and occupancy.
#include "Check.h"

__global__ void iota(int *out) {
  if (out)
    out[threadIdx.x] = threadIdx.x;
}
__global__ void shared(int *out, int value) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = value;
  __syncthreads();
  out[0] = memory[0];
}
__global__ void __launch_bounds__(128) bounded(int *out) { out[threadIdx.x] = 1; }
struct Pair {
  char first;
  double second;
};
__global__ void taking(int *out, char c, Pair pair) { out[0] = c + pair.first + int(pair.second); }

static void noKernel() {}
static const void *const none = reinterpret_cast<const void *>(&noKernel);

static void shapes(int *memory) {
  void *arguments[] = {&memory};
  const void *kernel = reinterpret_cast<const void *>(&iota);
  iota<<<0, 32>>>(memory);
  EQUAL(cudaErrorInvalidValue, cudaGetLastError());
  iota<<<1, 2048>>>(memory);
  EQUAL(cudaErrorInvalidValue, cudaPeekAtLastError());
  EQUAL(cudaErrorInvalidValue, cudaGetLastError());
  EQUAL(cudaSuccess, cudaGetLastError());
  EXPECT(cudaErrorInvalidValue, cudaLaunchKernel(kernel, dim3(1, 70000), dim3(2), arguments, 0, 0));
  EXPECT(cudaErrorInvalidValue, cudaLaunchKernel(kernel, dim3(1), dim3(1, 1, 65), arguments, 0, 0));
  EXPECT(cudaErrorInvalidValue, cudaLaunchKernel(kernel, dim3(1), dim3(0), arguments, 0, 0));
  EXPECT(cudaErrorInvalidValue, cudaLaunchKernel(kernel, dim3(1), dim3(1), (void **)nullptr, 0, 0));
  EXPECT(cudaErrorInvalidValue, cudaLaunchCooperativeKernel(kernel, dim3(0), dim3(32), arguments, 0, 0));
  EXPECT(cudaErrorCooperativeLaunchTooLarge,
         cudaLaunchCooperativeKernel(kernel, dim3(1 << 20), dim3(1024), arguments, 0, 0));
  OK(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, cudaStreamPerThread));
  bounded<<<1, 129>>>(memory);
  EQUAL(cudaErrorInvalidValue, cudaGetLastError());
  bounded<<<1, 128>>>(memory);
  OK(cudaDeviceSynchronize());

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(4096);
  EXPECT(cudaErrorInvalidValue, cudaLaunchKernelExC(&config, kernel, arguments));
  config.blockDim = dim3(32);
  OK(cudaLaunchKernelExC(&config, kernel, arguments));
  OK(cudaLaunchKernelEx(&config, iota, memory));
  OK(cudaDeviceSynchronize());
}

static void dynamicMemory(int *memory) {
  shared<<<1, 32, 100000>>>(memory, 1);
  EQUAL(cudaErrorInvalidValue, cudaGetLastError());
  EXPECT(cudaErrorInvalidValue,
         cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 24));
  OK(cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  shared<<<1, 32, 100000>>>(memory, 77);
  OK(cudaGetLastError());
  int value = 0;
  OK(cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost));
  EQUAL(77, value);
}

static void handles(int *memory) {
  void *arguments[] = {&memory};
  const void *kernel = reinterpret_cast<const void *>(&iota);
  EXPECT(cudaErrorInvalidResourceHandle, cudaLaunchKernel(none, dim3(1), dim3(1), arguments, 0, 0));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaLaunchKernel((const void *)nullptr, dim3(1), dim3(1), arguments, 0, 0));
  cudaKernel_t handle;
  OK(cudaGetKernel(&handle, kernel));
  OK(cudaLaunchKernel((const void *)handle, dim3(1), dim3(1), arguments, 0, 0));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGetKernel(&handle, none));
  EXPECT(cudaErrorInvalidValue, cudaGetKernel((cudaKernel_t *)nullptr, kernel));
  cudaFunction_t function;
  OK(cudaGetFuncBySymbol(&function, kernel));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGetFuncBySymbol(&function, none));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaGetFuncBySymbol(&function, (const void *)handle));
  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, (const void *)handle));
  OK(cudaFuncGetAttributes(&attributes, bounded));
  EQUAL(128, attributes.maxThreadsPerBlock);
  EXPECT(cudaErrorInvalidResourceHandle, cudaFuncGetAttributes(&attributes, none));
  EXPECT(cudaErrorInvalidDeviceFunction, cudaFuncGetAttributes(&attributes, (const void *)nullptr));
  EXPECT(cudaErrorInvalidResourceHandle, cudaFuncSetCacheConfig(none, cudaFuncCachePreferL1));
  const char *name = nullptr;
  EXPECT(cudaErrorInvalidResourceHandle, cudaFuncGetName(&name, none));
  OK(cudaFuncGetName(&name, kernel));
  CHECK(name && std::strstr(name, "iota"));
  size_t offset = 0, size = 0;
  OK(cudaFuncGetParamInfo((const void *)taking, 2, &offset, &size));
  EQUAL(16, offset);
  EQUAL(sizeof(Pair), size);
  EXPECT(cudaErrorInvalidValue, cudaFuncGetParamInfo((const void *)taking, 3, &offset, &size));
  taking<<<1, 1>>>(memory, 'a', Pair{2, 3.5});
  int value = 0;
  OK(cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost));
  EQUAL('a' + 5, value);
}

static void occupancy() {
  int blocks = -1, grid = 0, block = 0;
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, none, 32, 0));
  EXPECT(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, iota, 0, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, iota, 32, 0, 77));
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, iota, 4096, 0));
  EQUAL(0, blocks);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, iota, 256, 0));
  CHECK(blocks > 0);
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, iota));
  CHECK(grid > 0 && block > 0 && block % 32 == 0);
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, iota, 0, 100));
  CHECK(block <= 100);
}

int main() {
  int *memory = nullptr;
  OK(cudaMalloc(&memory, 4096));
  shapes(memory);
  dynamicMemory(memory);
  handles(memory);
  occupancy();
  OK(cudaFree(memory));
  return finish("Launch");
}
