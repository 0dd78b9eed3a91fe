// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Status codes of wrong arguments, and the message that names the parameter.
#include "Check.h"

#include <atomic>
#include <unistd.h>

static cublasHandle_t handle;
static const cublasStatus_t kInvalid = CUBLAS_STATUS_INVALID_VALUE;
static const cublasOperation_t N = CUBLAS_OP_N;

/// What `call` writes to standard output.
template <typename F> static std::string printed(F call) {
  std::fflush(stdout);
  char text[256] = {};
  int pipes[2];
  const int before = dup(1);
  CHECK(pipe(pipes) == 0);
  dup2(pipes[1], 1);
  call();
  std::fflush(stdout);
  dup2(before, 1);
  close(before);
  close(pipes[1]);
  const ssize_t size = read(pipes[0], text, sizeof text - 1);
  close(pipes[0]);
  return size > 0 ? text : "";
}

static void handles() {
  cublasHandle_t none = nullptr;
  int version = 0;
  float x = 0;
  EXPECT(kInvalid, cublasCreate(nullptr));
  EXPECT(CUBLAS_STATUS_NOT_INITIALIZED, cublasDestroy(none));
  EXPECT(CUBLAS_STATUS_NOT_INITIALIZED, cublasSetStream(none, nullptr));
  EXPECT(CUBLAS_STATUS_NOT_INITIALIZED, cublasSaxpy(none, 1, &x, nullptr, 1, nullptr, 1));
  OK(cublasGetVersion(none, &version)); // seen
  EXPECT(kInvalid, cublasSetPointerMode(handle, cublasPointerMode_t(5)));
  EXPECT(kInvalid, cublasSetAtomicsMode(handle, cublasAtomicsMode_t(5)));
  EXPECT(kInvalid, cublasSetMathMode(handle, cublasMath_t(77)));
  EXPECT(kInvalid, cublasSetSmCountTarget(handle, -1));
  EQUAL(std::string("CUBLAS_STATUS_MAPPING_ERROR"),
        std::string(cublasGetStatusName(CUBLAS_STATUS_MAPPING_ERROR)));
  EQUAL(std::string("unrecognized status"), std::string(cublasGetStatusString(cublasStatus_t(2))));
}

static void products() {
  Device<float> d(size_t(64));
  float *x = d.p, one = 1;
  auto gemm = [&](cublasOperation_t ta, int m, int n, int k, int lda, int ldb, int ldc) {
    return cublasSgemm(handle, ta, N, m, n, k, &one, x, lda, x, ldb, &one, x, ldc);
  };
  EXPECT(kInvalid, gemm(cublasOperation_t(9), 2, 2, 2, 2, 2, 2));
  EXPECT(kInvalid, gemm(N, -1, 2, 2, 2, 2, 2));
  EXPECT(kInvalid, gemm(N, 2, -1, 2, 2, 2, 2));
  EXPECT(kInvalid, gemm(N, 2, 2, -1, 2, 2, 2));
  EXPECT(kInvalid, gemm(N, 2, 2, 2, 1, 2, 2));
  EXPECT(kInvalid, gemm(CUBLAS_OP_T, 1, 2, 3, 2, 3, 1));
  EXPECT(kInvalid, gemm(N, 2, 2, 3, 2, 2, 2));
  EXPECT(kInvalid, gemm(N, 2, 2, 2, 2, 2, 1));
  EXPECT(kInvalid, gemm(N, 2, 2, 0, 0, 1, 2)); // seen: at least 1
  OK(gemm(N, 0, 2, 2, 1, 2, 1));
  // The message goes to standard output (seen); it counts parameters as the reference BLAS does.
  EQUAL(std::string(" ** On entry to SGEMM  parameter number 8 had an illegal value\n"),
        printed([&] { gemm(N, 2, 2, 2, 1, 2, 2); }));
  EXPECT(kInvalid, cublasSgemmStridedBatched(handle, N, N, 1, 1, 1, &one, x, 1, 1, x, 1, 1, &one, x,
                                             1, 1, -1));
  EXPECT(kInvalid, cublasSsymm(handle, cublasSideMode_t(3), CUBLAS_FILL_MODE_LOWER, 1, 1, &one, x,
                               1, x, 1, &one, x, 1));
  EXPECT(kInvalid, cublasSsyrk(handle, CUBLAS_FILL_MODE_FULL, N, 1, 1, &one, x, 1, &one, x, 1));
  EXPECT(kInvalid, cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N,
                               cublasDiagType_t(4), 1, 1, &one, x, 1, x, 1));
  EXPECT(kInvalid, cublasSgeam(handle, N, N, 4, 1, &one, x, 3, &one, x, 4, x, 4));
  // gemv looks at lda only (seen).
  OK(cublasSgemv(handle, N, -1, 2, &one, x, 1, x, 1, &one, x, 1));
  OK(cublasSgemv(handle, N, 2, 2, &one, x, 2, x, 0, &one, x, 1));
  OK(cublasSgemv(handle, cublasOperation_t(9), 2, 2, &one, x, 2, x, 1, &one, x, 1));
  EXPECT(kInvalid, cublasSgemv(handle, N, 2, 2, &one, x, 1, x, 1, &one, x, 1));
}

