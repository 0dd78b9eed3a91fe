// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of FFTW's interface.
#include "cufftw/Plan.h"

#include <cmath>
#include <string>

#include "cufftw.h"
#include "library/Side.h"
#include "support/Trace.h"

namespace anywarp::cufftw {

using cufft::Axis;
using cufft::Buffer;
using cufft::Kind;
using cufft::Problem;

static Problem placed(Problem problem, bool isInPlace) {
  problem.isInPlace = isInPlace;
  return problem;
}

Plan::Plan(const Problem &problem, void *in, void *out)
    : problem_(placed(problem, in == out)), in_(in), out_(out) {
  if (library::isVendors()) {
    onGpu_ = std::make_unique<GpuPlan>(problem_);
    return;
  }
  for (bool isInPlace : {false, true})
    schedules_[isInPlace].add(placed(problem_, isInPlace), {Buffer::In}, {Buffer::Out});
}

void Plan::execute(const void *in, void *out) const {
  if (onGpu_)
    return onGpu_->execute(in, out);
  CUresult result = library::ensureContext();
  const cufft::Schedule &schedule = schedules_[in == out];
  if (result == CUDA_SUCCESS) {
    const library::Scratch work(nullptr, size_t(schedule.workBytes()));
    result = work.result();
    if (result == CUDA_SUCCESS)
      result = schedule.launch(nullptr, {in, out, work.get()});
  }
  if (result == CUDA_SUCCESS)
    result = library::synchronize(nullptr);
  if (result != CUDA_SUCCESS)
    trace("library", "a transform of cuFFTW failed: CUresult " + std::to_string(int(result)));
}

double Plan::operations() const {
  const double size = double(problem_.size());
  return (problem_.isReal() ? 2.5 : 5) * size * std::log2(size) * double(problem_.count());
}

std::optional<Kind> kindOf(int sign) {
  if (sign != FFTW_FORWARD && sign != FFTW_BACKWARD)
    return std::nullopt;
  return sign == FFTW_FORWARD ? Kind::Forward : Kind::Inverse;
}

template <typename T> std::optional<Problem> readGuru(const Dimensions<T> &d) {
  // What the schedule adds to the loops: all axes but one.
  constexpr int kMostGiven = cufft::kMostLoops - cufft::kMostAxes + 1;
  if (d.rank < 1 || d.rank > cufft::kMostAxes || d.loops < 0 || d.loops > kMostGiven || !d.axes ||
      (d.loops && !d.loop))
    return std::nullopt;
  Problem problem;
  for (int i = 0; i < d.rank; ++i) {
    if (d.axes[i].n < 1)
      return std::nullopt;
    problem.addAxis({d.axes[i].n, d.axes[i].is, d.axes[i].os});
  }
  for (int i = 0; i < d.loops; ++i) {
    if (d.loop[i].n < 0)
      return std::nullopt;
    problem.addLoop({d.loop[i].n, d.loop[i].is, d.loop[i].os});
  }
  return problem;
}
template std::optional<Problem> readGuru(const Dimensions<fftw_iodim> &);
template std::optional<Problem> readGuru(const Dimensions<fftw_iodim64> &);

std::optional<Problem> readMany(const Many &many, Kind kind, bool isInPlace) {
  if (many.rank < 1 || many.rank > cufft::kMostAxes || !many.n || many.count < 0)
    return std::nullopt;
  // Without embeds an array has the sizes of the transform; in place, real lines have the room of
  // their complex ones.
  auto embedOf = [&](const int *embed, int axis, bool isReal) {
    if (embed)
      return int64_t(embed[axis]);
    const int64_t n = many.n[axis];
    if (axis != many.rank - 1 || kind == Kind::Forward || kind == Kind::Inverse)
      return n;
    return !isReal ? cufft::halfOf(n) : isInPlace ? 2 * cufft::halfOf(n) : n;
  };
  Problem problem;
  Axis next{0, many.istride, many.ostride};
  problem.rank = many.rank;
  for (int i = many.rank - 1; i >= 0; --i) {
    if (many.n[i] < 1)
      return std::nullopt;
    problem.axes[size_t(i)] = {many.n[i], next.in, next.out};
    next.in *= embedOf(many.inembed, i, kind == Kind::RealToComplex);
    next.out *= embedOf(many.onembed, i, kind == Kind::ComplexToReal);
  }
  problem.addLoop({many.count, many.idist, many.odist});
  return problem;
}

} // namespace anywarp::cufftw
