// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of texture references share: a module with a texture and a surface, and
// mipmapped arrays to bind.
#pragma once
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// fetch(out, x, y, level): one texel. store(value): the first texel of the surface.
inline const char *const kText = R"(
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

inline CUDA_ARRAY3D_DESCRIPTOR square(size_t width) {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = shape.Height = width;
  shape.Format = CU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  return shape;
}

/// Each level is filled with its number + 1.
inline CUmipmappedArray makeMipmap(size_t width, unsigned levels) {
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
