/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The occupancy calculator in C. */
#include <cuda_occupancy.h>

int blocks(const cudaOccDeviceProp *device, const cudaOccFuncAttributes *function,
           const cudaOccDeviceState *state) {
  cudaOccResult result;
  size_t bytes = 0;
  int grid = 0, block = 0;
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, device, function, state, 256, 0) !=
      CUDA_OCC_SUCCESS)
    return -1;
  (void)cudaOccAvailableDynamicSMemPerBlock(&bytes, device, function, state, 1, 256);
  (void)cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, device, function, state, NULL, bytes);
  return result.activeBlocksPerMultiprocessor + block;
}
