// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Further shapes of accesses: counts worked out by hand, lane by lane. Arrays start at multiples of 256 bytes (cudaMalloc).
// "COUNT metric = value" belongs to the kernel below it, which is launched once.
#include <cooperative_groups.h>

// 4 bytes, 20 apart, from byte 8 on: 8 to 632. The step is shorter than a sector, so all of 0 to 19 are touched.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 20
struct Five {
  int a, b, c, d, e;
};
__global__ void member(const Five *a, int *out) { out[threadIdx.x] = a[threadIdx.x].c; }

// 16 bytes, 32 apart: a sector for each lane, half of it used. Stores of 16 bytes in order: 16 sectors.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 32
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 16
// COUNT smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio = 16
__global__ void everySecondVector(const float4 *a, float4 *out) { out[threadIdx.x] = a[2 * threadIdx.x]; }

// Shorts from byte 2 on: bytes 2 to 66, 3 sectors. Bytes from 31 on: 31 to 63, 2 sectors. Two requests of two warps; the second warp's
// shorts are in bytes 66 to 130 (3 sectors: 2, 3, 4), its bytes in 63 to 95 (2 sectors: 1, 2).
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2 * 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = (3 + 2) + (3 + 2)
__global__ void narrowShifted(const short *a, const signed char *b, int *out) {
  out[threadIdx.x] = a[threadIdx.x + 1] + b[threadIdx.x + 31];
}

// Neighbours change places: the same 4 sectors. Lanes in reverse within groups of 8: 4, too.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 + 4
__global__ void exchanged(const int *a, int *out) {
  int i = threadIdx.x;
  out[i] = a[i ^ 1] + a[64 + (i & 24) + 7 - (i & 7)];
}

// One instruction for two arrays: half a row of each, 2 + 2 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 2 + 2
__global__ void twoArrays(const int *a, const int *b, int *out) {
  const int *p = threadIdx.x < 16 ? a : b;
  int value;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(p + threadIdx.x)));
  out[threadIdx.x] = value;
}

// Blocks of 8 by 4 by 2: each warp is a layer with four rows of 32 bytes, 256 apart.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 2 * 4
__global__ void layers(const int *a, int *out) {
  int value = a[threadIdx.z * 1024 + threadIdx.y * 64 + threadIdx.x];
  out[threadIdx.z * 32 + threadIdx.y * 8 + threadIdx.x] = value;
}

// 100 threads: three whole warps and one of 4 lanes. 8 bytes a lane: 8 sectors each, and 1.
// COUNT smsp__warps_launched.sum = 4
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 3 * 8 + 1
__global__ void hundred(const double *a, double *out) { out[threadIdx.x] = a[threadIdx.x]; }

// Eight bytes of shared memory 24 apart: a half warp's 16 lanes begin in banks 6i mod 32, all even ones: 2 wavefronts. 32 apart: banks 0,
// 8, 16, 24, four lanes each: 4 for each half. 6 more than without conflicts.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 2 + 8
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 6
__global__ void doubleStrides(double *out) {
  __shared__ double s[128];
  volatile double *v = s;
  out[threadIdx.x] = v[3 * threadIdx.x] + v[4 * threadIdx.x];
}

// Bytes 4 and 8 apart: a word for each lane, 1 wavefront; every second word, two of each bank: 2.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1 + 2
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 1
__global__ void byteStrides(int *out) {
  __shared__ __align__(4) unsigned char s[256];
  volatile unsigned char *v = s;
  out[threadIdx.x] = v[4 * threadIdx.x] + v[8 * threadIdx.x];
}

// Two columns of 16 words: with rows of 16 words banks 0 and 16 of the one, 1 and 17 of the other, 8 words each: 8 wavefronts. With rows
// of 17 word 17r of an even row is in bank r, of an odd one in r + 16, and its neighbour behind it: only 17 * 15 + 1 is in bank 0 again,
// as the first: 2.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 8 + 2
__global__ void smallTiles(float *out) {
  __shared__ float plain[256], padded[272];
  volatile float *p = plain, *q = padded;
  int row = threadIdx.x % 16, column = threadIdx.x / 16;
  out[threadIdx.x] = p[16 * row + column] + q[17 * row + column];
}

// Shared stores of 16 bytes in order: 4 wavefronts. Of 8 bytes: 2. No conflicts.
// COUNT smsp__inst_executed_op_shared_st.sum = 2
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum = 4 + 2
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum = 0
__global__ void wideStores(int *out) {
  __shared__ __align__(16) int s[192];
  unsigned at = unsigned(__cvta_generic_to_shared(s)), i = threadIdx.x;
  asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at + 16 * i), "r"(i) : "memory");
  asm volatile("st.shared.v2.u32 [%0], {%1, %1};" ::"r"(at + 512 + 8 * i), "r"(i) : "memory");
  __syncwarp();
  out[i] = s[191 - i];
}

// 64-bit atomics with a result on 32 neighbours: 256 bytes, 8 sectors. One lane of eight on its own sector: 4.
// COUNT smsp__inst_executed_op_global_atom.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 8 + 4
__global__ void wideAtomics(unsigned long long *p, unsigned long long *out) {
  unsigned long long v = atomicAdd(p + threadIdx.x, 1ull);
  if (threadIdx.x % 8 == 0)
    v += atomicMax(p + 64 + threadIdx.x, 5ull);
  out[threadIdx.x] = v;
}

