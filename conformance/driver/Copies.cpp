// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills: results, bounds, order.
#include "Check.h"

static std::vector<unsigned char> pattern(size_t n, int seed) {
  std::vector<unsigned char> bytes(n);
  for (size_t i = 0; i < n; ++i)
    bytes[i] = (unsigned char)(i * 7 + i / 251 + seed);
  return bytes;
}

static void linear() {
  auto source = pattern(100000, 1);
  std::vector<unsigned char> back(source.size());
  CUdeviceptr a, b;
  OK(cuMemAlloc(&a, source.size()));
  OK(cuMemAlloc(&b, source.size()));
  OK(cuMemcpyHtoD(a, source.data(), source.size()));
  OK(cuMemcpyDtoD(b, a, source.size()));
  OK(cuMemcpyDtoH(back.data(), b, back.size()));
  CHECK(back == source);
  // Unified: the driver finds out what each side is.
  auto other = pattern(source.size(), 9);
  OK(cuMemcpy(a, CUdeviceptr(other.data()), other.size()));
  OK(cuMemcpy(CUdeviceptr(back.data()), a, back.size()));
  CHECK(back == other);
  OK(cuMemcpy(CUdeviceptr(back.data()), CUdeviceptr(source.data()), back.size()));
  CHECK(back == source);
  // Parts.
  OK(cuMemcpyHtoD(a + 3, source.data() + 11, 1001));
  OK(cuMemcpyDtoH(back.data(), a, 2000));
  CHECK(!std::memcmp(back.data() + 3, source.data() + 11, 1001) && back[2] == other[2] &&
        back[3 + 1001] == other[3 + 1001]);
  // Nothing to copy is fine, whatever the pointers.
  OK(cuMemcpyHtoD(a, source.data(), 0));
  // Beyond the end.
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(a, source.data(), size_t(64) << 20));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(back.data(), a, size_t(1) << 40));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(0, source.data(), 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(a, nullptr, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(nullptr, a, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(back.data(), 0x1000, 4));
  OK(cuMemFree(a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoD(b, a, 4)); // freed
  OK(cuMemFree(b));
}

static void fills() {
  CUdeviceptr a;
  OK(cuMemAlloc(&a, 4096));
  OK(cuMemsetD8(a, 0x11, 4096));
  OK(cuMemsetD16(a + 2, 0x2233, 5));
  OK(cuMemsetD32(a + 16, 0x44556677, 3));
  std::vector<unsigned char> b(4096);
  OK(cuMemcpyDtoH(b.data(), a, b.size()));
  CHECK(b[0] == 0x11 && b[1] == 0x11 && b[2] == 0x33 && b[3] == 0x22 && b[11] == 0x22 &&
        b[12] == 0x11);
  CHECK(b[16] == 0x77 && b[19] == 0x44 && b[27] == 0x44 && b[28] == 0x11);
  OK(cuMemsetD2D32(a, 64, 0xaabbccdd, 4, 3));
  OK(cuMemcpyDtoH(b.data(), a, b.size()));
  CHECK(b[0] == 0xdd && b[15] == 0xaa && b[64] == 0xdd && b[128 + 15] == 0xaa &&
        b[128 + 16] == 0x11 && b[192] == 0x11);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD16(a + 1, 0, 2)); // misaligned
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(a + 2, 0, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(a, 0, size_t(1) << 40));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(0, 0, 4));
  OK(cuMemsetD8(a, 0, 0));
  OK(cuMemFree(a));
}

static void rectangles() {
  auto host = pattern(64 * 32, 3);
  CUdeviceptr d;
  size_t pitch;
  OK(cuMemAllocPitch(&d, &pitch, 64, 32, 4));
  CUDA_MEMCPY2D c{};
  c.srcMemoryType = CU_MEMORYTYPE_HOST;
  c.srcHost = host.data();
  c.srcPitch = 64;
  c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  c.dstDevice = d;
  c.dstPitch = pitch;
  c.WidthInBytes = 64;
  c.Height = 32;
  OK(cuMemcpy2D(&c));
  std::vector<unsigned char> back(64 * 32);
  CUDA_MEMCPY2D r{};
  r.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  r.srcDevice = d;
  r.srcPitch = pitch;
  r.srcXInBytes = 8;
  r.srcY = 2;
  r.dstMemoryType = CU_MEMORYTYPE_HOST;
  r.dstHost = back.data();
  r.dstPitch = 64;
  r.dstXInBytes = 4;
  r.dstY = 1;
  r.WidthInBytes = 16;
  r.Height = 5;
  OK(cuMemcpy2D(&r));
  bool same = true;
  for (int y = 0; y < 5; ++y)
    same &= !std::memcmp(&back[(y + 1) * 64 + 4], &host[(y + 2) * 64 + 8], 16);
  CHECK(same && back[0] == 0 && back[64 + 3] == 0 && back[64 + 20] == 0);
  r.dstPitch = 8; // narrower than a row
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&r));
  r.dstPitch = 64;
  r.Height = 5000; // beyond the allocation
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&r));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(nullptr));
  OK(cuMemFree(d));
}

