// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types as arguments: from cudaDataType to a number of C++.
#pragma once

#include <climits>
#include <initializer_list>

#include "cusolver/DenseOps.h"

namespace anywarp::cusolver {

/// work(N()) for the numbers of `type`.
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
    return CUSOLVER_STATUS_INVALID_VALUE;
  }
}
/// All sizes are ones that LAPACK can count.
inline bool fit(std::initializer_list<int64_t> sizes) {
  for (int64_t size : sizes)
    if (size > INT_MAX)
      return false;
  return true;
}

} // namespace anywarp::cusolver
