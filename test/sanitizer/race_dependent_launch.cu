// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that may begin early reads what the one before it writes, before it waits for that.
#include <cstdio>
__global__ void first(int *p) {
  cudaTriggerProgrammaticLaunchCompletion();
  p[threadIdx.x] = threadIdx.x; //! racecheck RAW write
}
__global__ void second(const int *p, int *o) {
  int early = p[threadIdx.x]; //! racecheck RAW read
  cudaGridDependencySynchronize();
  o[threadIdx.x] = early + p[threadIdx.x];
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  cudaDeviceSynchronize();
  first<<<1, 64>>>(p);
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 1; config.blockDim = 64;
  config.attrs = &early; config.numAttrs = 1;
  cudaLaunchKernelEx(&config, second, (const int *)p, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
