// A kernel that takes seconds to compile is compiled once, though it is launched with a part of a
// warp, whole warps and several blocks: programs that time their launches would take another
// translation for the kernel's time. A short one gets the code that is best for each.
// RUN: nvcc %s -o %t && env ANYWARP_TIER=optimized ANYWARP_TRACE=jit CUDA_CACHE_DISABLE=1 %t 2>%t.trace && FileCheck %s < %t.trace
// RUN: grep -c 'compiled _Z10longKernel' %t.trace | FileCheck %s --check-prefix=LONG
// CHECK-DAG: compiled _Z5brief
// CHECK-DAG: compiled _Z10longKernel
// LONG: {{^1$}}
#include <cstdio>

__device__ unsigned mix(unsigned a, unsigned b) { return (a << 5 | a >> 27) * 0x9e3779b1u ^ (b + (a >> 7)); }

template <int N> __device__ void rounds(unsigned (&s)[8]) {
  if constexpr (N > 0) {
#pragma unroll
    for (int i = 0; i < 8; ++i)
      s[i] = mix(s[i], s[(i + N % 7 + 1) % 8]) + 0x01234567u * N;
    rounds<N - 1>(s);
  }
}
__host__ unsigned expected(unsigned seed, int n) {
  unsigned s[8];
  for (int i = 0; i < 8; ++i)
    s[i] = seed + i;
  for (; n > 0; --n)
    for (int i = 0; i < 8; ++i) {
      unsigned a = s[i], b = s[(i + n % 7 + 1) % 8];
      s[i] = ((a << 5 | a >> 27) * 0x9e3779b1u ^ (b + (a >> 7))) + 0x01234567u * n;
    }
  unsigned sum = 0;
  for (unsigned v : s)
    sum += v;
  return sum;
}

template <int N> __device__ void run(unsigned *out) {
  unsigned s[8], id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 8; ++i)
    s[i] = id + i;
  rounds<N>(s);
  unsigned sum = 0;
  for (unsigned v : s)
    sum += v;
  out[id] = sum;
}
__global__ void longKernel(unsigned *out) { run<200>(out); }
__global__ void brief(unsigned *out) { run<1>(out); }

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  int wrong = 0;
  auto check = [&](void (*kernel)(unsigned *), int rounds, int blocks, int threads) {
    cudaMemset(out, 0, 4096 * sizeof(unsigned));
    kernel<<<blocks, threads>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
      ++wrong;
    for (int i = 0; i < 4096; ++i)
      wrong += out[i] != (i < blocks * threads ? expected(i, rounds) : 0);
  };
  for (int threads : {1, 128, 33, 1024}) {
    check(longKernel, 200, 2, threads);
    check(brief, 1, 2, threads);
  }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
