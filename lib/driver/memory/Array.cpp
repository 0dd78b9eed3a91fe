// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA arrays and mipmapped arrays: the calls of "Memory Management" that make and describe them.
#include "driver/memory/Array.h"

#include <algorithm>
#include <bit>

#include "driver/context/Device.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

CUresult findArray(CUarray handle, Array *&array) {
  array = find<Array>(handle);
  return array ? CUDA_SUCCESS : absent(Object::KindArray, handle, CUDA_ERROR_INVALID_HANDLE);
}

ChannelType channelType(CUarray_format format) {
  switch (format) {
  case CU_AD_FORMAT_UNSIGNED_INT8:
    return {.bytes = 1};
  case CU_AD_FORMAT_SIGNED_INT8:
    return {.bytes = 1, .isSigned = true};
  case CU_AD_FORMAT_UNSIGNED_INT16:
    return {.bytes = 2};
  case CU_AD_FORMAT_SIGNED_INT16:
    return {.bytes = 2, .isSigned = true};
  case CU_AD_FORMAT_UNSIGNED_INT32:
    return {.bytes = 4};
  case CU_AD_FORMAT_SIGNED_INT32:
    return {.bytes = 4, .isSigned = true};
  case CU_AD_FORMAT_HALF:
    return {.bytes = 2, .isFloat = true, .isSigned = true};
  case CU_AD_FORMAT_FLOAT:
    return {.bytes = 4, .isFloat = true, .isSigned = true};
  default:
    break;
  }
  // Fractions: unsigned, then signed; 8 bits, then 16; 1, 2 and 4 channels.
  if (format < CU_AD_FORMAT_UNORM_INT8X1 || format > CU_AD_FORMAT_SNORM_INT16X4)
    return {};
  const unsigned number = unsigned(format) - CU_AD_FORMAT_UNORM_INT8X1;
  return {.bytes = number / 3 % 2 ? 2u : 1u,
          .isSigned = number >= 6,
          .isFraction = true,
          .count = 1u << number % 3};
}

Array::Array(Context &, const CUDA_ARRAY3D_DESCRIPTOR &descriptor, unsigned texelBytes,
             CUdeviceptr data)
    : descriptor_(descriptor), texelBytes_(texelBytes), data_(data) {}

Array::~Array() {
  // Nothing to do if the context took its memory with it.
  (void)Process::get().memory.free(data_, [](const Allocation &allocation) {
    return allocation.kind == Allocation::Kind::Array ||
           allocation.kind == Allocation::Kind::External;
  });
}

/// The documented shapes: 1D, 2D, 3D, layered, cube maps.
static bool hasValidExtent(const CUDA_ARRAY3D_DESCRIPTOR &d) {
  bool isLayered = d.Flags & CUDA_ARRAY3D_LAYERED, isCube = d.Flags & CUDA_ARRAY3D_CUBEMAP;
  if (d.Width == 0)
    return false;
  if (d.Flags & CUDA_ARRAY3D_TEXTURE_GATHER &&
      (!d.Height || (d.Depth && !isLayered && !isCube) || d.Width > 32768 || d.Height > 32768))
    return false;
  if (d.Flags & CUDA_ARRAY3D_SURFACE_LDST && d.Width > 32768)
    return false;
  if (isCube)
    return d.Width == d.Height && (isLayered ? d.Depth && d.Depth % 6 == 0 : d.Depth == 6) &&
           d.Width <= 32768 && d.Depth <= 2046;
  if (isLayered)
    return d.Depth && d.Width <= 32768 && d.Height <= 32768 && d.Depth <= 2048;
  if (d.Depth > 16384) // the alternative form
    return d.Height && d.Width <= 8192 && d.Height <= 8192 && d.Depth <= 32768;
  if (d.Depth)
    return d.Height && d.Width <= 16384 && d.Height <= 16384;
  return d.Width <= 131072 && d.Height <= 65536;
}

#include "driver/rules/Array.inc"

CUresult checkArray(const CUDA_ARRAY3D_DESCRIPTOR &descriptor, unsigned &texelBytes) {
  if (CUresult result = checkArrayDescriptor(descriptor))
    return result;
  texelBytes = channelType(descriptor.Format).bytes * descriptor.NumChannels;
  return CUDA_SUCCESS;
}

