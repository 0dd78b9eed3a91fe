// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel for each further kind of access and branch: counts worked out by hand, lane by lane. Arrays start at multiples of
// 256 bytes (cudaMalloc). "COUNT metric = value" belongs to the kernel below it, which is launched once.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

// One byte a lane: 32 bytes, 1 sector. Two bytes: 64 bytes, 2 sectors. 2 warps.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2 * 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 2 * (1 + 2)
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 2 * (1 + 2)
// COUNT smsp__sass_inst_executed_op_memory_8b.sum = 2 * 2
// COUNT smsp__sass_inst_executed_op_memory_16b.sum = 2 * 2
__global__ void narrow(const unsigned char *a, const unsigned short *b, unsigned char *c, unsigned short *d) {
  int i = threadIdx.x;
  c[i] = a[i] + 1;
  d[i] = b[i] + 1;
}

// Four bytes as one vector: one request, 4 sectors. As volatile members: a request for each of three, 4 sectors each.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 1 + 3
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 + 3 * 4
__global__ void members(const uchar4 *a, const volatile unsigned char *b, int *out) {
  uchar4 v = a[threadIdx.x];
  int i = 4 * threadIdx.x;
  out[threadIdx.x] = v.x + v.y + v.z + v.w + b[i] + b[i + 1] + b[i + 2];
}

// 8 bytes a lane, 24 apart: four lanes are in sectors 0, 0, 1, 2 of their three. 768 bytes, all 24 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 24
__global__ void everyThirdDouble(const double *a, double *b) { b[threadIdx.x] = a[3 * threadIdx.x]; }

// float4 from byte 16 on: 512 bytes in 17 sectors. double from byte 8 on: 256 bytes in 9.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 17 + 9
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 16 + 8
__global__ void misalignedWide(const float4 *a, const double *b, float4 *c, double *d) {
  c[threadIdx.x] = a[threadIdx.x + 1];
  d[threadIdx.x] = b[threadIdx.x + 1];
}

// Rows of 100 floats without padding, a warp to each of 8: row r starts at byte 400r, which is 16r more than a multiple of 32
// (400 = 12 * 32 + 16): even rows take 4 sectors, odd ones 5.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 * 4 + 4 * 5
__global__ void oddRows(const float *a, float *b) {
  b[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.y * 100 + threadIdx.x];
}

// A column: 32 rows of 256 bytes, then of 16 bytes (512 bytes, 16 sectors).
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 32 + 16
__global__ void columns(const float *a, float *b) { b[threadIdx.x] = a[64 * threadIdx.x] + a[8192 + 4 * threadIdx.x]; }

// A gather by a table: lanes 0 to 7 the same word, 8 to 15 neighbours, 16 to 31 two words 8192 bytes apart in turn: 1 + 1 + 2.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 + 4
__global__ void gather(const int *index, const float *a, float *b) { b[threadIdx.x] = a[index[threadIdx.x]]; }

// Blocks of 8 by 8 read a tile of rows of 256 bytes: a warp has 4 rows of 32 bytes.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 2 * 4
__global__ void tile8(const float *a, float *b) { b[threadIdx.y * 8 + threadIdx.x] = a[threadIdx.y * 64 + threadIdx.x]; }

// Constants: one word for all lanes, one for each, four words of 8 lanes. The parameter is one more load.
// COUNT smsp__inst_executed_op_ldc.sum = 3 + 1
// COUNT idc__requests.sum = 1 + 32 + 4 + 1
__constant__ int table[64];
__global__ void constants(int *out) {
  const volatile int *t = table;
  out[threadIdx.x] = t[5] + t[threadIdx.x] + t[threadIdx.x / 8];
}

