// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects, mipmapped arrays, resource views, legacy references. What is marked
// "seen" was recorded on an H200.
#include "Check.h"

#include <initializer_list>
#include <thread>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // the references

static const std::string kSampler = std::string(kPtxHead) + R"(
// out[i] = tex.2d at (i + .5) / 4, .5
.visible .entry row(.param .u64 out, .param .u64 tex) {
  .reg .u32 %r; .reg .f32 %f<8>; .reg .u64 %d<3>;
  mov.u32 %r, %tid.x;
  cvt.rn.f32.u32 %f0, %r;
  add.f32 %f0, %f0, 0.5;
  mul.f32 %f0, %f0, 0.25;
  mov.f32 %f1, 0.5;
  ld.param.u64 %d0, [tex];
  tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%d0, {%f0, %f1}];
  ld.param.u64 %d1, [out];
  mul.wide.u32 %d2, %r, 4;
  add.u64 %d1, %d1, %d2;
  st.global.f32 [%d1], %f2;
  ret;
}
// out[i] = texel i of linear memory
.visible .entry linear(.param .u64 out, .param .u64 tex) {
  .reg .b32 %r<6>; .reg .u64 %d<3>;
  mov.u32 %r0, %tid.x;
  ld.param.u64 %d0, [tex];
  tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%d0, {%r0}];
  ld.param.u64 %d1, [out];
  mul.wide.u32 %d2, %r0, 4;
  add.u64 %d1, %d1, %d2;
  st.global.u32 [%d1], %r1;
  ret;
}
// out = { width, height } ; istypep of the handle
.visible .entry query(.param .u64 out, .param .u64 tex) {
  .reg .b32 %r<6>; .reg .u64 %d<3>; .reg .pred %p;
  ld.param.u64 %d0, [tex];
  txq.width.b32 %r0, [%d0];
  txq.height.b32 %r1, [%d0];
  ld.param.u64 %d1, [out];
  st.global.v2.u32 [%d1], {%r0, %r1};
  ret;
}
.visible .entry store(.param .u64 surf, .param .u32 x) {
  .reg .b32 %r<3>; .reg .u64 %d;
  ld.param.u64 %d, [surf];
  ld.param.u32 %r0, [x];
  mov.u32 %r1, 7;
  mov.u32 %r2, 0;
  sust.b.2d.b32.trap [%d, {%r0, %r2}], %r1;
  ret;
}
)";

static CUarray makeArray(size_t width, size_t height, CUarray_format format, unsigned channels,
                         unsigned flags = 0, size_t depth = 0) {
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = width;
  shape.Height = height;
  shape.Depth = depth;
  shape.Format = format;
  shape.NumChannels = channels;
  shape.Flags = flags;
  CUarray array = nullptr;
  OK(cuArray3DCreate(&array, &shape));
  return array;
}

static CUDA_RESOURCE_DESC resourceOf(CUarray array) {
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  return resource;
}

static void fill(CUarray array, const void *host, size_t rowBytes, size_t rows) {
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = rowBytes;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = rowBytes;
  copy.Height = rows;
  OK(cuMemcpy2D(&copy));
}

