// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared, local and mixed memory, atomics, branches, guards, tensor instructions: counts worked out by hand, lane by lane.
// "COUNT metric = value" belongs to the kernel below it, which is launched once.
#include <cuda_fp16.h>
#include <mma.h>

// Word s * lane of shared memory: gcd(s, 32) lanes of each bank. Strides 1, 2, 32 and 33: 1 + 2 + 32 + 1 wavefronts, 32 more than
// the 4 of accesses without conflicts. 2 warps; what they store is in order: 1 wavefront each of 17 rounds.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 2 * 36
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 2 * 32
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum = 2 * 17
// COUNT anywarp__inst_executed_op_barrier.sum = 2
__global__ void banks(float *out) {
  __shared__ float s[1088];
#pragma unroll 1
  for (int i = threadIdx.x; i < 1088; i += 64)
    s[i] = i;
  __syncthreads();
  volatile float *v = s;
  const int lane = threadIdx.x % 32;
  out[threadIdx.x] = v[lane] + v[2 * lane] + v[32 * lane] + v[33 * lane];
}

// Lanes that share a word do not conflict: one word for all, 2 lanes a word, two words of one bank. 1 + 1 + 2 wavefronts.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 4
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 1
__global__ void sharedWords(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = s[threadIdx.x + 32] = 1;
  __syncwarp();
  volatile float *v = s;
  out[threadIdx.x] = v[7] + v[threadIdx.x / 2] + v[threadIdx.x % 2 * 32];
}

// 8 lanes of 32, with a stride of 32 words: 8 words of one bank.
// COUNT smsp__inst_executed_op_shared_ld.sum = 1
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 8
__global__ void fewLanes(float *out) {
  __shared__ float s[256];
  volatile float *v = s;
  if (threadIdx.x < 8)
    out[threadIdx.x] = v[32 * threadIdx.x];
}

// A generic address: of lanes 0 to 15 in shared memory (16 words, 1 wavefront), of the others in global memory (64 bytes, 2 sectors).
// Then all lanes in global memory: 4 sectors. The instruction counts for each memory that it goes to.
// COUNT smsp__inst_executed_op_shared_ld.sum = 1
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 2 + 4
__device__ __noinline__ float through(const float *p) {
  float value;
  asm volatile("ld.f32 %0, [%1];" : "=f"(value) : "l"(p));
  return value;
}
__global__ void mixed(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 2;
  __syncwarp();
  float value = through(threadIdx.x < 16 ? s + threadIdx.x : in + threadIdx.x);
  out[threadIdx.x] = value + through(in + threadIdx.x);
}

// Local memory is interleaved: a word of 32 lanes is 4 sectors, of 8 lanes 1. Indices are the same in all lanes, but not known.
// 16 stores by 32 lanes, 1 load by 8.
// COUNT l1tex__t_requests_pipe_lsu_mem_local_op_st.sum = 16
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum = 16 * 4
// COUNT l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum = 1
// COUNT l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum = 1
__global__ void localArray(int *out, int which) {
  volatile int array[16];
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    array[i] = i;
  if (threadIdx.x < 8)
    out[threadIdx.x] = array[which];
}

// Reductions: 32 lanes on one address count 32 sectors, neighbours 4, 8 lanes on one address 8.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_red.sum = 3
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum = 32 + 4 + 8
// COUNT smsp__inst_executed_op_global_atom.sum = 0
__global__ void reductions(unsigned *out) {
  atomicAdd(out, threadIdx.x);
  atomicAdd(out + 32 + threadIdx.x, 1u);
  if (threadIdx.x % 4 == 0)
    atomicAdd(out + 96, 1u);
}

// Shared atomics: neighbours 1 wavefront; 32 words of one bank 32, 31 of them conflicts.
// COUNT smsp__inst_executed_op_shared_atom.sum = 2
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 1 + 32
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum = 31
__global__ void sharedAtomics(unsigned *out) {
  __shared__ unsigned s[1024];
  atomicAdd(s + threadIdx.x, 1u);
  atomicAdd(s + threadIdx.x * 32, 1u);
  __syncwarp();
  out[threadIdx.x] = s[0];
}

