// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native forms of Shapes.cu. The sum's parts are those of the kernel's blocks.
#include <algorithm>
#include <utility>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

void fill(Buffer<float> &values) {
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(i * 2654435761u >> 20 & 1023) / 1024;
}

void transpose(const float *__restrict in, float *__restrict out, int n) {
  constexpr int kTile = 32;
#pragma omp parallel for collapse(2)
  for (int y = 0; y < n; y += kTile)
    for (int x = 0; x < n; x += kTile)
      for (int i = x; i < x + kTile; ++i)
#pragma omp simd
        for (int j = y; j < y + kTile; ++j)
          out[size_t(i) * n + j] = in[size_t(j) * n + i];
}

struct Transpose : Case {
  Buffer<float> in;
  Results<float> out;
  explicit Transpose(int n) : in(size_t(n) * n), out(size_t(n) * n) {
    name = "transpose", unit = "GB/s", work = 8.0 * n * n, limit = Limit::Bandwidth;
    fill(in);
    ours = [this, n] { transposeCuda(in.data(), out.ours.data(), n); };
    native = [this, n] { transpose(in.data(), out.native.data(), n); };
    differenceToNative = [this](int form) { return out.difference(form); };
  }
};

struct Sum : Case {
  static constexpr int kBlocks = 1024, kThreads = 256;
  Buffer<float> in;
  Results<float> sums;
  explicit Sum(int n) : in(size_t(n)), sums(kBlocks) {
    name = "sum", unit = "GB/s", work = 4.0 * n, limit = Limit::Bandwidth;
    fill(in);
    ours = [this, n] { sumCuda(in.data(), sums.ours.data(), n, kBlocks); };
    native = [this, n] {
#pragma omp parallel for
      for (int block = 0; block < kBlocks; ++block) {
        float sum = 0;
        for (int from = block * kThreads; from < n; from += kBlocks * kThreads) {
          const int end = std::min(from + kThreads, n);
#pragma omp simd reduction(+ : sum)
          for (int i = from; i < end; ++i)
            sum += in[size_t(i)];
        }
        sums.native[size_t(block)] = sum;
      }
    };
    differenceToNative = [this](int form) { return sums.difference(form); };
  }
};

/// 8 to 23 entries a row, spread over a band.
struct Sparse : Case {
  Buffer<int> first, column;
  Buffer<float> value, x;
  Results<float> y;
  explicit Sparse(int rows)
      : first(size_t(rows) + 1), column(size_t(rows) * 24), value(size_t(rows) * 24),
        x(size_t(rows)), y(size_t(rows)) {
    name = "sparse", unit = "Gentries/s";
    fill(value);
    fill(x);
    int entries = 0;
    for (int row = 0; row < rows; ++row) {
      first[size_t(row)] = entries;
      for (int k = 8 + int(row * 2654435761u >> 28); k > 0; --k, ++entries)
        column[size_t(entries)] = int((row + (entries * 2654435761u >> 20)) % unsigned(rows));
    }
    first[size_t(rows)] = entries;
    work = entries;
    ours = [this, rows] {
      sparseCuda(first.data(), column.data(), value.data(), x.data(), y.ours.data(), rows);
    };
    native = [this, rows] {
      const int *f = first.data(), *c = column.data();
      const float *v = value.data(), *from = x.data();
#pragma omp parallel for
      for (int row = 0; row < rows; ++row) {
        float sum = 0;
        for (int k = f[row]; k < f[row + 1]; ++k)
          sum += v[k] * from[c[k]];
        y.native[size_t(row)] = sum;
      }
    };
    differenceToNative = [this](int form) { return y.difference(form); };
  }
};

void multiplySquares(const float *__restrict a, const float *__restrict b, float *__restrict c,
                     int n) {
  constexpr int kRows = 4, kColumns = 64, kDepth = 256;
#pragma omp parallel for
  for (int top = 0; top < n; top += kRows)
    std::fill_n(c + size_t(top) * n, size_t(kRows) * n, 0.0f);
  for (int deep = 0; deep < n; deep += kDepth)
#pragma omp parallel for collapse(2)
    for (int left = 0; left < n; left += kColumns)
      for (int top = 0; top < n; top += kRows) {
        float sum[kRows][kColumns] = {};
        for (int k = deep; k < std::min(deep + kDepth, n); ++k)
          for (int y = 0; y < kRows; ++y)
#pragma omp simd
            for (int x = 0; x < kColumns; ++x)
              sum[y][x] += a[size_t(top + y) * n + k] * b[size_t(k) * n + left + x];
        for (int y = 0; y < kRows; ++y)
          for (int x = 0; x < kColumns; ++x)
            c[size_t(top + y) * n + left + x] += sum[y][x];
      }
}

struct Squares : Case {
  Buffer<float> a, b;
  Results<float> c;
  explicit Squares(int n) : a(size_t(n) * n), b(size_t(n) * n), c(size_t(n) * n) {
    name = "matmulSquares", unit = "GFLOP/s", work = 2.0 * n * n * n, limit = Limit::Flops;
    fill(a);
    fill(b);
    ours = [this, n] { matmulSquaresCuda(a.data(), b.data(), c.ours.data(), n); };
    native = [this, n] { multiplySquares(a.data(), b.data(), c.native.data(), n); };
    differenceToNative = [this](int form) { return c.difference(form); };
  }
};

void spreadHeat(const float *__restrict in, float *__restrict out, int width, int height) {
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const float *row = in + size_t(y) * width;
    const float *north = y ? row - width : row, *south = y < height - 1 ? row + width : row;
    float *to = out + size_t(y) * width;
    auto step = [&](int x, int west, int east) {
      to[x] = row[x] + 0.1f * (north[x] + south[x] + row[west] + row[east] - 4 * row[x]);
    };
    step(0, 0, 1);
#pragma omp simd
    for (int x = 1; x < width - 1; ++x)
      step(x, x - 1, x + 1);
    step(width - 1, width - 2, width - 1);
  }
}

struct Heat : Case {
  Buffer<float> in, between;
  Results<float> out;
  explicit Heat(int side)
      : in(size_t(side) * side), between(size_t(side) * side), out(size_t(side) * side) {
    name = "heat", unit = "Gcells/s", work = 2.0 * side * side;
    fill(in);
    ours = [this, side] { heatCuda(in.data(), out.ours.data(), side, side); };
    native = [this, side] {
      spreadHeat(in.data(), between.data(), side, side);
      spreadHeat(between.data(), out.native.data(), side, side);
    };
    differenceToNative = [this](int form) { return out.difference(form); };
  }
};

template <typename Kind> auto sized(int full, int quick) {
  return [=](double scale) { return std::make_unique<Kind>(scale < 1 ? quick : full); };
}

Registration transposes("transpose", sized<Transpose>(4128, 256));
Registration sums("sum", sized<Sum>(32 << 20, 1 << 20));
Registration sparse("sparse", sized<Sparse>(1 << 20, 10000));
Registration squares("matmulSquares", sized<Squares>(1024, 128));
Registration heat("heat", sized<Heat>(4096, 200));

} // namespace
} // namespace bench