// A comparison that swaps, on one word for each pair of neighbours: 16 words, 2 sectors, each counted twice.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 4
__global__ void pairsSwap(unsigned *p, unsigned *out) { out[threadIdx.x] = atomicCAS(p + threadIdx.x / 2, 0u, threadIdx.x); }

// A local array of doubles, by an index that all share: 256 bytes of 32 lanes, 8 sectors each. Each of the two words is a request.
// COUNT l1tex__t_requests_pipe_lsu_mem_local_op_st.sum = 8 * 2
// COUNT l1tex__average_t_sectors_per_request_pipe_lsu_mem_local_op_ld.ratio = 4
// COUNT smsp__inst_executed_op_local_ld.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum = 8 * 8
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum = 8
__global__ void localDoubles(double *out, int at) {
  volatile double a[8];
#pragma unroll 1
  for (int i = 0; i < 8; ++i)
    a[(i + at) % 8] = i;
  out[threadIdx.x] = a[at];
}

// Constants of 8 and of 16 bytes that all lanes share: a request each; the parameter one more.
// COUNT idc__requests.sum = 1 + 1 + 1
__constant__ __align__(16) int words[64];
__global__ void wideConstants(int *out) {
  int a, b, c, d, e, f;
  asm volatile("ld.const.v2.u32 {%0, %1}, [words+16];" : "=r"(a), "=r"(b));
  asm volatile("ld.const.v4.u32 {%0, %1, %2, %3}, [words+32];" : "=r"(c), "=r"(d), "=r"(e), "=r"(f));
  out[threadIdx.x] = a + b + c + d + e + f;
}

// A loop of 5 rounds with two barriers each, of 3 warps; a barrier that votes is one, too.
// COUNT anywarp__inst_executed_op_barrier.sum = 3 * (5 * 2 + 1)
__global__ void barrierLoop(int *out, int rounds) {
  __shared__ int s[96];
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    s[threadIdx.x] = i;
    __syncthreads();
    sum += s[95 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = __syncthreads_or(sum);
}

// 200 elements by 2 blocks of 64: all four warps do a round of 128; of the other 72 elements two warps do 32 each and one does 8.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 4 + 2 + 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 4 + 1
__global__ void gridLoop(const int *a, int *out, int count) {
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = a[i] + 1;
}

// Shared memory of the other block of a cluster: 32 words in order.
// COUNT launch__cluster_dim_x = 2
// COUNT sm__ctas_launched.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 2 * 4
__global__ void __cluster_dims__(2) neighbours(int *out) {
  __shared__ int s[32];
  auto cluster = cooperative_groups::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

// 48 KiB and 1 KiB more of 228 KiB: 4 blocks. 512 threads are 16 warps of 64: 4 blocks, too.
// COUNT launch__occupancy_limit_shared_mem = 4
// COUNT launch__occupancy_limit_warps = 4
// COUNT launch__shared_mem_per_block_static = 49152
// COUNT sm__maximum_warps_per_active_cycle_pct = 100
__global__ void staticShared(int *out) {
  __shared__ int s[12288];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[511 - threadIdx.x];
}

// Texels of linear memory: an instruction for each of two warps. Texels in order are no global loads.
// COUNT smsp__inst_executed_op_texture.sum = 2
// COUNT l1tex__t_requests_pipe_tex_mem_texture.sum = 2 * 4
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 0
__global__ void texels(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }

int main() {
  char *in, *out;
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 1 << 16);
  cudaMemset(out, 0, 1 << 16);
  auto at = [](auto *p, void *memory, size_t offset = 0) { return reinterpret_cast<decltype(p)>(static_cast<char *>(memory) + offset); };
  int *ii = at((int *)0, in), *oi = at((int *)0, out);
  float *fo = at((float *)0, out);
  auto *di = at((double *)0, in), *dd = at((double *)0, out);
  member<<<1, 32>>>(at((Five *)0, in), oi);
  everySecondVector<<<1, 32>>>(at((float4 *)0, in), at((float4 *)0, out));
  narrowShifted<<<1, 64>>>(at((short *)0, in), at((signed char *)0, in, 4096), oi);
  exchanged<<<1, 32>>>(ii, oi);
  twoArrays<<<1, 32>>>(ii, at((int *)0, in, 8192), oi);
  layers<<<1, dim3(8, 4, 2)>>>(ii, oi);
  hundred<<<1, 100>>>(di, dd);
  doubleStrides<<<1, 32>>>(dd);
  byteStrides<<<1, 32>>>(oi);
  smallTiles<<<1, 32>>>(fo);
  wideStores<<<1, 32>>>(oi);
  wideAtomics<<<1, 32>>>(at((unsigned long long *)0, in), at((unsigned long long *)0, out));
  pairsSwap<<<1, 32>>>(at((unsigned *)0, in), at((unsigned *)0, out));
  localDoubles<<<1, 32>>>(dd, 3);
  wideConstants<<<1, 32>>>(oi);
  barrierLoop<<<1, 96>>>(oi, 5);
  gridLoop<<<2, 64>>>(ii, oi, 200);
  neighbours<<<2, 32>>>(oi);
  staticShared<<<1, 512>>>(oi);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 1 << 16;
  cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  texels<<<1, 64>>>(texture, fo);
  return cudaDeviceSynchronize();
}
