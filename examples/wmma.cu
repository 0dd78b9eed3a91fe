// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products of whole warps (nvcuda::wmma): half with float sums, tf32, double, 8-bit
// integers; the shapes 16 x 16, 32 x 8 and 8 x 32, row and column major, compared with plain loops.
// The values are small integers, so that every sum is exact.
#include "check.h"
#include <mma.h>
#include <vector>

namespace wmma = nvcuda::wmma;

template <int M, int N, int K, class T, class Memory, class LayoutA, class LayoutB, class C>
__global__ void product(const Memory *a, const Memory *b, C *d, wmma::layout_t layout) {
  constexpr bool rowsA = std::is_same_v<LayoutA, wmma::row_major>,
                 rowsB = std::is_same_v<LayoutB, wmma::row_major>;
  wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, M, N, K, C> sum;
  wmma::fill_fragment(sum, C(1));
  for (int step = 0; step < 2; ++step) {
    wmma::load_matrix_sync(fa, a + step * (rowsA ? K : K * M), rowsA ? 2 * K : M);
    wmma::load_matrix_sync(fb, b + step * (rowsB ? K * N : K), rowsB ? N : 2 * K);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(d, sum, layout == wmma::mem_row_major ? N : M, layout);
}

template <int M, int N, int K, class T, class Memory, class LayoutA, class LayoutB, class C>
void test(const char *name) {
  constexpr bool rowsA = std::is_same_v<LayoutA, wmma::row_major>,
                 rowsB = std::is_same_v<LayoutB, wmma::row_major>;
  const int k2 = 2 * K;
  Memory *a, *b;
  C *d;
  CHECK(cudaMallocManaged(&a, M * k2 * sizeof(Memory)));
  CHECK(cudaMallocManaged(&b, N * k2 * sizeof(Memory)));
  CHECK(cudaMallocManaged(&d, M * N * sizeof(C)));
  auto valueA = [](int i, int k) { return (i * 5 + k * 3) % 7; };
  auto valueB = [](int k, int j) { return (k * 2 + j * 11) % 5; };
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < k2; ++k)
      a[rowsA ? i * k2 + k : k * M + i] = Memory(float(valueA(i, k)));
  for (int k = 0; k < k2; ++k)
    for (int j = 0; j < N; ++j)
      b[rowsB ? k * N + j : j * k2 + k] = Memory(float(valueB(k, j)));
  for (wmma::layout_t layout : {wmma::mem_row_major, wmma::mem_col_major}) {
    product<M, N, K, T, Memory, LayoutA, LayoutB, C><<<1, 32>>>(a, b, d, layout);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        int sum = 1;
        for (int k = 0; k < k2; ++k)
          sum += valueA(i, k) * valueB(k, j);
        float got = float(d[layout == wmma::mem_row_major ? i * N + j : j * M + i]);
        if (got != float(2 * sum)) {
          printf("%s: %d %d is %g, not %d\n", name, i, j, got, 2 * sum);
          exit(1);
        }
      }
  }
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(d));
}

#define LAYOUTS(M, N, K, T, Memory, C)                                                             \
  test<M, N, K, T, Memory, wmma::row_major, wmma::col_major, C>(#T " row col");                    \
  test<M, N, K, T, Memory, wmma::col_major, wmma::row_major, C>(#T " col row");
#define SHAPES(T, C)                                                                               \
  LAYOUTS(16, 16, 16, T, T, C)                                                                     \
  LAYOUTS(32, 8, 16, T, T, C)                                                                      \
  LAYOUTS(8, 32, 16, T, T, C)

int main() {
  SHAPES(__half, float)
  SHAPES(__half, __half)
  SHAPES(__nv_bfloat16, float)
  SHAPES(signed char, int)
  SHAPES(unsigned char, int)
  LAYOUTS(16, 16, 8, wmma::precision::tf32, float, float)
  LAYOUTS(8, 8, 4, double, double, double)
  printf("wmma: ok\n");
}
