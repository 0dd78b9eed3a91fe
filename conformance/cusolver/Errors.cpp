// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the manual documents as refused, and what a destroyed or foreign handle gets; the logger;
// work that is captured into a graph.
#include "Check.h"

#include <cusolverRf.h>
#include <cusolverSp.h>
#include <string>

static constexpr auto kBad = CUSOLVER_STATUS_INVALID_VALUE;
static constexpr auto kNone = CUSOLVER_STATUS_NOT_INITIALIZED;
static cusolverDnHandle_t h;
static std::string logged;

static void arguments() {
  double *a = memory<double>(64), *w = memory<double>(64), *tau = memory<double>(8);
  int *info = memory<int>(1), *pivots = memory<int>(8), lwork = 0, found = 0;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  const auto vector = CUSOLVER_EIG_MODE_VECTOR;
  EXPECT(kBad, cusolverDnDpotrf(h, lower, -1, a, 4, w, 64, info));
  EXPECT(kBad, cusolverDnDpotrf(h, lower, 4, a, 3, w, 64, info));
  EXPECT(kBad, cusolverDnDpotrf(h, cublasFillMode_t(7), 4, a, 4, w, 64, info));
  EXPECT(kBad, cusolverDnDpotrs(h, lower, 4, -1, a, 4, w, 4, info));
  EXPECT(kBad, cusolverDnDgetrf(h, 4, -1, a, 4, w, pivots, info));
  OK(cusolverDnDgetrf(h, 4, 4, a, 3, w, pivots, info)); // told by info alone (seen)
  EXPECT(kBad, cusolverDnDgetrs(h, cublasOperation_t(9), 4, 1, a, 4, pivots, w, 4, info));
  EXPECT(kBad, cusolverDnDgeqrf(h, 4, 4, a, 3, tau, w, 64, info));
  EXPECT(kBad, cusolverDnDorgqr(h, 4, 5, 4, a, 4, tau, w, 64, info));
  EXPECT(kBad, cusolverDnDormqr(h, cublasSideMode_t(5), CUBLAS_OP_N, 4, 4, 4, a, 4, tau, w, 4, w,
                                64, info));
  EXPECT(kBad, cusolverDnDgesvd(h, 'A', 'A', 3, 4, a, 4, w, w, 4, w, 4, w, 64, nullptr, info));
  EXPECT(kBad, cusolverDnDgesvd(h, 'X', 'A', 4, 4, a, 4, w, w, 4, w, 4, w, 64, nullptr, info));
  EXPECT(kBad, cusolverDnDsyevd(h, cusolverEigMode_t(5), lower, 4, a, 4, w, w, 64, info));
  EXPECT(kBad, cusolverDnDsyevdx(h, vector, CUSOLVER_EIG_RANGE_I, lower, 4, a, 4, 0, 0, 3, 2,
                                 &found, w, w, 64, info));
  EXPECT(kBad, cusolverDnDsyevj(h, vector, lower, 4, a, 4, w, w, 64, info, nullptr));
  EXPECT(kBad,
         cusolverDnDsygvd(h, cusolverEigType_t(4), vector, lower, 4, a, 4, w, 4, w, w, 64, info));
  EXPECT(kBad, cusolverDnDpotrf_bufferSize(h, lower, 4, a, 4, nullptr));
  EXPECT(CUSOLVER_STATUS_INTERNAL_ERROR, // seen
         cusolverDnSetDeterministicMode(h, cusolverDeterministicMode_t(0)));
  OK(cusolverDnDestroyParams(nullptr)); // seen
  EXPECT(kBad, cusolverDnXpotrf(h, nullptr, lower, -4, CUDA_R_64F, a, 4, CUDA_R_64F, nullptr, 0,
                                nullptr, 0, info));
  size_t device = 0, host = 0;
  EXPECT(kBad, cusolverDnXgeqrf_bufferSize(h, nullptr, 4, 4, CUDA_R_16F, a, 4, CUDA_R_16F, tau,
                                           CUDA_R_16F, &device, &host));
  EXPECT(CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED, cusolverDnIRSParamsSetTol(nullptr, 0));
  // A negative or small size is accepted where only a size is asked for: seen on an H200.
  OK(cusolverDnDpotrf_bufferSize(h, lower, -4, a, 1, &lwork));
  OK(cusolverDnDgeqrf_bufferSize(h, 4, 4, a, 1, &lwork));
  // Empty problems.
  OK(cusolverDnDpotrf(h, lower, 0, a, 1, w, 0, info));
  OK(cusolverDnDsyevd(h, vector, lower, 0, a, 1, w, w, 64, info));
  WAIT();
}

