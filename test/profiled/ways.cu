// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics by generic addresses and cp.async beside the first-level cache: counts of the same kernels on an H200.
// "COUNT metric = value" belongs to the kernel below it, which is launched once.
#include <cstdio>

__device__ __noinline__ int add(int *p) { return atomicAdd(p, (int)threadIdx.x); }

// By generic addresses all is an atomic, and none is one of shared memory: 16 lanes in each memory, 2 sectors. The second instruction goes
// to global memory alone (4 sectors), the third to shared memory.
// COUNT smsp__inst_executed_op_generic_atom.sum = 2
// COUNT smsp__inst_executed_op_shared_atom.sum = 1
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 2 + 4
__global__ void twoMemories(int *p, int *o) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  __syncwarp();
  int *q = threadIdx.x < 16 ? s + threadIdx.x : p + threadIdx.x;
  o[threadIdx.x] = add(q) + atomicAdd(p + threadIdx.x, 2) + atomicExch(s + threadIdx.x, 3);
}

// Without a result it is the same.
// COUNT smsp__inst_executed_op_generic_atom.sum = 1
// COUNT smsp__inst_executed_op_global_red.sum = 0
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_red.sum = 0
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 2
__global__ void noResult(int *p) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  __syncwarp();
  int *q = threadIdx.x < 16 ? s + threadIdx.x : p + threadIdx.x;
  asm volatile("red.add.s32 [%0], 1;" ::"l"(q) : "memory");
  p[32 + threadIdx.x] = s[threadIdx.x];
}

template <int STRIDE> __device__ void copy(const char *p, char *o) {
  __shared__ __align__(16) char s[512];
  unsigned to = (unsigned)__cvta_generic_to_shared(s + threadIdx.x * 16);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(p + threadIdx.x * STRIDE));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
  o[threadIdx.x] = s[threadIdx.x];
}

// Two lanes of one line of 128 bytes count once: 48 bytes apart 4 of the 16 pairs part.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 16 + 4
__global__ void apart48(const char *p, char *o) { copy<48>(p, o); }
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 16
__global__ void apart32(const char *p, char *o) { copy<32>(p, o); }
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 32
__global__ void apart128(const char *p, char *o) { copy<128>(p, o); }

int main() {
  char *p, *o;
  cudaMalloc(&p, 1 << 16);
  cudaMalloc(&o, 1 << 16);
  cudaMemset(p, 0, 1 << 16);
  twoMemories<<<1, 32>>>(reinterpret_cast<int *>(p), reinterpret_cast<int *>(o));
  noResult<<<1, 32>>>(reinterpret_cast<int *>(p));
  apart48<<<1, 32>>>(p, o);
  apart32<<<1, 32>>>(p, o);
  apart128<<<1, 32>>>(p, o);
  return cudaDeviceSynchronize();
}
