// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of which transforms are made. A step is one launch; its blocks depend on the problem
// only. What a step needs is made at its first launch. Any thread may launch it, many at once.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cufft/Problem.h"
#include "cufft/backend/Backend.h"
#include "library/Work.h"

namespace anywarp::cufft {

/// Memory of one execution.
enum class Buffer : uint8_t { In, Out, Work };
struct Buffers {
  const void *in;
  void *out;
  void *work;
};
struct Place {
  Buffer buffer = Buffer::In;
  int64_t offset = 0; ///< bytes
  char *of(const Buffers &buffers) const {
    const void *base = buffer == Buffer::In    ? buffers.in
                       : buffer == Buffer::Out ? buffers.out
                                               : buffers.work;
    return static_cast<char *>(const_cast<void *>(base)) + offset;
  }
};

class Step {
public:
  virtual ~Step() = default;
  virtual CUresult launch(CUstream stream, const Buffers &buffers) const = 0;
};

/// The problem by the backend, straight between the places, split along its longest loop.
std::unique_ptr<Step> makeDirect(const Problem &problem, Place from, Place to);

/// Complex lines along one axis, a tile of neighbouring lines at a time: each block gathers its
/// tile into memory of its own, transforms it, and scatters it. `lines`: the loop along which
/// neighbours lie. With `twiddles`, number k of line j is multiplied by the root of unity of power
/// j * k afterwards (the middle of a four-step transform: D. H. Bailey, "FFTs in external or
/// hierarchical memory", 1990).
std::unique_ptr<Step> makeTiles(const Problem &problem, const Axis &lines, int64_t roots,
                                Place from, Place to);

/// A real transform of n numbers by a complex one of n / 2, n even: what remains to be done behind
/// it (RealToComplex; in place) or before it (ComplexToReal). Strides in the axis are 1.
std::unique_ptr<Step> makeHalved(const Problem &problem, Place from, Place to);

/// Number formats in memory.
enum class Format : uint8_t { Half, Bfloat16, Single, Double };
inline int64_t bytesOf(Format format) {
  return format == Format::Double ? 8 : format == Format::Single ? 4 : 2;
}
/// Copies numbers, of `components` values each, and changes their format. The last axis is the
/// innermost.
std::unique_ptr<Step> makeCopy(const std::vector<Axis> &axes, int components, Format fromFormat,
                               Format toFormat, Place from, Place to);

} // namespace anywarp::cufft