/// An array with its memory and a handle.
static CUresult create(Context &context, const CUDA_ARRAY3D_DESCRIPTOR &descriptor,
                       unsigned texelBytes, Ref<Array> &array) {
  size_t bytes = descriptor.Width * texelBytes;
  bytes *= descriptor.Height ? descriptor.Height : 1;
  bytes *= descriptor.Depth ? descriptor.Depth : 1;
  CUdeviceptr data;
  if (CUresult result = Process::get().memory.allocate(context, Allocation::Kind::Array, bytes,
                                                       descriptor.Flags, data))
    return result;
  array = make<Array>(context, descriptor, texelBytes, data);
  return context.publish(Object::KindArray, array);
}

CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray) {
  unsigned texelBytes;
  if (CUresult result = checkArray(*pAllocateArray, texelBytes))
    return result;
  Ref<Array> array;
  if (CUresult result = create(currentContext(), *pAllocateArray, texelBytes, array))
    return result;
  *pHandle = handleOf(*array);
  return CUDA_SUCCESS;
}

CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  descriptor.Width = pAllocateArray->Width;
  descriptor.Height = pAllocateArray->Height;
  descriptor.Format = pAllocateArray->Format;
  descriptor.NumChannels = pAllocateArray->NumChannels;
  return edge::cuArray3DCreate(pHandle, &descriptor);
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, Array &array) {
  const CUDA_ARRAY3D_DESCRIPTOR &descriptor = array.descriptor();
  *pArrayDescriptor = {};
  pArrayDescriptor->Width = descriptor.Width;
  pArrayDescriptor->Height = descriptor.Height;
  pArrayDescriptor->Format = descriptor.Format;
  pArrayDescriptor->NumChannels = descriptor.NumChannels;
  return CUDA_SUCCESS;
}

CUresult cuArrayDestroy(Array &array) {
  if (array.isLevel) // what was got of a mipmapped array is given back; the level goes with it
    return CUDA_SUCCESS;
  Process::get().scheduler.wait(*array.owner());
  Context::unpublish(Object::KindArray, array.handleBits());
  return CUDA_SUCCESS;
}

// Arrays that these calls are about cannot be made here: cuArray3DCreate answers NOT_SUPPORTED. Of
// any other array, and of none, the question is a wrong value.

template <typename Kind> static CUresult unless(typename Kind::Handle handle) {
  return !handle || find<Kind>(handle) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
}

// -- Mipmapped arrays -----------------------------------------------------------------------------

MipmappedArray::~MipmappedArray() {
  for (const Ref<Array> &level : levels)
    if (level->handleBits())
      Context::unpublish(KindArray, level->handleBits());
}

static bool isLayered(const CUDA_ARRAY3D_DESCRIPTOR &descriptor) {
  return descriptor.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
}

unsigned levelCount(const CUDA_ARRAY3D_DESCRIPTOR &descriptor, unsigned wanted) {
  const size_t longest =
      std::max({descriptor.Width, descriptor.Height, isLayered(descriptor) ? 0 : descriptor.Depth});
  return std::clamp(wanted, 1u, unsigned(std::bit_width(longest)));
}

void halve(CUDA_ARRAY3D_DESCRIPTOR &descriptor) {
  const auto half = [](size_t &extent) { extent = extent > 1 ? extent / 2 : extent; };
  half(descriptor.Width);
  half(descriptor.Height);
  if (!isLayered(descriptor))
    half(descriptor.Depth);
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle,
                                const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                unsigned int numMipmapLevels) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor = *pMipmappedArrayDesc;
  unsigned texelBytes;
  if (CUresult result = checkArray(descriptor, texelBytes))
    return result;
  // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH and its like.
  if (descriptor.Width > 32768 || descriptor.Height > 32768)
    return CUDA_ERROR_INVALID_VALUE;
  const unsigned count = levelCount(descriptor, numMipmapLevels);
  Context &context = currentContext();
  Ref<MipmappedArray> mipmap = make<MipmappedArray>();
  for (unsigned i = 0; i < count; ++i) {
    Ref<Array> level;
    if (CUresult result = create(context, descriptor, texelBytes, level))
      return result;
    level->isLevel = true;
    mipmap->levels.push_back(std::move(level));
    halve(descriptor);
  }
  if (CUresult result = context.publish(Object::KindMipmappedArray, mipmap))
    return result;
  *pHandle = handleOf(*mipmap);
  return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayDestroy(MipmappedArray &mipmap) {
  Process::get().scheduler.wait(*mipmap.owner());
  Context::unpublish(Object::KindMipmappedArray, mipmap.handleBits());
  return CUDA_SUCCESS;
}

#include "driver/bodies/Array.inc"

} // namespace anywarp::driver
