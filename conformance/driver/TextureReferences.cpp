// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture references of mipmapped arrays and of pitched memory; what surface references are bound
// to.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// fetch(out, x, y, level): one texel. store(value): the first texel of the surface.
static const char *const kText = R"(
.version 7.0
.target sm_70, texmode_unified
.address_size 64
.visible .global .texref image;
.visible .global .surfref target;
.visible .entry fetch(.param .u64 out, .param .f32 x, .param .f32 y, .param .f32 level) {
  .reg .f32 %f<8>; .reg .u64 %d;
  ld.param.u64 %d, [out];
  ld.param.f32 %f0, [x];
  ld.param.f32 %f1, [y];
  ld.param.f32 %f2, [level];
  tex.level.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [image, {%f0, %f1}], %f2;
  st.global.f32 [%d], %f3;
  ret;
}
.visible .entry plain(.param .u64 out, .param .f32 x, .param .f32 y) {
  .reg .f32 %f<8>; .reg .u64 %d;
  ld.param.u64 %d, [out];
  ld.param.f32 %f0, [x];
  ld.param.f32 %f1, [y];
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [image, {%f0, %f1}];
  st.global.f32 [%d], %f3;
  ret;
}
.visible .entry store(.param .f32 value) {
  .reg .b32 %r; .reg .f32 %f;
  ld.param.f32 %f, [value];
  mov.u32 %r, 0;
  sust.b.2d.b32.trap [target, {%r, %r}], %f;
  ret;
}
)";

struct Loaded {
  CUmodule module = nullptr;
  CUtexref image = nullptr;
  CUsurfref target = nullptr;
  CUdeviceptr out = 0;
  Loaded() {
    OK(cuModuleLoadData(&module, kText));
    OK(cuModuleGetTexRef(&image, module, "image"));
    OK(cuModuleGetSurfRef(&target, module, "target"));
    OK(cuMemAlloc(&out, 4));
  }
  ~Loaded() {
    OK(cuMemFree(out));
    OK(cuModuleUnload(module));
  }
  float fetch(float x, float y, float level, CUstream s = nullptr) const {
    OK(launch1(kernelOf(module, "fetch"), 1, 1, {const_cast<CUdeviceptr *>(&out), &x, &y, &level},
               s));
    return value(s);
  }
  float plain(float x, float y) const {
    OK(launch1(kernelOf(module, "plain"), 1, 1, {const_cast<CUdeviceptr *>(&out), &x, &y}));
    return value(nullptr);
  }
  float value(CUstream s) const {
    OK(cuStreamSynchronize(s));
    float seen = -1;
    OK(cuMemcpyDtoH(&seen, out, 4));
    return seen;
  }
};

static CUDA_ARRAY3D_DESCRIPTOR square(size_t width) {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = shape.Height = width;
  shape.Format = CU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  return shape;
}

/// Each level is filled with its number + 1.
static CUmipmappedArray makeMipmap(size_t width, unsigned levels) {
  CUDA_ARRAY3D_DESCRIPTOR shape = square(width);
  CUmipmappedArray mipmap = nullptr;
  OK(cuMipmappedArrayCreate(&mipmap, &shape, levels));
  for (unsigned i = 0; i < levels; ++i) {
    CUarray level;
    OK(cuMipmappedArrayGetLevel(&level, mipmap, i));
    size_t extent = width >> i ? width >> i : 1;
    std::vector<float> texels(extent * extent, float(i + 1));
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = texels.data();
    copy.srcPitch = extent * 4;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = level;
    copy.WidthInBytes = extent * 4;
    copy.Height = extent;
    OK(cuMemcpy2D(&copy));
  }
  return mipmap;
}

