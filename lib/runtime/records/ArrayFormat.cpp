// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of element formats.
#include "runtime/records/ArrayFormat.h"

#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

namespace {

struct PlainFormat {
  cudaChannelFormatKind kind;
  int bits;
  CUarray_format format;
};

constexpr PlainFormat kPlain[] = {
    {cudaChannelFormatKindUnsigned, 8, CU_AD_FORMAT_UNSIGNED_INT8},
    {cudaChannelFormatKindUnsigned, 16, CU_AD_FORMAT_UNSIGNED_INT16},
    {cudaChannelFormatKindUnsigned, 32, CU_AD_FORMAT_UNSIGNED_INT32},
    {cudaChannelFormatKindSigned, 8, CU_AD_FORMAT_SIGNED_INT8},
    {cudaChannelFormatKindSigned, 16, CU_AD_FORMAT_SIGNED_INT16},
    {cudaChannelFormatKindSigned, 32, CU_AD_FORMAT_SIGNED_INT32},
    {cudaChannelFormatKindFloat, 16, CU_AD_FORMAT_HALF},
    {cudaChannelFormatKindFloat, 32, CU_AD_FORMAT_FLOAT},
};

/// Kinds that fix every channel.
struct FixedFormat {
  cudaChannelFormatKind kind;
  CUarray_format format;
  int x, y, z, w;
  bool isCompressed;
};

constexpr FixedFormat kFixed[] = {
    {cudaChannelFormatKindNV12, CU_AD_FORMAT_NV12, 8, 8, 8, 0, true},
    {cudaChannelFormatKindUnsignedNormalized8X1, CU_AD_FORMAT_UNORM_INT8X1, 8, 0, 0, 0, false},
    {cudaChannelFormatKindUnsignedNormalized8X2, CU_AD_FORMAT_UNORM_INT8X2, 8, 8, 0, 0, false},
    {cudaChannelFormatKindUnsignedNormalized8X4, CU_AD_FORMAT_UNORM_INT8X4, 8, 8, 8, 8, false},
    {cudaChannelFormatKindUnsignedNormalized16X1, CU_AD_FORMAT_UNORM_INT16X1, 16, 0, 0, 0, false},
    {cudaChannelFormatKindUnsignedNormalized16X2, CU_AD_FORMAT_UNORM_INT16X2, 16, 16, 0, 0, false},
    {cudaChannelFormatKindUnsignedNormalized16X4, CU_AD_FORMAT_UNORM_INT16X4, 16, 16, 16, 16,
     false},
    {cudaChannelFormatKindSignedNormalized8X1, CU_AD_FORMAT_SNORM_INT8X1, 8, 0, 0, 0, false},
    {cudaChannelFormatKindSignedNormalized8X2, CU_AD_FORMAT_SNORM_INT8X2, 8, 8, 0, 0, false},
    {cudaChannelFormatKindSignedNormalized8X4, CU_AD_FORMAT_SNORM_INT8X4, 8, 8, 8, 8, false},
    {cudaChannelFormatKindSignedNormalized16X1, CU_AD_FORMAT_SNORM_INT16X1, 16, 0, 0, 0, false},
    {cudaChannelFormatKindSignedNormalized16X2, CU_AD_FORMAT_SNORM_INT16X2, 16, 16, 0, 0, false},
    {cudaChannelFormatKindSignedNormalized16X4, CU_AD_FORMAT_SNORM_INT16X4, 16, 16, 16, 16, false},
    {cudaChannelFormatKindUnsignedNormalized1010102, CU_AD_FORMAT_UNORM_INT_101010_2, 10, 10, 10, 2,
     false},
    {cudaChannelFormatKindUnsignedBlockCompressed1, CU_AD_FORMAT_BC1_UNORM, 8, 8, 8, 8, true},
    {cudaChannelFormatKindUnsignedBlockCompressed1SRGB, CU_AD_FORMAT_BC1_UNORM_SRGB, 8, 8, 8, 8,
     true},
    {cudaChannelFormatKindUnsignedBlockCompressed2, CU_AD_FORMAT_BC2_UNORM, 8, 8, 8, 8, true},
    {cudaChannelFormatKindUnsignedBlockCompressed2SRGB, CU_AD_FORMAT_BC2_UNORM_SRGB, 8, 8, 8, 8,
     true},
    {cudaChannelFormatKindUnsignedBlockCompressed3, CU_AD_FORMAT_BC3_UNORM, 8, 8, 8, 8, true},
    {cudaChannelFormatKindUnsignedBlockCompressed3SRGB, CU_AD_FORMAT_BC3_UNORM_SRGB, 8, 8, 8, 8,
     true},
    {cudaChannelFormatKindUnsignedBlockCompressed4, CU_AD_FORMAT_BC4_UNORM, 8, 0, 0, 0, true},
    {cudaChannelFormatKindSignedBlockCompressed4, CU_AD_FORMAT_BC4_SNORM, 8, 0, 0, 0, true},
    {cudaChannelFormatKindUnsignedBlockCompressed5, CU_AD_FORMAT_BC5_UNORM, 8, 8, 0, 0, true},
    {cudaChannelFormatKindSignedBlockCompressed5, CU_AD_FORMAT_BC5_SNORM, 8, 8, 0, 0, true},
    {cudaChannelFormatKindUnsignedBlockCompressed6H, CU_AD_FORMAT_BC6H_UF16, 16, 16, 16, 0, true},
    {cudaChannelFormatKindSignedBlockCompressed6H, CU_AD_FORMAT_BC6H_SF16, 16, 16, 16, 0, true},
    {cudaChannelFormatKindUnsignedBlockCompressed7, CU_AD_FORMAT_BC7_UNORM, 8, 8, 8, 8, true},
    {cudaChannelFormatKindUnsignedBlockCompressed7SRGB, CU_AD_FORMAT_BC7_UNORM_SRGB, 8, 8, 8, 8,
     true},
};

unsigned int channelsOf(int x, int y, int z, int w) {
  return (x > 0) + (y > 0) + (z > 0) + (w > 0);
}

} // namespace

