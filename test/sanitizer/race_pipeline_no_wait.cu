// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stage of a pipeline is read before the wait.
#include <cstdio>
#include <cuda/pipeline>
#include <cooperative_groups.h>
__global__ void k(const int *p, int *o) {
  __shared__ int s[64];
  auto g = cooperative_groups::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> st;
  auto pipe = cuda::make_pipeline(g, &st);
  pipe.producer_acquire();
  cuda::memcpy_async(g, s, p, cuda::aligned_size_t<16>(256), pipe); //? racecheck RAW async-write
  pipe.producer_commit();
  o[threadIdx.x] = s[63 - threadIdx.x]; //! racecheck RAW read
  pipe.consumer_wait();
  pipe.consumer_release();
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  k<<<1, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
