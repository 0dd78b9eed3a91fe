// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans on a GPU. NVIDIA's libcufftw asks libcufft for a function that is not documented, and the
// libcufft of the process is ours. So plans are NVIDIA's cuFFT's, by its documented functions.
#pragma once

#include "cufft/Problem.h"
#include "support/Mutex.h"

namespace anywarp::cufftw {

/// A plan of NVIDIA's cuFFT for the same transforms, packed on both sides. Any thread may execute
/// it; cuFFT's plans serve one at a time.
class GpuPlan {
public:
  explicit GpuPlan(const cufft::Problem &problem);
  ~GpuPlan();
  GpuPlan(const GpuPlan &) = delete;
  /// False: cuFFT is missing, or cannot solve the problem.
  bool isMade() const { return isMade_; }
  /// Returns when it is done. An error ends in the trace.
  void execute(const void *in, void *out) const;

private:
  const cufft::Problem problem_;
  mutable Mutex mutex_; ///< while the plan runs
  int plan_ = 0;
  bool isCreated_ = false, isMade_ = false;
};

} // namespace anywarp::cufftw
