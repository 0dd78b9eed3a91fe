// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays: what is said of them, planes, memory requirements, sparse ones; copies of one row from
// and to them.
#include "Check.h"

static CUarray makeLine(size_t width, CUarray_format format = CU_AD_FORMAT_UNSIGNED_INT8,
                        unsigned channels = 1) {
  CUDA_ARRAY_DESCRIPTOR line{};
  line.Width = width;
  line.Format = format;
  line.NumChannels = channels;
  CUarray array = nullptr;
  OK(cuArrayCreate(&array, &line));
  return array;
}

static std::vector<unsigned char> pattern(size_t n, int seed) {
  std::vector<unsigned char> bytes(n);
  for (size_t i = 0; i < n; ++i)
    bytes[i] = (unsigned char)(i * 13 + i / 101 + seed);
  return bytes;
}

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

static CUDA_ARRAY3D_DESCRIPTOR square(unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = shape.Height = 256;
  shape.Format = CU_AD_FORMAT_UNSIGNED_INT8;
  shape.NumChannels = 4;
  shape.Flags = flags;
  return shape;
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

// -- Copies of one row ----------------------------------------------------------------------------

static std::vector<unsigned char> contents(CUarray array, size_t n) {
  std::vector<unsigned char> bytes(n);
  OK(cuMemcpyAtoH(bytes.data(), array, 0, n));
  return bytes;
}

static void rows() {
  constexpr size_t n = 1000;
  auto a = pattern(n, 1), b = pattern(n, 99);
  CUarray first = makeLine(n), second = makeLine(n);
  CUdeviceptr d;
  OK(cuMemAlloc(&d, n));
  OK(cuMemcpyHtoA(first, 0, a.data(), n));
  OK(cuMemcpyHtoA(second, 0, b.data(), n));
  OK(cuMemcpyAtoA(second, 3, first, 10, 333)); // odd
  auto expected = b;
  std::memcpy(&expected[3], &a[10], 333);
  CHECK(contents(second, n) == expected);
  OK(cuMemcpyAtoA(second, n - 1, first, 0, 1)); // the last byte
  expected[n - 1] = a[0];
  CHECK(contents(second, n) == expected);
  OK(cuMemcpyAtoA(second, 0, first, 0, n)); // all of it
  CHECK(contents(second, n) == a);
  OK(cuMemcpyAtoA(second, 0, first, 0, 0));

  OK(cuMemsetD8(d, 0, n));
  OK(cuMemcpyAtoD(d + 1, first, 7, 501));
  std::vector<unsigned char> back(n);
  OK(cuMemcpyDtoH(back.data(), d, n));
  CHECK(back[0] == 0 && !std::memcmp(&back[1], &a[7], 501) && back[502] == 0);
  OK(cuMemcpyHtoD(d, b.data(), n));
  OK(cuMemcpyDtoA(first, 100, d + 1, 99));
  expected = a;
  std::memcpy(&expected[100], &b[1], 99);
  CHECK(contents(first, n) == expected);
  OK(cuMemcpyAtoD(d, first, 0, 0));
  OK(cuMemcpyDtoA(first, 0, d, 0));

  // Beyond the array, beyond the memory, none.
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(second, 0, first, 1, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(second, 1, first, 0, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, first, n - 3, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoA(first, n - 3, d, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(0, first, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoA(first, 0, 0, 4));
  // seen: not a handle's error
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(nullptr, 0, first, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(second, 0, nullptr, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, nullptr, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoA(nullptr, 0, d, 4));
  OK(cuMemcpyHtoA(nullptr, 0, a.data(), 0));
  OK(cuMemFree(d));
  OK(cuArrayDestroy(first));
  OK(cuArrayDestroy(second));
}

/// Of an array with more rows the first can be had so: seen.
static void firstRow() {
  CUDA_ARRAY3D_DESCRIPTOR shape = square(0);
  CUarray array;
  CUdeviceptr d;
  auto bytes = pattern(1024, 3);
  OK(cuArray3DCreate(&array, &shape));
  OK(cuMemAlloc(&d, 2048));
  OK(cuMemcpyHtoA(array, 0, bytes.data(), 1024));
  OK(cuMemcpyAtoD(d, array, 0, 1024));
  std::vector<unsigned char> back(1024);
  OK(cuMemcpyDtoH(back.data(), d, 1024));
  CHECK(back == bytes);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, array, 0, 1028));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, array, 1024, 4));
  OK(cuMemFree(d));
  OK(cuArrayDestroy(array));
}

/// Two streams: what waits in one does not keep back the other; in each the order holds.
static void streams() {
  constexpr size_t n = 4096;
  auto a = pattern(n, 5), b = pattern(n, 6);
  CUarray first = makeLine(n), second = makeLine(n);
  unsigned char *in = nullptr, *out = nullptr;
  OK(cuMemAllocHost(reinterpret_cast<void **>(&in), 2 * n));
  OK(cuMemAllocHost(reinterpret_cast<void **>(&out), 2 * n));
  std::memcpy(in, a.data(), n);
  std::memcpy(in + n, b.data(), n);
  std::memset(out, 0, 2 * n);
  CUstream s, t;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  Gate gate;
  gate.close(s);
  OK(cuMemcpyHtoAAsync(first, 0, in, n, s));
  OK(cuMemcpyAtoHAsync(out, first, 0, n, s));
  OK(cuMemcpyHtoAAsync(second, 0, in + n, n, t));
  OK(cuMemcpyAtoHAsync(out + n, second, 0, n, t));
  OK(cuStreamSynchronize(t));
  CHECK(!std::memcmp(out + n, b.data(), n) && out[0] == 0 && out[1] == 0);
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  gate.open();
  OK(cuStreamSynchronize(s));
  CHECK(!std::memcmp(out, a.data(), n));
  // Parts, nothing, beyond the end, none.
  OK(cuMemcpyHtoAAsync(first, 5, in + n + 1, 77, s));
  OK(cuMemcpyAtoHAsync(out, first, 4, 79, s));
  OK(cuMemcpyHtoAAsync(first, 0, in, 0, s));
  OK(cuMemcpyAtoHAsync(out, first, 0, 0, s));
  OK(cuStreamSynchronize(s));
  CHECK(out[0] == a[4] && !std::memcmp(out + 1, &b[1], 77) && out[78] == a[82]);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoAAsync(first, 1, in, n, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoHAsync(out, first, 1, n, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoAAsync(first, 0, nullptr, 4, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoHAsync(nullptr, first, 0, 4, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoAAsync(nullptr, 0, in, 4, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoHAsync(out, nullptr, 0, 4, s));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
  OK(cuMemFreeHost(in));
  OK(cuMemFreeHost(out));
  OK(cuArrayDestroy(first));
  OK(cuArrayDestroy(second));
}

static void threads() {
  onTwoThreads([](int who) {
    constexpr size_t n = 777;
    for (int i = 0; i < 20; ++i) {
      auto bytes = pattern(n, 31 * who + i);
      CUarray from = makeLine(n), to = makeLine(n);
      CUDA_ARRAY_DESCRIPTOR seen{};
      OK(cuArrayGetDescriptor(&seen, to));
      EQUAL(n, seen.Width);
      OK(cuMemcpyHtoA(from, 0, bytes.data(), n));
      OK(cuMemcpyAtoA(to, 0, from, 0, n));
      CHECK(contents(to, n) == bytes);
      OK(cuArrayDestroy(from));
      OK(cuArrayDestroy(to));
    }
  });
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
  inChild("rows", [] {
    usePrimary();
    rows();
    firstRow();
  });
  inChild("streams", [] {
    usePrimary();
    streams();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      descriptors();
      requirements();
      sparse();
      planes();
      rows();
      firstRow();
      streams();
    });
  });
  return finish("Arrays");
}
