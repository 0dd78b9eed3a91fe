// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as users write them. Counts are worked out by hand, lane by lane. An H200 told the same but for barriers, divergence and
// parameters. Arrays start at multiples of 256 bytes (cudaMalloc).
// "COUNT metric = value" belongs to the kernel below it, which is launched once.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// Lanes read a row through an index array that reverses pairs: indices are 4 sectors, what they name 4.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 + 4
__global__ void indirect(const int *index, const int *a, int *out) { out[threadIdx.x] = a[index[threadIdx.x] ^ 1]; }

// Every third thread of 2 warps: 11 lanes of each, 12 bytes apart: all 4 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 2 * 4
// COUNT smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio = 11
__global__ void thirds(int *out) {
  if (threadIdx.x % 3 == 0)
    out[threadIdx.x] = 1;
}

// 24-byte structures read as three doubles: 768 bytes, 24 sectors for each of the three loads.
struct Triple { double x, y, z; };
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 3
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 3 * 24
// COUNT smsp__sass_inst_executed_op_memory_64b.sum = 3 + 1
__global__ void triples(const volatile Triple *a, double *out) {
  const volatile Triple &t = a[threadIdx.x];
  out[threadIdx.x] = t.x + t.y + t.z;
}

// Blocks of 4 by 32: each warp has eight rows of 4 ints, rows 1,024 bytes apart: 8 sectors. 4 warps.
// COUNT smsp__warps_launched.sum = 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 * 8
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 4 * 8
__global__ void slim(const int *a, int *out) {
  const int i = threadIdx.y * 256 + threadIdx.x;
  out[i] = a[i];
}

// 16 bytes 48 apart: lane i touches bytes 48i to 48i + 15. 48i mod 32 is 0 or 16, so that it is one sector. All 32 differ.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 32
// COUNT smsp__sass_inst_executed_op_memory_128b.sum = 2
__global__ void everyThirdVector(const uint4 *a, uint4 *out) { out[threadIdx.x] = a[3 * threadIdx.x]; }

// Column of a 33-wide matrix: lane i at byte 132i: a sector for each.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 32
// COUNT smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio = 4
__global__ void paddedColumn(const int *a, int *out) { out[threadIdx.x] = a[33 * threadIdx.x]; }

// 3 of 4 warps of each block do nothing; two blocks: 2 requests.
// COUNT smsp__warps_launched.sum = 2 * 4
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 2
__global__ void oneWarp(int *out) {
  if (threadIdx.x / 32 == 2)
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}

// Uniform loop of n = 7 loads of one address and a store: 7 + 4 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 7
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 7
__global__ void sameAddress(const volatile int *a, int *out, int n) {
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += a[i];
  out[threadIdx.x] = sum;
}

// Lane i makes i rounds. Round r, from 0 to 30, is done by the lanes behind r: 4 - (r + 1) / 8 sectors. That is 4 in 7 rounds, then 3, 2
// and 1 in 8 each.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 31
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 7 * 4 + 8 * 3 + 8 * 2 + 8 * 1
__global__ void triangle(const volatile int *a, int *out) {
  int sum = 0;
#pragma unroll 1
  for (int r = 0; r < int(threadIdx.x); ++r)
    sum += a[threadIdx.x];
  out[threadIdx.x] = sum;
}

// Word 5i of shared memory: gcd(5, 32) = 1: no conflict. Word 6i: gcd 2: 2. Word 12i: gcd 4: 4. Word 24i: gcd 8: 8.
// COUNT smsp__inst_executed_op_shared_ld.sum = 4
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1 + 2 + 4 + 8
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 1 + 3 + 7
__global__ void moreStrides(int *out) {
  __shared__ int s[768];
  volatile int *v = s;
  const int i = threadIdx.x;
  out[i] = v[5 * i] + v[6 * i] + v[12 * i] + v[24 * i];
}

