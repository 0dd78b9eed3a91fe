// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++03: the headers that NVIDIA's nvcc takes there, too (tried with 13.0), and what they declare.
// RUN: nvcc -std=c++03 -w %s -o %t && %t | FileCheck %s
// CHECK: 199711 3.5 3.5 2.0 28 1 64
#include <cooperative_groups.h>
#include <cstdio>
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cufft.h>
#include <curand_kernel.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <mma.h>

struct Result {
  float half, bfloat, small;
  int sum, random, rows;
};
__global__ void kernel(Result *r) {
  namespace cg = cooperative_groups;
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int sum = int(tile.thread_rank());
  for (int step = 4; step > 0; step /= 2)
    sum += tile.shfl_xor(sum, step);
  curandStatePhilox4_32_10_t state;
  curand_init(1, threadIdx.x, 0, &state);
  float4 numbers = curand_uniform4(&state);
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> tileOfMatrix;
  nvcuda::wmma::fill_fragment(tileOfMatrix, 2.0f);
  if (threadIdx.x)
    return;
  __half2 pair = __floats2half2_rn(1.5f, 2.0f);
  r->half = __half2float(__hadd(pair.x, pair.y));
  r->bfloat = __bfloat162float(__hadd(__float2bfloat16_rz(1.5f), __int2bfloat16_rn(2)));
  __half2_raw raw = __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t(0x4040), __NV_E4M3);
  r->small = __low2float(__half2(raw));
  r->sum = sum;
  r->random = numbers.x > 0 && numbers.w <= 1;
  r->rows = int(tileOfMatrix.num_elements * 8);
}
int main() {
  Result *r;
  cudaMallocManaged(&r, sizeof(Result));
  kernel<<<1, 32>>>(r);
  cudaDeviceSynchronize();
  std::printf("%ld %.1f %.1f %.1f %d %d %d\n", __cplusplus, r->half, r->bfloat, r->small, r->sum,
              r->random, r->rows);
}
