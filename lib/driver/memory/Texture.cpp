// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Texture Object Management".
#include "driver/memory/Texture.h"
#include "driver/process/CaptureRules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "driver/context/Device.h"
#include "driver/process/Process.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

using exec::Image;

// -- Resources → images ---------------------------------------------------------------------------

static bool setFormat(Image &image, CUarray_format format, unsigned channels) {
  const ChannelType type = channelType(format);
  if (!type.bytes || (channels != 1 && channels != 2 && channels != 4))
    return false;
  image.channels = uint8_t(channels);
  image.channelBits = uint8_t(8 * type.bytes);
  image.isFloat = type.isFloat;
  image.isSigned = type.isSigned;
  image.isFraction = type.isFraction;
  return true;
}

/// 0 where no texel is like that.
static unsigned texelBytes(CUarray_format format, unsigned channels) {
  Image image;
  return setFormat(image, format, channels) ? unsigned(image.texelBytes()) : 0;
}

static exec::ImageLevel levelOf(const Array &array) {
  exec::ImageLevel level;
  level.data = array.data();
  level.size[0] = uint32_t(array.descriptor().Width);
  level.size[1] = uint32_t(array.rows());
  level.size[2] = uint32_t(array.isLayered() ? 1 : array.slices());
  level.rowBytes = array.rowBytes();
  level.sliceBytes = array.sliceBytes();
  return level;
}

static bool setShape(Image &image, const Array &array) {
  const CUDA_ARRAY3D_DESCRIPTOR &shape = array.descriptor();
  image.isCube = shape.Flags & CUDA_ARRAY3D_CUBEMAP;
  image.isLayered = shape.Flags & CUDA_ARRAY3D_LAYERED;
  image.slices = array.isLayered() ? uint32_t(array.slices()) : 1;
  image.dimensions = shape.Depth && !array.isLayered() ? 3 : shape.Height ? 2 : 1;
  return setFormat(image, shape.Format, shape.NumChannels);
}

/// The known ones, and two without a name that a GPU's driver lets pass.
static constexpr unsigned kTextureFlags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                                          CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
                                          CU_TRSF_SEAMLESS_CUBEMAP | 0x04 | 0x08;

#include "driver/rules/Texture.inc"

/// `resource` passed checkResource.
static CUresult describe(const CUDA_RESOURCE_DESC &resource, Image &image) {
  exec::ImageLevel &base = image.levels[0];
  switch (resource.resType) {
  case CU_RESOURCE_TYPE_ARRAY: {
    const Array *array = find<Array>(resource.res.array.hArray);
    base = levelOf(*array);
    return setShape(image, *array) ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
  }
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: {
    const MipmappedArray *mipmap = find<MipmappedArray>(resource.res.mipmap.hMipmappedArray);
    image.levelCount = uint8_t(mipmap->levels.size());
    for (size_t i = 0; i < mipmap->levels.size(); ++i)
      image.levels[i] = levelOf(*mipmap->levels[i]);
    return setShape(image, *mipmap->levels[0]) ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
  }
  case CU_RESOURCE_TYPE_LINEAR: {
    const auto &linear = resource.res.linear;
    setFormat(image, linear.format, linear.numChannels);
    image.isBuffer = true;
    base.data = reinterpret_cast<char *>(linear.devPtr);
    base.size[0] = uint32_t(linear.sizeInBytes / image.texelBytes());
    return CUDA_SUCCESS;
  }
  case CU_RESOURCE_TYPE_PITCH2D: {
    const auto &pitched = resource.res.pitch2D;
    setFormat(image, pitched.format, pitched.numChannels);
    image.dimensions = 2;
    base.data = reinterpret_cast<char *>(pitched.devPtr);
    base.size[0] = std::max(1u, uint32_t(pitched.width));
    base.size[1] = std::max(1u, uint32_t(pitched.height));
    base.rowBytes = pitched.pitchInBytes;
    base.sliceBytes = base.rowBytes * pitched.height;
    return CUDA_SUCCESS;
  }
  }
  AW_UNREACHABLE("a resource that was not checked");
}