static void mipmaps() {
  Loaded l;
  CUmipmappedArray mipmap = makeMipmap(8, 4), seen = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmappedArray(&seen, l.image)); // none yet
  OK(cuTexRefSetFlags(l.image, CU_TRSF_NORMALIZED_COORDINATES));
  OK(cuTexRefSetMipmapFilterMode(l.image, CU_TR_FILTER_MODE_POINT));
  OK(cuTexRefSetMipmapLevelClamp(l.image, 0, 3));
  OK(cuTexRefSetMipmappedArray(l.image, mipmap, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefGetMipmappedArray(&seen, l.image));
  CHECK(seen == mipmap);
  CUarray array = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefGetArray(&array, l.image)); // is of another kind
  for (int level = 0; level < 4; ++level)
    EQUAL(level + 1, l.fetch(0.5f, 0.5f, float(level)));
  EQUAL(4, l.fetch(0.5f, 0.5f, 99)); // the last there is
  // Between two levels.
  OK(cuTexRefSetMipmapFilterMode(l.image, CU_TR_FILTER_MODE_LINEAR));
  CUfilter_mode mode = CUfilter_mode(77);
  OK(cuTexRefGetMipmapFilterMode(&mode, l.image));
  EQUAL(CU_TR_FILTER_MODE_LINEAR, mode);
  CHECK(l.fetch(0.5f, 0.5f, 1.5f) == 2.5f);
  OK(cuTexRefSetMipmapFilterMode(l.image, CU_TR_FILTER_MODE_POINT));
  OK(cuTexRefGetMipmapFilterMode(&mode, l.image));
  EQUAL(CU_TR_FILTER_MODE_POINT, mode);
  float bias = 7;
  OK(cuTexRefGetMipmapLevelBias(&bias, l.image));
  CHECK(bias == 0);
  OK(cuTexRefSetMipmapLevelBias(l.image, 1));
  OK(cuTexRefGetMipmapLevelBias(&bias, l.image));
  CHECK(bias == 1);
  EQUAL(2, l.fetch(0.5f, 0.5f, 0));
  OK(cuTexRefSetMipmapLevelBias(l.image, -2));
  EQUAL(2, l.fetch(0.5f, 0.5f, 3));
  OK(cuTexRefSetMipmapLevelBias(l.image, 0));
  OK(cuTexRefSetMipmapLevelClamp(l.image, 1, 2));
  EQUAL(2, l.fetch(0.5f, 0.5f, 0));
  EQUAL(3, l.fetch(0.5f, 0.5f, 3));

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefSetMipmapFilterMode(l.image, CUfilter_mode(2)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmapFilterMode(nullptr, l.image));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmapLevelBias(nullptr, l.image));
  if (!onNvidia()) // crashes
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmappedArray(nullptr, l.image));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefSetMipmappedArray(l.image, mipmap, 2));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuTexRefSetMipmappedArray(l.image, nullptr, CU_TRSA_OVERRIDE_FORMAT));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuTexRefSetMipmappedArray(nullptr, mipmap, CU_TRSA_OVERRIDE_FORMAT));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetMipmapFilterMode(nullptr, CU_TR_FILTER_MODE_POINT));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetMipmapLevelBias(nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetMipmapFilterMode(&mode, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetMipmapLevelBias(&bias, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetMipmappedArray(&seen, nullptr));
  OK(cuMipmappedArrayDestroy(mipmap));
}

static void pitched() {
  Loaded l;
  CUDA_ARRAY_DESCRIPTOR shape{};
  shape.Width = 33;
  shape.Height = 3;
  shape.Format = CU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  CUdeviceptr memory, bound = 0;
  size_t pitch = 0;
  OK(cuMemAllocPitch(&memory, &pitch, 33 * 4, 3, 4));
  std::vector<float> texels(pitch / 4 * 3);
  for (size_t i = 0; i < texels.size(); ++i)
    texels[i] = float(i);
  OK(cuMemcpyHtoD(memory, texels.data(), texels.size() * 4));
  OK(cuTexRefSetAddress2D(l.image, &shape, memory, pitch));
  OK(cuTexRefGetAddress(&bound, l.image));
  CHECK(bound == memory);
  CUarray_format format = CUarray_format(0);
  int channels = 0;
  OK(cuTexRefGetFormat(&format, &channels, l.image));
  CHECK(format == CU_AD_FORMAT_FLOAT && channels == 1);
  for (int y = 0; y < 3; ++y)
    for (int x : {0, 1, 32})
      EQUAL(y * int(pitch / 4) + x, l.plain(float(x) + 0.5f, float(y) + 0.5f));
  EQUAL(2 * int(pitch / 4) + 32, l.plain(99, 99)); // clamped
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(l.image, nullptr, memory, pitch));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuTexRefSetAddress2D(l.image, &shape, memory, pitch - 4)); // alignment
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuTexRefSetAddress2D(l.image, &shape, memory, 64)); // a row is longer
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(l.image, &shape, memory + 4, pitch));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetAddress2D(nullptr, &shape, memory, pitch));
  shape.NumChannels = 3;
  if (!onNvidia()) // which does not look at it here
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(l.image, &shape, memory, pitch));
  shape.NumChannels = 1;
  shape.Width = 0;
  OK(cuTexRefSetAddress2D(l.image, &shape, memory, pitch)); // seen
  shape.Width = size_t(1) << 20;                            // wider than textures are
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(l.image, &shape, memory, size_t(1) << 22));
  OK(cuMemFree(memory));
}