static void handles() {
  cusolverDnHandle_t gone;
  OK(cusolverDnCreate(&gone));
  OK(cusolverDnDestroy(gone));
  int lwork = 0;
  EXPECT(kNone, cusolverDnSetStream(gone, nullptr));
  EXPECT(kNone, cusolverDnDgeqrf_bufferSize(gone, 4, 4, nullptr, 4, &lwork));
  cusolverSpHandle_t sparse;
  OK(cusolverSpCreate(&sparse));
  OK(cusolverSpDestroy(sparse));
  EXPECT(kNone, cusolverSpSetStream(sparse, nullptr));
  cusolverRfHandle_t refactor;
  OK(cusolverRfCreate(&refactor));
  OK(cusolverRfAnalyze(refactor)); // nothing to analyse (seen)
  EXPECT(kNone, cusolverRfRefactor(refactor));
  OK(cusolverRfDestroy(refactor));
  EXPECT(kNone, cusolverRfAnalyze(refactor));
}

static void logger() {
  OK(cusolverDnLoggerSetCallback([](int level, const char *function, const char *) {
    logged += std::to_string(level) + " " + function + "\n";
  }));
  int lwork = 0;
  OK(cusolverDnLoggerSetLevel(1));
  EXPECT(kBad, cusolverDnDpotrf_bufferSize(h, cublasFillMode_t(9), 4, nullptr, 4, &lwork));
  OK(cusolverDnDpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, 4, nullptr, 4, &lwork));
  CHECK(logged == "1 cusolverDnDpotrf_bufferSize\n");
  OK(cusolverDnLoggerSetLevel(0));
  EXPECT(kBad, cusolverDnDpotrf_bufferSize(h, cublasFillMode_t(9), 4, nullptr, 4, &lwork));
  CHECK(logged == "1 cusolverDnDpotrf_bufferSize\n");
  EXPECT(kBad, cusolverDnLoggerSetLevel(9));
  EXPECT(kBad, cusolverDnLoggerOpenFile("/nowhere/at/all"));
  OK(cusolverDnLoggerSetCallback(nullptr));
}

/// A factorization in a graph works on what the memory holds when the graph runs.
static void capture() {
  using T = double;
  const int n = 8;
  cudaStream_t stream;
  EXPECT(cudaSuccess, cudaStreamCreate(&stream));
  OK(cusolverDnSetStream(h, stream));
  T *a = memory<T>(n * n), *w = memory<T>(n);
  int *info = memory<int>(1), lwork = 0;
  const auto job = CUSOLVER_EIG_MODE_VECTOR;
  OK(cusolverDnDsyevd_bufferSize(h, job, CUBLAS_FILL_MODE_LOWER, n, a, n, w, &lwork));
  T *work = memory<T>(lwork);
  EXPECT(cudaSuccess, cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cusolverDnDsyevd(h, job, CUBLAS_FILL_MODE_LOWER, n, a, n, w, work, lwork, info));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  EXPECT(cudaSuccess, cudaStreamEndCapture(stream, &graph));
  EXPECT(cudaSuccess, cudaGraphInstantiate(&exec, graph, 0));
  for (unsigned seed : {1, 2}) {
    const Matrix s = hermitian<T>(n, seed);
    for (int i = 0; i < n * n; ++i)
      a[i] = s.data[i].real();
    EXPECT(cudaSuccess, cudaGraphLaunch(exec, stream));
    EXPECT(cudaSuccess, cudaStreamSynchronize(stream));
    const Matrix v = Matrix::from(a, n, n, n);
    CHECK(near<T>(s * v, v * diagonal(w, n)));
  }
  OK(cusolverDnSetStream(h, nullptr));
  EXPECT(cudaSuccess, cudaGraphExecDestroy(exec));
  EXPECT(cudaSuccess, cudaGraphDestroy(graph));
  EXPECT(cudaSuccess, cudaStreamDestroy(stream));
}

int main() {
  OK(cusolverDnCreate(&h));
  arguments();
  handles();
  logger();
  capture();
  OK(cusolverDnDestroy(h));
  return failures != 0;
}
