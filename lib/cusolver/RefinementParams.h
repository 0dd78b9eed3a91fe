// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects that hold parameters and results of iterative refinement.
#pragma once

#include <vector>

#include "cusolver/RefinementMath.h"

namespace anywarp::cusolver {

/// What cusolverDnIRSParamsSet… set.
struct RefinementParams {
  cusolverPrecType_t main = cusolverPrecType_t(0), lowest = cusolverPrecType_t(0); ///< 0: not set
  cusolverIRSRefinement_t solver = CUSOLVER_IRS_REFINE_NOT_SET;
  int maxIterations = 50, maxInner = 50;
  double tolerance = 0, innerTolerance = 0;
  bool hasFallback = true;

  /// What a size call refuses.
  cusolverStatus_t checkSize(int m, int n, int nrhs) const;
  /// What a solve refuses.
  cusolverStatus_t check(int nrhs, bool square) const;
  /// Real and complex.
  bool mixesKinds() const;
  RefinementPlan plan() const;
};
/// What the last solve found.
struct RefinementInfos {
  bool wantsHistory = false;
  int iterations = 0, maxIterations = 0;
  std::vector<double> history;
  std::vector<float> singleHistory; ///< for data of single precision

  /// Where a solve writes its residuals; null: nobody asked.
  double *prepare(int maxIterations, int nrhs);
  void finish(int iterations, size_t bytesPerNumber);
};
/// Null: it is none.
RefinementParams *refinementParams(cusolverDnIRSParams_t params);
RefinementInfos *refinementInfos(cusolverDnIRSInfos_t infos);

} // namespace anywarp::cusolver
