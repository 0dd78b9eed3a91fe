// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters and results of iterative refinement (cuSOLVER's manual: cusolverDnIRSParams…,
// cusolverDnIRSInfos…). What does not fit is refused where a size is asked for, not where it is set
// (seen).
#include "cusolver/RefinementParams.h"

#include "library/Handles.h"

namespace anywarp::cusolver {
namespace {

auto &liveParams = *new library::Handles<RefinementParams, ::cusolverDnIRSParams>;
auto &liveInfos = *new library::Handles<RefinementInfos, ::cusolverDnIRSInfos>;

bool isComplex(cusolverPrecType_t type) { return type > CUSOLVER_R_AP; }
bool isMain(cusolverPrecType_t type) {
  return type == CUSOLVER_R_64F || type == CUSOLVER_R_32F || type == CUSOLVER_C_64F ||
         type == CUSOLVER_C_32F;
}
/// Lower ones have greater numbers within their kind; AP, 8I and 8U are not for solvers.
bool isLowest(cusolverPrecType_t type) {
  const int kind = isComplex(type) ? type - CUSOLVER_C_8I : type - CUSOLVER_R_8I;
  return kind >= CUSOLVER_R_64F - CUSOLVER_R_8I && kind <= CUSOLVER_R_TF32 - CUSOLVER_R_8I;
}
bool isGmres(cusolverIRSRefinement_t solver) {
  return solver == CUSOLVER_IRS_REFINE_GMRES || solver == CUSOLVER_IRS_REFINE_GMRES_GMRES ||
         solver == CUSOLVER_IRS_REFINE_CLASSICAL_GMRES ||
         solver == CUSOLVER_IRS_REFINE_GMRES_NOPCOND;
}

/// work(object), or the status of an object that is none.
template <typename F> cusolverStatus_t with(cusolverDnIRSParams_t params, const F &work) {
  RefinementParams *object = liveParams.find(params);
  return object ? work(*object) : CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
}
template <typename F> cusolverStatus_t with(cusolverDnIRSInfos_t infos, const F &work) {
  RefinementInfos *object = liveInfos.find(infos);
  return object ? work(*object) : CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
}
constexpr auto ok = CUSOLVER_STATUS_SUCCESS;
constexpr int kMostInner = 50; // 100 are refused (seen)

} // namespace

cusolverStatus_t RefinementParams::checkSize(int m, int n, int nrhs) const {
  if (!isMain(main) || !isLowest(lowest) || m < 0 || n < 0 || nrhs < 0)
    return CUSOLVER_STATUS_IRS_PARAMS_INVALID;
  return solver == CUSOLVER_IRS_REFINE_GMRES_NOPCOND ? CUSOLVER_STATUS_IRS_NOT_SUPPORTED : ok;
}
bool RefinementParams::mixesKinds() const { return isComplex(main) != isComplex(lowest); }
cusolverStatus_t RefinementParams::check(int nrhs, bool square) const {
  if (solver < CUSOLVER_IRS_REFINE_NONE || solver > CUSOLVER_IRS_REFINE_GMRES_NOPCOND)
    return CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE;
  if (solver == CUSOLVER_IRS_REFINE_GMRES_NOPCOND)
    return CUSOLVER_STATUS_IRS_NOT_SUPPORTED;
  if (nrhs > 1 && isGmres(solver))
    return CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES;
  // Least squares are refined without GMRES only (seen).
  return isGmres(solver) && !square ? CUSOLVER_STATUS_IRS_NOT_SUPPORTED : ok;
}
RefinementPlan RefinementParams::plan() const {
  return {lowest, solver != CUSOLVER_IRS_REFINE_NONE, hasFallback, maxIterations, tolerance};
}
double *RefinementInfos::prepare(int most, int nrhs) {
  maxIterations = most;
  history.assign(wantsHistory ? size_t(most + 1) * nrhs : 0, 0);
  return wantsHistory ? history.data() : nullptr;
}
void RefinementInfos::finish(int found, size_t bytesPerNumber) {
  iterations = found;
  singleHistory.clear();
  if (bytesPerNumber == sizeof(float))
    singleHistory.assign(history.begin(), history.end());
}
RefinementParams *refinementParams(cusolverDnIRSParams_t params) { return liveParams.find(params); }
RefinementInfos *refinementInfos(cusolverDnIRSInfos_t infos) { return liveInfos.find(infos); }

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params) {
  *params = liveParams.add(std::make_unique<RefinementParams>());
  return ok;
}
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params) {
  return liveParams.remove(params) ? ok : CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                        cusolverIRSRefinement_t solver) {
  return with(params, [&](RefinementParams &object) {
    object.solver = solver;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                           cusolverPrecType_t main) {
  return with(params, [&](RefinementParams &object) {
    object.main = main;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                             cusolverPrecType_t lowest) {
  return with(params, [&](RefinementParams &object) {
    object.lowest = lowest;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
                                                        cusolverPrecType_t main,
                                                        cusolverPrecType_t lowest) {
  return with(params, [&](RefinementParams &object) {
    object.main = main;
    object.lowest = lowest;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double tolerance) {
  return with(params, [&](RefinementParams &object) {
    if (!object.main || !(tolerance > 0)) // needs the precisions (seen)
      return CUSOLVER_STATUS_INVALID_VALUE;
    object.tolerance = tolerance;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double tolerance) {
  return with(params, [&](RefinementParams &object) {
    if (!object.main || !(tolerance > 0)) // needs the precisions (seen)
      return CUSOLVER_STATUS_INVALID_VALUE;
    object.innerTolerance = tolerance;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, int iterations) {
  return with(params, [&](RefinementParams &object) {
    object.maxIterations = std::max(iterations, 0);
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params, int iterations) {
  return with(params, [&](RefinementParams &object) {
    if (iterations > kMostInner)
      return CUSOLVER_STATUS_IRS_PARAMS_INVALID;
    object.maxInner = iterations;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, int *iterations) {
  return with(params, [&](RefinementParams &object) {
    *iterations = object.maxIterations;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params) {
  return with(params, [&](RefinementParams &object) {
    object.hasFallback = true;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params) {
  return with(params, [&](RefinementParams &object) {
    object.hasFallback = false;
    return ok;
  });
}

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos) {
  *infos = liveInfos.add(std::make_unique<RefinementInfos>());
  return ok;
}
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos) {
  return liveInfos.remove(infos) ? ok : CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, int *iterations) {
  return with(infos, [&](RefinementInfos &object) {
    *iterations = object.iterations;
    return ok;
  });
}
/// Refinement is one loop here: the outer iterations are all.
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos, int *iterations) {
  return cusolver::cusolverDnIRSInfosGetNiters(infos, iterations);
}
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos) {
  return with(infos, [&](RefinementInfos &object) {
    object.wantsHistory = true;
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void **history) {
  return with(infos, [&](RefinementInfos &object) {
    if (object.history.empty())
      return CUSOLVER_STATUS_INVALID_VALUE; // none was requested before the solve
    *history = object.singleHistory.empty() ? static_cast<void *>(object.history.data())
                                            : object.singleHistory.data();
    return ok;
  });
}
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, int *iterations) {
  return with(infos, [&](RefinementInfos &object) {
    *iterations = object.maxIterations;
    return ok;
  });
}

} // namespace anywarp::cusolver
