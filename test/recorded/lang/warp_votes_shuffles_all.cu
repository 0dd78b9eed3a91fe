// warp functions: shuffles of all types and widths, votes, match, reduce, active masks in divergent code
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
__global__ void shuffles(int *out) { int l = threadIdx.x; int *o = out + l; const unsigned m = ~0u; int k = 0; auto put = [&](int v) { o[32 * k++] = v; };
  for (int w : {1, 2, 4, 8, 16, 32}) { put(__shfl_sync(m, l * 3, 5, w)); put(__shfl_up_sync(m, l * 3, 1, w)); put(__shfl_down_sync(m, l * 3, 2, w)); put(__shfl_xor_sync(m, l * 3, 3, w)); put(__shfl_sync(m, l, -1, w)); put(__shfl_sync(m, l, 37, w)); put(__shfl_up_sync(m, l, 40, w)); put(__shfl_xor_sync(m, l, 31, w)); }
  put((int)__shfl_sync(m, (long long)l << 33, 7) + (int)(__shfl_xor_sync(m, (long long)l << 33, 1) >> 33)); put((int)__shfl_down_sync(m, l * 0.5, 3)); put((int)__half2float(__shfl_up_sync(m, __float2half(l), 2))); put((int)__shfl_xor_sync(m, (unsigned long)l, 16)); put((int)__low2float(__shfl_sync(m, __floats2half2_rn(l, -l), l ^ 5)));
  put(__all_sync(m, l >= 0)); put(__any_sync(m, l == 13)); put(__ballot_sync(m, l % 3 == 0)); put(__popc(__activemask())); put(__match_any_sync(m, l / 5)); int p = 9; put(__match_all_sync(m, l / 32, &p)); put(p); put(__match_all_sync(m, l, &p)); put(p); put(__match_any_sync(m, (double)(l % 3))); put(__match_any_sync(m, (unsigned long long)(l & 6) << 40));
  put(__reduce_add_sync(m, l)); put(__reduce_min_sync(m, -l)); put(__reduce_max_sync(m, (unsigned)-l)); put(__reduce_and_sync(m, l | 8)); put(__reduce_or_sync(m, 1u << l)); put(__reduce_xor_sync(m, l * l));
  if (l % 2) { unsigned a = 0xaaaaaaaa; put(__shfl_sync(a, l, 9)); put(__reduce_add_sync(a, l)); put(__ballot_sync(a, l > 10)); put(__shfl_down_sync(a, l, 2)); put(__popc(__activemask()) > 0); } else { unsigned a = 0x55555555; put(__shfl_sync(a, l * 2, 8)); put(__reduce_max_sync(a, l)); put(__any_sync(a, l == 30)); put(__match_any_sync(a, l / 8)); put(__all_sync(a, l < 32)); }
  __syncwarp(); if (l < 7) { unsigned a = 0x7f; put(__shfl_xor_sync(a, l, 1) & (l == 6 ? 0 : -1)); put(__reduce_add_sync(a, 1)); } }
__global__ void lanes(unsigned *out) { unsigned lt, le, gt, ge, eq, id, w; asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(lt)); asm volatile("mov.u32 %0, %%lanemask_le;" : "=r"(le)); asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(gt)); asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(ge)); asm volatile("mov.u32 %0, %%lanemask_eq;" : "=r"(eq)); asm volatile("mov.u32 %0, %%laneid;" : "=r"(id)); asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(w)); unsigned o = lt ^ (le * 3) ^ (gt * 5) ^ (ge * 7) ^ (eq * 11) ^ id; out[threadIdx.x] = o; }
int main() { const int rows = 80; int *d; CK(cudaMalloc(&d, rows * 128)); CK(cudaMemset(d, 0, rows * 128)); shuffles<<<1, 32>>>(d); std::vector<int> v(rows * 32); CK(cudaMemcpy(v.data(), d, rows * 128, cudaMemcpyDeviceToHost)); for (int r = 0; r < rows; ++r) { printf("%d:", r); for (int l = 0; l < 32; ++l) printf(" %d", v[r * 32 + l]); printf("\n"); } lanes<<<1, 64>>>((unsigned *)d); CK(cudaMemcpy(v.data(), d, 256, cudaMemcpyDeviceToHost)); for (int l = 0; l < 64; ++l) printf("%x ", v[l]); printf("\n"); }
