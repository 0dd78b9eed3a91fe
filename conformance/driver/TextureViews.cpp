// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptions of textures and arrays, mipmapped arrays and resource views: what is refused, and
// what is not. What is marked "seen" was recorded on an H200.
#include <initializer_list>

#include "Textures.h"

/// What is refused in a description of a texture, and what is not. All seen.
static void descriptions() {
  CUarray real = makeArray(64, 32, CU_AD_FORMAT_FLOAT, 1);
  CUarray bytes = makeArray(64, 32, CU_AD_FORMAT_UNSIGNED_INT8, 4);
  CUarray words = makeArray(64, 32, CU_AD_FORMAT_UNSIGNED_INT32, 1);
  CUarray cube = makeArray(32, 32, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP, 6);
  auto create = [](const CUDA_RESOURCE_DESC &resource, const CUDA_TEXTURE_DESC &how) {
    CUtexObject texture;
    CUresult result = cuTexObjectCreate(&texture, &resource, &how, nullptr);
    if (!result)
      OK(cuTexObjectDestroy(texture));
    return result;
  };
  auto with = [&](CUarray array, auto change) {
    CUDA_TEXTURE_DESC how = {};
    change(how);
    return create(resourceOf(array), how);
  };
  using How = CUDA_TEXTURE_DESC &;
  const auto none = [](How) {};
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         with(real, [](How how) { how.addressMode[0] = CUaddress_mode(4); }));
  OK(with(real, [](How how) { how.addressMode[2] = CUaddress_mode(99); })); // not looked at: 2D
  EXPECT(CUDA_ERROR_INVALID_VALUE, with(real, [](How how) { how.filterMode = CUfilter_mode(2); }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with(real, [](How how) { how.flags = 0x80; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with(real, [](How how) { how.reserved[0] = 1; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         with(real, [](How how) { how.flags = CU_TRSF_SEAMLESS_CUBEMAP; }));
  OK(with(cube, [](How how) { how.flags = CU_TRSF_SEAMLESS_CUBEMAP; }));
  for (unsigned anisotropy : {1u, 16u, 17u, 1000u})
    OK(with(real, [&](How how) { how.maxAnisotropy = anisotropy; }));
  OK(with(real, [](How how) { how.flags = CU_TRSF_SRGB | CU_TRSF_READ_AS_INTEGER; }));
  for (CUarray array : {bytes, words})
    for (unsigned flags : {0, CU_TRSF_READ_AS_INTEGER})
      OK(with(array, [&](How how) {
        how.filterMode = CU_TR_FILTER_MODE_LINEAR;
        how.flags = flags;
      }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with(nullptr, none));
  CUDA_RESOURCE_DESC resource = resourceOf(real);
  resource.flags = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, create(resource, {}));
  resource.flags = 0;
  resource.resType = CUresourcetype(9);
  EXPECT(CUDA_ERROR_INVALID_VALUE, create(resource, {}));
  for (CUarray array : {real, bytes, words, cube})
    OK(cuArrayDestroy(array));

  // Arrays of fractions have the channels that their format says.
  for (unsigned i = 0; i < 12; ++i)
    for (unsigned channels : {1u, 2u, 4u}) {
      CUDA_ARRAY3D_DESCRIPTOR shape = {};
      shape.Width = shape.Height = 8;
      shape.Format = CUarray_format(CU_AD_FORMAT_UNORM_INT8X1 + i);
      shape.NumChannels = channels;
      CUarray array;
      const bool isRight = channels == 1u << i % 3;
      EXPECT(isRight ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&array, &shape));
      if (isRight) {
        OK(with(array, none));
        OK(cuArrayDestroy(array));
      }
    }
  // Shapes of arrays for gathers and surfaces.
  auto shape = [](size_t width, size_t height, size_t depth, unsigned flags) {
    CUDA_ARRAY3D_DESCRIPTOR shape = {width, height, depth, CU_AD_FORMAT_UNSIGNED_INT8, 1, flags};
    CUarray array;
    CUresult result = cuArray3DCreate(&array, &shape);
    if (!result)
      OK(cuArrayDestroy(array));
    return result;
  };
  OK(shape(4, 4, 0, CUDA_ARRAY3D_TEXTURE_GATHER));
  EXPECT(CUDA_ERROR_INVALID_VALUE, shape(4, 0, 0, CUDA_ARRAY3D_TEXTURE_GATHER));
  EXPECT(CUDA_ERROR_INVALID_VALUE, shape(4, 4, 4, CUDA_ARRAY3D_TEXTURE_GATHER));
  EXPECT(CUDA_ERROR_INVALID_VALUE, shape(40000, 4, 0, CUDA_ARRAY3D_TEXTURE_GATHER));
  EXPECT(CUDA_ERROR_INVALID_VALUE, shape(32769, 0, 0, CUDA_ARRAY3D_SURFACE_LDST));
  EXPECT(CUDA_ERROR_INVALID_VALUE, shape(4, 8, 6, CUDA_ARRAY3D_CUBEMAP));
  EXPECT(CUDA_ERROR_INVALID_VALUE, shape(4, 4, 0, CUDA_ARRAY3D_DEPTH_TEXTURE));
}

static void mipmaps() {
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = 8;
  shape.Height = 4;
  shape.Format = CU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  CUmipmappedArray mipmap = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayCreate(nullptr, &shape, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayCreate(&mipmap, nullptr, 2));
  OK(cuMipmappedArrayCreate(&mipmap, &shape, 99)); // as many as there can be: 4
  CUarray level = nullptr;
  for (unsigned i = 0; i < 4; ++i) {
    CUDA_ARRAY3D_DESCRIPTOR seen;
    OK(cuMipmappedArrayGetLevel(&level, mipmap, i));
    OK(cuArray3DGetDescriptor(&seen, level));
    EQUAL(8 >> i, seen.Width);
    EQUAL(i < 2 ? 4 >> i : 1, seen.Height);
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(&level, mipmap, 4));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayGetLevel(&level, nullptr, 0));
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  resource.res.mipmap.hMipmappedArray = mipmap;
  CUDA_TEXTURE_DESC how = {};
  how.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUtexObject texture;
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  OK(cuTexObjectDestroy(texture));
  OK(cuMipmappedArrayGetLevel(&level, mipmap, 1));
  OK(cuArrayDestroy(level)); // seen: gives back what was got, the mipmapped array stays whole
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  OK(cuTexObjectDestroy(texture));
  OK(cuMipmappedArrayDestroy(mipmap));
}

/// Parts of arrays: the extent is that of the whole, and one too many at the end is let pass. Seen.
static void views() {
  struct Case {
    size_t width, height, depth;
    unsigned firstLevel, lastLevel, firstLayer, lastLayer;
    bool isRight;
  };
  CUDA_TEXTURE_DESC how = {};
  how.flags = CU_TRSF_NORMALIZED_COORDINATES;
  auto check = [&](const char *what, const CUDA_RESOURCE_DESC &resource,
                   std::initializer_list<Case> cases) {
    for (const Case &c : cases) {
      CUDA_RESOURCE_VIEW_DESC view = {};
      view.format = CU_RES_VIEW_FORMAT_FLOAT_1X32;
      view.width = c.width, view.height = c.height, view.depth = c.depth;
      view.firstMipmapLevel = c.firstLevel, view.lastMipmapLevel = c.lastLevel;
      view.firstLayer = c.firstLayer, view.lastLayer = c.lastLayer;
      CUtexObject texture;
      const CUresult result = cuTexObjectCreate(&texture, &resource, &how, &view);
      if ((result == CUDA_SUCCESS) != c.isRight || (result && result != CUDA_ERROR_INVALID_VALUE))
        std::printf("%s, case %d: %s\n", what, int(&c - cases.begin()), nameOf(result));
      EQUAL(c.isRight, result == CUDA_SUCCESS);
      if (!result)
        OK(cuTexObjectDestroy(texture));
    }
  };
  auto checkArray = [&](const char *what, unsigned flags, size_t width, size_t height, size_t depth,
                        std::initializer_list<Case> cases) {
    CUarray array = makeArray(width, height, CU_AD_FORMAT_FLOAT, 1, flags, depth);
    check(what, resourceOf(array), cases);
    OK(cuArrayDestroy(array));
  };
  checkArray("2D", 0, 64, 32, 0,
             {{64, 32, 0, 0, 0, 0, 0, true},
              {32, 32, 0, 0, 0, 0, 0, false},
              {64, 1, 0, 0, 0, 0, 0, false},
              {64, 32, 1, 0, 0, 0, 0, false},
              {64, 32, 0, 0, 1, 0, 0, false},
              {64, 32, 0, 0, 0, 0, 1, false}});
  checkArray("layered", CUDA_ARRAY3D_LAYERED, 64, 32, 6,
             {{64, 32, 6, 0, 0, 0, 0, true},
              {64, 32, 6, 0, 0, 0, 5, true},
              {64, 32, 6, 0, 0, 2, 3, true},
              {64, 32, 2, 0, 0, 2, 3, false},
              {64, 32, 0, 0, 0, 0, 5, false},
              {64, 32, 6, 0, 0, 0, 6, true}});
  checkArray(
      "3D", 0, 16, 8, 4,
      {{16, 8, 4, 0, 0, 0, 0, true}, {16, 8, 0, 0, 0, 0, 0, false}, {16, 8, 4, 0, 0, 0, 3, false}});
  checkArray("1D", 0, 64, 0, 0, {{64, 0, 0, 0, 0, 0, 0, true}, {64, 1, 0, 0, 0, 0, 0, false}});
  checkArray("cube", CUDA_ARRAY3D_CUBEMAP, 32, 32, 6,
             {{32, 32, 6, 0, 0, 0, 0, true}, {32, 32, 6, 0, 0, 0, 5, false}});
  checkArray("layered cube", CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED, 32, 32, 12,
             {{32, 32, 12, 0, 0, 0, 11, true},
              {32, 32, 12, 0, 0, 6, 11, true},
              {32, 32, 6, 0, 0, 6, 11, false},
              {32, 32, 6, 0, 0, 3, 5, false}});
  // Compressed blocks lie in two or four unsigned words each.
  for (int format = CU_RES_VIEW_FORMAT_UNSIGNED_BC1; format <= CU_RES_VIEW_FORMAT_SIGNED_BC5;
       ++format)
    for (unsigned channels : {2u, 4u}) {
      CUarray array = makeArray(16, 8, CU_AD_FORMAT_UNSIGNED_INT32, channels);
      const CUDA_RESOURCE_DESC resource = resourceOf(array);
      CUDA_RESOURCE_VIEW_DESC view = {};
      view.format = CUresourceViewFormat(format);
      view.width = 64, view.height = 32;
      const bool isSmall = format == CU_RES_VIEW_FORMAT_UNSIGNED_BC1 ||
                           format == CU_RES_VIEW_FORMAT_UNSIGNED_BC4 ||
                           format == CU_RES_VIEW_FORMAT_SIGNED_BC4;
      const bool isRight = isSmall == (channels == 2);
      CUtexObject texture = 0;
      EXPECT(isRight ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE,
             cuTexObjectCreate(&texture, &resource, &how, &view));
      if (isRight)
        OK(cuTexObjectDestroy(texture));
      view.width = 16, view.height = 8;
      EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, &view));
      OK(cuArrayDestroy(array));
    }
  CUDA_ARRAY3D_DESCRIPTOR shape = {8, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  OK(cuMipmappedArrayCreate(&resource.res.mipmap.hMipmappedArray, &shape, 4));
  check("mipmap", resource,
        {{8, 8, 0, 0, 3, 0, 0, true},
         {8, 8, 0, 1, 2, 0, 0, true},
         {4, 4, 0, 1, 2, 0, 0, false},
         {8, 8, 0, 0, 4, 0, 0, true},
         {8, 8, 0, 3, 2, 0, 0, false}});
  OK(cuMipmappedArrayDestroy(resource.res.mipmap.hMipmappedArray));
}

int main() {
  usePrimary();
  descriptions();
  views();
  mipmaps();
  // The same on two threads at once.
  onTwoThreads([](int) {
    descriptions();
    views();
    mipmaps();
  });
  return finish("TextureViews");
}