static void objects() {
  CUarray array = makeArray(4, 2, CU_AD_FORMAT_FLOAT, 1);
  CUDA_RESOURCE_DESC resource = resourceOf(array), seenResource;
  CUDA_TEXTURE_DESC how = {}, seenHow;
  how.addressMode[0] = CU_TR_ADDRESS_MODE_MIRROR;
  how.filterMode = CU_TR_FILTER_MODE_LINEAR;
  how.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUtexObject texture = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(nullptr, &resource, &how, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, nullptr, &how, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, nullptr, nullptr));
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  CHECK(texture != 0);
  OK(cuTexObjectGetResourceDesc(&seenResource, texture));
  CHECK(seenResource.resType == CU_RESOURCE_TYPE_ARRAY && seenResource.res.array.hArray == array);
  OK(cuTexObjectGetTextureDesc(&seenHow, texture));
  CHECK(seenHow.addressMode[0] == CU_TR_ADDRESS_MODE_MIRROR);
  CHECK(seenHow.filterMode == CU_TR_FILTER_MODE_LINEAR);
  CHECK(seenHow.flags == CU_TRSF_NORMALIZED_COORDINATES);
  CUDA_RESOURCE_VIEW_DESC view = {}, seenView;
  OK(cuTexObjectGetResourceViewDesc(&seenView, texture)); // seen, though there is none
  OK(cuTexObjectDestroy(texture));
  OK(cuTexObjectDestroy(texture)); // seen
  OK(cuTexObjectDestroy(0));       // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetTextureDesc(&seenHow, texture));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetTextureDesc(&seenHow, 0)); // seen

  // Views have the array's size, and texels of the same size.
  view.format = CU_RES_VIEW_FORMAT_UINT_1X32;
  view.width = 4;
  view.height = 2;
  how.filterMode = CU_TR_FILTER_MODE_POINT;
  OK(cuTexObjectCreate(&texture, &resource, &how, &view));
  OK(cuTexObjectGetResourceViewDesc(&seenView, texture));
  CHECK(seenView.format == CU_RES_VIEW_FORMAT_UINT_1X32 && seenView.width == 4);
  OK(cuTexObjectDestroy(texture));
  view.format = CU_RES_VIEW_FORMAT_UINT_2X32;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, &view));
  view.format = CU_RES_VIEW_FORMAT_FLOAT_1X32;
  view.lastMipmapLevel = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, &view));

  CUsurfObject surface = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuSurfObjectCreate(&surface, nullptr));
  OK(cuSurfObjectCreate(&surface, &resource));
  OK(cuSurfObjectGetResourceDesc(&seenResource, surface));
  CHECK(seenResource.res.array.hArray == array);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetTextureDesc(&seenHow, surface)); // not a texture
  OK(cuSurfObjectDestroy(surface));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuSurfObjectGetResourceDesc(&seenResource, surface));
  OK(cuArrayDestroy(array));
}

static void linearMemory() {
  CUmodule module = loadPtx(kSampler);
  CUdeviceptr memory, out;
  OK(cuMemAlloc(&memory, 4096));
  OK(cuMemAlloc(&out, 4096));
  std::vector<unsigned> values(1024), seen(32);
  for (unsigned i = 0; i < values.size(); ++i)
    values[i] = i * i + 1;
  OK(cuMemcpyHtoD(memory, values.data(), 4096));
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = memory;
  resource.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT32;
  resource.res.linear.numChannels = 1;
  resource.res.linear.sizeInBytes = 80;
  CUDA_TEXTURE_DESC how = {};
  how.flags = CU_TRSF_READ_AS_INTEGER;
  CUtexObject texture;
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  OK(launch1(kernelOf(module, "linear"), 1, 32, {&out, &texture}));
  OK(cuMemcpyDtoH(seen.data(), out, 128));
  for (unsigned i = 0; i < 32; ++i)
    EQUAL(i < 20 ? values[i] : 0, seen[i]); // beyond the end there are zeros
  OK(cuTexObjectDestroy(texture));
  resource.res.linear.devPtr = memory + 4; // seen: alignment is asked for
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, nullptr));
  CUsurfObject surface;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuSurfObjectCreate(&surface, &resource));

  // Pitched memory.
  resource = {};
  resource.resType = CU_RESOURCE_TYPE_PITCH2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8;
  resource.res.pitch2D.numChannels = 4;
  resource.res.pitch2D.width = 4;
  resource.res.pitch2D.height = 3;
  resource.res.pitch2D.pitchInBytes = 64;
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  OK(launch1(kernelOf(module, "query"), 1, 1, {&out, &texture}));
  OK(cuMemcpyDtoH(seen.data(), out, 8));
  EQUAL(4, seen[0]);
  EQUAL(3, seen[1]);
  OK(cuTexObjectDestroy(texture));
  resource.res.pitch2D.pitchInBytes = 8;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, nullptr));
  OK(cuMemFree(memory));
  OK(cuMemFree(out));
  OK(cuModuleUnload(module));
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

