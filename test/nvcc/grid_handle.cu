// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compilers of other languages (Numba) call for a cooperative grid: functions of the device
// runtime's library, linked in at run time.
// RUN: nvcc -rdc=true -ptx -arch=sm_80 %s -o %t.ptx
// RUN: nvcc -DHOST %s -o %t -lcuda && %t %t.ptx %{lib}/libcudadevrt.a | FileCheck %s
// So do programs that nvcc links with it.
// RUN: nvcc -rdc=true -DLINKED %s -o %t.linked -lcudadevrt && %t.linked | FileCheck %s --check-prefix=LINKED
// LINKED: linked: no error, 0 threads too early, 66 of 66 a round
// CHECK: cooperative: 0, 0 threads too early
// CHECK: otherwise: 0, handle 0
// CHECK: no scope: 0, handle 0
#ifndef HOST
extern "C" {
__device__ unsigned long long cudaCGGetIntrinsicHandle(enum cudaCGScope scope);
__device__ cudaError_t cudaCGSynchronize(unsigned long long handle, unsigned int flags);

__global__ void rounds(unsigned *arrived, unsigned *early) {
  const unsigned long long grid = cudaCGGetIntrinsicHandle(cudaCGScopeGrid);
  const unsigned threads = gridDim.x * gridDim.y * blockDim.x * blockDim.y;
  for (unsigned round = 1; round <= 20; ++round) {
    atomicAdd(arrived, 1);
    bool isEarly = cudaCGSynchronize(grid, 0) != cudaSuccess;
    isEarly |= *(volatile unsigned *)arrived != round * threads;
    isEarly |= cudaCGSynchronize(grid, 0) != cudaSuccess;
    atomicAdd(early, isEarly);
  }
}

__global__ void handle(enum cudaCGScope scope, unsigned long long *out) {
  *out = cudaCGGetIntrinsicHandle(scope);
}
}
#ifdef LINKED
#include <cstdio>
int main() {
  unsigned *counts;
  cudaMallocManaged(&counts, 2 * sizeof *counts);
  counts[0] = counts[1] = 0;
  unsigned *early = counts + 1;
  void *arguments[] = {&counts, &early};
  cudaLaunchCooperativeKernel((void *)rounds, 2, 33, arguments, 0, nullptr);
  cudaError_t result = cudaDeviceSynchronize();
  std::printf("linked: %s, %u threads too early, %u of 66 a round\n", cudaGetErrorString(result), counts[1],
              counts[0] / 20);
}
#endif
#else
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

int main(int, char **argv) {
  cudaFree(nullptr);
  CUlinkState link;
  void *image;
  CUlibrary library;
  CUkernel rounds, handle;
  if (cuLinkCreate(0, nullptr, nullptr, &link) ||
      cuLinkAddFile(link, CU_JIT_INPUT_PTX, argv[1], 0, nullptr, nullptr) ||
      cuLinkAddFile(link, CU_JIT_INPUT_LIBRARY, argv[2], 0, nullptr, nullptr) ||
      cuLinkComplete(link, &image, nullptr) ||
      cuLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0) ||
      cuLibraryGetKernel(&rounds, library, "rounds") ||
      cuLibraryGetKernel(&handle, library, "handle"))
    return 1;
  unsigned *counts;
  cudaMallocManaged(&counts, 2 * sizeof *counts);
  counts[0] = counts[1] = 0;
  unsigned *early = counts + 1;
  void *arguments[] = {&counts, &early};
  int result = cuLaunchCooperativeKernel((CUfunction)rounds, 3, 2, 1, 33, 2, 1, 0, nullptr, arguments);
  result += cudaDeviceSynchronize();
  std::printf("cooperative: %d, %u threads too early\n", result, counts[1]);

  unsigned long long *out;
  cudaMallocManaged(&out, sizeof *out);
  for (cudaCGScope scope : {cudaCGScopeGrid, cudaCGScopeInvalid}) {
    *out = 9;
    void *both[] = {&scope, &out};
    result = cuLaunchKernel((CUfunction)handle, 1, 1, 1, 1, 1, 1, 0, nullptr, both, nullptr);
    result += cudaDeviceSynchronize();
    std::printf("%s: %d, handle %llu\n", scope ? "otherwise" : "no scope", result, *out);
  }
}
#endif
