// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear systems and least squares by iterative refinement (cuSOLVER's manual: <t1><t2>gesv,
// <t1><t2>gels, IRSXgesv, IRSXgels). The number of iterations is in host memory: the calls wait.
#include "cusolver/RefinementParams.h"

namespace anywarp::cusolver {
namespace {

/// The type that factors: the data's own, or single precision.
template <typename N> struct SingleOf {
  using Type = float;
};
template <typename R> struct SingleOf<std::complex<R>> {
  using Type = std::complex<float>;
};
template <typename N, cusolverPrecType_t lowest>
using Low = std::conditional_t<lowest == CUSOLVER_R_64F || lowest == CUSOLVER_C_64F, N,
                               typename SingleOf<N>::Type>;

template <typename N> struct System {
  int m, n, nrhs;
  N *a;
  int lda;
  N *b;
  int ldb;
  N *x;
  int ldx;
};

template <typename N, typename L>
cusolverStatus_t solve(cusolverDnHandle_t handle, const System<N> &system, bool square,
                       const RefinementPlan &plan, double *history, int *pivots, void *work,
                       size_t bytes, int *iterations, int *info) {
  if (!iterations)
    return CUSOLVER_STATUS_INVALID_VALUE;
  const CUstream stream = streamOf(handle);
  if (library::isCapturing(stream))
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  WorkSpace memory(stream, work, bytes,
                   refinementBytes<N, L>(system.m, system.n, system.nrhs, square));
  if (memory.status())
    return memory.status();
  Refinement<N, L> refinement = refinementOf<N, L>(system.m, system.n, system.nrhs, square);
  refinement.a = system.a, refinement.lda = system.lda;
  refinement.b = system.b, refinement.ldb = system.ldb;
  refinement.x = system.x, refinement.ldx = system.ldx;
  refinement.plan = plan, refinement.history = history;
  const cusolverStatus_t status =
      run(stream, square ? "gesv" : "gels", [=, start = memory.start()] {
        Refinement<N, L> mine = refinement;
        Carver from(start);
        mine.place(from, square);
        mine.solve(pivots, iterations, info);
      });
  return status ? status : statusOf(library::synchronize(stream));
}

template <typename T, cusolverPrecType_t lowest>
cusolverStatus_t gesvSize(cusolverDnHandle_t, int n, int nrhs, T *, int, int *, T *, int, T *, int,
                          void *, size_t *bytes) {
  using N = Number<T>;
  *bytes = refinementBytes<N, Low<N, lowest>>(n, n, nrhs, true);
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T, cusolverPrecType_t lowest>
cusolverStatus_t gesv(cusolverDnHandle_t handle, int n, int nrhs, T *a, int lda, int *pivots, T *b,
                      int ldb, T *x, int ldx, void *work, size_t bytes, int *iterations,
                      int *info) {
  using N = Number<T>;
  RefinementPlan plan;
  plan.lowest = lowest;
  return solve<N, Low<N, lowest>>(handle, {n, n, nrhs, num(a), lda, num(b), ldb, num(x), ldx}, true,
                                  plan, nullptr, pivots, work, bytes, iterations, info);
}
template <typename T, cusolverPrecType_t lowest>
cusolverStatus_t gelsSize(cusolverDnHandle_t, int m, int n, int nrhs, T *, int, T *, int, T *, int,
                          void *, size_t *bytes) {
  using N = Number<T>;
  *bytes = refinementBytes<N, Low<N, lowest>>(m, n, nrhs, false);
  return CUSOLVER_STATUS_SUCCESS;
}
/// The manual: m >= n.
template <typename T, cusolverPrecType_t lowest>
cusolverStatus_t gels(cusolverDnHandle_t handle, int m, int n, int nrhs, T *a, int lda, T *b,
                      int ldb, T *x, int ldx, void *work, size_t bytes, int *iterations,
                      int *info) {
  using N = Number<T>;
  if (m < n)
    return CUSOLVER_STATUS_INVALID_VALUE;
  RefinementPlan plan;
  plan.lowest = lowest;
  return solve<N, Low<N, lowest>>(handle, {m, n, nrhs, num(a), lda, num(b), ldb, num(x), ldx},
                                  false, plan, nullptr, nullptr, work, bytes, iterations, info);
}

/// work(N(), L()) for the main and the factoring type.
template <typename F>
cusolverStatus_t withPrecisions(const RefinementParams &params, const F &work) {
  const bool isOwn = params.lowest == params.main;
  switch (params.main) {
  case CUSOLVER_R_32F:
    return work(float(), float());
  case CUSOLVER_C_32F:
    return work(std::complex<float>(), std::complex<float>());
  case CUSOLVER_R_64F:
    return isOwn ? work(double(), double()) : work(double(), float());
  case CUSOLVER_C_64F:
    return isOwn ? work(std::complex<double>(), std::complex<double>())
                 : work(std::complex<double>(), std::complex<float>());
  default:
    return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
  }
}
cusolverStatus_t sizeOf(cusolverDnIRSParams_t params, int m, int n, int nrhs, bool square,
                        size_t *bytes) {
  RefinementParams *object = refinementParams(params);
  if (!object)
    return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  if (const cusolverStatus_t status = object->checkSize(m, n, nrhs))
    return status;
  return withPrecisions(*object, [&]<typename N, typename L>(N, L) {
    *bytes = refinementBytes<N, L>(m, n, nrhs, square);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
struct AnySystem {
  int m, n, nrhs;
  void *a;
  int lda;
  void *b;
  int ldb;
  void *x;
  int ldx;
};
cusolverStatus_t solveAny(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                          cusolverDnIRSInfos_t infos, const AnySystem &s, bool square, void *work,
                          size_t bytes, int *iterations, int *info) {
  RefinementParams *object = refinementParams(params);
  RefinementInfos *results = refinementInfos(infos);
  if (!object)
    return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  if (!results)
    return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
  if (object->mixesKinds()) // before the solver is looked at (seen)
    return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
  if (const cusolverStatus_t status = object->check(s.nrhs, square))
    return status;
  double *history = results->prepare(object->maxIterations, s.nrhs);
  return withPrecisions(*object, [&]<typename N, typename L>(N, L) {
    const System<N> system{s.m,    s.n,
                           s.nrhs, static_cast<N *>(s.a),
                           s.lda,  static_cast<N *>(s.b),
                           s.ldb,  static_cast<N *>(s.x),
                           s.ldx};
    int found = 0;
    const cusolverStatus_t status = solve<N, L>(handle, system, square, object->plan(), history,
                                                nullptr, work, bytes, &found, info);
    if (status)
      return status;
    results->finish(found, sizeof(Real<N>));
    if (iterations)
      *iterations = found;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

} // namespace

cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t, cusolverDnIRSParams_t params,
                                               int n, int nrhs, size_t *bytes) {
  return sizeOf(params, n, n, nrhs, true, bytes);
}
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int n, int nrhs, void *a, int lda,
                                    void *b, int ldb, void *x, int ldx, void *work, size_t bytes,
                                    int *iterations, int *info) {
  return solveAny(handle, params, infos, {n, n, nrhs, a, lda, b, ldb, x, ldx}, true, work, bytes,
                  iterations, info);
}
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t, cusolverDnIRSParams_t params,
                                               int m, int n, int nrhs, size_t *bytes) {
  return sizeOf(params, m, n, nrhs, false, bytes);
}
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int m, int n, int nrhs, void *a,
                                    int lda, void *b, int ldb, void *x, int ldx, void *work,
                                    size_t bytes, int *iterations, int *info) {
  if (m < n)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return solveAny(handle, params, infos, {m, n, nrhs, a, lda, b, ldb, x, ldx}, false, work, bytes,
                  iterations, info);
}

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Refinement
#include "cusolver/Entries.inc"
