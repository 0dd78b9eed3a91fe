// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who computes transforms: a library with FFTW's interface, found at run time, else KissFFT. The
// only file that the rest of the room knows of either.
#pragma once

#include <cstdint>
#include <memory>

#include "cufft/Problem.h"

namespace anywarp::cufft {

/// A problem that is ready to be solved. Immutable; any thread may execute it, many at once.
class Transform {
public:
  virtual ~Transform() = default;
  /// Host code calls it before execute: `addressBits` has each bit that any address given to
  /// execute may have below the largest alignment. False: there is no memory.
  virtual bool prepare(uintptr_t addressBits) const = 0;
  virtual void execute(const void *in, void *out) const = 0;
};

/// One transform for each problem is kept. Null: there is no memory.
std::shared_ptr<const Transform> makeTransform(const Problem &problem);

/// The two backends. Null: it cannot solve the problem, or is not there.
std::shared_ptr<const Transform> makeFftw(const Problem &problem);
std::shared_ptr<const Transform> makeKiss(const Problem &problem);

} // namespace anywarp::cufft