/// Legacy references: what is set comes back, and kernels read what is bound.
static void references() {
  CUmodule module = loadPtx(std::string(kPtxHead) + R"(
.global .texref image;
.global .surfref target;
.visible .entry copy() {
  .reg .b32 %r<6>; .reg .f32 %f<8>; .reg .u64 %d;
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, 0;
  cvt.rn.f32.u32 %f0, %r0;
  add.f32 %f0, %f0, 0.5;
  mov.f32 %f1, 0.5;
  tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [image, {%f0, %f1}];
  mov.u64 %d, image;
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%d, {%f0, %f1}];
  add.f32 %f2, %f2, %f3;
  shl.b32 %r0, %r0, 2;
  sust.b.2d.b32.trap [target, {%r0, %r1}], %f2;
  ret;
}
)");
  CUtexref reference = nullptr, again = nullptr, own = nullptr;
  CUsurfref target = nullptr;
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&reference, module, "target"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&reference, module, "nothing"));
  OK(cuModuleGetTexRef(&reference, module, "image"));
  OK(cuModuleGetTexRef(&again, module, "image"));
  CHECK(reference == again);
  OK(cuModuleGetSurfRef(&target, module, "target"));
  CUarray array = makeArray(4, 1, CU_AD_FORMAT_FLOAT, 1), seenArray = nullptr;
  CUarray out = makeArray(4, 1, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST);
  float texels[4] = {1, 2, 3, 4}, seen[4] = {};
  fill(array, texels, 16, 1);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefGetArray(&seenArray, reference));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetArray(reference, nullptr, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefSetArray(reference, array, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefGetArray(&seenArray, reference));
  CHECK(seenArray == array);
  OK(cuSurfRefSetArray(target, out, 0));
  auto run = [&] {
    OK(launch1(kernelOf(module, "copy"), 1, 4, {}));
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = out;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = seen;
    copy.WidthInBytes = 16;
    copy.Height = 1;
    OK(cuMemcpy2D(&copy));
  };
  run();
  for (int i = 0; i < 4; ++i)
    EQUAL(2 * texels[i], seen[i]);
  // Settings take effect on what is bound: normalised, all of 0.5 and more are the last texel.
  OK(cuTexRefSetFlags(reference, CU_TRSF_NORMALIZED_COORDINATES));
  OK(cuTexRefSetAddressMode(reference, 0, CU_TR_ADDRESS_MODE_CLAMP));
  run();
  EQUAL(2 * texels[2], seen[0]);
  EQUAL(2 * texels[3], seen[3]);
  unsigned flags = 0;
  CUaddress_mode mode;
  CUfilter_mode filter;
  CUarray_format format;
  int channels = 0, anisotropy = 0;
  float border[4] = {1, 2, 3, 4}, seenBorder[4], low = 9, high = 9;
  OK(cuTexRefGetFlags(&flags, reference));
  EQUAL(CU_TRSF_NORMALIZED_COORDINATES, flags);
  OK(cuTexRefGetFormat(&format, &channels, reference));
  CHECK(format == CU_AD_FORMAT_FLOAT && channels == 1);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddressMode(reference, 3, CU_TR_ADDRESS_MODE_CLAMP));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefGetAddressMode(&mode, reference, -1));

  OK(cuTexRefCreate(&own));
  OK(cuTexRefSetAddressMode(own, 1, CU_TR_ADDRESS_MODE_BORDER));
  OK(cuTexRefGetAddressMode(&mode, own, 1));
  EQUAL(CU_TR_ADDRESS_MODE_BORDER, mode);
  OK(cuTexRefSetFilterMode(own, CU_TR_FILTER_MODE_LINEAR));
  OK(cuTexRefGetFilterMode(&filter, own));
  EQUAL(CU_TR_FILTER_MODE_LINEAR, filter);
  OK(cuTexRefSetBorderColor(own, border));
  OK(cuTexRefGetBorderColor(seenBorder, own));
  CHECK(!std::memcmp(border, seenBorder, sizeof border));
  OK(cuTexRefSetMipmapLevelClamp(own, 1, 5));
  OK(cuTexRefGetMipmapLevelClamp(&low, &high, own));
  CHECK(low == 1 && high == 5);
  OK(cuTexRefSetMaxAnisotropy(own, 4));
  OK(cuTexRefGetMaxAnisotropy(&anisotropy, own));
  EQUAL(4, anisotropy);
  OK(cuTexRefSetFormat(own, CU_AD_FORMAT_UNSIGNED_INT32, 1));
  CUdeviceptr memory, bound = 0;
  size_t offset = 1;
  OK(cuMemAlloc(&memory, 4096));
  OK(cuTexRefSetAddress(&offset, own, memory, 1024));
  EQUAL(0, offset);
  OK(cuTexRefGetAddress(&bound, own));
  CHECK(bound == memory);
  OK(cuTexRefSetAddress(&offset, own, memory + 64, 1024));
  EQUAL(64, offset);
  OK(cuTexRefDestroy(own));
  if (!onNvidia()) // there what is stale has lost its context
    EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetFlags(&flags, own));
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
  OK(cuArrayDestroy(array));
  OK(cuArrayDestroy(out));
}

