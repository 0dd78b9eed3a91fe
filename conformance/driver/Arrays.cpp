// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays: what is said of them, planes, memory requirements, sparse ones.
#include "ArrayShapes.h"

static bool has(CUdevice_attribute attribute) {
  int value = 0;
  OK(cuDeviceGetAttribute(&value, attribute, 0));
  return value != 0;
}

static void descriptors() {
  CUDA_ARRAY_DESCRIPTOR shape{}, seen{};
  shape.Width = 33;
  shape.Height = 7;
  shape.Format = CU_AD_FORMAT_SIGNED_INT16;
  shape.NumChannels = 2;
  CUarray plain, box;
  OK(cuArrayCreate(&plain, &shape));
  OK(cuArrayGetDescriptor(&seen, plain));
  CHECK(seen.Width == 33 && seen.Height == 7 && seen.Format == shape.Format &&
        seen.NumChannels == 2);
  CUDA_ARRAY3D_DESCRIPTOR large{};
  large.Width = 5;
  large.Height = 6;
  large.Depth = 3;
  large.Format = CU_AD_FORMAT_FLOAT;
  large.NumChannels = 4;
  OK(cuArray3DCreate(&box, &large));
  OK(cuArrayGetDescriptor(&seen, box));
  CHECK(seen.Width == 5 && seen.Height == 6 && seen.Format == large.Format &&
        seen.NumChannels == 4);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetDescriptor(nullptr, plain));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuArrayGetDescriptor(&seen, nullptr));
  OK(cuArrayDestroy(plain));
  OK(cuArrayDestroy(box));
  CUarray line = makeLine(1);
  OK(cuArrayGetDescriptor(&seen, line));
  CHECK(seen.Width == 1 && seen.Height == 0 && seen.NumChannels == 1);
  OK(cuArrayDestroy(line));
}

/// Requirements are told of arrays without memory of their own.
static void requirements() {
  CUDA_ARRAY3D_DESCRIPTOR shape = square(0);
  CUDA_ARRAY_MEMORY_REQUIREMENTS needs{};
  CUarray array;
  CUmipmappedArray mipmap;
  OK(cuArray3DCreate(&array, &shape));
  OK(cuMipmappedArrayCreate(&mipmap, &shape, 3));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(&needs, array, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(nullptr, array, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetMemoryRequirements(nullptr, mipmap, 0));
  // The only error there is: seen.
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(&needs, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetMemoryRequirements(&needs, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(&needs, array, 99));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetMemoryRequirements(&needs, mipmap, 99));
  OK(cuArrayDestroy(array));
  OK(cuMipmappedArrayDestroy(mipmap));
  shape = square(CUDA_ARRAY3D_DEFERRED_MAPPING);
  if (!has(CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED)) {
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuArray3DCreate(&array, &shape));
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMipmappedArrayCreate(&mipmap, &shape, 3));
    return;
  }
  OK(cuArray3DCreate(&array, &shape));
  OK(cuArrayGetMemoryRequirements(&needs, array, 0));
  CHECK(needs.size >= 256 * 256 * 4 && needs.alignment && needs.size % needs.alignment == 0);
  OK(cuArrayDestroy(array));
  OK(cuMipmappedArrayCreate(&mipmap, &shape, 3));
  OK(cuMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0));
  CHECK(needs.size >= (256 * 256 + 128 * 128 + 64 * 64) * 4 && needs.alignment);
  OK(cuMipmappedArrayDestroy(mipmap));
}

static void sparse() {
  CUDA_ARRAY3D_DESCRIPTOR shape = square(0);
  CUDA_ARRAY_SPARSE_PROPERTIES properties{};
  CUarray array;
  CUmipmappedArray mipmap;
  OK(cuArray3DCreate(&array, &shape));
  OK(cuMipmappedArrayCreate(&mipmap, &shape, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(&properties, array));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetSparseProperties(&properties, mipmap));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(nullptr, array));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetSparseProperties(nullptr, mipmap));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(&properties, nullptr)); // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetSparseProperties(&properties, nullptr));
  OK(cuArrayDestroy(array));
  OK(cuMipmappedArrayDestroy(mipmap));
  shape = square(CUDA_ARRAY3D_SPARSE);
  if (!has(CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED)) {
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuArray3DCreate(&array, &shape));
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMipmappedArrayCreate(&mipmap, &shape, 2));
    return;
  }
  OK(cuArray3DCreate(&array, &shape));
  OK(cuArrayGetSparseProperties(&properties, array));
  CHECK(properties.tileExtent.width * properties.tileExtent.height * 4 == 65536);
  EQUAL(1, properties.tileExtent.depth);
  OK(cuArrayDestroy(array));
  OK(cuMipmappedArrayCreate(&mipmap, &shape, 2));
  OK(cuMipmappedArrayGetSparseProperties(&properties, mipmap));
  CHECK(properties.tileExtent.width && properties.miptailFirstLevel <= 2);
  OK(cuMipmappedArrayDestroy(mipmap));
}

static void planes() {
  CUarray line = makeLine(64), plane = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(&plane, line, 0)); // has no planes
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(&plane, line, 7));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(nullptr, line, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuArrayGetPlane(&plane, nullptr, 0));
  OK(cuArrayDestroy(line));
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = 64;
  shape.Height = 32;
  shape.Format = CU_AD_FORMAT_NV12;
  shape.NumChannels = 3;
  shape.Flags = CUDA_ARRAY3D_VIDEO_ENCODE_DECODE; // seen: not without
  CUarray image = nullptr;
  CUresult made = cuArray3DCreate(&image, &shape);
  if (made) {
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, made); // ours has no formats of video
    CHECK(!onNvidia());
    return;
  }
  CUDA_ARRAY_DESCRIPTOR seen{};
  OK(cuArrayGetPlane(&plane, image, 0));
  OK(cuArrayGetDescriptor(&seen, plane));
  CHECK(seen.Width == 64 && seen.Height == 32 && seen.NumChannels == 1);
  OK(cuArrayGetPlane(&plane, image, 1));
  OK(cuArrayGetDescriptor(&seen, plane));
  CHECK(seen.Width == 32 && seen.Height == 16 && seen.NumChannels == 2);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(&plane, image, 2));
  OK(cuArrayDestroy(image));
}

int main() {
  inChild("descriptors", [] {
    usePrimary();
    descriptors();
  });
  inChild("requirements", [] {
    usePrimary();
    requirements();
  });
  inChild("sparse", [] {
    usePrimary();
    sparse();
  });
  inChild("planes", [] {
    usePrimary();
    planes();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      descriptors();
      requirements();
      sparse();
      planes();
    });
  });
  return finish("Arrays");
}