// Two columns of a tile of doubles with rows of 128 bytes: banks 0 and 1 of the one, 2 and 3 of the other. Half a warp has 8 rows: 8
// wavefronts, twice.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 16
__global__ void doubleColumn(double *out) {
  __shared__ double s[256];
  volatile double *v = s;
  out[threadIdx.x] = v[threadIdx.x / 2 * 16 + threadIdx.x % 2];
}

// 16 bytes 32 apart: the 8 lanes of a quarter are at words 8i. Banks 0, 8, 16 and 24 have two lanes each: 2 wavefronts a quarter.
// Side by side: 4.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 8 + 4
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 4
__global__ void vectorsApart(int4 *out) {
  extern __shared__ int4 v4[];
  int4 a, b;
  const unsigned at = unsigned(__cvta_generic_to_shared(v4));
  asm volatile("ld.shared.v4.s32 {%0,%1,%2,%3}, [%4];" : "=r"(a.x), "=r"(a.y), "=r"(a.z), "=r"(a.w) : "r"(at + 32 * threadIdx.x));
  asm volatile("ld.shared.v4.s32 {%0,%1,%2,%3}, [%4];" : "=r"(b.x), "=r"(b.y), "=r"(b.z), "=r"(b.w) : "r"(at + 16 * threadIdx.x));
  out[threadIdx.x] = make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// Shared stores by half the lanes, 2 words apart: 16 lanes in banks 0, 2, ..., 30: 1 wavefront. By all: 2.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum = 1 + 2
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum = 1
__global__ void halfStores(int *out) {
  __shared__ int s[64];
  volatile int *v = s;
  if (threadIdx.x < 16)
    v[2 * threadIdx.x] = 1;
  __syncwarp();
  v[2 * threadIdx.x] = 2;
  __syncwarp();
  out[threadIdx.x] = v[threadIdx.x];
}

// Permuted without conflicts: word i ^ 5 and word (i * 9) mod 32.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 2
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 0
__global__ void permuted(int *out) {
  __shared__ int s[32];
  volatile int *v = s;
  out[threadIdx.x] = v[threadIdx.x ^ 5] + v[threadIdx.x * 9 % 32];
}

// A sum by halves, 64 threads: 6 rounds with two loads and a store of warp 0. The first store: 2 warps. The last load: 1.
// COUNT smsp__inst_executed_op_shared_ld.sum = 6 * 2 + 1
// COUNT smsp__inst_executed_op_shared_st.sum = 2 + 6
// COUNT anywarp__inst_executed_op_barrier.sum = 2 * 7
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum = 0
__global__ void halves(int *out) {
  __shared__ volatile int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
#pragma unroll 1
  for (int n = 32; n; n /= 2) {
    if (threadIdx.x < n)
      s[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + n];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[0] = s[0];
}

// A histogram in shared memory with a bin for each pair of lanes: 16 words. To count by one without a result is 1 wavefront.
// COUNT smsp__inst_executed_op_shared_atom.sum = 1
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 1
__global__ void pairBins(unsigned *out) {
  __shared__ unsigned bins[32];
  atomicAdd(bins + threadIdx.x / 2, 1u);
  __syncwarp();
  out[threadIdx.x] = bins[threadIdx.x];
}

// Global reductions: lane mod 8 chooses one of 8 neighbours: 1 sector, 4 lanes an address: 4. Each lane 8 bytes apart (32-bit): 8 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_red.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum = 4 + 8
__global__ void fewBins(unsigned *out) {
  atomicAdd(out + threadIdx.x % 8, threadIdx.x);
  atomicMax(out + 64 + 2 * threadIdx.x, threadIdx.x);
}

// Exchanges and comparisons always have a result: neighbours 4 sectors each.
// COUNT smsp__inst_executed_op_global_atom.sum = 2
// COUNT smsp__inst_executed_op_global_red.sum = 0
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 4 + 4
__global__ void swaps(unsigned *p, unsigned *out) {
  const unsigned a = atomicExch(p + threadIdx.x, 1u);
  out[threadIdx.x] = a + atomicCAS(p + 32 + threadIdx.x, 0u, 2u);
}

// One lane of each of 4 warps adds: 4 requests, 4 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_red.sum = 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum = 4
// COUNT smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum = 4 * 5 * 32
__global__ void warpSums(int *out) {
  int v = threadIdx.x;
#pragma unroll
  for (int d = 16; d; d /= 2)
    v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, v);
}

// A branch by warp: no divergence. By lane in warp 1 only: 1. 2 warps: 2 + 2 conditional branches.
// COUNT smsp__sass_branch_targets_threads_divergent.sum = 1
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 1 + 1 + 2
__global__ void partly(volatile int *out) {
  const int warp = threadIdx.x / 32;
  if (warp == 0)
    out[threadIdx.x] = 1;
  else
    out[threadIdx.x + 64] = 2;
  if (threadIdx.x < 48)
    out[threadIdx.x + 128] = 3; // warp 0, and half of warp 1
}

// switch over 8 cases by lane mod 8: each case stores by 4 lanes, 32 bytes apart: 4 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 8
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 8 * 4
__global__ void cases(volatile int *out) {
  volatile int *p = out + threadIdx.x;
  switch (threadIdx.x % 8) {
  case 0: *p = 10; break;
  case 1: p[64] = 21; break;
  case 2: p[128] = 32; break;
  case 3: p[192] = 43; break;
  case 4: p[256] = 54; break;
  case 5: p[320] = 65; break;
  case 6: p[384] = 76; break;
  default: p[448] = 87;
  }
}

// While loop that ends for lanes 0 to 7 after 1 round, for 8 to 31 after 2: loads 2 rounds: 4 sectors and 3.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 + 3
__global__ void twoRounds(const volatile int *a, int *out) {
  int rounds = threadIdx.x < 8 ? 1 : 2, sum = 0;
#pragma unroll 1
  do
    sum += a[threadIdx.x];
  while (--rounds);
  out[threadIdx.x] = sum;
}

// A recursion that is not inlined. The store: 4 sectors.
__device__ __noinline__ int depth(int n) { return n ? depth(n - 1) * 3 + 1 : 1; }
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 4
// COUNT smsp__warps_launched.sum = 1
__global__ void recursive(int *out, int n) { out[threadIdx.x] = depth(n); }

// Local bytes: the 4 of a lane are one word, and a word of 32 lanes is 4 sectors. 4 stores and 1 load.
// COUNT smsp__inst_executed_op_local_st.sum = 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum = 4 * 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum = 4
__global__ void localBytes(int *out, int at) {
  volatile char a[4];
#pragma unroll 1
  for (int i = 0; i < 4; ++i)
    a[i] = char(i);
  out[threadIdx.x] = a[at];
}

// 16-byte local vectors: four words, 4 sectors each: 16 sectors; a store and a load.
// COUNT smsp__inst_executed_op_local_st.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum = 2 * 16
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum = 16
__global__ void localVectors(float4 *out, int at) {
  float4 a[2];
  asm volatile("" ::"l"(a) : "memory");
#pragma unroll 1
  for (int i = 0; i < 2; ++i)
    a[(i + at) & 1] = make_float4(i, at, 2, 3);
  asm volatile("" ::"l"(a) : "memory");
  out[threadIdx.x] = a[at & 1];
}

// Constants: an index of lane / 8: 4 words, 4 requests. Of lane / 16: 2. The parameter: 1.
__constant__ int table[64];
// COUNT idc__requests.sum = 4 + 2 + 1
// COUNT smsp__inst_executed_op_ldc.sum = 2 + 1
__global__ void constantGroups(int *out) { out[threadIdx.x] = table[threadIdx.x / 8] + table[32 + threadIdx.x / 16]; }

// Constants in a uniform loop of 5: a request each.
// COUNT idc__requests.sum = 5 + 2
__global__ void constantLoop(int *out, int n) {
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += table[i];
  out[threadIdx.x] = sum;
}

// Arithmetic of each thread: 4 fused, 2 additions, 1 multiplication in float; 3 fused in half; 64 threads.
// COUNT smsp__sass_thread_inst_executed_op_ffma_pred_on.sum = 64 * 4
// COUNT smsp__sass_thread_inst_executed_op_fadd_pred_on.sum = 64 * 2
// COUNT smsp__sass_thread_inst_executed_op_fmul_pred_on.sum = 64 * 1
// COUNT smsp__sass_thread_inst_executed_op_hfma_pred_on.sum = 64 * 3
__global__ void arithmetic(float *out, __half *halves, float a, float b) {
  float x = out[threadIdx.x];
  x = fmaf(x, a, b);
  x = fmaf(x, a, a);
  x = fmaf(x, b, b);
  x = fmaf(x, b, a);
  x = __fadd_rn(x, a);
  x = __fmul_rn(x, b);
  x = __fadd_rn(x, b);
  out[threadIdx.x] = x;
  __half h = halves[threadIdx.x];
  h = __hfma(h, h, h);
  h = __hfma(h, h, h);
  h = __hfma(h, h, h);
  halves[threadIdx.x] = h;
}

// Double precision: a fused operation of each thread.
// COUNT smsp__sass_thread_inst_executed_op_dfma_pred_on.sum = 32 * 1
__global__ void someDoubles(double *out, double a) {
  out[threadIdx.x] = fma(out[threadIdx.x], a, a);
}

// Named barriers: 4 warps meet in pairs at barrier 1 or 2 twice, then all.
// COUNT anywarp__inst_executed_op_barrier.sum = 4 * 2 + 4
__global__ void namedBarriers(int *out) {
  const int pair = threadIdx.x / 64 + 1;
  asm volatile("bar.sync %0, 64;" ::"r"(pair) : "memory");
  asm volatile("bar.sync %0, 64;" ::"r"(pair) : "memory");
  __syncthreads();
  out[threadIdx.x] = pair;
}

// Blocks of 1,024 threads with 40 KiB: 2 by warps (64 / 32), 32 by blocks.
// COUNT launch__occupancy_limit_warps = 2
// COUNT launch__occupancy_limit_blocks = 32
// COUNT sm__maximum_warps_per_active_cycle_pct = 100
__global__ void largeBlock(int *out) {
  __shared__ int s[10240];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[1023 - threadIdx.x];
}

// 32 threads: 32 blocks of one warp each: half of 64.
// COUNT sm__maximum_warps_per_active_cycle_pct = 50
// COUNT launch__occupancy_limit_warps = 64
__global__ void tinyBlock(int *out) { out[threadIdx.x] = 1; }

// 160 threads are 5 warps: 64 / 5 = 12 blocks, 60 warps: 93.75 %.
// COUNT launch__occupancy_limit_warps = 12
// COUNT sm__maximum_warps_avg_per_active_cycle = 60
__global__ void fiveWarps(int *out) { out[threadIdx.x] = 1; }

// A tile of a cooperative group of 8: the leaders (4 of the warp) store, 32 bytes apart: 4 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 4
__global__ void tileLeaders(int *out) {
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  int sum = threadIdx.x;
  for (int d = 4; d; d /= 2)
    sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0)
    out[threadIdx.x] = sum;
}

