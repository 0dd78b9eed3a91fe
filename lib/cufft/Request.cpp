// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of what programs ask for.
#include "cufft/Request.h"

#include <algorithm>
#include <bit>

namespace anywarp::cufft {

template <typename T> cufftResult readRequest(const ManyArguments<T> &a, Request &request) {
  if (a.rank < 1 || a.rank > 3 || !a.n || !a.inembed != !a.onembed)
    return CUFFT_INVALID_VALUE;
  request.rank = a.rank;
  request.batch = a.batch;
  request.hasLayout = a.inembed;
  request.in.stride = a.istride;
  request.in.distance = a.idist;
  request.out.stride = a.ostride;
  request.out.distance = a.odist;
  if (request.hasLayout && (a.istride <= 0 || a.ostride <= 0 || a.idist <= 0 || a.odist <= 0))
    return CUFFT_INVALID_VALUE;
  int64_t numbers = a.batch;
  for (int i = 0; i < a.rank; ++i) {
    const auto at = size_t(i);
    request.n[at] = std::max<int64_t>(a.n[i], 0);
    // A size below 1 is refused in the first dimension only (seen).
    if ((i == 0 && a.n[i] < 1) || __builtin_mul_overflow(numbers, request.n[at], &numbers))
      return CUFFT_INVALID_SIZE;
    if (request.hasLayout) {
      if (i > 0 && (a.inembed[i] < 0 || a.onembed[i] < 0)) // (seen)
        return CUFFT_INVALID_SIZE;
      request.in.embed[at] = a.inembed[i];
      request.out.embed[at] = a.onembed[i];
    }
  }
  return a.batch < 1 ? CUFFT_INVALID_SIZE : CUFFT_SUCCESS;
}
template cufftResult readRequest(const ManyArguments<int> &, Request &);
template cufftResult readRequest(const ManyArguments<long long int> &, Request &);

cufftResult readSizes(std::initializer_list<int> sizes, int batch, Request &request) {
  return readRequest<int>({int(sizes.size()), sizes.begin(), nullptr, 1, 0, nullptr, 1, 0, batch},
                          request);
}

/// A real axis without numbers is found while the plan is made (seen).
static cufftResult lastSizeOf(const Request &request) {
  return request.isReal() && !request.n[size_t(request.rank - 1)] ? CUFFT_INTERNAL_ERROR
                                                                  : CUFFT_SUCCESS;
}

/// True for lengths whose greatest prime factor is at most `most`.
static bool isSmooth(int64_t n, int64_t most) {
  for (int64_t p = 2; p <= most && p * p <= n; ++p)
    while (n % p == 0)
      n /= p;
  return n <= most;
}

/// One axis, as seen on an H100 for 35 lengths: what NVIDIA's kernels do within a block's memory
/// needs no area. Between the lengths that were tried the limits are guesses.
static bool needsArea(int64_t n, bool isReal, bool isDouble) {
  constexpr int64_t kLargestFactor = 127;
  if (!isSmooth(n, kLargestFactor))
    return isReal || n > 4096;
  if (!isReal)
    return n > (isDouble ? 16384 : 24576);
  const bool isPowerOfTwo = std::has_single_bit(uint64_t(n));
  return n > (isDouble ? 4096 : isPowerOfTwo ? 16384 : 4913);
}

bool Request::needsWorkArea() const {
  if (bytesOf(in.format) == 2)
    return false;
  for (int i = 0; i < rank; ++i)
    if (needsArea(n[size_t(i)], isReal() && i == rank - 1, in.format == Format::Double))
      return true;
  return false;
}

int64_t Request::workAreaBytes() const {
  int64_t bytes = needsWorkArea() ? batch * (in.format == Format::Double ? 16 : 8) : 0;
  for (int i = 0; i < rank; ++i)
    bytes *= n[size_t(i)];
  return bytes;
}

static bool isDoubleType(cufftType type) {
  return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
}
bool isType(cufftType type) {
  return isDoubleType(type) || type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R;
}
cufftResult setTypes(Request &request, cufftType type) {
  const bool isDouble = isDoubleType(type);
  if (!isType(type))
    return CUFFT_INVALID_TYPE;
  request.in.format = request.out.format = isDouble ? Format::Double : Format::Single;
  request.in.isComplex = type != CUFFT_R2C && type != CUFFT_D2Z;
  request.out.isComplex = type != CUFFT_C2R && type != CUFFT_Z2D;
  return lastSizeOf(request);
}

static bool readType(cudaDataType type, Side &side) {
  switch (type) {
  case CUDA_R_16F:
  case CUDA_C_16F:
    side.format = Format::Half;
    break;
  case CUDA_R_16BF:
  case CUDA_C_16BF:
    side.format = Format::Bfloat16;
    break;
  case CUDA_R_32F:
  case CUDA_C_32F:
    side.format = Format::Single;
    break;
  case CUDA_R_64F:
  case CUDA_C_64F:
    side.format = Format::Double;
    break;
  default:
    return false;
  }
  side.isComplex =
      type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
  return true;
}

cufftResult setTypes(Request &request, cudaDataType in, cudaDataType out, cudaDataType execution) {
  Side executed;
  if (!readType(in, request.in) || !readType(out, request.out) || !readType(execution, executed))
    return CUFFT_INVALID_TYPE;
  // The execution type may be the real one, too (seen).
  if (request.in.format != request.out.format || request.in.format != executed.format ||
      (!request.in.isComplex && !request.out.isComplex))
    return CUFFT_INVALID_TYPE;
  if (bytesOf(executed.format) == 2)
    for (int i = 0; i < request.rank; ++i)
      if (!std::has_single_bit(uint64_t(request.n[size_t(i)])))
        return CUFFT_NOT_SUPPORTED;
  return CUFFT_SUCCESS;
}

Problem Request::problem(bool isForward, bool isInPlace) const {
  Problem p;
  p.precision = in.format == Format::Double ? Precision::Double : Precision::Single;
  p.kind = kind(isForward);
  p.isInPlace = isInPlace;
  // Contiguous numbers: in place each real line has room for its complex one.
  auto embedOf = [&](const Side &side, int axis) {
    const int64_t size = n[size_t(axis)];
    if (hasLayout)
      return side.embed[size_t(axis)];
    if (!isReal() || axis != rank - 1)
      return size;
    return side.isComplex ? halfOf(size) : isInPlace ? 2 * halfOf(size) : size;
  };
  std::array<Axis, 3> all{};
  Axis stride{0, hasLayout ? in.stride : 1, hasLayout ? out.stride : 1};
  for (int i = rank - 1; i >= 0; --i) {
    all[size_t(i)] = {n[size_t(i)], stride.in, stride.out};
    stride.in *= embedOf(in, i);
    stride.out *= embedOf(out, i);
  }
  for (int i = 0; i < rank; ++i)
    p.addAxis(all[size_t(i)]);
  p.addLoop({batch, hasLayout ? in.distance : stride.in, hasLayout ? out.distance : stride.out});
  return p;
}

} // namespace anywarp::cufft
