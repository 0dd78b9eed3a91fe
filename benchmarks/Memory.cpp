// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory for the buffers of the cases.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime_api.h>

#include "Bench.h"

namespace bench {

void *allocate(size_t bytes) {
  void *memory = nullptr;
  cudaError_t status = cudaMallocManaged(&memory, bytes, cudaMemAttachGlobal);
  if (status != cudaSuccess) {
    std::fprintf(stderr, "anywarp-bench: %zu bytes: %s\n", bytes, cudaGetErrorString(status));
    std::exit(1);
  }
  return memory;
}

void release(void *memory) { cudaFree(memory); }

} // namespace bench
