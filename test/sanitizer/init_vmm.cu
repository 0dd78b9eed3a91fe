// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of cuMemCreate that nobody has written.
#include <cstdio>
#include <cuda.h>
//flags -lcuda
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! initcheck uninit global read 4 x32
int main() {
  int *o; cudaMalloc(&o, 128);
  CUmemAllocationProp a = {}; a.type = CU_MEM_ALLOCATION_TYPE_PINNED; a.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemGenericAllocationHandle h; CUdeviceptr p; size_t n = 2 << 20;
  cuMemCreate(&h, n, &a, 0); cuMemAddressReserve(&p, n, 0, 0, 0); cuMemMap(p, n, 0, h, 0);
  CUmemAccessDesc d = {}; d.location = a.location; d.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE; cuMemSetAccess(p, n, &d, 1);
  k<<<1, 32>>>((int *)p, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cuMemUnmap(p, n); cuMemRelease(h); cuMemAddressFree(p, n); cudaFree(o);
}
