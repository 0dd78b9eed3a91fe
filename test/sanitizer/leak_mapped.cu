// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// VMM memory: the handle is released, the mapping stays.
#include <cstdio>
#include <cuda.h>
//flags -lcuda
int main() {
  cudaFree(0);
  CUmemAllocationProp a = {}; a.type = CU_MEM_ALLOCATION_TYPE_PINNED; a.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemGenericAllocationHandle h; CUdeviceptr p; size_t n = 2 << 20;
  cuMemCreate(&h, n, &a, 0); //? leak cuMemCreate
  cuMemAddressReserve(&p, n, 0, 0, 0); cuMemMap(p, n, 0, h, 0); //? leak cuMemMap
  cuMemRelease(h);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
