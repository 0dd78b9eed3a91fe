// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of what programs ask for.
#include "cufft/Request.h"

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
  if (request.hasLayout && (a.istride <= 0 || a.ostride <= 0))
    return CUFFT_INVALID_VALUE;
  int64_t numbers = a.batch;
  for (int i = 0; i < a.rank; ++i) {
    const auto at = size_t(i);
    request.n[at] = a.n[i];
    // A size of 0 is refused in the first dimension only (seen).
    if (a.n[i] < (i == 0 ? 1 : 0) || __builtin_mul_overflow(numbers, request.n[at], &numbers))
      return CUFFT_INVALID_SIZE;
    if (request.hasLayout) {
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

cufftResult setTypes(Request &request, cufftType type) {
  const bool isDouble = type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
  if (!isDouble && type != CUFFT_C2C && type != CUFFT_R2C && type != CUFFT_C2R)
    return CUFFT_INVALID_TYPE;
  request.in.format = request.out.format = isDouble ? Format::Double : Format::Single;
  request.in.isComplex = type != CUFFT_R2C && type != CUFFT_D2Z;
  request.out.isComplex = type != CUFFT_C2R && type != CUFFT_Z2D;
  return CUFFT_SUCCESS;
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
  if (request.in.format != request.out.format || request.in.format != executed.format ||
      !executed.isComplex || (!request.in.isComplex && !request.out.isComplex))
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
