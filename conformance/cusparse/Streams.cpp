// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams, capture, pointer modes, threads, and bits that do not depend on how often or where a
// product runs.
#include "Sparse.h"

#include <atomic>
#include <thread>

/// A matrix with rows of very different lengths.
static Rows uneven(int n) {
  Rows r;
  Random random(4);
  for (int i = 0; i < n; ++i) {
    r.offsets.push_back(int64_t(r.columns.size()));
    const int count = i % 97 == 0 ? n / 4 : random(0, 9);
    for (int k = 0; k < count; ++k) {
      r.columns.push_back(int64_t(k) * n / count);
      r.values.push_back(1.0 / random(1, 1000));
    }
  }
  r.offsets.push_back(int64_t(r.columns.size()));
  return r;
}

struct Problem {
  explicit Problem(int n)
      : n(n), rows(uneven(n)), nnz(int64_t(rows.columns.size())), offsets(narrow(rows.offsets)),
        columns(narrow(rows.columns)), values(CUDA_R_64F, rows.values) {
    std::vector<Number> numbers(n);
    for (int i = 0; i < n; ++i)
      numbers[i] = 1.0 / (i + 1);
    x = numbers;
    OK(cusparseCreateCsr(&a, n, n, nnz, offsets.get(), columns.get(), values.get(),
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_64F));
  }
  ~Problem() { cusparseDestroySpMat(a); }
  std::vector<double> run(cusparseHandle_t h, cudaStream_t stream, cusparseOperation_t op) const {
    const Vector vx(CUDA_R_64F, x), vy(CUDA_R_64F, std::vector<Number>(n));
    const double one = 1, zero = 0;
    size_t size;
    OK(cusparseSpMV_bufferSize(h, op, &one, a, vx.descr, &zero, vy.descr, CUDA_R_64F,
                               CUSPARSE_SPMV_CSR_ALG2, &size));
    const Device buffer(size);
    OK(cusparseSpMV(h, op, &one, a, vx.descr, &zero, vy.descr, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG2,
                    buffer.get()));
    CUDA(cudaStreamSynchronize(stream));
    return vy.values.read<double>(n);
  }
  const int n;
  const Rows rows;
  const int64_t nnz;
  const Device offsets, columns, values;
  std::vector<Number> x;
  cusparseSpMatDescr_t a = nullptr;
};

static void checkValuesAndBits() {
  const Problem problem(20000);
  Handle h;
  for (cusparseOperation_t op : {kN, kT}) {
    const std::vector<double> first = problem.run(h, nullptr, op);
    std::vector<long double> want(problem.n), size(problem.n);
    for (int i = 0; i < problem.n; ++i)
      for (int64_t k = problem.rows.offsets[i]; k < problem.rows.offsets[i + 1]; ++k) {
        const auto j = int(problem.rows.columns[k]);
        const int to = op == kN ? i : j, from = op == kN ? j : i;
        const long double term =
            (long double)problem.rows.values[k].real() * problem.x[from].real();
        want[to] += term;
        size[to] += std::abs(term);
      }
    for (int i = 0; i < problem.n; ++i)
      CHECK(std::abs((long double)first[i] - want[i]) <= 1e-14L * size[i]);
    for (int again = 0; again < 3; ++again)
      CHECK(problem.run(h, nullptr, op) == first);
  }
}

static void checkThreads() {
  const Problem problem(3000);
  Handle h;
  const std::vector<double> want = problem.run(h, nullptr, kN);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&] {
      Handle own;
      cudaStream_t stream;
      CUDA(cudaStreamCreate(&stream));
      OK(cusparseSetStream(own, stream));
      for (int i = 0; i < 5; ++i)
        wrong += problem.run(own, stream, kN) != want;
      CUDA(cudaStreamDestroy(stream));
    });
  for (std::thread &thread : threads)
    thread.join();
  EQUAL(0, wrong.load());
}