static void surfaces() {
  Loaded l;
  CUDA_ARRAY3D_DESCRIPTOR shape = square(4);
  CUarray unfit, fit, other, seen = nullptr;
  OK(cuArray3DCreate(&unfit, &shape));
  shape.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  OK(cuArray3DCreate(&fit, &shape));
  OK(cuArray3DCreate(&other, &shape));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuSurfRefGetArray(&seen, l.target)); // none yet
  auto first = [](CUarray array) {
    float value = -1;
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = array;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = &value;
    copy.WidthInBytes = 4;
    copy.Height = 1;
    OK(cuMemcpy2D(&copy));
    return value;
  };
  float value = 3;
  OK(cuSurfRefSetArray(l.target, fit, 0));
  OK(cuSurfRefGetArray(&seen, l.target));
  CHECK(seen == fit);
  OK(launch1(kernelOf(l.module, "store"), 1, 1, {&value}));
  CHECK(first(fit) == 3);
  OK(cuSurfRefSetArray(l.target, other, 0));
  OK(cuSurfRefGetArray(&seen, l.target));
  CHECK(seen == other);
  value = 4;
  OK(launch1(kernelOf(l.module, "store"), 1, 1, {&value}));
  CHECK(first(other) == 4 && first(fit) == 3);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuSurfRefSetArray(l.target, unfit, 0));
  OK(cuSurfRefGetArray(&seen, l.target));
  CHECK(seen == other); // as it was
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuSurfRefSetArray(l.target, fit, 1));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuSurfRefSetArray(l.target, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuSurfRefSetArray(nullptr, fit, 0));
  if (!onNvidia()) // crashes
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuSurfRefGetArray(nullptr, l.target));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuSurfRefGetArray(&seen, nullptr));
  OK(cuArrayDestroy(unfit));
  OK(cuArrayDestroy(fit));
  OK(cuArrayDestroy(other));
}

