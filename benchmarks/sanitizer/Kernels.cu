// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of benchmarks/sanitizer-slowdown, correct ones: kernels SIZE [NAME...] prints
// "NAME<tab>nanoseconds" for each, the least of its launches. SIZE divides the sizes and may be a
// fraction. With CPU_TIME in the environment it is processor time.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <vector>

constexpr int kTile = 16, kBlock = 256, kBins = 256, kRadius = 4;

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void matmulNaive(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void matmulTiled(const float *a, const float *b, float *c, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float row[kBlock + 2 * kRadius];
  int i = blockIdx.x * kBlock + threadIdx.x, at = threadIdx.x + kRadius;
  row[at] = in[i];
  if (threadIdx.x < kRadius) {
    row[at - kRadius] = i >= kRadius ? in[i - kRadius] : 0;
    row[at + kBlock] = i + kBlock < n ? in[i + kBlock] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int d = -kRadius; d <= kRadius; ++d)
    sum += row[at + d];
  out[i] = sum;
}

__global__ void reduction(const float *in, float *out, int n) {
  __shared__ float part[kBlock];
  float sum = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock)
    sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = kBlock / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

__global__ void histogram(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned bins[kBins];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock)
    atomicAdd(&bins[in[i] % kBins], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void scan(const float *in, float *out) {
  __shared__ float values[2][kBlock];
  int i = blockIdx.x * kBlock + threadIdx.x, from = 0;
  values[0][threadIdx.x] = in[i];
  __syncthreads();
  for (int d = 1; d < kBlock; d *= 2) {
    float v = values[from][threadIdx.x];
    if (threadIdx.x >= d)
      v += values[from][threadIdx.x - d];
    from = 1 - from;
    values[from][threadIdx.x] = v;
    __syncthreads();
  }
  out[i] = values[from][threadIdx.x];
}

__global__ void nBody(const float4 *bodies, float4 *forces, int n) {
  __shared__ float4 tile[kBlock];
  float4 me = bodies[blockIdx.x * kBlock + threadIdx.x];
  float x = 0, y = 0, z = 0;
  for (int t = 0; t < n; t += kBlock) {
    tile[threadIdx.x] = bodies[t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < kBlock; ++k) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = tile[k].w * r * r * r;
      x += dx * f;
      y += dy * f;
      z += dz * f;
    }
    __syncthreads();
  }
  forces[blockIdx.x * kBlock + threadIdx.x] = make_float4(x, y, z, 0);
}

static void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <typename T> static T *zeros(size_t n) {
  T *memory;
  check(cudaMalloc(&memory, n * sizeof(T)));
  check(cudaMemset(memory, 0, n * sizeof(T)));
  return memory;
}

static double now() {
  static const clockid_t clock =
      std::getenv("CPU_TIME") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  timespec time;
  clock_gettime(clock, &time);
  return 1e9 * double(time.tv_sec) + double(time.tv_nsec);
}

/// The least of the launches of a fifth of a second, at least three.
static void measure(const char *name, const std::function<void()> &launch) {
  double best = 1e99;
  const double begin = now();
  for (int i = -1; i < 3 || now() - begin < 2e8; ++i) {
    const double start = now();
    launch();
    check(cudaDeviceSynchronize());
    if (i >= 0) // the first launch compiles
      best = std::min(best, now() - start);
  }
  std::printf("%s\t%.0f\n", name, best);
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  const double divisor = argc > 1 ? std::atof(argv[1]) : 1;
  const int n = int((1 << 20) / divisor) / kBlock * kBlock;
  int side = 512;
  while (side * side > n && side > 64)
    side /= 2;
  const int bodies = std::clamp(int(4096 / divisor) / kBlock * kBlock, kBlock, 4096);
  const size_t elements = std::max(n, side * side);
  auto *a = zeros<float>(elements), *b = zeros<float>(elements), *c = zeros<float>(elements);
  auto *counts = zeros<unsigned>(kBins);
  auto *from = zeros<float4>(bodies), *to = zeros<float4>(bodies);
  const dim3 tiles(side / kTile, side / kTile), tile(kTile, kTile);
  const int blocks = n / kBlock, few = std::max(1, blocks / 16);
  const std::pair<const char *, std::function<void()>> cases[] = {
      {"vectorAdd", [&] { vectorAdd<<<blocks, kBlock>>>(a, b, c, n); }},
      {"matmulNaive", [&] { matmulNaive<<<tiles, tile>>>(a, b, c, side); }},
      {"matmulTiled", [&] { matmulTiled<<<tiles, tile>>>(a, b, c, side); }},
      {"transpose", [&] { transpose<<<tiles, tile>>>(a, c, side); }},
      {"stencil", [&] { stencil<<<blocks, kBlock>>>(a, c, n); }},
      {"reduction", [&] { reduction<<<few, kBlock>>>(a, c, n); }},
      {"histogram", [&] { histogram<<<few, kBlock>>>((const unsigned *)a, counts, n); }},
      {"scan", [&] { scan<<<blocks, kBlock>>>(a, c); }},
      {"nBody", [&] { nBody<<<bodies / kBlock, kBlock>>>(from, to, bodies); }},
  };
  for (const auto &[name, launch] : cases)
    if (argc <= 2 || std::find(argv + 2, argv + argc, std::string(name)) != argv + argc)
      measure(name, launch);
}
