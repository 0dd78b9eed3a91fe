// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Physical memory is unmapped behind the kernel that uses its addresses.
//flags -lcuda
#include <cuda.h>
__global__ void fill(int *data) {
  data[threadIdx.x] = 1;
}
int main() {
  cudaFree(nullptr);
  CUmemAllocationProp what = {};
  what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  what.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  size_t size;
  cuMemGetAllocationGranularity(&size, &what, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  CUdeviceptr address;
  CUmemGenericAllocationHandle memory;
  cuMemAddressReserve(&address, size, 0, 0, 0);
  cuMemCreate(&memory, size, &what, 0);
  cuMemMap(address, size, 0, memory, 0);
  CUmemAccessDesc access = {what.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  cuMemSetAccess(address, size, &access, 1);
  fill<<<1, 32>>>((int *)address);
  cudaDeviceSynchronize();
  cuMemUnmap(address, size);
  cuMemRelease(memory);
  cuMemAddressFree(address, size);
}
