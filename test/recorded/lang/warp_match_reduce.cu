// Matches, reductions and shuffles of a part of a warp.
#include <cstdio>
#include <cuda_fp16.h>
__global__ void k(unsigned *o) {
  unsigned t = threadIdx.x, v = t * 2654435761u >> 7, *p = o + t * 20; unsigned m = __ballot_sync(~0u, t % 3 != 1);
  int pred;
  p[0] = __match_any_sync(~0u, v % 5); p[1] = __match_all_sync(~0u, v & 0, &pred); p[2] = pred; p[3] = __match_all_sync(~0u, t / 31, &pred); p[4] = pred; p[5] = __match_any_sync(~0u, (double)(t % 4));
  p[6] = __match_any_sync(~0u, (unsigned long long)(t % 2) << 40);
  if (t % 3 != 1) { p[7] = __reduce_add_sync(m, v); p[8] = __reduce_min_sync(m, (int)v - 9000000); p[9] = __reduce_max_sync(m, v); p[10] = __reduce_and_sync(m, v | 0xff); p[11] = __reduce_or_sync(m, v & 0xf0f); p[12] = __reduce_xor_sync(m, v); p[13] = __shfl_sync(m, v, 5); p[14] = __shfl_up_sync(m, v, 3, 16); p[15] = __shfl_xor_sync(m, v, 6, 8); p[16] = __activemask() == m; p[17] = __any_sync(m, v > 30000000) | __all_sync(m, v > 5) << 1; p[18] = __shfl_down_sync(m, __half_as_ushort(__float2half((float)t)), 3); }
  p[19] = __shfl_sync(~0u, (long long)v << 20, t + 7, 8) >> 19;
}
int main() { unsigned *o; cudaMallocManaged(&o, 32 * 80); cudaMemset(o, 0, 32 * 80); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 32; ++i) { for (int j = 0; j < 20; ++j) { if (i % 3 == 1 && j > 6 && j < 19) continue; if ((j == 13) || ((j == 14 || j == 15 || j == 18))) continue; printf("%x ", o[i * 20 + j]); } puts(""); } }
