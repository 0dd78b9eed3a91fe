// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda_occupancy.h: in C, C++ and CUDA; the numbers are those of NVIDIA's calculator 12.1 for the same input, and
// what the runtime API answers for the same kernel.
// RUN: gcc -x c -std=c99 -Wall -Werror -fsyntax-only -I %{lib}/../include %S/inputs/occupancy.c
// RUN: nvcc -std=c++17 %s -o %t && %t | FileCheck %s
#include <cstdio>
#include <cuda_occupancy.h>

__global__ void kernel(float *p) {
  __shared__ float part[1024];
  part[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = part[threadIdx.x ^ 1];
}

static void show(int capability, int threadsPerSm, int sharedPerSm, int optIn, int reserved, int registers, int block, int dynamic, int carveout) {
  cudaOccDeviceProp device;
  device.computeMajor = capability / 10, device.computeMinor = capability % 10;
  device.maxThreadsPerBlock = 1024, device.maxThreadsPerMultiprocessor = threadsPerSm;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536, device.warpSize = 32, device.numSms = 10;
  device.sharedMemPerBlock = 49152, device.sharedMemPerMultiprocessor = sharedPerSm;
  device.sharedMemPerBlockOptin = optIn, device.reservedSharedMemPerBlock = reserved;
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = 1024, function.numRegs = registers, function.sharedSizeBytes = 1000;
  function.maxDynamicSharedSizeBytes = 98304, function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  cudaOccDeviceState state;
  state.carveoutConfig = carveout;
  cudaOccResult r;
  int error = cudaOccMaxActiveBlocksPerMultiprocessor(&r, &device, &function, &state, block, dynamic);
  int grid = 0, best = 0;
  cudaOccMaxPotentialOccupancyBlockSize(&grid, &best, &device, &function, &state);
  size_t two = 0;
  cudaOccAvailableDynamicSMemPerBlock(&two, &device, &function, &state, 2, block);
  printf("%d: %d, %d by %x, %zu shared, %d x %d, %zu for two\n", capability, error, error ? 0 : r.activeBlocksPerMultiprocessor,
         error ? 0 : r.limitingFactors, error ? 0 : r.allocatedSharedMemPerBlock, grid, best, two);
}

static void facts(int capability) {
  cudaOccDeviceProp device;
  device.computeMajor = capability / 10, device.computeMinor = capability % 10;
  cudaOccError (*const all[])(int *, const cudaOccDeviceProp *) = {
      cudaOccSMemAllocationGranularity, cudaOccRegAllocationGranularity, cudaOccRegAllocationMaxPerThread,
      cudaOccSubPartitionsPerMultiprocessor, cudaOccMaxBlocksPerMultiprocessor};
  printf("%d:", capability);
  for (auto fact : all) {
    int value = -1, error = fact(&value, &device);
    printf("%s %d %d", fact == *all ? "" : ",", error, value);
  }
  printf("\n");
}

int main() {
  // CHECK: 75: 0, 4 by 1, 6144 shared, 10 x 1024, 31768 for two
  show(75, 1024, 65536, 65536, 0, 32, 256, 5000, -1);
  // CHECK: 80: 0, 2 by 2, 7040 shared, 10 x 512, 50200 for two
  show(80, 2048, 167936, 166912, 1024, 100, 256, 5000, 50);
  // CHECK: 90: 0, 7 by 4, 32128 shared, 20 x 1024, 98304 for two
  show(90, 2048, 233472, 232448, 1024, 32, 128, 30000, -1);
  // CHECK: 120: 0, 1 by 4, 92032 shared, 20 x 768, 31768 for two
  show(120, 1536, 102400, 101376, 1024, 40, 64, 90000, 60);
  // CHECK: 35: 2, 0 by 0
  show(35, 2048, 49152, 49152, 0, 32, 256, 0, -1);

  // CHECK: 70: 0 256, 0 256, 0 256, 0 4, 0 32
  // CHECK: 75: 0 256, 0 256, 0 256, 0 4, 0 16
  // CHECK: 86: 0 128, 0 256, 0 256, 0 4, 0 16
  // CHECK: 89: 0 128, 0 256, 0 256, 0 4, 0 24
  // CHECK: 90: 0 128, 0 256, 0 256, 0 4, 0 32
  // CHECK: 990: 2 -1, 2 -1, 2 -1, 2 -1, 2 -1
  for (int capability : {70, 75, 86, 89, 90, 990})
    facts(capability);

  // CHECK: 3 2 9 6 3
  printf("%d %d %d %d %d\n", __occDivideRoundUp(7, 3), __occDivideRoundUp(6, 3), __occRoundUp(7, 3), __occRoundUp(6, 3), __occMin(7, 3));

  cudaDeviceProp device;
  cudaFuncAttributes attributes;
  cudaGetDeviceProperties(&device, 0);
  cudaFuncGetAttributes(&attributes, kernel);
  cudaOccDeviceProp occDevice(device);
  cudaOccFuncAttributes occFunction(attributes);
  cudaOccDeviceState state;
  int different = 0, cases = 0;
  for (int block = 32; block <= 1024; block += 96)
    for (int dynamic = 0; dynamic <= 40000; dynamic += 8000, ++cases) {
      int blocks;
      cudaOccResult r;
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, dynamic);
      cudaOccMaxActiveBlocksPerMultiprocessor(&r, &occDevice, &occFunction, &state, block, dynamic);
      different += r.activeBlocksPerMultiprocessor != blocks;
    }
  printf("%d of %d differ\n", different, cases);
  // CHECK: 0 of 66 differ
}
