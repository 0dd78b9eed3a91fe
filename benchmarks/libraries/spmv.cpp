// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpMV against an OpenMP loop over rows that are balanced by entries: a five-point stencil
// and a matrix whose rows have lengths by a power law. Prints the times of the fastest of several
// runs, in turns, and their ratio. usage: bench-spmv [--quick]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <omp.h>

struct Matrix {
  int n;
  std::vector<int> offsets, columns;
  std::vector<double> values;
};

static Matrix stencil(int side) {
  Matrix a{side * side, {0}, {}, {}};
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const int at = i * side + j;
      const auto add = [&](bool isInside, int column, double value) {
        if (isInside) {
          a.columns.push_back(column);
          a.values.push_back(value);
        }
      };
      add(i > 0, at - side, -1);
      add(j > 0, at - 1, -1);
      add(true, at, 4);
      add(j + 1 < side, at + 1, -1);
      add(i + 1 < side, at + side, -1);
      a.offsets.push_back(int(a.columns.size()));
    }
  return a;
}

static Matrix powerLaw(int n, int64_t entries) {
  Matrix a{n, {0}, {}, {}};
  unsigned state = 12345;
  const auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 8; };
  // Lengths c / (u + e): a few rows are long.
  const double scale = double(entries) / n / std::log(1 / 0.0001);
  for (int i = 0; i < n; ++i) {
    const int length = std::min(n, int(scale / ((next() & 0xffff) / 65536.0 + 0.0001)) + 1);
    std::vector<int> row(length);
    for (int &column : row)
      column = int(next() % unsigned(n));
    std::sort(row.begin(), row.end());
    for (int column : row) {
      a.columns.push_back(column);
      a.values.push_back(1.0 / (column + 1));
    }
    a.offsets.push_back(int(a.columns.size()));
  }
  return a;
}

/// Each thread has the rows of an equal share of the entries.
static void multiply(const Matrix &a, const double *x, double *y) {
#pragma omp parallel
  {
    const int count = omp_get_num_threads(), self = omp_get_thread_num();
    const auto first = [&](int64_t part) {
      return int(std::lower_bound(a.offsets.begin(), a.offsets.end() - 1,
                                  int(int64_t(a.columns.size()) * part / count)) -
                 a.offsets.begin());
    };
    for (int row = self ? first(self) : 0, end = self + 1 == count ? a.n : first(self + 1);
         row < end; ++row) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int i = a.offsets[row]; i < a.offsets[row + 1]; ++i)
        sum += a.values[i] * x[a.columns[i]];
      y[row] = sum;
    }
  }
}

template <typename Work> static double seconds(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}
template <typename T> static T *onDevice(const std::vector<T> &data) {
  void *memory;
  cudaMalloc(&memory, data.size() * sizeof(T));
  cudaMemcpy(memory, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice);
  return static_cast<T *>(memory);
}

/// False: the results differ.
static bool measure(const char *name, const Matrix &a, int runs) {
  const auto nnz = int64_t(a.columns.size());
  std::vector<double> x(a.n), want(a.n), got(a.n);
  for (int i = 0; i < a.n; ++i)
    x[i] = 1 + i % 7;
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  double *dx = onDevice(x), *dy = onDevice(got);
  int *offsets = onDevice(a.offsets), *columns = onDevice(a.columns);
  double *values = onDevice(a.values);
  cusparseSpMatDescr_t m;
  cusparseDnVecDescr_t vx, vy;
  cusparseCreateCsr(&m, a.n, a.n, nnz, offsets, columns, values, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  cusparseCreateDnVec(&vx, a.n, dx, CUDA_R_64F);
  cusparseCreateDnVec(&vy, a.n, dy, CUDA_R_64F);
  const double one = 1, zero = 0;
  double ours = 1e9, loop = 1e9;
  for (int run = 0; run < runs; ++run) {
    ours = std::min(ours, seconds([&] {
                      cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, m, vx, &zero, vy,
                                   CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG2, nullptr);
                      cudaDeviceSynchronize();
                    }));
    loop = std::min(loop, seconds([&] { multiply(a, x.data(), want.data()); }));
  }
  cudaMemcpy(got.data(), dy, got.size() * 8, cudaMemcpyDeviceToHost);
  bool isSame = true;
  for (int i = 0; i < a.n; ++i)
    isSame &= std::abs(got[i] - want[i]) <= 1e-12 * std::abs(want[i]) + 1e-12;
  std::printf("%-10s %9lld entries: %8.3f ms, loop %8.3f ms, loop / ours %.2f%s\n", name,
              (long long)nnz, ours * 1e3, loop * 1e3, loop / ours,
              isSame ? "" : ": results differ");
  cusparseDestroySpMat(m);
  cusparseDestroyDnVec(vx);
  cusparseDestroyDnVec(vy);
  cusparseDestroy(handle);
  for (void *memory : {(void *)dx, (void *)dy, (void *)offsets, (void *)columns, (void *)values})
    cudaFree(memory);
  return isSame;
}

int main(int count, char **arguments) {
  const bool isQuick = count > 1 && !std::strcmp(arguments[1], "--quick");
  const bool ok = measure("stencil", stencil(isQuick ? 100 : 1414), isQuick ? 2 : 20);
  return ok && measure("power law", powerLaw(isQuick ? 2000 : 1000000, isQuick ? 20000 : 10000000),
                       isQuick ? 2 : 20)
             ? 0
             : 1;
}
