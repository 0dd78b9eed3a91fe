// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Legacy texture and surface references: binding, settings and reading.
#include "Textures.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // the references

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

int main() {
  usePrimary();
  references();
  // The same on two threads at once.
  onTwoThreads([](int) { references(); });
  return finish("TextureSettings");
}