/// The view's format: formats come in the order unsigned 8, signed 8, unsigned 16 …, each with 1, 2
/// and 4 channels.
static bool setViewFormat(Image &image, CUresourceViewFormat format) {
  static constexpr CUarray_format kFormats[] = {
      CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_SIGNED_INT8,    CU_AD_FORMAT_UNSIGNED_INT16,
      CU_AD_FORMAT_SIGNED_INT16,  CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32,
      CU_AD_FORMAT_HALF,          CU_AD_FORMAT_FLOAT};
  const unsigned number = unsigned(format) - CU_RES_VIEW_FORMAT_UINT_1X8;
  return setFormat(image, kFormats[number / 3], 1u << number % 3);
}

/// Blocks of 4 x 4 texels in the array's texels.
static CUresult setBlocks(const CUDA_RESOURCE_VIEW_DESC &view, Image &image) {
  using Block = Image::Block;
  static constexpr Block kBlocks[] = {
      Block::Color, Block::ColorAndAlpha4, Block::ColorAndAlpha8, Block::Red,
      Block::Red,   Block::RedGreen,       Block::RedGreen};
  const unsigned number = unsigned(view.format) - CU_RES_VIEW_FORMAT_UNSIGNED_BC1;
  const Block block = number < std::size(kBlocks) ? kBlocks[number] : Block::None;
  if (CUresult result = checkBlocks(block, image))
    return result;
  image.block = block;
  image.channels = 4;
  image.channelBits = block == Block::Red || block == Block::RedGreen ? 16 : 8;
  image.isSigned =
      view.format == CU_RES_VIEW_FORMAT_SIGNED_BC4 || view.format == CU_RES_VIEW_FORMAT_SIGNED_BC5;
  image.isFraction = true;
  const uint32_t size[2] = {4 * image.levels[0].size[0], 4 * image.levels[0].size[1]};
  for (unsigned i = 0; i < image.levelCount; ++i)
    for (unsigned axis = 0; axis < 2; ++axis)
      image.levels[i].size[axis] = std::max(1u, size[axis] >> i);
  return CUDA_SUCCESS;
}

static CUresult apply(const CUDA_RESOURCE_VIEW_DESC &view, Image &image) {
  if (CUresult result = checkView(view))
    return result;
  const unsigned bytes = image.texelBytes();
  if (view.format >= CU_RES_VIEW_FORMAT_UNSIGNED_BC1) {
    if (CUresult result = setBlocks(view, image))
      return result;
  } else if (!setViewFormat(image, view.format) || image.texelBytes() != bytes) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (CUresult result = checkPart(view, image))
    return result;
  const unsigned lastLevel = std::min(view.lastMipmapLevel, image.levelCount - 1u);
  std::copy(image.levels + view.firstMipmapLevel, image.levels + lastLevel + 1, image.levels);
  image.levelCount = uint8_t(lastLevel - view.firstMipmapLevel + 1);
  if (!image.isLayered)
    return CUDA_SUCCESS;
  image.slices = std::min(view.lastLayer, image.slices - 1) - view.firstLayer + 1;
  for (unsigned i = 0; i < image.levelCount; ++i)
    image.levels[i].data += view.firstLayer * image.levels[i].sliceBytes;
  return CUDA_SUCCESS;
}

// -- How textures read ----------------------------------------------------------------------------