// 16 lanes copy 16 bytes each: 8 sectors. Then 3 lanes copy bytes 256 to 258: 1.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 8 + 1
__global__ void tail(const char *a, char *out) {
  if (threadIdx.x < 16)
    reinterpret_cast<uint4 *>(out)[threadIdx.x] = reinterpret_cast<const uint4 *>(a)[threadIdx.x];
  if (threadIdx.x < 3)
    out[256 + threadIdx.x] = a[256 + threadIdx.x];
}

// Read-only cache (ld.global.nc) counts as a global load: 4 sectors; ld.global.cg, too.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 + 4
// COUNT smsp__inst_executed_op_global_ld.sum = 2
__global__ void hints(const int *a, int *out) { out[threadIdx.x] = __ldg(a + threadIdx.x) + __ldcg(a + 32 + threadIdx.x); }

// A texture of two dimensions by gather and by fetch: an instruction each.
// COUNT smsp__inst_executed_op_texture.sum = 2
__global__ void texels2d(cudaTextureObject_t t, float *out) {
  const float4 g = tex2Dgather<float4>(t, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f, 0);
  out[threadIdx.x] = g.x + tex2D<float>(t, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f);
}

// A guard that holds in one warp of two: an empty mask makes no request.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4
// COUNT smsp__inst_executed_op_global_ld.sum = 1
__global__ void guarded(const int *a, int *out) {
  int v = 0;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, 32; @p ld.global.s32 %0, [%1]; }" : "+r"(v) : "l"(a + threadIdx.x), "r"(threadIdx.x));
  out[threadIdx.x] = v;
}

