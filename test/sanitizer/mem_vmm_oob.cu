// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reserved addresses behind a mapping.
//flags -lcuda
#include <cstdio>
#include <cuda.h>
__global__ void k(int *p, size_t i) { p[i] = 1; } //! memcheck oob global write 4 x1
int main() {
  cudaFree(0);
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  size_t g;
  cuMemGetAllocationGranularity(&g, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  CUdeviceptr va; CUmemGenericAllocationHandle h;
  cuMemAddressReserve(&va, 2 * g, 0, 0, 0);
  cuMemCreate(&h, g, &prop, 0);
  cuMemMap(va, g, 0, h, 0);
  CUmemAccessDesc d = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  cuMemSetAccess(va, g, &d, 1);
  k<<<1, 1>>>((int *)va, 5);
  k<<<1, 1>>>((int *)va, g / 4);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
