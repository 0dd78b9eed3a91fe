// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits of occupancy, as an H200 tells them: the driver leaves shared memory for some blocks and the rest to the cache. The last
// kernels have atomics that keep their results.
// "COUNT metric = value" belongs to the kernel below it, which is launched once.

template <int BYTES> __device__ void useShared(int *out) {
  __shared__ int s[BYTES / 4];
  s[threadIdx.x % (BYTES / 4)] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 1) % (BYTES / 4)];
}

// No shared memory: the driver's 1 KiB of a block, for four times as many blocks as there are warps for.
// COUNT launch__occupancy_limit_shared_mem = 32
// COUNT launch__registers_per_thread = 16
// COUNT launch__occupancy_limit_registers = 16
__global__ void plain256(int *out) { out[threadIdx.x] = 1; }
// COUNT launch__occupancy_limit_shared_mem = 16
__global__ void plain640(int *out) { out[threadIdx.x] = 1; }
// COUNT launch__occupancy_limit_shared_mem = 8
__global__ void plain1024(int *out) { out[threadIdx.x] = 1; }
// 4 bytes are told as 16.
// COUNT launch__shared_mem_per_block_static = 16
// COUNT launch__occupancy_limit_shared_mem = 28
__global__ void four256(int *out) { useShared<4>(out); }
// COUNT launch__shared_mem_per_block_static = 1024
// COUNT launch__occupancy_limit_shared_mem = 32
__global__ void small128(int *out) { useShared<1024>(out); }
// COUNT launch__occupancy_limit_shared_mem = 26
// COUNT sm__maximum_warps_per_active_cycle_pct = 100
__global__ void medium128(int *out) { useShared<4096>(out); }
// COUNT launch__occupancy_limit_shared_mem = 18
__global__ void large128(int *out) { useShared<8192>(out); }
// COUNT launch__occupancy_limit_shared_mem = 11
__global__ void larger128(int *out) { useShared<20000>(out); }
// COUNT launch__occupancy_limit_shared_mem = 2
// COUNT sm__maximum_warps_per_active_cycle_pct = 100
__global__ void most1024(int *out) { useShared<49152>(out); }

extern __shared__ int dynamic[];
__device__ void useDynamic(int *out) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = dynamic[threadIdx.x ^ 1];
}
// 10 KiB.
// COUNT launch__occupancy_limit_shared_mem = 12
__global__ void dynamic256(int *out) { useDynamic(out); }
// 4 KiB, the least of shared memory asked for: one block.
// COUNT launch__occupancy_limit_shared_mem = 1
__global__ void least256(int *out) { useDynamic(out); }
// 4 KiB, half of it asked for.
// COUNT launch__occupancy_limit_shared_mem = 32
__global__ void half256(int *out) { useDynamic(out); }

// 4 KiB, all of shared memory asked for at the launch.
// COUNT launch__occupancy_limit_shared_mem = 45
__global__ void most256(int *out) { useDynamic(out); }

// PTX has no reduction that exchanges: it is an atomic, wanted result or not.
// COUNT smsp__inst_executed_op_global_red.sum = 0
// COUNT smsp__sass_inst_executed_op_global_atom.sum = 8
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 256
__global__ void exchange(int *out) { atomicExch(out + threadIdx.x * 8, 1); }

// COUNT smsp__inst_executed_op_global_red.sum = 0
// COUNT smsp__sass_inst_executed_op_global_atom.sum = 8
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 256
__global__ void compareAndSwap(int *out) { atomicCAS(out + threadIdx.x * 8, 0, 1); }

int main() {
  int *out;
  cudaMalloc(&out, 1 << 16);
  plain256<<<1, 256>>>(out);
  plain640<<<1, 640>>>(out);
  plain1024<<<1, 1024>>>(out);
  four256<<<1, 256>>>(out);
  small128<<<1, 128>>>(out);
  medium128<<<1, 128>>>(out);
  large128<<<1, 128>>>(out);
  larger128<<<1, 128>>>(out);
  most1024<<<1, 1024>>>(out);
  dynamic256<<<1, 256, 10240>>>(out);
  cudaFuncSetAttribute(least256, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
  least256<<<1, 256, 4096>>>(out);
  cudaFuncSetAttribute(half256, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  half256<<<1, 256, 4096>>>(out);
  cudaLaunchAttribute share{};
  share.id = cudaLaunchAttributePreferredSharedMemoryCarveout;
  share.val.sharedMemCarveout = 100;
  cudaLaunchConfig_t config{1, 256, 4096, nullptr, &share, 1};
  cudaLaunchKernelEx(&config, most256, out);
  exchange<<<1, 256>>>(out);
  compareAndSwap<<<1, 256>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