// 8 bytes a lane in order take 2 wavefronts, 16 bytes 4, no conflicts. 8 bytes with a stride of 2: each half warp has 16 words of 16
// banks, two of each: 2 wavefronts a half. 16 bytes with a stride of 2: each quarter 8 lanes of 32 bytes: 2 wavefronts a quarter.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 2 + 4 + 4 + 8
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 2 + 4
__global__ void wideShared(float *out) {
  __shared__ __align__(16) float s[512];
  auto *d = reinterpret_cast<volatile double *>(s);
  unsigned at = unsigned(__cvta_generic_to_shared(s)), i = threadIdx.x;
  float4 v, w;
  double x = d[i] + d[2 * i];
  asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(at + 16 * i));
  asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(w.x), "=f"(w.y), "=f"(w.z), "=f"(w.w) : "r"(at + 32 * i));
  out[i] = x + v.x + w.w;
}

// A column of a 32x32 tile is one bank: 32 wavefronts. With rows of 33 or 36 words: 33 has no conflict; 36k mod 32 = 4k: 8 banks, 4 each.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 32 + 1 + 4
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 31 + 3
__global__ void padding(float *out) {
  __shared__ float s[32 * 36];
  volatile float *v = s;
  out[threadIdx.x] = v[32 * threadIdx.x] + v[33 * threadIdx.x] + v[36 * threadIdx.x];
}

// Bytes and shorts of shared memory: lanes of one word share it. 32 bytes are 8 words, 32 shorts 16. Bytes 128 apart: one bank.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1 + 1 + 32
__global__ void narrowShared(int *out) {
  __shared__ __align__(4) unsigned char s[4096];
  volatile unsigned char *v = s;
  out[threadIdx.x] = v[threadIdx.x] + reinterpret_cast<volatile short *>(s)[threadIdx.x] + v[128 * threadIdx.x];
}

// Stores to shared memory: a stride of 2 has two words of each bank. All lanes to one word: 1.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum = 2 + 1
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum = 1
__global__ void sharedStores(int *out) {
  __shared__ int s[128];
  volatile int *v = s;
  v[2 * threadIdx.x] = 1;
  v[100] = 7;
  out[threadIdx.x] = v[threadIdx.x];
}

// Atomics with a result: pairs of lanes on 16 neighbours: 2 sectors, each twice. One lane: 1.
// COUNT smsp__inst_executed_op_global_atom.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum = 4 + 1
__global__ void atomics(unsigned *p, unsigned *out) {
  unsigned v = atomicAdd(p + threadIdx.x / 2, 1u);
  if (threadIdx.x == 0)
    v += atomicExch(p + 64, 9u);
  out[threadIdx.x] = v;
}

// Two levels of branches: lanes 0 to 15 part again at 8. In order: 16 lanes part from 16, then 8 from 8.
// COUNT smsp__sass_branch_targets.sum = 2
// COUNT smsp__sass_branch_targets_threads_divergent.sum = 2
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 3
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 2 + 1 + 1
__global__ void nested(volatile int *p) {
  int i = threadIdx.x;
  if (i < 16) {
    if (i < 8)
      p[i] = 1;
    else
      reinterpret_cast<volatile float *>(p)[i + 32] = 2;
  } else {
    reinterpret_cast<volatile unsigned *>(p)[i + 128] = 3;
  }
}

// Four sides by lane mod 4: each of the four stores is done by 8 lanes, 16 bytes apart: 4 sectors of 128 bytes.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 4 * 4
__global__ void sides(volatile int *p) {
  int i = threadIdx.x;
  switch (i % 4) {
  case 0: p[i] = 1; break;
  case 1: reinterpret_cast<volatile float *>(p)[i + 64] = 2; break;
  case 2: reinterpret_cast<volatile unsigned *>(p)[i + 128] = 3; break;
  default: reinterpret_cast<volatile float *>(p)[i + 192] = 4;
  }
}

// 10 rounds for all, of which each has one load; the loop leaves by a break after lane / 8 + 1 rounds: 4 more loads of 32, 24, 16, 8
// lanes.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 10 + 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 10 * 4 + 4 + 3 + 2 + 1
__global__ void rounds(const volatile int *a, int *out, int n) {
  int i = threadIdx.x, sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
    sum += a[i];
  int lane = 31 - i;
#pragma unroll 1
  for (int k = 0;; ++k) {
    sum += a[i];
    if (k == lane / 8)
      break;
  }
  out[i] = sum;
}