/// All that a graph may hold, replayed: y = A x, then a triangular solve gives x back.
static void checkCapture() {
  const int n = 50;
  Full a = sparse(n, n, 3, 10, false);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a(i, j) = i == j ? 2.0 : j > i ? 0.0 : a(i, j);
  Handle h;
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  OK(cusparseSetStream(h, stream));
  const auto type = CUDA_R_64F;
  const Sparse m = make(a, CUSPARSE_FORMAT_COO, type);
  const std::vector<Number> numbers = integers(n, 7, false);
  const Vector x(type, numbers), y(type, std::vector<Number>(n));
  const double one = 1, zero = 0;
  size_t size;
  cusparseSpSVDescr_t d;
  OK(cusparseSpSV_createDescr(&d));
  OK(cusparseSpSV_bufferSize(h, kN, &one, m.descr, y.descr, x.descr, type,
                             CUSPARSE_SPSV_ALG_DEFAULT, d, &size));
  const Device solveBuffer(size);
  OK(cusparseSpSV_analysis(h, kN, &one, m.descr, y.descr, x.descr, type, CUSPARSE_SPSV_ALG_DEFAULT,
                           d, solveBuffer.get()));
  OK(cusparseSpMV_bufferSize(h, kN, &one, m.descr, x.descr, &zero, y.descr, type,
                             CUSPARSE_SPMV_ALG_DEFAULT, &size));
  const Device buffer(size);
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  OK(cusparseSpMV(h, kN, &one, m.descr, x.descr, &zero, y.descr, type, CUSPARSE_SPMV_ALG_DEFAULT,
                  buffer.get()));
  CUDA(cudaMemsetAsync(x.values.get(), 0, n * 8, stream));
  OK(cusparseSpSV_solve(h, kN, &one, m.descr, y.descr, x.descr, type, CUSPARSE_SPSV_ALG_DEFAULT,
                        d));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA(cudaStreamEndCapture(stream, &graph));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) {
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
    CHECK(x.read() == numbers);
  }
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  OK(cusparseSpSV_destroyDescr(d));
  CUDA(cudaStreamDestroy(stream));
}

/// Scalars in device memory are read when the work runs.
static void checkPointerModes() {
  Handle h;
  const auto type = CUDA_R_32F;
  const Device indices(std::vector<int>{1, 4}), values(type, {3.0, 5.0});
  cusparseSpVecDescr_t x;
  OK(cusparseCreateSpVec(&x, 6, 2, indices.get(), values.get(), CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, type));
  const Vector y(type, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
  const Device alpha(type, {2.0}), beta(type, {-1.0}), result(type, {0.0});
  OK(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_DEVICE));
  OK(cusparseAxpby(h, alpha.get(), x, beta.get(), y.descr));
  CHECK(y.read() == (std::vector<Number>{-1.0, 4.0, -3.0, -4.0, 5.0, -6.0}));
  size_t size;
  OK(cusparseSpVV_bufferSize(h, kN, x, y.descr, result.get(), type, &size));
  const Device buffer(size);
  OK(cusparseSpVV(h, kN, x, y.descr, result.get(), type, buffer.get()));
  CHECK(result.read(type, 1)[0] == 37.0);
  float host = 0;
  OK(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST));
  OK(cusparseSpVV(h, kN, x, y.descr, &host, type, buffer.get()));
  EQUAL(37.0f, host);
  OK(cusparseDestroySpVec(x));
}

/// A captured result for the host arrives when the graph runs.
static void checkCapturedResult() {
  Handle h;
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  OK(cusparseSetStream(h, stream));
  const auto type = CUDA_R_64F;
  const Device indices(std::vector<int>{0, 2}), values(type, {3.0, 5.0});
  cusparseSpVecDescr_t x;
  OK(cusparseCreateSpVec(&x, 3, 2, indices.get(), values.get(), CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, type));
  const Vector y(type, {1.0, 2.0, 4.0});
  double result = 0;
  size_t size;
  OK(cusparseSpVV_bufferSize(h, kN, x, y.descr, &result, type, &size));
  const Device buffer(size);
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  OK(cusparseSpVV(h, kN, x, y.descr, &result, type, buffer.get()));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA(cudaStreamEndCapture(stream, &graph));
  EQUAL(0.0, result);
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  EQUAL(23.0, result);
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  OK(cusparseDestroySpVec(x));
  CUDA(cudaStreamDestroy(stream));
}

int main() {
  checkCapturedResult();
  checkValuesAndBits();
  checkThreads();
  checkCapture();
  checkPointerModes();
  return failures != 0;
}
