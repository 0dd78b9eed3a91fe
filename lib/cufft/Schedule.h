// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a problem is solved: the launches, in order. The split into launches and blocks depends on
// the problem only, never on the number of workers, so the same call gives the same bits
// everywhere.
#pragma once

#include "cufft/Step.h"

namespace anywarp::cufft {

class Schedule {
public:
  /// Memory of the work area, for a buffer of a caller's.
  Place reserve(int64_t bytes);
  /// Solves the problem. In place means that both places are one. Out of place, the input stays.
  void add(const Problem &problem, Place from, Place to);
  void addStep(std::unique_ptr<Step> step);

  int64_t workBytes() const { return workBytes_; }
  CUresult launch(CUstream stream, const Buffers &buffers) const;

private:
  void complexAxes(Problem problem, Place from, Place to);
  void complexLine(const Problem &problem, Place from, Place to);
  bool fourStep(const Problem &problem, Place from, Place to);
  void realToComplex(Problem problem, Place from, Place to);
  void complexToReal(Problem problem, Place from, Place to);
  bool halved(const Problem &problem, Place from, Place to);

  std::vector<std::unique_ptr<Step>> steps_;
  int64_t workBytes_ = 0;
};

/// `axes` and `loops` of `shape` with the numbers of one side next to each other: fills the strides
/// that `stride` names. `isHalved`: the last axis has half of its numbers there. Returns how many
/// numbers that are.
int64_t makeDense(Problem &shape, int64_t Axis::*stride, bool isHalved);

} // namespace anywarp::cufft