/// The calls ask for no current context, and take one that is gone; a new reference needs one.
/// What they set holds wherever the module is used. The context of the reference counts (all seen).
static void withoutContext() {
  Loaded l;
  CUDA_ARRAY3D_DESCRIPTOR shape = square(4);
  shape.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  CUarray array, bound = nullptr;
  CUtexref own, made, same = nullptr;
  CUmipmappedArray mipmap = makeMipmap(8, 4);
  OK(cuArray3DCreate(&array, &shape));
  OK(cuTexRefCreate(&own));
  auto use = [&](CUresult creates) {
    unsigned flags = 7;
    CUarray_format format;
    int channels = 0;
    OK(cuTexRefSetFormat(l.image, CU_AD_FORMAT_FLOAT, 1));
    OK(cuTexRefGetFormat(&format, &channels, l.image));
    OK(cuTexRefSetAddressMode(l.image, 0, CU_TR_ADDRESS_MODE_CLAMP));
    OK(cuTexRefSetFlags(l.image, 0));
    OK(cuTexRefSetMipmappedArray(l.image, mipmap, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefSetAddress(nullptr, l.image, l.out, 4));
    OK(cuTexRefSetArray(l.image, array, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefGetArray(&bound, l.image));
    CHECK(bound == array);
    OK(cuTexRefSetFlags(l.image, CU_TRSF_NORMALIZED_COORDINATES)); // of what is bound
    OK(cuTexRefGetFlags(&flags, l.image));
    EQUAL(CU_TRSF_NORMALIZED_COORDINATES, flags);
    OK(cuSurfRefSetArray(l.target, array, 0));
    OK(cuSurfRefGetArray(&bound, l.target));
    OK(cuModuleGetTexRef(&same, l.module, "image"));
    CHECK(same == l.image);
    OK(cuTexRefSetArray(own, array, CU_TRSA_OVERRIDE_FORMAT));
    EXPECT(creates, cuTexRefCreate(&made));
  };
  std::thread([&] { use(CUDA_ERROR_INVALID_CONTEXT); }).join();
  float value = 5;
  OK(launch1(kernelOf(l.module, "store"), 1, 1, {&value}));
  EQUAL(5, l.plain(0, 0));
  std::thread([&] {
    CUcontext gone;
    OK(cuCtxCreate(&gone, nullptr, 0, 0));
    std::thread([&] { OK(cuCtxDestroy(gone)); }).join();
    use(CUDA_ERROR_CONTEXT_IS_DESTROYED);
    OK(cuTexRefDestroy(own));
  }).join();
  value = 6;
  OK(launch1(kernelOf(l.module, "store"), 1, 1, {&value}));
  EQUAL(6, l.plain(0, 0));
  OK(cuMipmappedArrayDestroy(mipmap));
  OK(cuArrayDestroy(array));
}

static void afterFault() {
  auto *l = new Loaded; // nothing can be freed any more
  CUdeviceptr nowhere = 16;
  float x = 0;
  unsigned flags;
  OK(launch1(kernelOf(l->module, "plain"), 1, 1, {&nowhere, &x, &x}));
  EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  std::thread([&] {
    CUtexref same;
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuTexRefSetFlags(l->image, 0));
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuTexRefGetFlags(&flags, l->image));
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuModuleGetTexRef(&same, l->module, "image"));
  }).join();
}

/// Two streams, and two threads with a module of their own.
static void threads() {
  onTwoThreads([](int who) {
    Loaded l;
    CUmipmappedArray mipmap = makeMipmap(4, 3);
    CUstream streams[2];
    OK(cuTexRefSetFlags(l.image, CU_TRSF_NORMALIZED_COORDINATES));
    OK(cuTexRefSetMipmapLevelClamp(l.image, 0, 2));
    OK(cuTexRefSetMipmappedArray(l.image, mipmap, CU_TRSA_OVERRIDE_FORMAT));
    for (CUstream &s : streams)
      OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 10; ++i) {
      OK(cuTexRefSetMipmapLevelBias(l.image, float(who)));
      for (CUstream s : streams)
        EQUAL(2 + who, l.fetch(0.5f, 0.5f, 1, s));
    }
    for (CUstream s : streams)
      OK(cuStreamDestroy(s));
    OK(cuMipmappedArrayDestroy(mipmap));
  });
}

int main() {
  inChild("mipmaps", [] {
    usePrimary();
    mipmaps();
  });
  inChild("pitched", [] {
    usePrimary();
    pitched();
  });
  inChild("surfaces", [] {
    usePrimary();
    surfaces();
  });
  inChild("without a context", [] {
    usePrimary();
    withoutContext();
  });
  inChild("after a fault", [] {
    usePrimary();
    afterFault();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      mipmaps();
      pitched();
      surfaces();
    });
  });
  return finish("TextureReferences");
}
