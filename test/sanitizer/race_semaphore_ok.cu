// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A latch and a semaphore of libcu++ order the block's threads.
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>
__global__ void gates(int *out) {
  using Latch = cuda::latch<cuda::thread_scope_block>;
  using Lock = cuda::binary_semaphore<cuda::thread_scope_block>;
  __shared__ alignas(Latch) unsigned char latchBytes[sizeof(Latch)];
  __shared__ alignas(Lock) unsigned char lockBytes[sizeof(Lock)];
  __shared__ int value[4], total;
  auto *latch = reinterpret_cast<Latch *>(latchBytes);
  auto *lock = reinterpret_cast<Lock *>(lockBytes);
  if (threadIdx.x == 0) {
    new (latch) Latch(4);
    new (lock) Lock(1);
    total = 0;
  }
  __syncthreads();
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    value[warp] = warp;
    latch->arrive_and_wait();
    lock->acquire();
    total += value[3 - warp];
    lock->release();
  }
  __syncthreads();
  out[threadIdx.x] = total;
}
int main() {
  int *out;
  cudaMalloc(&out, 512);
  gates<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
