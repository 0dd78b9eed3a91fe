// zeros and NaNs of matrix products with .f16, .bf16 and .tf32
#include <cstdio>
#include <cstring>
#include <cmath>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef unsigned u;
__global__ void f16f32(const u *a, const u *b, const float *c, float *d) { int l = threadIdx.x; float r[4];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};" : "=f"(r[0]), "=f"(r[1]), "=f"(r[2]), "=f"(r[3]) : "r"(a[l]), "r"(a[l + 32]), "r"(b[l]), "f"(c[l * 4]), "f"(c[l * 4 + 1]), "f"(c[l * 4 + 2]), "f"(c[l * 4 + 3])); for (int i = 0; i < 4; ++i) d[l * 4 + i] = r[i]; }
__global__ void f16f16(const u *a, const u *b, const u *c, u *d) { int l = threadIdx.x; u r[2];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3},{%4},{%5,%6};" : "=r"(r[0]), "=r"(r[1]) : "r"(a[l]), "r"(a[l + 32]), "r"(b[l]), "r"(c[l * 2]), "r"(c[l * 2 + 1])); for (int i = 0; i < 2; ++i) d[l * 2 + i] = r[i]; }
__global__ void bf16(const u *a, const u *b, const float *c, float *d) { int l = threadIdx.x; float r[4];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};" : "=f"(r[0]), "=f"(r[1]), "=f"(r[2]), "=f"(r[3]) : "r"(a[l]), "r"(a[l + 32]), "r"(b[l]), "f"(c[l * 4]), "f"(c[l * 4 + 1]), "f"(c[l * 4 + 2]), "f"(c[l * 4 + 3])); for (int i = 0; i < 4; ++i) d[l * 4 + i] = r[i]; }
__global__ void tf32(const u *a, const u *b, const float *c, float *d) { int l = threadIdx.x; float r[4];
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};" : "=f"(r[0]), "=f"(r[1]), "=f"(r[2]), "=f"(r[3]) : "r"(a[l]), "r"(a[l + 32]), "r"(b[l]), "f"(c[l * 4]), "f"(c[l * 4 + 1]), "f"(c[l * 4 + 2]), "f"(c[l * 4 + 3])); for (int i = 0; i < 4; ++i) d[l * 4 + i] = r[i]; }
int main() {
  float vs[] = {0.f, -0.f, 1.f, -1.f, INFINITY, -INFINITY, NAN}; const char *names[] = {"0", "-0", "1", "-1", "inf", "-inf", "nan"};
  u *a, *b; float *c, *d; cudaMallocManaged(&a, 1024); cudaMallocManaged(&b, 1024); cudaMallocManaged(&c, 1024); cudaMallocManaged(&d, 1024);
  for (int t = 0; t < 4; ++t) for (int i = 0; i < 7; ++i) for (int j = 0; j < 7; ++j) for (int m = 0; m < 7; ++m) {
    auto pack = [&](float v) { u w; if (t < 2) { __half h = __float2half(v); unsigned short s; memcpy(&s, &h, 2); w = s | s << 16; } else if (t == 2) { __nv_bfloat16 h = __float2bfloat16(v); unsigned short s; memcpy(&s, &h, 2); w = s | s << 16; } else memcpy(&w, &v, 4); return w; };
    for (int l = 0; l < 64; ++l) a[l] = pack(vs[i]); for (int l = 0; l < 32; ++l) b[l] = pack(vs[j]);
    if (t == 1) { u w = pack(vs[m]); for (int l = 0; l < 64; ++l) memcpy(&c[l], &w, 4); } else for (int l = 0; l < 128; ++l) c[l] = vs[m];
    if (t == 0) f16f32<<<1, 32>>>(a, b, c, d); if (t == 1) f16f16<<<1, 32>>>(a, b, (u *)c, (u *)d); if (t == 2) bf16<<<1, 32>>>(a, b, c, d); if (t == 3) tf32<<<1, 32>>>(a, b, c, d);
    cudaError_t e = cudaDeviceSynchronize(); u w; memcpy(&w, &d[7], 4); printf("%d %s*%s+%s: %08x%s\n", t, names[i], names[j], names[m], w, e ? " ERR" : "");
  }
}