bool toDriver(const cudaChannelFormatDesc &desc, ArrayFormat &format) {
  for (const FixedFormat &fixed : kFixed)
    if (desc.f == fixed.kind && desc.x == fixed.x && desc.y == fixed.y && desc.z == fixed.z &&
        desc.w == fixed.w) {
      format = {fixed.format, channelsOf(desc.x, desc.y, desc.z, desc.w)};
      return true;
    }
  // Channels of one size, from x on; three do not exist.
  const int bits = desc.x;
  const bool two = desc.y == bits, four = two && desc.z == bits && desc.w == bits;
  if (!(four || (two && !desc.z && !desc.w) || (!desc.y && !desc.z && !desc.w)))
    return false;
  for (const PlainFormat &plain : kPlain)
    if (desc.f == plain.kind && bits == plain.bits) {
      format = {plain.format, four ? 4u : two ? 2u : 1u};
      return true;
    }
  return false;
}

cudaChannelFormatDesc toRuntime(ArrayFormat format) {
  for (const FixedFormat &fixed : kFixed)
    if (format.format == fixed.format)
      return {fixed.x, fixed.y, fixed.z, fixed.w, fixed.kind};
  for (const PlainFormat &plain : kPlain)
    if (format.format == plain.format)
      return {plain.bits, format.channels > 1 ? plain.bits : 0,
              format.channels > 2 ? plain.bits : 0, format.channels > 3 ? plain.bits : 0,
              plain.kind};
  return {0, 0, 0, 0, cudaChannelFormatKindNone};
}

size_t elementSize(ArrayFormat format) {
  for (const FixedFormat &fixed : kFixed)
    if (format.format == fixed.format)
      return fixed.isCompressed ? 0 : (fixed.x + fixed.y + fixed.z + fixed.w) / 8;
  const cudaChannelFormatDesc desc = toRuntime(format);
  return (desc.x + desc.y + desc.z + desc.w) / 8;
}

cudaError_t describe(cudaArray_const_t array, CUDA_ARRAY3D_DESCRIPTOR &descriptor) {
  if (!array)
    return cudaErrorInvalidResourceHandle;
  return toError(cu().cuArray3DGetDescriptor(&descriptor, toDriver(array)));
}

} // namespace anywarp::runtime
