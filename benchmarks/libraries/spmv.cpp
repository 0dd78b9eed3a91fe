// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpMV against an OpenMP loop over rows that are balanced by entries and against MKL: a
// five-point stencil and a matrix whose rows have lengths by a power law. SpMM (16 columns) and
// SpGEMM (the matrix times itself) against MKL. Prints the times of the fastest of several runs, in
// turns, and their ratios. usage: bench-spmv [--quick] [--cpu-time] [--optimize] [LIBMKL_RT]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
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

static bool isQuick = false, isCpuTime = false;
static double now() {
  timespec time;
  clock_gettime(isCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}
template <typename Work> static double seconds(Work work) {
  const double begin = now();
  work();
  return now() - begin;
}

/// MKL's sparse matrices (its reference manual, "Inspector-executor Sparse BLAS Routines"), if a
/// library was named.
struct Mkl {
  struct Descr {
    int type = 20, mode = 0, diag = 0; ///< SPARSE_MATRIX_TYPE_GENERAL
  };
  using Handle = void *;
  static constexpr int kNone = 10, kByColumns = 102; ///< no transposition; layout
  static inline void *library = nullptr;
  static inline bool isOptimized = false; ///< it may keep a copy in a form of its own
  Handle a = nullptr;

  template <typename... A> static void call(const char *name, A... arguments) {
    void *found = dlsym(library, name);
    if (!found || reinterpret_cast<int (*)(A...)>(found)(arguments...)) {
      std::fprintf(stderr, "%s fails\n", name);
      std::exit(1);
    }
  }
  explicit Mkl(const Matrix &m) {
    if (!library)
      return;
    auto *rows = const_cast<int *>(m.offsets.data());
    call("mkl_sparse_d_create_csr", &a, 0, m.n, m.n, rows, rows + 1,
         const_cast<int *>(m.columns.data()), const_cast<double *>(m.values.data()));
    if (isOptimized) {
      call("mkl_sparse_set_mv_hint", a, kNone, Descr(), 1000);
      call("mkl_sparse_optimize", a);
    }
  }
  ~Mkl() {
    if (a)
      call("mkl_sparse_destroy", a);
  }
};
template <typename T> static T *onDevice(const std::vector<T> &data) {
  void *memory;
  cudaMalloc(&memory, data.size() * sizeof(T));
  cudaMemcpy(memory, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice);
  return static_cast<T *>(memory);
}

/// False: the results differ.
static bool measure(const char *name, const Matrix &a, int runs) {
  const Mkl mkl(a);
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
  double ours = 1e9, loop = 1e9, theirs = 1e9;
  for (int run = 0; run < runs; ++run) {
    ours = std::min(ours, seconds([&] {
                      cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, m, vx, &zero, vy,
                                   CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG2, nullptr);
                      cudaDeviceSynchronize();
                    }));
    loop = std::min(loop, seconds([&] { multiply(a, x.data(), want.data()); }));
    if (mkl.a)
      theirs = std::min(theirs, seconds([&] {
                          Mkl::call("mkl_sparse_d_mv", Mkl::kNone, 1.0, mkl.a, Mkl::Descr(),
                                    (const double *)x.data(), 0.0, want.data());
                        }));
  }
  cudaMemcpy(got.data(), dy, got.size() * 8, cudaMemcpyDeviceToHost);
  bool isSame = true;
  for (int i = 0; i < a.n; ++i)
    isSame &= std::abs(got[i] - want[i]) <= 1e-12 * std::abs(want[i]) + 1e-12;
  std::printf("SpMV   %-10s %9lld entries: %8.3f ms, loop %8.3f ms, loop / ours %.2f", name,
              (long long)nnz, ours * 1e3, loop * 1e3, loop / ours);
  if (mkl.a)
    std::printf(", MKL %8.3f ms, MKL / ours %.2f", theirs * 1e3, theirs / ours);
  std::printf("%s\n", isSame ? "" : ": results differ");
  cusparseDestroySpMat(m);
  cusparseDestroyDnVec(vx);
  cusparseDestroyDnVec(vy);
  cusparseDestroy(handle);
  for (void *memory : {(void *)dx, (void *)dy, (void *)offsets, (void *)columns, (void *)values})
    cudaFree(memory);
  return isSame;
}

