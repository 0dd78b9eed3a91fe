// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Destructors of static objects that were made after the first call: what they launch, read, unload
// and free is still done, in the context of the main thread.
#include <cuda.h>

#include "Check.h"

__device__ int total;
__global__ void add(int n) { total += n; }

static const char *const kEmpty = ".version 7.0\n.target sm_50\n.address_size 64\n"
                                  ".visible .entry nothing() { ret; }\n";

struct Cache {
  CUmodule module = nullptr;
  int *memory = nullptr;
  cudaStream_t stream = nullptr;
  Cache() {
    CHECK(cuModuleLoadData(&module, kEmpty) == CUDA_SUCCESS);
    OK(cudaMalloc(&memory, sizeof(int)));
    OK(cudaStreamCreate(&stream));
  }
  ~Cache() {
    add<<<1, 1, 0, stream>>>(4);
    OK(cudaGetLastError());
    OK(cudaStreamSynchronize(stream));
    int seen = 0;
    OK(cudaMemcpyFromSymbol(&seen, total, sizeof(seen)));
    CHECK(seen == 7);
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(memory));
    finish("StaticObjects");
    std::fflush(stdout);
  }
};

int main() {
  add<<<1, 1>>>(3);
  OK(cudaDeviceSynchronize());
  static Cache cache;
  return failures != 0;
}
