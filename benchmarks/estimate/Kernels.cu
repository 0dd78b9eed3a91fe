// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of many kinds and sizes, each bound by something else. Their times on an H200 are in
// h200.tsv, in this order.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void vadd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
__global__ void gridsum(const float *a, float *c, int n) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s += a[i];
  atomicAdd(c, s);
}
__global__ void mmNaive(const float *a, const float *b, float *c, int n) {
  int r = blockIdx.y * 16 + threadIdx.y, k = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n; ++j)
    s += a[r * n + j] * b[j * n + k];
  c[r * n + k] = s;
}
__global__ void mmTiled(const float *a, const float *b, float *c, int n) {
  __shared__ float x[16][16], y[16][16];
  int r = blockIdx.y * 16 + threadIdx.y, k = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < n; t += 16) {
    x[threadIdx.y][threadIdx.x] = a[r * n + t + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + k];
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      s += x[threadIdx.y][j] * y[j][threadIdx.x];
    __syncthreads();
  }
  c[r * n + k] = s;
}
__global__ void nbody(const float4 *p, float4 *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 m = p[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; ++j) {
    float4 q = p[j];
    float dx = q.x - m.x, dy = q.y - m.y, dz = q.z - m.z, d = dx * dx + dy * dy + dz * dz + 1e-3f,
          w = rsqrtf(d);
    w = w * w * w * q.w;
    x += dx * w;
    y += dy * w;
    z += dz * w;
  }
  v[i] = make_float4(x, y, z, 0);
}
__global__ void black(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = a[i] + 1, d = logf(x) * 0.3f + 0.1f;
    c[i] = x * normcdff(d) - expf(-0.1f * x) * normcdff(d - 0.2f);
  }
}
__global__ void transNaive(const float *a, float *c, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  c[x * n + y] = a[y * n + x];
}
__global__ void transTiled(const float *a, float *c, int n) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = 0; j < 32; j += 8)
    t[threadIdx.y + j][threadIdx.x] = a[(blockIdx.y * 32 + threadIdx.y + j) * n + x];
  __syncthreads();
  int u = blockIdx.y * 32 + threadIdx.x;
  for (int j = 0; j < 32; j += 8)
    c[(blockIdx.x * 32 + threadIdx.y + j) * n + u] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void histo(const unsigned *a, unsigned *h, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&h[a[i] & 255], 1);
}
__global__ void histoShared(const unsigned *a, unsigned *h, int n) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&s[a[i] & 255], 1);
  __syncthreads();
  atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__global__ void stencil(const float *a, float *c, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < w - 1)
    c[y * w + x] = a[y * w + x] + 0.1f * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] +
                                          a[(y + 1) * w + x]);
}
__global__ void strided(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[(i * 32) & (n - 1)];
}
__global__ void gather(const unsigned *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = b[a[i] & (n - 1)];
}
__global__ void mandel(float *c, int w) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float u = 3.f * x / w - 2, v = 2.f * y / w - 1, a = 0, b = 0;
  int k = 0;
  for (; k < 256 && a * a + b * b < 4; ++k) {
    float t = a * a - b * b + u;
    b = 2 * a * b + v;
    a = t;
  }
  c[y * w + x] = k;
}
__global__ void doubles(const double *a, double *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double x = a[i];
  for (int k = 0; k < 64; ++k)
    x = x * 1.0001 + 0.5;
  c[i] = x;
}
__global__ void conflict(float *c, int rounds) {
  __shared__ float s[32 * 32];
  float x = 0;
  for (int k = 0; k < rounds; ++k) {
    s[(threadIdx.x % 32) * 32 + threadIdx.x / 32] = x;
    __syncthreads();
    x += s[threadIdx.x];
    __syncthreads();
  }
  c[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void serial(float *c, int n) {
  float x = c[0];
  for (int k = 0; k < n; ++k)
    x = x * 1.001f + 1;
  c[0] = x;
}
__global__ void chase(const unsigned *a, unsigned *c, int n) {
  unsigned x = threadIdx.x;
  for (int k = 0; k < n; ++k)
    x = a[x & 65535];
  c[threadIdx.x] = x;
}
__global__ void ints(unsigned *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = i;
  for (int k = 0; k < n; ++k)
    x = x * 1664525u + 1013904223u ^ x >> 7;
  c[i] = x;
}
__global__ void sins(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[i];
  for (int k = 0; k < 8; ++k)
    x = __sinf(x) + __expf(x * 0.1f);
  c[i] = x;
}
__global__ void hot(unsigned *c) { atomicAdd(c, threadIdx.x & 3); }
__global__ void copy4(const float4 *a, float4 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i];
}
__global__ void empty() {}
int main() {
  const int n = 1 << 22;
  float *a, *b, *c;
  cudaMalloc(&a, n * 8);
  cudaMalloc(&b, n * 8);
  cudaMalloc(&c, n * 8);
  unsigned *h = (unsigned *)malloc(n * 4);
  for (int i = 0; i < n; ++i)
    h[i] = i * 2654435761u >> 7;
  cudaMemset(a, 0, n * 8);
  cudaMemset(b, 0, n * 8);
  empty<<<1, 32>>>();
  vadd<<<n / 256, 256>>>(a, b, c, n);
  vadd<<<64, 256>>>(a, b, c, 64 * 256);
  gridsum<<<264, 256>>>(a, c, n);
  mmNaive<<<dim3(24, 24), dim3(16, 16)>>>(a, b, c, 384);
  mmTiled<<<dim3(24, 24), dim3(16, 16)>>>(a, b, c, 384);
  mmTiled<<<dim3(8, 8), dim3(16, 16)>>>(a, b, c, 128);
  nbody<<<16, 256>>>((float4 *)a, (float4 *)c, 4096);
  black<<<n / 256, 256>>>(a, c, n);
  transNaive<<<dim3(64, 256), dim3(32, 8)>>>(a, c, 2048);
  transTiled<<<dim3(64, 64), dim3(32, 8)>>>(a, c, 2048);
  stencil<<<dim3(64, 256), dim3(32, 8)>>>(a, c, 2048);
  strided<<<n / 1024, 256>>>(a, c, n);
  mandel<<<dim3(32, 32), dim3(16, 16)>>>(c, 512);
  doubles<<<n / 1024, 256>>>((double *)a, (double *)c, n);
  conflict<<<528, 1024>>>(c, 20);
  conflict<<<64, 1024>>>(c, 8);
  serial<<<1, 1>>>(c, 20000);
  ints<<<1024, 256>>>((unsigned *)c, 200);
  sins<<<n / 256, 256>>>(a, c, n);
  copy4<<<n / 1024, 256>>>((float4 *)a, (float4 *)c, n / 4);
  hot<<<2048, 256>>>((unsigned *)c);
  cudaMemcpy(b, h, n * 4, cudaMemcpyHostToDevice);
  histo<<<264, 256>>>((unsigned *)b, (unsigned *)c, n);
  histoShared<<<264, 256>>>((unsigned *)b, (unsigned *)c, n);
  gather<<<n / 1024, 256>>>((unsigned *)b, a, c, n);
  chase<<<1, 32>>>((unsigned *)b, (unsigned *)c, 2000);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