// Doubles added in global memory without a result: 8 sectors. Halves are added by generic addresses, which is an atomic: 4 sectors.
// COUNT smsp__inst_executed_op_global_red.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum = 8
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 4
__global__ void otherSums(double *d, __half2 *h) {
  atomicAdd(d + threadIdx.x, 1.);
  atomicAdd(h + 4096 + threadIdx.x, __half2{1, 1});
}

// Wrapping counters, one of four lanes: 8 words of one sector, 4 lanes each.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 4
__global__ void tickets(unsigned *p, unsigned *out) { out[threadIdx.x] = atomicInc(p + threadIdx.x / 4, 7u); }

// 64-bit maximum in shared memory: 16 neighbours a wavefront.
// COUNT smsp__inst_executed_op_shared_atom.sum = 1
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 2
__global__ void wideShared(unsigned long long *out) {
  __shared__ unsigned long long s[32];
  s[threadIdx.x] = 0;
  __syncwarp();
  atomicMax(s + threadIdx.x, out[threadIdx.x]);
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

// Exchange in shared memory: neighbours 1, two lanes each of 16 words 2 (lanes of a word wait for each other).
// COUNT smsp__inst_executed_op_shared_atom.sum = 2
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 1 + 2
__global__ void sharedExchanges(unsigned *out) {
  __shared__ unsigned s[64];
  const unsigned a = atomicExch(s + threadIdx.x, 1u);
  out[threadIdx.x] = a + atomicExch(s + 32 + threadIdx.x / 2, out[threadIdx.x]);
}

// 16-byte stores 64 bytes apart: a quarter's 8 lanes are in banks 0 and 16, four each. 4 wavefronts for each of 4 quarters.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum = 16
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum = 12
__global__ void storesApart(int *out) {
  __shared__ int4 s[128];
  const unsigned at = unsigned(__cvta_generic_to_shared(s));
  asm volatile("st.shared.v4.s32 [%0], {%1,%1,%1,%1};" ::"r"(at + 64 * threadIdx.x), "r"(threadIdx.x) : "memory");
  __syncwarp();
  out[threadIdx.x] = reinterpret_cast<int *>(s)[threadIdx.x];
}

// Pairs of lanes share a double: 128 bytes, 1 wavefront.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1
__global__ void sharedPairs(double *out) {
  __shared__ double s[32];
  volatile double *v = s;
  out[threadIdx.x] = v[threadIdx.x / 2];
}

// 8-byte loads by the first 8 lanes only, side by side: 1 wavefront.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1
__global__ void eightDoubles(double *out) {
  __shared__ double s[32];
  volatile double *v = s;
  if (threadIdx.x < 8)
    out[threadIdx.x] = v[threadIdx.x];
}

// Bytes of a column: lane i is at byte 33 i. Lanes 4q to 4q + 3 are in banks q, q + 8, q + 16 and q + 24: no two in one bank.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1
__global__ void byteColumn(int *out) {
  __shared__ unsigned char s[1056];
  volatile unsigned char *v = s;
  out[threadIdx.x] = v[33 * threadIdx.x];
}

// A local array of 8 ints, by lane mod 8. Words of 32 lanes are 128 bytes. The 8 lanes of a sector have 8 different words: 8 * 4 sectors.
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum = 32
// COUNT l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum = 1
__global__ void ownOfEight(int *out, int add) {
  volatile int a[8];
#pragma unroll 1
  for (int i = 0; i < 8; ++i)
    a[i] = i + add;
  out[threadIdx.x] = a[threadIdx.x % 8];
}

// 33 KiB and 1 KiB more of 228 KiB: 6 blocks. 128 threads are 4 warps of 64: 16.
// COUNT launch__occupancy_limit_shared_mem = 6
// COUNT launch__occupancy_limit_warps = 16
__global__ void dynamicShared(int *out) {
  extern __shared__ int4 v4[];
  int *s = reinterpret_cast<int *>(v4);
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMemset(a, 0, 1 << 20);
  cudaMemset(b, 0, 1 << 20);
  int order[32];
  for (int i = 0; i < 32; ++i)
    order[i] = i;
  cudaMemcpy(a, order, sizeof order, cudaMemcpyHostToDevice);
  indirect<<<1, 32>>>(a, b, b + 4096);
  thirds<<<1, 64>>>(b);
  triples<<<1, 32>>>((Triple *)b, (double *)(b + 8192));
  slim<<<1, dim3(4, 32)>>>(a, b);
  everyThirdVector<<<1, 32>>>((uint4 *)a, (uint4 *)b);
  paddedColumn<<<1, 32>>>(a, b);
  oneWarp<<<2, 128>>>(b);
  sameAddress<<<1, 32>>>(a, b, 7);
  triangle<<<1, 32>>>(a, b);
  moreStrides<<<1, 32>>>(b);
  doubleColumn<<<1, 32>>>((double *)b);
  vectorsApart<<<1, 32, 1024>>>((int4 *)b);
  halfStores<<<1, 32>>>(b);
  permuted<<<1, 32>>>(b);
  halves<<<1, 64>>>(b);
  pairBins<<<1, 32>>>((unsigned *)b);
  fewBins<<<1, 32>>>((unsigned *)b);
  swaps<<<1, 32>>>((unsigned *)a, (unsigned *)b);
  warpSums<<<1, 128>>>(b);
  partly<<<1, 64>>>(b);
  cases<<<1, 32>>>(b);
  twoRounds<<<1, 32>>>(a, b);
  recursive<<<1, 32>>>(b, 3);
  localBytes<<<1, 32>>>(b, 2);
  localVectors<<<1, 32>>>((float4 *)b, 1);
  constantGroups<<<1, 32>>>(b);
  constantLoop<<<1, 32>>>(b, 5);
  arithmetic<<<1, 64>>>((float *)b, (__half *)a, 1, 2);
  someDoubles<<<1, 32>>>((double *)b, 2);
  namedBarriers<<<1, 128>>>(b);
  largeBlock<<<1, 1024>>>(b);
  tinyBlock<<<1, 32>>>(b);
  fiveWarps<<<1, 160>>>(b);
  tileLeaders<<<1, 32>>>(b);
  tail<<<1, 32>>>((char *)a, (char *)b);
  hints<<<1, 32>>>(a, b);
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 32, 32, cudaArrayTextureGather);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  texels2d<<<1, 32>>>(texture, (float *)b);
  guarded<<<1, 64>>>(a, b);
  otherSums<<<1, 32>>>((double *)a, (__half2 *)b);
  tickets<<<1, 32>>>((unsigned *)a, (unsigned *)b);
  wideShared<<<1, 32>>>((unsigned long long *)b);
  sharedExchanges<<<1, 32>>>((unsigned *)b);
  storesApart<<<1, 32>>>(b);
  sharedPairs<<<1, 32>>>((double *)b);
  eightDoubles<<<1, 32>>>((double *)b);
  byteColumn<<<1, 32>>>(b);
  ownOfEight<<<1, 32>>>(b, 1);
  dynamicShared<<<1, 128, 33 << 10>>>(b);
  return cudaDeviceSynchronize();
}
