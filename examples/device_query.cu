// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the devices of this machine are and can do.
#include <cuda_runtime.h>

#include "check.h"

int main() {
  int devices = 0, driver = 0, runtime = 0;
  CHECK(cudaGetDeviceCount(&devices));
  CHECK(cudaDriverGetVersion(&driver));
  CHECK(cudaRuntimeGetVersion(&runtime));
  EXPECT(devices > 0, "no device");
  EXPECT(driver >= runtime, "driver %d, runtime %d", driver, runtime);
  std::printf("driver %d.%d, runtime %d.%d\n", driver / 1000, driver % 1000 / 10, runtime / 1000,
              runtime % 1000 / 10);
  for (int d = 0; d < devices; ++d) {
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, d));
    std::printf("device %d: %s\n", d, p.name);
    std::printf("  compute capability        %d.%d\n", p.major, p.minor);
    std::printf("  global memory             %.1f GiB\n", double(p.totalGlobalMem) / (1 << 30));
    std::printf("  multiprocessors           %d\n", p.multiProcessorCount);
    std::printf("  warp size                 %d\n", p.warpSize);
    std::printf("  threads per block         %d\n", p.maxThreadsPerBlock);
    std::printf("  block dimensions          %d x %d x %d\n", p.maxThreadsDim[0], p.maxThreadsDim[1],
                p.maxThreadsDim[2]);
    std::printf("  shared memory per block   %zu (%zu on request)\n", p.sharedMemPerBlock,
                p.sharedMemPerBlockOptin);
    EXPECT(p.warpSize == 32 && p.maxThreadsPerBlock >= 1024, "device %d", d);
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, d));
    EXPECT(value == p.multiProcessorCount, "attribute %d", value);
    size_t available, total;
    CHECK(cudaSetDevice(d));
    CHECK(cudaMemGetInfo(&available, &total));
    EXPECT(available > 0 && available <= total, "%zu of %zu bytes", available, total);
  }
  cudaDeviceProp none;
  EXPECT(cudaGetDeviceProperties(&none, devices) == cudaErrorInvalidDevice, "device %d exists", devices);
  std::puts("device_query: ok");
}