static void report(const char *what, const char *name, double ours, double theirs) {
  std::printf("%-6s %-10s                    %8.3f ms, MKL %8.3f ms, MKL / ours %.2f\n", what, name,
              ours * 1e3, theirs * 1e3, theirs / ours);
}
/// Y = A X, 16 columns.
static void measureSpMM(const char *name, const Matrix &a, int runs) {
  constexpr int kColumns = 16;
  const Mkl mkl(a);
  const std::vector<double> x(size_t(a.n) * kColumns, 0.5);
  std::vector<double> y(x.size());
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  double *dx = onDevice(x), *dy = onDevice(y), *values = onDevice(a.values);
  int *offsets = onDevice(a.offsets), *columns = onDevice(a.columns);
  cusparseSpMatDescr_t m;
  cusparseDnMatDescr_t mx, my;
  cusparseCreateCsr(&m, a.n, a.n, int64_t(a.columns.size()), offsets, columns, values,
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  cusparseCreateDnMat(&mx, a.n, kColumns, a.n, dx, CUDA_R_64F, CUSPARSE_ORDER_COL);
  cusparseCreateDnMat(&my, a.n, kColumns, a.n, dy, CUDA_R_64F, CUSPARSE_ORDER_COL);
  const double one = 1, zero = 0;
  double ours = 1e9, theirs = 1e9;
  for (int run = 0; run < runs; ++run) {
    ours = std::min(ours, seconds([&] {
                      cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                   CUSPARSE_OPERATION_NON_TRANSPOSE, &one, m, mx, &zero, my,
                                   CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, nullptr);
                      cudaDeviceSynchronize();
                    }));
    theirs = std::min(theirs, seconds([&] {
                        Mkl::call("mkl_sparse_d_mm", Mkl::kNone, 1.0, mkl.a, Mkl::Descr(),
                                  Mkl::kByColumns, x.data(), kColumns, a.n, 0.0, y.data(), a.n);
                      }));
  }
  report("SpMM", name, ours, theirs);
  cusparseDestroySpMat(m);
  cusparseDestroyDnMat(mx);
  cusparseDestroyDnMat(my);
  cusparseDestroy(handle);
  for (void *memory : {(void *)dx, (void *)dy, (void *)offsets, (void *)columns, (void *)values})
    cudaFree(memory);
}
/// C = A A, from the first question to the entries.
static void measureSpGEMM(const char *name, const Matrix &a, int runs) {
  const Mkl mkl(a);
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  double *values = onDevice(a.values);
  int *offsets = onDevice(a.offsets), *columns = onDevice(a.columns);
  cusparseSpMatDescr_t m;
  cusparseCreateCsr(&m, a.n, a.n, int64_t(a.columns.size()), offsets, columns, values,
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  const auto no = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const double one = 1, zero = 0;
  int *resultOffsets = onDevice(a.offsets);
  const auto multiplyOurs = [&] {
    cusparseSpMatDescr_t c;
    cusparseSpGEMMDescr_t plan;
    cusparseCreateCsr(&c, a.n, a.n, 0, resultOffsets, nullptr, nullptr, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    cusparseSpGEMM_createDescr(&plan);
    void *buffers[2] = {};
    size_t sizes[2] = {};
    for (int pass = 0; pass < 2; ++pass) {
      cusparseSpGEMM_workEstimation(handle, no, no, &one, m, m, &zero, c, CUDA_R_64F,
                                    CUSPARSE_SPGEMM_DEFAULT, plan, &sizes[0], buffers[0]);
      if (!pass)
        cudaMalloc(&buffers[0], sizes[0] + 1);
    }
    for (int pass = 0; pass < 2; ++pass) {
      cusparseSpGEMM_compute(handle, no, no, &one, m, m, &zero, c, CUDA_R_64F,
                             CUSPARSE_SPGEMM_DEFAULT, plan, &sizes[1], buffers[1]);
      if (!pass)
        cudaMalloc(&buffers[1], sizes[1] + 1);
    }
    int64_t rows, across, entries;
    cusparseSpMatGetSize(c, &rows, &across, &entries);
    void *resultColumns, *resultValues;
    cudaMalloc(&resultColumns, size_t(entries) * sizeof(int));
    cudaMalloc(&resultValues, size_t(entries) * sizeof(double));
    cusparseCsrSetPointers(c, resultOffsets, resultColumns, resultValues);
    cusparseSpGEMM_copy(handle, no, no, &one, m, m, &zero, c, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT,
                        plan);
    cudaDeviceSynchronize();
    cusparseSpGEMM_destroyDescr(plan);
    cusparseDestroySpMat(c);
    for (void *memory : {buffers[0], buffers[1], resultColumns, resultValues})
      cudaFree(memory);
  };
  const auto multiplyTheirs = [&] {
    Mkl::Handle c = nullptr;
    Mkl::call("mkl_sparse_spmm", Mkl::kNone, mkl.a, mkl.a, &c);
    Mkl::call("mkl_sparse_order", c); // ours are ordered
    Mkl::call("mkl_sparse_destroy", c);
  };
  double ours = 1e9, theirs = 1e9;
  for (int run = 0; run < runs; ++run) {
    ours = std::min(ours, seconds(multiplyOurs));
    theirs = std::min(theirs, seconds(multiplyTheirs));
  }
  report("SpGEMM", name, ours, theirs);
  cusparseDestroySpMat(m);
  cusparseDestroy(handle);
  for (void *memory : {(void *)resultOffsets, (void *)offsets, (void *)columns, (void *)values})
    cudaFree(memory);
}

int main(int count, char **arguments) {
  for (int i = 1; i < count; ++i)
    if (!std::strcmp(arguments[i], "--quick"))
      isQuick = true;
    else if (!std::strcmp(arguments[i], "--cpu-time"))
      isCpuTime = true;
    else if (!std::strcmp(arguments[i], "--optimize"))
      Mkl::isOptimized = true;
    else if (!(Mkl::library = dlopen(arguments[i], RTLD_NOW | RTLD_GLOBAL))) {
      std::fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
  const int runs = isQuick ? 2 : 20;
  const Matrix grid = stencil(isQuick ? 100 : 1414);
  const Matrix law = powerLaw(isQuick ? 2000 : 1000000, isQuick ? 20000 : 10000000);
  if (!measure("stencil", grid, runs) || !measure("power law", law, runs))
    return 1;
  if (Mkl::library) {
    measureSpMM("stencil", grid, runs / 2);
    measureSpMM("power law", law, runs / 2);
    measureSpGEMM("stencil", grid, runs / 4 + 1);
    measureSpGEMM("power law", powerLaw(isQuick ? 1000 : 100000, isQuick ? 5000 : 500000),
                  runs / 4 + 1);
  }
  return 0;
}
