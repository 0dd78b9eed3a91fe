// .f32 results that are NaN: their bits in memory, in other types, in text
#include <cstdio>
#include <cmath>
#include <cstring>
#include <cuda_fp16.h>
typedef unsigned u;
__device__ volatile float zero = 0.f, inf = INFINITY;
__device__ __noinline__ float callee(float x) { return x * 0.f; }
__device__ __noinline__ void store(float *p, float x) { *p = x; }
__global__ void text() {
  float z = zero, i = inf, n = i - i;
  printf("%f %f %f %f %f\n", z / z, i - i, z * i, sqrtf(-1.f - z), fmodf(z, z));
  printf("%f %f %f %f\n", logf(z - 1), asinf(z + 2), powf(z - 1, 0.5f), acosf(i));
  printf("%f %f %f %f\n", sinf(i), cosf(i), tanf(i), fmaf(z, i, 1.f));
  printf("%08x %08x %08x\n", __float_as_uint(z / z), __float_as_uint(-(z / z)), __float_as_uint(fabsf(z / z)));
  printf("%f %f %f %g %e %a\n", -n, fabsf(n), fminf(n, n), n, n, n);
}
__global__ void memory(float *p, const float *q, int m) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float z = zero, i = inf, n = i - i, sum = t ? n : 1.f;
  for (int k = 0; k < 3; ++k) sum += q[k] * n;
  p[t] = sum; p[64 + t] = callee(i); p[128 + t] = __shfl_sync(~0u, n, 0); p[192 + t] = t > 7 ? 1.f : n; p[256 + t] = q[t % 8];
  s[t] = z / z; __syncthreads(); p[320 + t] = s[t ^ 1]; s[t ^ 1] += q[t % 8]; __syncthreads(); p[384 + t] = s[t];
  float4 v = make_float4(n, z / z, -n, i * z); reinterpret_cast<float4 *>(p + 448)[t % 16] = v;
  store(p + 512 + t, n * 2); p[576 + t] = __int_as_float(0xffc12345 + t); p[640 + t] = fmaxf(n, q[5]); p[704 + t] = m ? q[5] : n;
  p[768 + t] = __half2float(__float2half(n)) + t;
}
__global__ void doubles(double *d) { float z = zero; d[0] = z / z; d[1] = double(z / z) * 2; d[2] = -double(z / z) + 0 * z; d[3] = (float)(d[0] * 1.5); }
int main() {
  float *p, *q; double *d; cudaMallocManaged(&p, 4096); cudaMallocManaged(&q, 64); cudaMallocManaged(&d, 64); u bits[8] = {0x3f800000, 0xc0000000, 0x7fa00001, 0xffabcdef, 0x7f800000, 0xffc54321, 0, 0x80000000};
  memcpy(q, bits, sizeof bits); text<<<1, 1>>>(); cudaDeviceSynchronize();
  for (int m : {0, 2, 6}) { memset(p, 0, 4096); memory<<<1, 64>>>(p, q, m); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int k = 0; k < 832; k += 64) { for (int j : {0, 1, 2, 3, 5, 9, 33, 63}) { u w; memcpy(&w, p + k + j, 4); printf("%08x ", w); } printf("\n"); } }
  doubles<<<1, 1>>>(d); cudaDeviceSynchronize(); for (int k = 0; k < 4; ++k) { unsigned long long w; memcpy(&w, d + k, 8); printf("%016llx\n", w); }
}