// Lanes that share a word of shared memory wait for each other (seen on an H200): two words 16 each, four words of one bank 32 in all. Where
// the compiler knows that all lanes share one, it combines them.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 16 + 32 + 1
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum = 15 + 31
__global__ void sharedWordsOfAtomics(int *out) {
  __shared__ int s[128];
  int lane = threadIdx.x;
  atomicMax(s + lane % 2, lane);
  atomicMax(s + lane % 4 * 32, lane);
  atomicMax(s + 5, lane);
  __syncwarp();
  out[lane] = s[lane];
}

// The same instruction without a result: counting by 1 is one wavefront.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 1
__global__ void reducedWord(int *out) {
  __shared__ int s[32];
  asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(unsigned(__cvta_generic_to_shared(s + out[threadIdx.x]))) : "memory");
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

// All lanes at one word that only they know (seen on an H200): to count by 1 is one wavefront, any other operation is one for each lane, and a
// compare-and-swap two. Conflicts: 0 + 31 + 31.
// COUNT smsp__inst_executed_op_shared_atom.sum = 3
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 1 + 32 + 64
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum = 31 + 31
__global__ void oneWordOfAtomics(int *out) {
  __shared__ int s[32];
  int at = out[threadIdx.x];
  atomicAdd(s + at, 1);
  atomicMin(s + at, at);
  out[threadIdx.x] = atomicCAS(s + at, 1, 2);
}

// Shared memory has no addition of floats and of 64 bits (seen on an H200): a load and a compare-and-swap, 2 wavefronts for 4 bytes and 4
// for 8, until all lanes have succeeded. Neighbours: 1 round each. All lanes at one float: 32 rounds.
// COUNT smsp__inst_executed_op_shared_atom.sum = 1 + 1 + 32
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum = 2 + 4 + 64
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum = 0
// COUNT smsp__inst_executed_op_shared_ld.sum = 1 + 1 + 32
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1 + 2 + 32
__global__ void loopsOfAtomics(int *out) {
  __shared__ float s[32];
  __shared__ double d[32];
  int at = out[threadIdx.x];
  atomicAdd(s + threadIdx.x, 1.f);
  atomicAdd(d + threadIdx.x, 1.);
  atomicAdd(s + at, 1.f);
}

// Loads of 8 and 16 bytes where neighbours share (seen on an H200): 8 bytes of all lanes at once, 16 of half a warp. Where lanes 16 apart
// share, half a warp as ever.
// COUNT l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum = 1 + 2 + 2
// COUNT l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum = 0
__global__ void wideTogether(double *out) {
  __shared__ __align__(16) double s[64];
  unsigned at = unsigned(__cvta_generic_to_shared(s)), i = threadIdx.x;
  double a, b, c, d;
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(a) : "r"(at + i / 2 * 8));
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(b), "=d"(c) : "r"(at + i / 2 * 16));
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(d) : "r"(at + i % 16 * 8));
  out[i] = a + b + c + d;
}

// A loop of lane + 1 rounds: its branch runs 32 times. At the first 31 one lane leaves and the others stay, at the last nobody stays.
// In round j (from 1) 33 - j lanes load one address.
// COUNT smsp__sass_branch_targets.sum = 4 * 32
// COUNT smsp__sass_branch_targets_threads_divergent.sum = 4 * 31
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 4 * 32
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 4 * 32
__global__ void ragged(const volatile int *in, int *out) {
  int left = threadIdx.x % 32, sum = 0;
#pragma unroll 1
  do
    sum += in[0];
  while (left-- > 0);
  out[threadIdx.x] = sum;
}

// Sides by warp: no warp parts. The stores of each side are rows.
// COUNT smsp__sass_branch_targets.sum = 4
// COUNT smsp__sass_branch_targets_threads_divergent.sum = 0
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 4
__global__ void byWarp(volatile int *out) {
  if (threadIdx.x < 64)
    out[threadIdx.x] = 1;
  else
    reinterpret_cast<volatile float *>(out)[threadIdx.x + 64] = 1;
}

