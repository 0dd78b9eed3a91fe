// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays, textures, surfaces, tensor maps.
#include <cstring>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

class TextureApi : public DeviceTest {
protected:
  /// 8 x 4 of one float.
  CUarray array(unsigned flags = 0) {
    CUDA_ARRAY3D_DESCRIPTOR wanted = {8, 4, 0, CU_AD_FORMAT_FLOAT, 1, flags};
    CUarray made = nullptr;
    EXPECT_EQ(CUDA_SUCCESS, cuArray3DCreate(&made, &wanted));
    return made;
  }
};

TEST_F(TextureApi, ArraysAreFilledAndReadByCopies) {
  CUDA_ARRAY_DESCRIPTOR wanted = {8, 4, CU_AD_FORMAT_UNSIGNED_INT32, 1}, seen = {};
  CUarray made;
  OK(cuArrayCreate(&made, &wanted));
  OK(cuArrayGetDescriptor(&seen, made));
  EXPECT_EQ(8u, seen.Width);
  EXPECT_EQ(4u, seen.Height);
  EXPECT_EQ(CU_AD_FORMAT_UNSIGNED_INT32, seen.Format);
  CUDA_ARRAY3D_DESCRIPTOR whole = {};
  OK(cuArray3DGetDescriptor(&whole, made));
  EXPECT_EQ(0u, whole.Depth);
  OK(cuArrayDestroy(made));
  // Copies by offset are for arrays of one dimension.
  wanted.Width = 32;
  wanted.Height = 0;
  OK(cuArrayCreate(&made, &wanted));
  unsigned values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {};
  OK(cuMemcpyHtoA(made, 32, values, 32));
  OK(cuMemcpyAtoH(back, made, 40, 8));
  EXPECT_EQ(3u, back[0]);
  EXPECT_EQ(4u, back[1]);
  const CUdeviceptr memory = words(8);
  OK(cuMemcpyAtoD(memory, made, 32, 32));
  EXPECT_EQ(8u, read(memory, 8)[7]);
  OK(cuMemcpyDtoA(made, 0, memory, 32));
  OK(cuMemcpyAtoA(made, 64, made, 0, 32));
  OK(cuMemcpyHtoAAsync(made, 96, values, 32, nullptr));
  OK(cuMemcpyAtoHAsync(back, made, 64, 32, nullptr));
  OK(cuStreamSynchronize(nullptr));
  EXPECT_EQ(0, std::memcmp(values, back, 32));
  FAILS(INVALID_VALUE, cuMemcpyHtoA(made, 128, values, 32)); // behind the end
  CUDA_ARRAY_MEMORY_REQUIREMENTS needed;
  FAILS(INVALID_VALUE, cuArrayGetMemoryRequirements(&needed, made, device_)); // has its memory
  wanted.NumChannels = 3;                                                     // 1, 2 or 4
  CUarray none;
  FAILS(INVALID_VALUE, cuArrayCreate(&none, &wanted));
  OK(cuMemFree(memory));
  OK(cuArrayDestroy(made));
}

TEST_F(TextureApi, LevelsOfAMipmapHalve) {
  CUDA_ARRAY3D_DESCRIPTOR wanted = {8, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0}, seen = {};
  CUmipmappedArray made;
  OK(cuMipmappedArrayCreate(&made, &wanted, 3));
  CUarray level, none;
  OK(cuMipmappedArrayGetLevel(&level, made, 1));
  OK(cuArray3DGetDescriptor(&seen, level));
  EXPECT_EQ(4u, seen.Width);
  EXPECT_EQ(2u, seen.Height);
  FAILS(INVALID_VALUE, cuMipmappedArrayGetLevel(&none, made, 3));
  CUDA_ARRAY_MEMORY_REQUIREMENTS needed; // only where memory comes later
  FAILS(INVALID_VALUE, cuMipmappedArrayGetMemoryRequirements(&needed, made, device_));
  OK(cuMipmappedArrayDestroy(made));
}

