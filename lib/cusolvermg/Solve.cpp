// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizations and eigenvalues of spread matrices. CPU devices share the memory and the workers
// of one machine: the matrix is gathered, solved by LAPACK and dealt out again. As the manual says,
// the calls wait, and info is in host memory.
#include <algorithm>
#include <climits>

#include "blas/Lapack.h"
#include "cusolvermg/Grid.h"

namespace anywarp::cusolvermg {
namespace {

constexpr auto kOk = CUSOLVER_STATUS_SUCCESS;
constexpr auto kBad = CUSOLVER_STATUS_INVALID_VALUE;

template <typename F> cusolverStatus_t withNumber(cudaDataType type, const F &work) {
  switch (type) {
  case CUDA_R_32F:
    return work(float());
  case CUDA_R_64F:
    return work(double());
  case CUDA_C_32F:
    return work(std::complex<float>());
  case CUDA_C_64F:
    return work(std::complex<double>());
  default:
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  }
}

/// One operand of a call, checked.
struct Operand {
  Descriptor *descriptor;
  void **pieces;
  int row, column;
  Operand(cudaLibMgMatrixDesc_t given, void **pieces, int row, int column)
      : descriptor(descriptorOf(given)), pieces(pieces), row(row), column(column) {}
  bool holds(int64_t m, int64_t n, cudaDataType type) const {
    return descriptor && m >= 0 && n >= 0 && row >= 1 && column >= 1 &&
           row - 1 + m <= descriptor->rows && column - 1 + n <= descriptor->columns &&
           descriptor->type == type;
  }
  template <typename N> Spread<N> spread() const { return {*descriptor, pieces, row, column}; }
};

/// Waits for what all devices do: the operands may come from any stream of theirs.
bool waitForDevices(const Descriptor &descriptor) {
  CUcontext current = nullptr;
  if (library::ensureContext() || library::cu().cuCtxGetCurrent(&current))
    return false;
  bool good = true;
  for (int device : descriptor.devices) {
    CUcontext context;
    good = good && !library::cu().cuDevicePrimaryCtxRetain(&context, device) &&
           !library::cu().cuCtxSetCurrent(context) && !library::cu().cuCtxSynchronize();
    (void)library::cu().cuDevicePrimaryCtxRelease(device);
  }
  return !library::cu().cuCtxSetCurrent(current) && good;
}

template <typename F> void callBody(const F &work, library::Block) { work(); }
/// work() as a body, so that its faults become errors; waits for it.
template <typename F>
cusolverStatus_t runAndWait(const Descriptor &descriptor, const char *name, const F &work) {
  if (!waitForDevices(descriptor))
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  if (library::launch<&callBody<F>>(name, nullptr, 1, work) || library::synchronize(nullptr))
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  return kOk;
}

/// Room for a gathered matrix, shared out over the devices; the calls hold it themselves.
cusolverStatus_t workSize(const Operand &a, int64_t m, int64_t n, cudaDataType compute,
                          int64_t *size) {
  if (!a.holds(m, n, compute))
    return kBad;
  *size = std::max<int64_t>(1, m) * (a.descriptor->blockColumns + 1);
  return kOk;
}
bool isFill(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
char letter(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }

/// LAPACK's routine on the gathered n x n matrix: call(matrix) = info.
template <typename N, typename F>
cusolverStatus_t inPlace(const Operand &a, int64_t m, int64_t n, const char *name, int *info,
                         const F &call) {
  return runAndWait(*a.descriptor, name, [=] {
    const Spread<N> spread = a.spread<N>();
    std::vector<N> matrix(std::max<int64_t>(1, m * n));
    spread.gather(m, n, matrix.data());
    *info = call(matrix.data());
    spread.scatter(m, n, matrix.data());
  });
}
/// Solves with the gathered factors of a: call(factors, rights).
template <typename N, typename F>
cusolverStatus_t solveWith(const Operand &a, const Operand &b, int64_t n, int64_t nrhs,
                           const char *name, int *info, const F &call) {
  return runAndWait(*a.descriptor, name, [=] {
    const Spread<N> rights = b.spread<N>();
    std::vector<N> factors(std::max<int64_t>(1, n * n)), x(std::max<int64_t>(1, n * nrhs));
    a.spread<N>().gather(n, n, factors.data());
    rights.gather(n, nrhs, x.data());
    *info = call(factors.data(), x.data());
    rights.scatter(n, nrhs, x.data());
  });
}

} // namespace

cusolverStatus_t cusolverMgPotrf_bufferSize(cusolverMgHandle_t, cublasFillMode_t uplo, int n,
                                            void **pieces, int row, int column,
                                            cudaLibMgMatrixDesc_t descriptor, cudaDataType compute,
                                            int64_t *size) {
  return isFill(uplo) ? workSize({descriptor, pieces, row, column}, n, n, compute, size) : kBad;
}
cusolverStatus_t cusolverMgPotrf(cusolverMgHandle_t, cublasFillMode_t uplo, int n, void **pieces,
                                 int row, int column, cudaLibMgMatrixDesc_t descriptor,
                                 cudaDataType compute, void **, int64_t, int *info) {
  const Operand a(descriptor, pieces, row, column);
  if (!isFill(uplo) || !info || !a.holds(n, n, compute))
    return kBad;
  const cusolverStatus_t status = withNumber(compute, [&]<typename N>(N) {
    return inPlace<N>(a, n, n, "mgPotrf", info, [=](N *matrix) {
      return lapack::potrf(letter(uplo), n, matrix, std::max(n, 1));
    });
  });
  return status == kOk && *info > 0 ? CUSOLVER_STATUS_INTERNAL_ERROR : status; // (seen)
}
cusolverStatus_t cusolverMgPotrs_bufferSize(cusolverMgHandle_t, cublasFillMode_t uplo, int n,
                                            int nrhs, void **piecesA, int rowA, int columnA,
                                            cudaLibMgMatrixDesc_t descriptorA, void **piecesB,
                                            int rowB, int columnB,
                                            cudaLibMgMatrixDesc_t descriptorB, cudaDataType compute,
                                            int64_t *size) {
  if (!isFill(uplo) || !Operand(descriptorB, piecesB, rowB, columnB).holds(n, nrhs, compute))
    return kBad;
  return workSize({descriptorA, piecesA, rowA, columnA}, n, n, compute, size);
}
cusolverStatus_t cusolverMgPotrs(cusolverMgHandle_t, cublasFillMode_t uplo, int n, int nrhs,
                                 void **piecesA, int rowA, int columnA,
                                 cudaLibMgMatrixDesc_t descriptorA, void **piecesB, int rowB,
                                 int columnB, cudaLibMgMatrixDesc_t descriptorB,
                                 cudaDataType compute, void **, int64_t, int *info) {
  const Operand a(descriptorA, piecesA, rowA, columnA), b(descriptorB, piecesB, rowB, columnB);
  if (!isFill(uplo) || !info || !a.holds(n, n, compute) || !b.holds(n, nrhs, compute))
    return kBad;
  return withNumber(compute, [&]<typename N>(N) {
    return solveWith<N>(a, b, n, nrhs, "mgPotrs", info, [=](const N *factors, N *x) {
      const int ld = std::max(n, 1);
      return lapack::potrs(letter(uplo), n, nrhs, factors, ld, x, ld);
    });
  });
}
cusolverStatus_t cusolverMgPotri_bufferSize(cusolverMgHandle_t, cublasFillMode_t uplo, int n,
                                            void **pieces, int row, int column,
                                            cudaLibMgMatrixDesc_t descriptor, cudaDataType compute,
                                            int64_t *size) {
  return isFill(uplo) ? workSize({descriptor, pieces, row, column}, n, n, compute, size) : kBad;
}
cusolverStatus_t cusolverMgPotri(cusolverMgHandle_t, cublasFillMode_t uplo, int n, void **pieces,
                                 int row, int column, cudaLibMgMatrixDesc_t descriptor,
                                 cudaDataType compute, void **, int64_t, int *info) {
  const Operand a(descriptor, pieces, row, column);
  if (!isFill(uplo) || !info || !a.holds(n, n, compute))
    return kBad;
  return withNumber(compute, [&]<typename N>(N) {
    return inPlace<N>(a, n, n, "mgPotri", info, [=](N *matrix) {
      return lapack::potri(letter(uplo), n, matrix, std::max(n, 1));
    });
  });
}

cusolverStatus_t cusolverMgGetrf_bufferSize(cusolverMgHandle_t, int m, int n, void **pieces,
                                            int row, int column, cudaLibMgMatrixDesc_t descriptor,
                                            int **, cudaDataType compute, int64_t *size) {
  return workSize({descriptor, pieces, row, column}, m, n, compute, size);
}
/// Pivots are spread as the columns are. The manual: square matrices.
cusolverStatus_t cusolverMgGetrf(cusolverMgHandle_t, int m, int n, void **pieces, int row,
                                 int column, cudaLibMgMatrixDesc_t descriptor, int **pivots,
                                 cudaDataType compute, void **, int64_t, int *info) {
  const Operand a(descriptor, pieces, row, column);
  if (!info || !pivots || m != n || !a.holds(m, n, compute))
    return kBad;
  return withNumber(compute, [&]<typename N>(N) {
    return inPlace<N>(a, m, n, "mgGetrf", info, [=](N *matrix) {
      std::vector<int> own(std::max(n, 1));
      const int found = lapack::getrf(m, n, matrix, std::max(m, 1), own.data());
      for (int j = 0; j < n; ++j)
        *a.spread<N>().pivot(pivots, j) = own[j];
      return found;
    });
  });
}
cusolverStatus_t cusolverMgGetrs_bufferSize(cusolverMgHandle_t, cublasOperation_t, int n, int nrhs,
                                            void **piecesA, int rowA, int columnA,
                                            cudaLibMgMatrixDesc_t descriptorA, int **,
                                            void **piecesB, int rowB, int columnB,
                                            cudaLibMgMatrixDesc_t descriptorB, cudaDataType compute,
                                            int64_t *size) {
  if (!Operand(descriptorB, piecesB, rowB, columnB).holds(n, nrhs, compute))
    return kBad;
  return workSize({descriptorA, piecesA, rowA, columnA}, n, n, compute, size);
}
cusolverStatus_t cusolverMgGetrs(cusolverMgHandle_t, cublasOperation_t trans, int n, int nrhs,
                                 void **piecesA, int rowA, int columnA,
                                 cudaLibMgMatrixDesc_t descriptorA, int **pivots, void **piecesB,
                                 int rowB, int columnB, cudaLibMgMatrixDesc_t descriptorB,
                                 cudaDataType compute, void **, int64_t, int *info) {
  const Operand a(descriptorA, piecesA, rowA, columnA), b(descriptorB, piecesB, rowB, columnB);
  if (!info || !pivots || (trans != CUBLAS_OP_N && trans != CUBLAS_OP_T && trans != CUBLAS_OP_C) ||
      !a.holds(n, n, compute) || !b.holds(n, nrhs, compute))
    return kBad;
  return withNumber(compute, [&]<typename N>(N) {
    return solveWith<N>(a, b, n, nrhs, "mgGetrs", info, [=](const N *factors, N *x) {
      std::vector<int> own(std::max(n, 1));
      for (int j = 0; j < n; ++j)
        own[j] = *a.spread<N>().pivot(pivots, j);
      const int ld = std::max(n, 1);
      const char op = trans == CUBLAS_OP_N ? 'N' : trans == CUBLAS_OP_T ? 'T' : 'C';
      return lapack::getrs(op, n, nrhs, factors, ld, own.data(), x, ld);
    });
  });
}

namespace {
cudaDataType realOf(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
bool isMode(cusolverEigMode_t jobz) {
  return jobz == CUSOLVER_EIG_MODE_NOVECTOR || jobz == CUSOLVER_EIG_MODE_VECTOR;
}
} // namespace

cusolverStatus_t cusolverMgSyevd_bufferSize(cusolverMgHandle_t, cusolverEigMode_t jobz,
                                            cublasFillMode_t uplo, int n, void **pieces, int row,
                                            int column, cudaLibMgMatrixDesc_t descriptor, void *,
                                            cudaDataType typeW, cudaDataType compute,
                                            int64_t *size) {
  if (!isMode(jobz) || !isFill(uplo) || typeW != realOf(compute))
    return kBad;
  return workSize({descriptor, pieces, row, column}, n, n, compute, size);
}
/// The eigenvalues are in host memory.
cusolverStatus_t cusolverMgSyevd(cusolverMgHandle_t, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                 int n, void **pieces, int row, int column,
                                 cudaLibMgMatrixDesc_t descriptor, void *w, cudaDataType typeW,
                                 cudaDataType compute, void **, int64_t, int *info) {
  const Operand a(descriptor, pieces, row, column);
  if (!isMode(jobz) || !isFill(uplo) || typeW != realOf(compute) || !info || !w ||
      !a.holds(n, n, compute))
    return kBad;
  return withNumber(compute, [&]<typename N>(N) {
    using R = lapack::Real<N>;
    return inPlace<N>(a, n, n, "mgSyevd", info, [=](N *matrix) {
      N work[1] = {};
      R rwork[1] = {};
      int iwork[1] = {};
      const char job = jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N';
      const int ld = std::max(n, 1);
      R *values = static_cast<R *>(w);
      lapack::syevd(job, letter(uplo), n, matrix, ld, values, work, -1, rwork, -1, iwork, -1);
      std::vector<N> space(lapack::sizeFrom(work[0]));
      std::vector<R> realSpace(lapack::sizeFrom(rwork[0]));
      std::vector<int> integers(std::max(1, iwork[0]));
      return lapack::syevd(job, letter(uplo), n, matrix, ld, values, space.data(),
                           int(space.size()), realSpace.data(), int(realSpace.size()),
                           integers.data(), int(integers.size()));
    });
  });
}

} // namespace anywarp::cusolvermg
