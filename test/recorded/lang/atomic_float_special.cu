// atomicAdd of special values in f32, f64, f16x2, bf16x2, vectors; atomicMin/Max of negative zeros through integers; red without result.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdio>
#include <cstring>
template <class T> T bits(unsigned long long u) { T v; memcpy(&v, &u, sizeof v); return v; }
__global__ void f(float *p, float v, int how) { __shared__ float s; if (how == 0) p[1] = atomicAdd(p, v); if (how == 1) { s = p[0]; p[1] = atomicAdd(&s, v); p[0] = s; } if (how == 2) atomicAdd(p, v); if (how == 3) p[0] += v; if (how == 4) { asm volatile("red.global.add.f32 [%0], %1;" ::"l"(p), "f"(v) : "memory"); } if (how == 5) p[1] = atomicAdd_system(p, v); if (how == 6) p[1] = atomicExch(p, v); }
__global__ void d(double *p, double v, int how) { __shared__ double s; if (how == 0) p[1] = atomicAdd(p, v); if (how == 1) { s = p[0]; p[1] = atomicAdd(&s, v); p[0] = s; } if (how == 2) atomicAdd(p, v); if (how == 3) p[0] += v; }
__global__ void h(__half2 *p, __half2 v, int how) { __shared__ __half2 s; if (how == 0) p[1] = atomicAdd(p, v); if (how == 1) { s = p[0]; p[1] = atomicAdd(&s, v); p[0] = s; } if (how == 2) p[0] = __hadd2(p[0], v); if (how == 3) p[1].x = atomicAdd((__half *)p, v.x); }
__global__ void b(__nv_bfloat162 *p, __nv_bfloat162 v, int how) { __shared__ __nv_bfloat162 s; if (how == 0) p[1] = atomicAdd(p, v); if (how == 1) { s = p[0]; p[1] = atomicAdd(&s, v); p[0] = s; } if (how == 2) p[0] = __hadd2(p[0], v); if (how == 3) p[1].x = atomicAdd((__nv_bfloat16 *)p, v.x); }
__global__ void v4(float4 *p, float4 v) { p[1] = atomicAdd(p, v); float2 *q = (float2 *)(p + 2); q[1] = atomicAdd(q, make_float2(v.y, v.x)); }
int main() { float *p; cudaMallocManaged(&p, 256); unsigned fv[] = {0, 0x80000000, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7fc12345, 0x7f812345, 0xffabcdef, 1, 0x80000001, 0x007fffff, 0x7f7fffff};
  for (int how = 0; how < 6; ++how) for (unsigned a : fv) { printf("f%d %08x:", how, a); for (unsigned c : fv) { p[0] = bits<float>(a); p[1] = 0; f<<<1, 1>>>(p, bits<float>(c), how); cudaDeviceSynchronize(); unsigned r[2]; memcpy(r, p, 8); printf(" %x", r[0]); if (r[1] != a && how != 2 && how != 3 && how != 4) printf("!%x", r[1]); } printf("\n"); }
  unsigned long long dv[] = {0, 1ull << 63, 0x3ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 1}; double *q = (double *)p;
  for (int how = 0; how < 4; ++how) for (auto a : dv) { printf("d%d %016llx:", how, a); for (auto c : dv) { q[0] = bits<double>(a); q[1] = 0; d<<<1, 1>>>(q, bits<double>(c), how); cudaDeviceSynchronize(); unsigned long long r; memcpy(&r, q, 8); printf(" %llx", r); } printf("\n"); }
  unsigned hv[] = {0, 0x80008000, 0x3c003c00, 0x7c00fc00, 0x7e00fe00, 0x7d237e11, 0xfc01fe55, 0x00010001, 0x80018001, 0x7bff7bff, 0x04000400};
  for (int how = 0; how < 4; ++how) for (auto a : hv) { printf("h%d %08x:", how, a); for (auto c : hv) { unsigned r[2] = {a, 0}; memcpy(p, r, 8); h<<<1, 1>>>((__half2 *)p, bits<__half2>(c), how); cudaDeviceSynchronize(); memcpy(r, p, 8); printf(" %x/%x", r[0], r[1]); } printf("\n"); }
  unsigned bv[] = {0, 0x80008000, 0x3f803f80, 0x7f80ff80, 0x7fc0ffc0, 0x7f817fd1, 0xff81ffaa, 0x00010001, 0x80018001, 0x7f7f7f7f, 0x00800080};
  for (int how = 0; how < 4; ++how) for (auto a : bv) { printf("b%d %08x:", how, a); for (auto c : bv) { unsigned r[2] = {a, 0}; memcpy(p, r, 8); b<<<1, 1>>>((__nv_bfloat162 *)p, bits<__nv_bfloat162>(c), how); cudaDeviceSynchronize(); memcpy(r, p, 8); printf(" %x/%x", r[0], r[1]); } printf("\n"); }
  memset(p, 0, 64); v4<<<1, 1>>>((float4 *)p, make_float4(1, 2, -0.f, 1e-40f)); printf("%s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 16; ++i) printf(" %g", p[i]); printf("\n"); }
