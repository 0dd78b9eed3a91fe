// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture references of mipmapped arrays and of pitched memory; what surface references are bound
// to.
#include "TextureReferences.h"

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
