// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program asks of a plan, in the words of the cuFFT manual (sections "Data Layout",
// "Advanced Data Layout"), its checks, and what that is as a Problem.
#pragma once

#include <optional>

#include "cufft/Api.h"
#include "cufft/Problem.h"
#include "cufft/Step.h"

namespace anywarp::cufft {

/// The numbers of one side.
struct Side {
  Format format = Format::Single;
  bool isComplex = true;
  std::array<int64_t, 3> embed{};
  int64_t stride = 1, distance = 0;
};

struct Request {
  int rank = 1;
  std::array<int64_t, 3> n{1, 1, 1};
  int64_t batch = 1;
  bool hasLayout =
      false; ///< false: numbers lie next to each other, strides and distances do not count
  Side in, out;

  bool isReal() const { return !in.isComplex || !out.isComplex; }
  Kind kind(bool isForward) const {
    return !in.isComplex    ? Kind::RealToComplex
           : !out.isComplex ? Kind::ComplexToReal
           : isForward      ? Kind::Forward
                            : Kind::Inverse;
  }
  /// NVIDIA's library needs a work area for it: programs that give none are refused here as well.
  bool needsWorkArea() const;
  /// What is told at least as its size.
  int64_t workAreaBytes() const;
  /// In memory of 16-bit numbers the strides are those of the memory, the precision is single.
  Problem problem(bool isForward, bool isInPlace) const;
};

/// Arguments of cufftPlanMany and its relatives. T: int or long long int.
template <typename T> struct ManyArguments {
  int rank;
  const T *n, *inembed;
  T istride, idist;
  const T *onembed;
  T ostride, odist, batch;
};

/// Checks in the order that was seen, and fills `request`.
template <typename T> cufftResult readRequest(const ManyArguments<T> &arguments, Request &request);
/// The types of both sides.
bool isType(cufftType type);
cufftResult setTypes(Request &request, cufftType type);
cufftResult setTypes(Request &request, cudaDataType in, cudaDataType out, cudaDataType execution);

/// A form of the arguments with sizes only.
cufftResult readSizes(std::initializer_list<int> sizes, int batch, Request &request);

} // namespace anywarp::cufft