TEST_F(TextureApi, ObjectsTellWhatTheyWereMadeOf) {
  const CUarray source = array(CUDA_ARRAY3D_SURFACE_LDST);
  CUDA_RESOURCE_DESC resource = {}, seenResource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = source;
  CUDA_TEXTURE_DESC texture = {}, seenTexture = {};
  texture.addressMode[0] = CU_TR_ADDRESS_MODE_CLAMP;
  texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
  texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUtexObject object;
  OK(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  OK(cuTexObjectGetResourceDesc(&seenResource, object));
  OK(cuTexObjectGetTextureDesc(&seenTexture, object));
  EXPECT_EQ(source, seenResource.res.array.hArray);
  EXPECT_EQ(CU_TR_FILTER_MODE_LINEAR, seenTexture.filterMode);
  EXPECT_EQ(unsigned(CU_TRSF_NORMALIZED_COORDINATES), seenTexture.flags);
  CUsurfObject surface;
  OK(cuSurfObjectCreate(&surface, &resource));
  OK(cuSurfObjectGetResourceDesc(&seenResource, surface));
  EXPECT_EQ(source, seenResource.res.array.hArray);
  OK(cuSurfObjectDestroy(surface));
  OK(cuTexObjectDestroy(object));

  const CUdeviceptr memory = words(64);
  resource = {};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear = {memory, CU_AD_FORMAT_FLOAT, 1, 256};
  texture = {};
  OK(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  OK(cuTexObjectDestroy(object));
  resource.resType = CU_RESOURCE_TYPE_PITCH2D;
  resource.res.pitch2D = {memory, CU_AD_FORMAT_FLOAT, 1, 8, 4, 64};
  OK(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  OK(cuTexObjectDestroy(object));
  resource.res.linear.devPtr = memory + 1; // not aligned
  EXPECT_NE(CUDA_SUCCESS, cuTexObjectCreate(&object, &resource, &texture, nullptr));
  OK(cuMemFree(memory));
  OK(cuArrayDestroy(source));
}

TEST_F(TextureApi, ViewsShowTexelsOfTheSameSize) {
  const CUarray source = array();
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = source;
  CUDA_TEXTURE_DESC texture = {};
  CUDA_RESOURCE_VIEW_DESC view = {}, seen = {};
  CUtexObject object;
  view.format = CU_RES_VIEW_FORMAT_UINT_1X32;
  view.width = 8;
  view.height = 4;
  texture.flags = CU_TRSF_READ_AS_INTEGER;
  OK(cuTexObjectCreate(&object, &resource, &texture, &view));
  OK(cuTexObjectGetResourceViewDesc(&seen, object));
  EXPECT_EQ(CU_RES_VIEW_FORMAT_UINT_1X32, seen.format);
  EXPECT_EQ(8u, seen.width);
  OK(cuTexObjectDestroy(object));
  view.format = CU_RES_VIEW_FORMAT_UINT_4X8; // four bytes as well
  OK(cuTexObjectCreate(&object, &resource, &texture, &view));
  OK(cuTexObjectDestroy(object));
  const auto refused = [&](auto change) {
    CUDA_RESOURCE_VIEW_DESC other = view;
    change(other);
    return cuTexObjectCreate(&object, &resource, &texture, &other);
  };
  using View = CUDA_RESOURCE_VIEW_DESC;
  FAILS(INVALID_VALUE, refused([](View &it) { it.format = CU_RES_VIEW_FORMAT_UINT_2X32; }));
  FAILS(INVALID_VALUE, refused([](View &it) { it.format = CU_RES_VIEW_FORMAT_NONE; }));
  FAILS(INVALID_VALUE, refused([](View &it) { it.width = 4; }));
  FAILS(INVALID_VALUE, refused([](View &it) { it.firstMipmapLevel = 1; }));
  FAILS(INVALID_VALUE, refused([](View &it) { it.firstLayer = 1; }));
  FAILS(INVALID_VALUE, refused([](View &it) { it.reserved[0] = 1; }));
  OK(cuArrayDestroy(source));
}

TEST_F(TextureApi, ViewsShowSomeLevelsAndLayers) {
  CUDA_ARRAY3D_DESCRIPTOR shape = {8, 8, 4, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED};
  CUmipmappedArray levels;
  OK(cuMipmappedArrayCreate(&levels, &shape, 3));
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  resource.res.mipmap.hMipmappedArray = levels;
  CUDA_TEXTURE_DESC texture = {};
  texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUDA_RESOURCE_VIEW_DESC view = {};
  view.format = CU_RES_VIEW_FORMAT_FLOAT_1X32;
  view.width = view.height = 8;
  view.depth = 4;
  view.firstMipmapLevel = 1;
  view.lastMipmapLevel = 2;
  view.firstLayer = 1;
  view.lastLayer = 2;
  CUtexObject object;
  OK(cuTexObjectCreate(&object, &resource, &texture, &view));
  OK(cuTexObjectDestroy(object));
  view.firstLayer = 4;
  view.lastLayer = 4;
  FAILS(INVALID_VALUE, cuTexObjectCreate(&object, &resource, &texture, &view));
  OK(cuMipmappedArrayDestroy(levels));
}

TEST_F(TextureApi, BlocksOfCompressedTexelsAreWordsOfTheArray) {
  struct Case {
    CUresourceViewFormat format;
    unsigned channels;
  };
  const Case cases[] = {{CU_RES_VIEW_FORMAT_UNSIGNED_BC1, 2}, {CU_RES_VIEW_FORMAT_UNSIGNED_BC2, 4},
                        {CU_RES_VIEW_FORMAT_UNSIGNED_BC3, 4}, {CU_RES_VIEW_FORMAT_UNSIGNED_BC4, 2},
                        {CU_RES_VIEW_FORMAT_SIGNED_BC4, 2},   {CU_RES_VIEW_FORMAT_UNSIGNED_BC5, 4},
                        {CU_RES_VIEW_FORMAT_SIGNED_BC5, 4}};
  for (const auto &[format, channels] : cases)
    for (unsigned given : {2u, 4u}) {
      CUDA_ARRAY3D_DESCRIPTOR shape = {4, 4, 0, CU_AD_FORMAT_UNSIGNED_INT32, given, 0};
      CUarray blocks;
      OK(cuArray3DCreate(&blocks, &shape));
      CUDA_RESOURCE_DESC resource = {};
      resource.resType = CU_RESOURCE_TYPE_ARRAY;
      resource.res.array.hArray = blocks;
      CUDA_TEXTURE_DESC texture = {};
      CUDA_RESOURCE_VIEW_DESC view = {};
      view.format = format;
      view.width = view.height = 16; // "4 times the original width"
      CUtexObject object;
      const CUresult result = cuTexObjectCreate(&object, &resource, &texture, &view);
      EXPECT_EQ(given == channels ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE, result) << format;
      if (!result)
        OK(cuTexObjectDestroy(object));
      OK(cuArrayDestroy(blocks));
    }
}

TEST_F(TextureApi, TensorMapsAreChecked) {
  const CUdeviceptr memory = words(64 * 64);
  CUtensorMap map;
  const cuuint64_t sizes[] = {64, 64}, strides[] = {256}, odd[] = {100};
  const cuuint32_t box[] = {16, 16}, steps[] = {1, 1}, large[] = {512, 16};
  auto encode = [&](const cuuint64_t *pitch, const cuuint32_t *part) {
    return cuTensorMapEncodeTiled(
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, reinterpret_cast<void *>(memory), sizes, pitch,
        part, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
        CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  OK(encode(strides, box));
  OK(cuTensorMapReplaceAddress(&map, reinterpret_cast<void *>(memory + 256)));
  FAILS(INVALID_VALUE, encode(odd, box));       // a multiple of 16
  FAILS(INVALID_VALUE, encode(strides, large)); // at most 256 elements
  OK(cuMemFree(memory));
}

} // namespace
} // namespace anywarp::driver