/// Two streams, and two threads that make and end objects while kernels run.
static void together() {
  CUcontext context;
  OK(cuCtxGetCurrent(&context));
  CUmodule module = loadPtx(kSampler);
  CUfunction row = kernelOf(module, "row");
  auto work = [&](float value) {
    OK(cuCtxSetCurrent(context));
    CUstream stream;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CUdeviceptr out;
    OK(cuMemAlloc(&out, 16));
    CUarray array = makeArray(4, 1, CU_AD_FORMAT_FLOAT, 1);
    for (int round = 0; round < 50; ++round) {
      const float texels[4] = {value, value + 1, value + 2, value + float(round)};
      fill(array, texels, 16, 1);
      CUDA_RESOURCE_DESC resource = resourceOf(array);
      CUDA_TEXTURE_DESC how = {};
      how.flags = CU_TRSF_NORMALIZED_COORDINATES;
      CUtexObject texture;
      OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
      OK(launch1(row, 1, 4, {&out, &texture}, stream));
      float seen[4];
      OK(cuMemcpyDtoHAsync(seen, out, 16, stream));
      OK(cuStreamSynchronize(stream));
      OK(cuTexObjectDestroy(texture));
      CHECK(!std::memcmp(seen, texels, 16));
    }
    OK(cuArrayDestroy(array));
    OK(cuMemFree(out));
    OK(cuStreamDestroy(stream));
  };
  std::thread first(work, 10.f), second(work, 20.f);
  first.join();
  second.join();
  OK(cuModuleUnload(module));
}

/// Outside a surface with .trap.
static void faults() {
  inChild("outside a surface", [&] {
    usePrimary();
    CUmodule module = loadPtx(kSampler);
    CUarray array = makeArray(4, 2, CU_AD_FORMAT_UNSIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST);
    CUDA_RESOURCE_DESC resource = resourceOf(array);
    CUsurfObject surface;
    OK(cuSurfObjectCreate(&surface, &resource));
    unsigned x = 12;
    OK(launch1(kernelOf(module, "store"), 1, 1, {&surface, &x}));
    OK(cuCtxSynchronize());
    x = 16;
    OK(launch1(kernelOf(module, "store"), 1, 1, {&surface, &x}));
    CHECK(cuCtxSynchronize() != CUDA_SUCCESS);
  });
}

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

int main() {
  faults();
  usePrimary();
  objects();
  descriptions();
  views();
  linearMemory();
  mipmaps();
  references();
  together();
  // The same on two threads at once.
  onTwoThreads([](int) {
    objects();
    descriptions();
    views();
    linearMemory();
    mipmaps();
    references();
    together();
  });
  return finish("Texture");
}