static CUresult setSampling(const CUDA_TEXTURE_DESC &desc, const CUDA_RESOURCE_DESC &resource,
                            Image &image) {
  using Reading = Image::Reading;
  if (CUresult result = checkSampling(desc, image))
    return result;
  const bool isLinearMemory = resource.resType == CU_RESOURCE_TYPE_LINEAR;
  const bool isPromoted =
      image.isFraction || (!(desc.flags & CU_TRSF_READ_AS_INTEGER) && image.channelBits < 32);
  image.isNormalized = desc.flags & CU_TRSF_NORMALIZED_COORDINATES && !isLinearMemory;
  image.isSeamless = desc.flags & CU_TRSF_SEAMLESS_CUBEMAP;
  image.isSrgb =
      desc.flags & CU_TRSF_SRGB && image.channelBits == 8 && !image.isSigned && isPromoted;
  image.reading = image.isFloat                    ? Reading::Real
                  : !isPromoted                    ? Reading::Integer
                  : image.isSigned || image.isSrgb ? Reading::Real
                                                   : Reading::Fixed;
  for (unsigned i = 0; i < image.dimensions; ++i) {
    image.address[i] = Image::Address(desc.addressMode[i]);
    // Wrap and mirror are for normalised coordinates; with others they mean clamp.
    if (!image.isNormalized && image.address[i] != Image::Address::Border)
      image.address[i] = Image::Address::Clamp;
  }
  if (image.dimensions == 1 && desc.addressMode[1] == CU_TR_ADDRESS_MODE_BORDER)
    image.address[1] = Image::Address::Border; // see exec/images/Texels.h
  // Linear memory is not filtered, nor are integers.
  image.isLinear = desc.filterMode == CU_TR_FILTER_MODE_LINEAR && !isLinearMemory &&
                   image.reading != Reading::Integer;
  image.isLinearBetweenLevels = desc.mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR;
  image.levelBias = desc.mipmapLevelBias;
  image.minLevel = desc.minMipmapLevelClamp;
  image.maxLevel = desc.maxMipmapLevelClamp;
  image.setBorder(desc.borderColor);
  return CUDA_SUCCESS;
}

// -- Objects --------------------------------------------------------------------------------------

ImageObject::~ImageObject() {
  if (image)
    (void)exec::removeImage(image);
}

CUresult ImageObject::enter(Context &context, Ref<ImageObject> object, Image &description,
                            uint64_t &handle) {
  description.owner = object.get();
  object->image = exec::addImage(description);
  if (!object->image)
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (CUresult result = context.publish(kKind, object))
    return result;
  handle = object->image;
  return CUDA_SUCCESS;
}

CUresult ImageObject::createTexture(Context &context, const CUDA_RESOURCE_DESC &resource,
                                    const CUDA_TEXTURE_DESC &texture,
                                    const CUDA_RESOURCE_VIEW_DESC *view, uint64_t &handle) {
  if (CUresult result = checkResource(resource))
    return result;
  Image image;
  if (CUresult result = describe(resource, image))
    return result;
  Ref<ImageObject> object = make<ImageObject>(resource, /*isSurface=*/false);
  object->texture = texture;
  if (view) {
    // Only arrays can be seen in other ways; for memory it says nothing.
    const bool isArray = resource.resType == CU_RESOURCE_TYPE_ARRAY ||
                         resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    if (CUresult result = isArray ? apply(*view, image) : CUDA_SUCCESS)
      return result;
    object->view = *view;
  }
  if (CUresult result = setSampling(texture, resource, image))
    return result;
  return enter(context, std::move(object), image, handle);
}

CUresult ImageObject::createSurface(Context &context, const CUDA_RESOURCE_DESC &resource,
                                    uint64_t &handle) {
  if (CUresult result = checkResource(resource))
    return result;
  Image image;
  if (CUresult result = describe(resource, image))
    return result;
  image.isSurface = true;
  return enter(context, make<ImageObject>(resource, /*isSurface=*/true), image, handle);
}

ImageObject *ImageObject::find(uint64_t handle, bool isSurface) {
  const Image *image = exec::findImage(handle);
  return image && image->isSurface == isSurface ? static_cast<ImageObject *>(image->owner)
                                                : nullptr;
}

CUresult ImageObject::destroy(uint64_t handle, bool isSurface) {
  ImageObject *object = find(handle, isSurface);
  if (!object) // no error on a GPU either: there is nothing left to do
    return CUDA_SUCCESS;
  const uint64_t bits = object->handleBits();
  Process::get().scheduler.wait(currentContext());
  (void)Context::unpublish(kKind, bits);
  return CUDA_SUCCESS;
}

// -- The API --------------------------------------------------------------------------------------

CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc,
                           const CUDA_TEXTURE_DESC *pTexDesc,
                           const CUDA_RESOURCE_VIEW_DESC *pResViewDesc) {
  uint64_t handle;
  if (CUresult result =
          ImageObject::createTexture(currentContext(), *pResDesc, *pTexDesc, pResViewDesc, handle))
    return result;
  *pTexObject = handle;
  return CUDA_SUCCESS;
}

#include "driver/bodies/Texture.inc"

} // namespace anywarp::driver