static void boxes() {
  const size_t w = 20, h = 6, n = 4;
  auto host = pattern(w * h * n, 5);
  CUarray array;
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = w / 4;
  shape.Height = h;
  shape.Depth = n;
  shape.Format = CU_AD_FORMAT_UNSIGNED_INT8;
  shape.NumChannels = 4;
  OK(cuArray3DCreate(&array, &shape));
  CUDA_MEMCPY3D c{};
  c.srcMemoryType = CU_MEMORYTYPE_HOST;
  c.srcHost = host.data();
  c.srcPitch = w;
  c.srcHeight = h;
  c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  c.dstArray = array;
  c.WidthInBytes = w;
  c.Height = h;
  c.Depth = n;
  OK(cuMemcpy3D(&c));
  std::vector<unsigned char> back(w * h * n);
  CUDA_MEMCPY3D r{};
  r.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  r.srcArray = array;
  r.srcXInBytes = 4;
  r.srcY = 1;
  r.srcZ = 2;
  r.dstMemoryType = CU_MEMORYTYPE_HOST;
  r.dstHost = back.data();
  r.dstPitch = w;
  r.dstHeight = h;
  r.WidthInBytes = 8;
  r.Height = 3;
  r.Depth = 2;
  OK(cuMemcpy3D(&r));
  bool same = true;
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 3; ++y)
      same &= !std::memcmp(&back[(z * h + y) * w], &host[((z + 2) * h + y + 1) * w + 4], 8);
  CHECK(same);
  r.Depth = 3; // beyond the array
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&r));
  CUDA_ARRAY3D_DESCRIPTOR seen{};
  OK(cuArray3DGetDescriptor(&seen, array));
  CHECK(seen.Width == w / 4 && seen.Height == h && seen.Depth == n && seen.NumChannels == 4);
  OK(cuArrayDestroy(array));
  shape.NumChannels = 3;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&array, &shape));
  shape.NumChannels = 4;
  shape.Width = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&array, &shape));

  CUDA_ARRAY_DESCRIPTOR line{};
  line.Width = 100;
  line.Format = CU_AD_FORMAT_FLOAT;
  line.NumChannels = 1;
  OK(cuArrayCreate(&array, &line));
  auto row = pattern(400, 8);
  std::vector<unsigned char> got(400);
  OK(cuMemcpyHtoA(array, 0, row.data(), 400));
  OK(cuMemcpyAtoH(got.data(), array, 40, 100));
  CHECK(!std::memcmp(got.data(), row.data() + 40, 100));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoH(got.data(), array, 350, 100));
  OK(cuArrayDestroy(array));
}

static void asynchronous() {
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  const size_t n = 1 << 20;
  auto source = pattern(n, 2);
  void *pinned = nullptr;
  OK(cuMemHostAlloc(&pinned, n, 0));
  std::memcpy(pinned, source.data(), n);
  CUdeviceptr a, b;
  OK(cuMemAlloc(&a, n));
  OK(cuMemAlloc(&b, n));
  OK(cuMemcpyHtoDAsync(a, pinned, n, stream));
  OK(cuMemcpyDtoDAsync(b, a, n, stream));
  OK(cuMemsetD8Async(b, 0xee, 100, stream));
  std::vector<unsigned char> back(n);
  OK(cuMemcpyDtoHAsync(back.data(), b, n, stream)); // pageable: complete when it returns
  CHECK(back[0] == 0xee && back[99] == 0xee && !std::memcmp(&back[100], &source[100], n - 100));
  // Pageable memory may be changed as soon as the call returns.
  for (size_t size : {size_t(16), size_t(60000), n}) {
    auto once = pattern(size, 4), copy = once;
    OK(cuMemcpyHtoDAsync(a, once.data(), size, stream));
    std::fill(once.begin(), once.end(), 0);
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(back.data(), a, size));
    CHECK(!std::memcmp(back.data(), copy.data(), size));
  }
  OK(cuStreamDestroy(stream));
  OK(cuMemFree(a));
  OK(cuMemFree(b));
  OK(cuMemFreeHost(pinned));
}

int main() {
  usePrimary();
  linear();
  fills();
  rectangles();
  boxes();
  asynchronous();
  // The same on two threads at once.
  onTwoThreads([](int) {
    linear();
    fills();
    rectangles();
    boxes();
    asynchronous();
  });
  return finish("Copies");
}
