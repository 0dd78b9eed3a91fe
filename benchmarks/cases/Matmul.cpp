// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native matrix product: rows over the threads, 4 × 32 blocks of the result in registers.
#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

void multiply(const float *__restrict a, const float *__restrict b, float *__restrict c, int n) {
  constexpr int kRows = 4, kColumns = 32;
#pragma omp parallel for schedule(static)
  for (int row = 0; row < n; row += kRows)
    for (int column = 0; column < n; column += kColumns) {
      float sum[kRows][kColumns] = {};
      for (int k = 0; k < n; ++k)
        for (int r = 0; r < kRows; ++r) {
          const float x = a[(row + r) * n + k];
#pragma omp simd
          for (int j = 0; j < kColumns; ++j)
            sum[r][j] += x * b[k * n + column + j];
        }
      for (int r = 0; r < kRows; ++r)
#pragma omp simd
        for (int j = 0; j < kColumns; ++j)
          c[(row + r) * n + column + j] = sum[r][j];
    }
}

struct Matmul : Case {
  Buffer<float> a, b;
  Results<float> c;
  std::unique_ptr<OpenClKernel> cl;

  Matmul(const char *title, const char *kernel, void (*cuda)(const float *, const float *, float *, int), int n)
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
      cl->buffer(a.data(), a.bytes()).buffer(b.data(), b.bytes()).buffer(c.pocl.data(), c.pocl.bytes()).value(n);
      pocl = [this, n] { cl->run({size_t(n), size_t(n)}, {16, 16}); };
    }
    differenceToNative = [this](int form) { return c.difference(form); };
  }
};

int sizeFor(double scale) { return scale < 1 ? 256 : 1056; } // 1056: rows do not alias in the caches

Registration naive("matmulNaive", [](double scale) {
  return std::make_unique<Matmul>("matmulNaive", "matmulNaive", matmulNaiveCuda, sizeFor(scale));
});
Registration tiled("matmulTiled", [](double scale) {
  return std::make_unique<Matmul>("matmulTiled", "matmulTiled", matmulTiledCuda, sizeFor(scale));
});

} // namespace
} // namespace bench