static void transfers() {
  Device<float> d(size_t(8));
  float x[8] = {};
  EXPECT(CUBLAS_STATUS_MAPPING_ERROR, cublasSetVector(-1, 4, x, 1, d.p, 1)); // seen
  EXPECT(kInvalid, cublasSetVector(1, 0, x, 1, d.p, 1));
  EXPECT(kInvalid, cublasGetVector(1, 4, d.p, 0, x, 1));
  EXPECT(CUBLAS_STATUS_MAPPING_ERROR, cublasSetMatrix(2, 2, 4, x, 1, d.p, 2)); // seen
  OK(cublasSetVector(0, 4, x, 1, d.p, 1));
}

static void factorizations() {
  Device<double> a(size_t(64));
  Device<double *> list(std::vector<double *>{a.p});
  Device<int> infos(size_t(1));
  int info = 7;
  EXPECT(kInvalid, cublasDgetrfBatched(handle, -1, list.p, 8, nullptr, infos.p, 1));
  EXPECT(kInvalid, cublasDmatinvBatched(handle, 33, list.p, 33, list.p, 33, infos.p, 1));
  EXPECT(kInvalid, cublasDgetrsBatched(handle, N, 8, -1, list.p, 8, nullptr, list.p, 8, &info, 1));
  EQUAL(-3, info);
  EXPECT(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasDgelsBatched(handle, CUBLAS_OP_T, 8, 4, 1, list.p, 8, list.p, 8, &info, infos.p, 1));
  EQUAL(0, info);
  // A matrix of zeros: the first column has no pivot.
  OK(cublasDmatinvBatched(handle, 8, list.p, 8, list.p, 8, infos.p, 1));
  EQUAL(1, infos.get()[0]);
}

/// Squares of such moduli are no floats: a pivot is found by the moduli themselves.
static void smallPivots() {
  const cuComplex zero{0, 0}, small{0, 1e-25f};
  Device<cuComplex> a(std::vector<cuComplex>{zero, small, small, zero});
  Device<cuComplex *> list(std::vector<cuComplex *>{a.p});
  Device<int> pivots(size_t(2)), infos(size_t(1));
  OK(cublasCgetrfBatched(handle, 2, list.p, 2, pivots.p, infos.p, 1));
  EQUAL(0, infos.get()[0]);
  EQUAL(2, pivots.get()[0]);
  EQUAL(2, pivots.get()[1]);
}

/// What beta 0 and alpha 0 multiply is not read.
static void notRead() {
  Device<float> nan(std::vector<float>(16, NAN)), c(std::vector<float>(16, 3));
  const float zero = 0, two = 2;
  OK(cublasSgemm(handle, N, N, 4, 4, 4, &zero, nullptr, 4, nullptr, 4, &two, c.p, 4));
  EQUAL(6, c.get()[15]);
  OK(cublasSgemm(handle, N, N, 4, 4, 0, &two, nullptr, 4, nullptr, 4, &zero, nan.p, 4));
  EQUAL(0, nan.get()[15]);
}

/// A program may destroy the stream first.
static void streamGone() {
  cublasHandle_t own;
  cudaStream_t stream;
  OK(cublasCreate(&own));
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  OK(cublasSetStream(own, stream));
  Device<float> x(std::vector<float>(64, 1));
  const float two = 2;
  OK(cublasSscal(own, 64, &two, x.p, 1));
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  OK(cublasDestroy(own));
  EQUAL(2, x.get()[63]);
}

/// Work of a stream that is gone has ended when the handle is: beside a capture, and whichever
/// device is current.
static void workOfStreamGone() {
  cublasHandle_t own;
  cudaStream_t stream, other;
  OK(cublasCreate(&own));
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamCreate(&other) == cudaSuccess);
  OK(cublasSetStream(own, stream));
  static std::atomic<int> done;
  auto late = [](void *) {
    usleep(50'000);
    done = 1;
  };
  CHECK(cudaLaunchHostFunc(stream, late, nullptr) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  OK(cublasDestroy(own));
  EQUAL(1, done.load());
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(other, &graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaStreamDestroy(other) == cudaSuccess);
}

int main() {
  OK(cublasCreate(&handle));
  handles();
  streamGone();
  workOfStreamGone();
  smallPivots();
  products();
  transfers();
  factorizations();
  notRead();
  OK(cublasDestroy(handle));
  return failures ? 1 : 0;
}
