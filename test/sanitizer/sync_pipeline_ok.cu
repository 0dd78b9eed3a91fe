// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipelines and group copies as the manual has them.
#include <cstdio>
#include <cuda/pipeline>
#include <cuda/barrier>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *p, int *o, int n) {
  __shared__ int s[2][64];
  auto g = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto pipe = cuda::make_pipeline(g, &st);
  int sum = 0, put = 0;
  for (int i = 0; i < n; ++i) {
    for (; put < n && put < i + 2; ++put) {
      pipe.producer_acquire();
      cuda::memcpy_async(g, s[put % 2], p + 64 * put, 256, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[i % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  o[threadIdx.x] = sum;
}
__global__ void w(const int *p, int *o) {
  __shared__ int s[64];
  auto g = cg::this_thread_block();
  cg::memcpy_async(g, s, p, 256);
  cg::wait(g);
  o[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 2048); cudaMalloc(&o, 256); cudaMemset(p, 0, 2048);
  k<<<1, 64>>>(p, o, 8);
  w<<<1, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
