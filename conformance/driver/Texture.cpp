// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects of arrays and of linear memory, on threads and where they fault. What
// is marked "seen" was recorded on an H200.
#include <thread>

#include "Textures.h"

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

int main() {
  faults();
  usePrimary();
  objects();
  linearMemory();
  together();
  // The same on two threads at once.
  onTwoThreads([](int) {
    objects();
    linearMemory();
    together();
  });
  return finish("Texture");
}
