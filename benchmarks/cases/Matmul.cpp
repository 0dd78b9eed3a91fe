// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native matrix product: columns over the threads, 4 × 32 blocks of the result in registers.
#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

typedef float Vector __attribute__((vector_size(64), aligned(4)));

/// 4 × 32 elements of the result stay in eight registers over the whole inner loop.
void multiply(const float *__restrict a, const float *__restrict b, float *__restrict c, int n) {
  constexpr int kRows = 4, kColumns = 32;
#pragma omp parallel for schedule(static)
  for (int column = 0; column < n; column += kColumns)
    for (int row = 0; row < n; row += kRows) {
      Vector sum[kRows][2] = {};
      for (int k = 0; k < n; ++k) {
        const Vector *line = reinterpret_cast<const Vector *>(b + k * n + column);
        const Vector left = line[0], right = line[1];
#pragma clang loop unroll(full)
        for (int r = 0; r < kRows; ++r) {
          const float x = a[(row + r) * n + k];
          sum[r][0] += x * left;
          sum[r][1] += x * right;
        }
      }
      for (int r = 0; r < kRows; ++r)
        for (int h = 0; h < 2; ++h)
          reinterpret_cast<Vector *>(c + (row + r) * n + column)[h] = sum[r][h];
    }
}

struct Matmul : Case {
  Buffer<float> a, b;
  Results<float> c;
  std::unique_ptr<OpenClKernel> cl;

  Matmul(const char *title, const char *kernel,
         void (*cuda)(const float *, const float *, float *, int), int n)
      : a(size_t(n) * n), b(size_t(n) * n), c(size_t(n) * n) {
    name = title;
    unit = "GFLOP/s";
    work = 2.0 * n * n * n;
    limit = Limit::Flops;
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = float(i % 17) * 0.25f - 2;
      b[i] = float(i % 13) * 0.5f - 3;
    }
    ours = [this, cuda, n] { cuda(a.data(), b.data(), c.ours.data(), n); };
    native = [this, n] { multiply(a.data(), b.data(), c.native.data(), n); };
    if (OpenClKernel::isAvailable()) {
      cl = std::make_unique<OpenClKernel>(kernel);
      cl->buffer(a.data(), a.bytes())
          .buffer(b.data(), b.bytes())
          .buffer(c.pocl.data(), c.pocl.bytes())
          .value(n);
      pocl = [this, n] { cl->run({size_t(n), size_t(n)}, {16, 16}); };
    }
    differenceToNative = [this](int form) { return c.difference(form); };
  }
};

int sizeFor(double scale) {
  return scale < 1 ? 256 : 1056;
} // 1056: rows do not alias in the caches

Registration naive("matmulNaive", [](double scale) {
  return std::make_unique<Matmul>("matmulNaive", "matmulNaive", matmulNaiveCuda, sizeFor(scale));
});
Registration tiled("matmulTiled", [](double scale) {
  return std::make_unique<Matmul>("matmulTiled", "matmulTiled", matmulTiledCuda, sizeFor(scale));
});

} // namespace
} // namespace bench
