// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of many matrix products: each kind of product, and of load, becomes one function that the kernel
// calls (lib/codegen/emit/Outline.cpp). The numbers are small, so that every sum is exact.
// RUN: nvcc -arch=sm_80 -std=c++17 %s -o %t
// RUN: %t
// RUN: env ANYWARP_SIMD_WIDTH=1 %t
// RUN: env ANYWARP_SIMD_WIDTH=8 %t
// RUN: nvcc -arch=sm_80 -std=c++17 -ptx %s -o %t.ptx
// RUN: ptx-opt %t.ptx --emit-device-ir --entry many | FileCheck %s --check-prefix=MANY
// RUN: ptx-opt %t.ptx --emit-device-ir --entry few | FileCheck %s --check-prefix=FEW
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
#include <vector>

namespace wmma = nvcuda::wmma;

// MANY-LABEL: define void @many(
// MANY-DAG: call { {{.*}} } @"aw.wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
// MANY-DAG: call { {{.*}} } @"aw.wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32
// MANY-DAG: call { {{.*}} } @"aw.wmma.mma.sync.aligned.row.col.m8n8k4
// MANY-DAG: call { {{.*}} } @"aw.wmma.load.a.sync.aligned.row.m16n16k16.f16{{.*}}, at b64 224
// MANY-DAG: call { {{.*}} } @"aw.wmma.load.b.sync.aligned.col.m16n16k16.s8{{.*}}, at b64 224
// FEW-NOT: @"aw.wmma
// FEW: define void @few(
// FEW-NOT: @"aw.wmma

template <int M, int N, int K, typename T, typename Sum, int Steps>
__device__ void product(const T *a, const T *b, Sum *d) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
  wmma::fill_fragment(sum, Sum(1));
#pragma unroll
  for (int step = 0; step < Steps; ++step) {
    wmma::load_matrix_sync(left, a + step * K, K * Steps);
    wmma::load_matrix_sync(right, b + step * K, K * Steps);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(d, sum, N, wmma::mem_row_major);
}

// Each warp has a kind of its own, so the calls stand behind branches.
template <int Steps>
__device__ void all(const half *ah, const half *bh, float *dh, const signed char *ai,
                    const signed char *bi, int *di, const double *ad, const double *bd,
                    double *dd) {
  switch (threadIdx.x / 32) {
  case 0:
    product<16, 16, 16, half, float, Steps>(ah, bh, dh);
    break;
  case 1:
    product<16, 16, 16, signed char, int, Steps>(ai, bi, di);
    break;
  case 2:
    product<8, 8, 4, double, double, Steps>(ad, bd, dd);
    break;
  }
}

constexpr int kMany = 14, kFew = 2;

#define ARGUMENTS                                                                                  \
  const half *ah, const half *bh, float *dh, const signed char *ai, const signed char *bi,         \
      int *di, const double *ad, const double *bd, double *dd
extern "C" __global__ void many(ARGUMENTS) { all<kMany>(ah, bh, dh, ai, bi, di, ad, bd, dd); }
extern "C" __global__ void few(ARGUMENTS) { all<kFew>(ah, bh, dh, ai, bi, di, ad, bd, dd); }

template <typename T, typename Sum> struct Problem {
  int m, n, k;
  T *a, *b;
  Sum *d;
  Problem(int m, int n, int k) : m(m), n(n), k(k) {
    cudaMallocManaged(&a, m * k * sizeof(T));
    cudaMallocManaged(&b, n * k * sizeof(T));
    cudaMallocManaged(&d, m * n * sizeof(Sum));
    for (int i = 0; i < m * k; ++i)
      a[i] = T(i * 7 % 11 - 5);
    for (int i = 0; i < n * k; ++i)
      b[i] = T(i * 5 % 13 - 6);
  }
  int wrong(const char *name) const {
    int count = 0;
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        int sum = 1;
        for (int i = 0; i < k; ++i)
          sum += (row * k + i) * 7 % 11 * ((column * k + i) * 5 % 13) - (row * k + i) * 7 % 11 * 6 -
                 (column * k + i) * 5 % 13 * 5 + 30;
        if (double(d[row * n + column]) != sum && count++ == 0)
          std::printf("%s[%d][%d]: %g, expected %d\n", name, row, column,
                      double(d[row * n + column]), sum);
      }
    return count;
  }
};

template <typename Kernel> int run(Kernel kernel, int steps) {
  Problem<half, float> halves(16, 16, 16 * steps);
  Problem<signed char, int> bytes(16, 16, 16 * steps);
  Problem<double, double> doubles(8, 8, 4 * steps);
  kernel<<<1, 96>>>(halves.a, halves.b, halves.d, bytes.a, bytes.b, bytes.d, doubles.a, doubles.b,
                    doubles.d);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  return halves.wrong("halves") + bytes.wrong("bytes") + doubles.wrong("doubles");
}

int main() { return run(many, kMany) + run(few, kFew) ? 1 : 0; }