// Sides by lane: every warp parts, and makes a request for each side: half a row each.
// COUNT smsp__sass_branch_targets.sum = 4
// COUNT smsp__sass_branch_targets_threads_divergent.sum = 4
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 4 * 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 4 * (2 + 2)
__global__ void byLane(volatile int *out) {
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = 1;
  else
    reinterpret_cast<volatile float *>(out)[threadIdx.x + 128] = 1; // of another type: the compiler does not join the two
}

// Guards: of lanes 0 to 7 (1 sector), of none (no request), and negated of none (a row: 4 sectors). The guards of 24 and of 32
// threads do not hold.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 1 + 4
// COUNT smsp__thread_inst_executed.sum - smsp__thread_inst_executed_pred_on.sum = 24 + 32
__global__ void guards(int *out) {
  asm volatile("{.reg .pred p, q;\n"
               "setp.lt.u32 p, %1, 8;\n"
               "setp.gt.u32 q, %1, 99;\n"
               "@p st.global.u32 [%0], 1;\n"
               "@q st.global.u32 [%0], 2;\n"
               "@!q st.global.u32 [%0], 3;}" ::"l"(out + threadIdx.x),
               "r"(threadIdx.x));
}

// 16x16x16 is two tensor instructions of 16x8x16 (Hopper), of half precision here.
// COUNT smsp__inst_executed_pipe_tensor.sum = 2
// Fragments come and go as pairs of elements (seen on an H200): 4 loads of 4 bytes and 8 sectors for each factor, 4 stores of 8 bytes.
// COUNT smsp__inst_executed_pipe_tensor_op_hmma.sum = 2
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 8
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 64
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 32
__global__ void halfProduct(const half *a, float *c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> fa;
  fragment<matrix_b, 16, 16, 16, half, col_major> fb;
  fragment<accumulator, 16, 16, 16, float> fc;
  fill_fragment(fc, 0.f);
  load_matrix_sync(fa, a, 16);
  load_matrix_sync(fb, a, 16);
  mma_sync(fc, fa, fb, fc);
  store_matrix_sync(c, fc, 16, mem_row_major);
}

// Of bytes one of 16x8x32 does as much; it is not of half precision.
// COUNT smsp__inst_executed_pipe_tensor.sum = 1
// COUNT smsp__inst_executed_pipe_tensor_op_hmma.sum = 0
__global__ void byteProduct(const signed char *a, int *c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, signed char, row_major> fa;
  fragment<matrix_b, 16, 16, 16, signed char, col_major> fb;
  fragment<accumulator, 16, 16, 16, int> fc;
  fill_fragment(fc, 0);
  load_matrix_sync(fa, a, 16);
  load_matrix_sync(fb, a, 16);
  mma_sync(fc, fa, fb, fc);
  store_matrix_sync(c, fc, 16, mem_row_major);
}

int main() {
  char *memory;
  cudaMalloc(&memory, 1 << 20);
  cudaMemset(memory, 0, 1 << 20);
  auto *f = reinterpret_cast<float *>(memory);
  auto *i = reinterpret_cast<int *>(memory);
  auto *u = reinterpret_cast<unsigned *>(memory);
  banks<<<1, 64>>>(f);
  sharedWords<<<1, 32>>>(f);
  fewLanes<<<1, 32>>>(f);
  mixed<<<1, 32>>>(f, f + 1024);
  localArray<<<1, 32>>>(i, 3);
  reductions<<<1, 32>>>(u);
  sharedAtomics<<<1, 32>>>(u);
  sharedWordsOfAtomics<<<1, 32>>>(i);
  cudaMemset(i, 0, 128);
  oneWordOfAtomics<<<1, 32>>>(i);
  cudaMemset(i, 0, 128);
  reducedWord<<<1, 32>>>(i);
  cudaMemset(i, 0, 128);
  loopsOfAtomics<<<1, 32>>>(i);
  wideTogether<<<1, 32>>>(reinterpret_cast<double *>(memory));
  ragged<<<1, 128>>>(i, i + 1024);
  byWarp<<<1, 128>>>(i);
  byLane<<<1, 128>>>(i);
  guards<<<1, 32>>>(i);
  halfProduct<<<1, 32>>>(reinterpret_cast<half *>(memory), f + 4096);
  byteProduct<<<1, 32>>>(reinterpret_cast<signed char *>(memory), i + 4096);
  return cudaDeviceSynchronize();
}