// Half of each warp returns; the rest (16 lanes, 64 bytes) stores. 2 warps.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 2 * 2
// COUNT smsp__warps_launched.sum = 2
__global__ void early(int *out) {
  if (threadIdx.x % 32 >= 16)
    return;
  out[threadIdx.x] = 1;
}

// A local array with an index of each lane's own: word k of a lane is in line k of 128 bytes. 32 different words: 32 lines, a sector
// each. Stores by a loop index that all share: 4 sectors each.
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum = 32 * 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum = 32
// COUNT l1tex__average_t_sectors_per_request_pipe_lsu_mem_local_op_ld.ratio = 32
// COUNT l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum = 32 * 32
__global__ void ownIndex(int *out, int add) {
  volatile int array[32];
#pragma unroll 1
  for (int i = 0; i < 32; ++i)
    array[i] = i;
  out[threadIdx.x] = array[(threadIdx.x + add) % 32];
}

// Barriers: 4 warps, each three times.
// COUNT anywarp__inst_executed_op_barrier.sum = 4 * 3
__global__ void barriers(int *out) {
  __syncthreads();
  int n = __syncthreads_count(threadIdx.x & 1);
  __syncthreads();
  out[threadIdx.x] = n;
}

// cp.async: 4 bytes a lane (4 sectors, by the cache), 16 bytes a lane (16 sectors, past it).
// They count as global loads, too (seen on an H200).
// COUNT smsp__inst_executed_op_ldgsts.sum = 2
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2
// COUNT smsp__inst_executed_op_global_ld.sum = 0
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access.sum = 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_bypass.sum = 16
__global__ void copies(const int *a, int *out) {
  __shared__ __align__(16) int s[32 + 128];
  __pipeline_memcpy_async(s + 128 + threadIdx.x, a + threadIdx.x, 4);
  __pipeline_memcpy_async(s + 4 * threadIdx.x, a + 4 * threadIdx.x, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

// ldmatrix.x4: rows of 16 bytes side by side are a wavefront for each matrix; rows of 128 bytes are one bank group: 8 for each.
// Matrices of one row (seen on an H200): 1 each.
// COUNT smsp__inst_executed_op_ldsm.sum = 3
// COUNT smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum = 4 + 32 + 4
__global__ void matrices(unsigned *out) {
  __shared__ __align__(128) char s[4096];
  unsigned a = unsigned(__cvta_generic_to_shared(s)), r[8];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a + 16 * threadIdx.x));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7]) : "r"(a + 128 * threadIdx.x));
  out[threadIdx.x] = r[0] + r[3] + r[4] + r[7];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a));
}

// Vectors of floats whose old value nobody wants are reductions (seen on an H200): of neighbours 8 and 16 sectors.
// COUNT smsp__inst_executed_op_global_red.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum = 8 + 16
__global__ void vectorSums(float4 *out) {
  atomicAdd(reinterpret_cast<float2 *>(out) + threadIdx.x, make_float2(1, 1));
  atomicAdd(out + threadIdx.x, make_float4(1, 1, 1, 1));
}

// Exchanges: 5 shuffles, a vote, a match and a reduction of 32 lanes each.
// COUNT smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum = 32 * 8
__global__ void exchanges(unsigned *out) {
  unsigned v = threadIdx.x;
  for (int d = 16; d; d /= 2)
    v += __shfl_xor_sync(~0u, v, d);
  v += __ballot_sync(~0u, v & 1) + __match_any_sync(~0u, v & 3) + __reduce_max_sync(~0u, v);
  out[threadIdx.x] = v;
}

// A surface: one load and one store a warp.
// COUNT smsp__inst_executed_op_surface_ld.sum = 1
// COUNT smsp__inst_executed_op_surface_st.sum = 1
__global__ void surfaces(cudaSurfaceObject_t s) {
  int v;
  surf2Dread(&v, s, threadIdx.x % 8 * 4, threadIdx.x / 8);
  surf2Dwrite(v + 1, s, threadIdx.x % 8 * 4, threadIdx.x / 8 + 4);
}

