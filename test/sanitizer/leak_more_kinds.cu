// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More memory that is never freed: VMM-free kinds of pools, 2D arrays, graphs' memory.
#include <cstdio>
int main() {
  void *p, *q; cudaArray_t a, b; cudaMemPool_t pool; cudaStream_t s; auto d = cudaCreateChannelDesc<int>();
  cudaStreamCreate(&s);
  cudaMemPoolProps m{}; m.allocType = cudaMemAllocationTypePinned; m.location.type = cudaMemLocationTypeDevice;
  cudaMemPoolCreate(&pool, &m);
  cudaMallocFromPoolAsync(&p, 1000, pool, s); //! leak cudaMallocFromPoolAsync 1000
  cudaMalloc3DArray(&a, &d, make_cudaExtent(16, 8, 4)); //! leak cudaMalloc3DArray
  cudaMallocArray(&b, &d, 16, 0); //! leak cudaMallocArray
  cudaHostAlloc(&q, 4096, cudaHostAllocWriteCombined); //! leak cudaHostAlloc 4096
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
