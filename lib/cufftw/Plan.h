// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan of FFTW's interface: a problem and the arrays that it was planned for. Immutable; any
// thread may execute it, many at once.
#pragma once

#include <memory>
#include <optional>

#include "cufft/Schedule.h"
#include "cufftw/OnGpu.h"

namespace anywarp::cufftw {

class Plan {
public:
  /// `problem.isInPlace` is found from the addresses.
  Plan(const cufft::Problem &problem, void *in, void *out);
  /// False: it cannot be executed on this device.
  bool isMade() const { return !onGpu_ || onGpu_->isMade(); }
  /// Returns when it is done. An error ends in the trace, as no function here has a status.
  void execute(const void *in, void *out) const;
  void execute() const { execute(in_, out_); }
  const cufft::Problem &problem() const { return problem_; }
  /// Operations by the usual count, 5 n log2 n for complex numbers.
  double operations() const;

private:
  const cufft::Problem problem_;
  void *const in_, *const out_;
  /// The second for one array, whatever the plan was made for (seen).
  cufft::Schedule schedules_[2];
  std::unique_ptr<const GpuPlan> onGpu_; ///< null: the devices are CPUs
};

/// The dimensions of a guru plan: T is fftw_iodim or fftw_iodim64.
template <typename T> struct Dimensions {
  int rank;
  const T *axes;
  int loops;
  const T *loop;
};
/// None: no transform has these arguments.
template <typename T> std::optional<cufft::Problem> readGuru(const Dimensions<T> &dimensions);

/// The arguments of the advanced interface.
struct Many {
  int rank;
  const int *n;
  int count;
  const int *inembed;
  int istride, idist;
  const int *onembed;
  int ostride, odist;
};
std::optional<cufft::Problem> readMany(const Many &many, cufft::Kind kind, bool isInPlace);

/// The forward or inverse complex transform; none: `sign` is neither.
std::optional<cufft::Kind> kindOf(int sign);

} // namespace anywarp::cufftw