// 30 blocks of 96 threads: 3 warps each, 64 / 3 = 21 blocks of a multiprocessor's 64 warps: 63 warps.
// COUNT launch__occupancy_limit_warps = 21
// COUNT smsp__warps_launched.sum = 30 * 3
// COUNT launch__thread_count = 30 * 96
__global__ void oddBlocks(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

// 100,000 bytes and 1,024 more of 228 KiB (233,472): 2 blocks.
// COUNT launch__occupancy_limit_shared_mem = 2
// COUNT launch__shared_mem_per_block_dynamic = 100000
__global__ void muchShared(int *out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}

// Managed memory is global memory.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4
__global__ void managed(int *p) { p[threadIdx.x] += 1; }

// A node of a graph, launched once.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 4
__global__ void node(int *p) { p[threadIdx.x] = 1; }

int main() {
  char *in, *out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  cudaMemset(in, 0, 1 << 20);
  auto at = [](auto *p, void *memory, size_t offset = 0) { return reinterpret_cast<decltype(p)>(static_cast<char *>(memory) + offset); };
  int *ii = at((int *)0, in), *oi = at((int *)0, out);
  float *fi = at((float *)0, in), *fo = at((float *)0, out);
  auto *uo = at((unsigned *)0, out);
  narrow<<<1, 64>>>(at((unsigned char *)0, in), at((unsigned short *)0, in), at((unsigned char *)0, out), at((unsigned short *)0, out, 4096));
  members<<<1, 32>>>(at((uchar4 *)0, in), at((unsigned char *)0, in, 4096), oi);
  everyThirdDouble<<<1, 32>>>(at((double *)0, in), at((double *)0, out));
  misalignedWide<<<1, 32>>>(at((float4 *)0, in), at((double *)0, in), at((float4 *)0, out), at((double *)0, out, 4096));
  oddRows<<<1, dim3(32, 8)>>>(fi, fo);
  columns<<<1, 32>>>(fi, fo);
  int index[32];
  for (int i = 0; i < 32; ++i)
    index[i] = i < 8 ? 24 : i < 16 ? 64 + i % 8 : i % 2 ? 4096 : 2048;
  cudaMemcpy(in + 65536, index, sizeof index, cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(at((int *)0, in, 65536), fi, fo);
  tile8<<<1, dim3(8, 8)>>>(fi, fo);
  constants<<<1, 32>>>(oi);
  wideShared<<<1, 32>>>(fo);
  padding<<<1, 32>>>(fo);
  narrowShared<<<1, 32>>>(oi);
  sharedStores<<<1, 32>>>(oi);
  atomics<<<1, 32>>>(uo, uo + 1024);
  nested<<<1, 32>>>(oi);
  sides<<<1, 32>>>(oi);
  rounds<<<1, 32>>>(ii, oi, 10);
  early<<<1, 64>>>(oi);
  ownIndex<<<1, 32>>>(oi, 1);
  barriers<<<1, 128>>>(oi);
  copies<<<1, 32>>>(ii, oi);
  matrices<<<1, 32>>>(uo);
  vectorSums<<<1, 32>>>(at((float4 *)0, out));
  exchanges<<<1, 32>>>(uo);
  cudaArray_t array;
  auto channel = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &channel, 8, 8, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  surfaces<<<1, 32>>>(surface);
  oddBlocks<<<30, 96>>>(oi);
  cudaFuncSetAttribute(muchShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  muchShared<<<1, 64, 100000>>>(oi);
  int *both;
  cudaMallocManaged(&both, 4096);
  for (int i = 0; i < 32; ++i)
    both[i] = i;
  managed<<<1, 32>>>(both);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  node<<<1, 32, 0, stream>>>(oi);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  return cudaDeviceSynchronize();
}
