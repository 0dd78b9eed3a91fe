// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of rectangles in streams, and fills of rectangles.
#include "Boxes.h"

constexpr size_t kPitch = 512, kRows = 16, kArea = kPitch * kRows;

struct Memory {
  CUdeviceptr device = 0;
  unsigned char *host = nullptr;
  Memory() {
    OK(cuMemAlloc(&device, kArea));
    OK(cuMemAllocHost(reinterpret_cast<void **>(&host), kArea));
    clear(device, kArea);
    std::memset(host, 0, kArea);
  }
  ~Memory() {
    OK(cuMemFree(device));
    OK(cuMemFreeHost(host));
  }
};

static CUDA_MEMCPY2D toDevice(const Memory &m) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = m.host;
  copy.srcPitch = kPitch;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = m.device;
  copy.dstPitch = kPitch;
  copy.WidthInBytes = 100;
  copy.Height = 8;
  return copy;
}

static CUDA_MEMCPY2D toHost(const Memory &m) {
  CUDA_MEMCPY2D copy = toDevice(m);
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = m.device;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = m.host;
  return copy;
}

/// What both ways to copy a rectangle do alike.
template <typename Copy> static void rectangles(Copy copy) {
  Memory m;
  auto source = pattern(kArea, 1);
  std::memcpy(m.host, source.data(), kArea);
  CUDA_MEMCPY2D c = toDevice(m);
  c.srcXInBytes = 3; // odd everything
  c.srcY = 1;
  c.dstXInBytes = 7;
  c.dstY = 2;
  c.WidthInBytes = 101;
  c.Height = 5;
  OK(copy(&c));
  Bytes expected(kArea);
  for (size_t y = 0; y < 5; ++y)
    std::memcpy(&expected[(y + 2) * kPitch + 7], &source[(y + 1) * kPitch + 3], 101);
  CHECK(contents(m.device, kArea) == expected);
  c = toDevice(m);
  c.WidthInBytes = 0;
  OK(copy(&c));
  c.WidthInBytes = 10;
  c.Height = 0;
  OK(copy(&c));
  CHECK(contents(m.device, kArea) == expected);
  c = toDevice(m); // as large as it can be
  c.WidthInBytes = kPitch;
  c.Height = kRows;
  OK(copy(&c));
  CHECK(contents(m.device, kArea) == source);
  c = toHost(m);
  std::memset(m.host, 0, kArea);
  c.WidthInBytes = c.Height = 1;
  OK(copy(&c));
  CHECK(m.host[0] == source[0] && m.host[1] == 0 && m.host[kPitch] == 0);
  // The driver finds out itself what is where.
  c.srcMemoryType = c.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  c.dstDevice = CUdeviceptr(m.host);
  c.WidthInBytes = 2;
  OK(copy(&c));
  CHECK(m.host[1] == source[1]);

  auto refused = [&](auto change) {
    CUDA_MEMCPY2D bad = toDevice(m);
    change(bad);
    return copy(&bad);
  };
  EXPECT(CUDA_ERROR_INVALID_VALUE, copy(nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](CUDA_MEMCPY2D &b) { b.dstPitch = 99; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](CUDA_MEMCPY2D &b) { b.srcPitch = 99; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](CUDA_MEMCPY2D &b) { b.dstXInBytes = kPitch - 99; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](CUDA_MEMCPY2D &b) { b.dstY = size_t(1) << 40; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](CUDA_MEMCPY2D &b) { b.dstDevice = 0; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](CUDA_MEMCPY2D &b) { b.srcHost = nullptr; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         refused([](CUDA_MEMCPY2D &b) { b.srcMemoryType = CUmemorytype(9); }));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         refused([](CUDA_MEMCPY2D &b) { b.dstMemoryType = CUmemorytype(0); }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // of no array: seen
         refused([](CUDA_MEMCPY2D &b) { b.dstMemoryType = CU_MEMORYTYPE_ARRAY; }));
}

static void inStreams2D(const Memory &m, const Memory &other) {
  std::memset(m.host, 7, kArea);
  CUstream s = makeStream(), t = makeStream();
  Gate gate;
  gate.close(s);
  CUDA_MEMCPY2D c = toDevice(m), back = toHost(m);
  back.dstHost = other.host;
  OK(cuMemcpy2DAsync(&c, s));
  OK(cuMemcpy2DAsync(&back, t)); // before the other
  OK(cuStreamSynchronize(t));
  EQUAL(0, other.host[0]);
  gate.open();
  OK(cuMemcpy2DAsync(&back, s)); // after it
  OK(cuStreamSynchronize(s));
  CHECK(other.host[0] == 7 && other.host[99] == 7 && other.host[100] == 0);
  CHECK(other.host[7 * kPitch + 99] == 7 && other.host[8 * kPitch] == 0);
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

// -- Fills ----------------------------------------------------------------------------------------

static void put(Bytes &bytes, size_t at, unsigned value, size_t size) {
  std::memcpy(&bytes[at], &value, size);
}

/// `fill(address, pitch, width, height)` writes `value`, of `size` bytes. `d` has kArea bytes.
template <typename Fill> static void fills(CUdeviceptr d, unsigned value, size_t size, Fill fill) {
  clear(d, kArea);
  auto shows = [&](size_t at, size_t width, size_t height) {
    Bytes expected(kArea);
    for (size_t y = 0; y < height; ++y)
      for (size_t x = 0; x < width; ++x)
        put(expected, at + y * kPitch + x * size, value, size);
    bool same = contents(d, kArea) == expected;
    clear(d, kArea);
    return same;
  };
  OK(fill(d, kPitch, 1, 1));
  CHECK(shows(0, 1, 1));
  OK(fill(d + 3 * size, kPitch, 17, 3));
  CHECK(shows(3 * size, 17, 3));
  OK(fill(d, kPitch, kPitch / size, kRows));
  CHECK(shows(0, kPitch / size, kRows));
  OK(fill(d, kPitch, 0, 4));
  OK(fill(d, kPitch, 4, 0));
  OK(fill(d, 0, 5, 1)); // one row needs no pitch
  CHECK(shows(0, 5, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, fill(d, 4 * size, 5, 2)); // narrower than a row
  EXPECT(CUDA_ERROR_INVALID_VALUE, fill(d, kPitch, kPitch / size, size_t(1) << 40));
  EXPECT(CUDA_ERROR_INVALID_VALUE, fill(0, kPitch, 4, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, fill(d, kPitch, size_t(1) << 50, 1));
  if (size > 1) {
    EXPECT(CUDA_ERROR_INVALID_VALUE, fill(d + 1, kPitch, 4, 4)); // misaligned
    EXPECT(CUDA_ERROR_INVALID_VALUE, fill(d, kPitch - 1, 4, 4));
  }
  CHECK(shows(0, 0, 0));
}

static void fillsInStreams(CUdeviceptr a, CUdeviceptr b) {
  CUstream s = makeStream(), t = makeStream();
  auto waited = [](CUstream stream, CUresult result) {
    OK(cuStreamSynchronize(stream));
    return result;
  };
  fills(a, 0xab, 1, [](CUdeviceptr d, size_t pitch, size_t w, size_t h) {
    return cuMemsetD2D8(d, pitch, 0xab, w, h);
  });
  fills(a, 0x1234, 2, [](CUdeviceptr d, size_t pitch, size_t w, size_t h) {
    return cuMemsetD2D16(d, pitch, 0x1234, w, h);
  });
  fills(a, 0xab, 1, [&](CUdeviceptr d, size_t pitch, size_t w, size_t h) {
    return waited(s, cuMemsetD2D8Async(d, pitch, 0xab, w, h, s));
  });
  fills(a, 0x1234, 2, [&](CUdeviceptr d, size_t pitch, size_t w, size_t h) {
    return waited(s, cuMemsetD2D16Async(d, pitch, 0x1234, w, h, s));
  });
  fills(a, 0x12345678, 4, [&](CUdeviceptr d, size_t pitch, size_t w, size_t h) {
    return waited(s, cuMemsetD2D32Async(d, pitch, 0x12345678, w, h, s));
  });

  // The later of one stream stays; another stream does not wait for it.
  clear(a, kArea);
  Gate gate;
  gate.close(s);
  OK(cuMemsetD16Async(a, 0x1111, kArea / 2, s));
  OK(cuMemsetD2D8Async(a, kPitch, 0x22, 4, kRows, s));
  OK(cuMemsetD2D16Async(a, kPitch, 0x3333, 1, kRows, s));
  OK(cuMemsetD2D32Async(a + 8, kPitch, 0x44444444, 1, kRows, s));
  OK(cuMemsetD16Async(b, 0x5555, kArea / 2, t));
  OK(cuStreamSynchronize(t));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  CHECK(contents(b, kArea) == Bytes(kArea, 0x55));
  gate.open();
  OK(cuStreamSynchronize(s));
  Bytes seen = contents(a, kArea);
  for (size_t y = 0; y < kRows; ++y) {
    const unsigned char row[] = {0x33, 0x33, 0x22, 0x22, 0x11, 0x11, 0x11,
                                 0x11, 0x44, 0x44, 0x44, 0x44, 0x11};
    CHECK(!std::memcmp(&seen[y * kPitch], row, sizeof row));
  }
  OK(cuMemsetD16Async(a, 0, 0, s));
  OK(cuMemsetD16Async(a + kArea - 2, 0x7777, 1, s)); // the last one
  OK(cuStreamSynchronize(s));
  seen = contents(a, kArea);
  CHECK(seen[kArea - 3] == 0x11 && seen[kArea - 2] == 0x77 && seen[kArea - 1] == 0x77);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD16Async(a + 1, 0, 2, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD16Async(0, 0, 2, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD16Async(a, 0, size_t(1) << 40, s));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

static void threads() {
  onTwoThreads([](int who) {
    CUstream s = makeStream();
    Memory m;
    for (int i = 0; i < 20; ++i) {
      unsigned char value = (unsigned char)(who * 100 + i + 1);
      OK(cuMemsetD2D8Async(m.device, kPitch, value, 100, 8, s));
      CUDA_MEMCPY2D c = toHost(m);
      OK(cuMemcpy2DAsync(&c, s));
      OK(cuStreamSynchronize(s));
      CHECK(m.host[0] == value && m.host[7 * kPitch + 99] == value && m.host[100] == 0);
    }
    OK(cuStreamDestroy(s));
  });
}

/// Rows that begin beyond the pitch: in memory of a pool only. Dr.Jit takes eight channels apart
/// so, into two textures of four; an H200 copies them.
static void beyondThePitch() {
  constexpr size_t kTexels = 123, kTexel = 32, kPart = 16, kBytes = 4096;
  CUstream s = nullptr;
  OK(cuStreamCreate(&s, CU_STREAM_DEFAULT));
  CUdeviceptr from = 0, to = 0, plain = 0;
  OK(cuMemAllocAsync(&from, kBytes, s));
  OK(cuMemAllocAsync(&to, kBytes, s));
  OK(cuMemAlloc(&plain, kBytes));
  const Bytes source = pattern(kBytes, 5);
  OK(cuMemcpyHtoDAsync(from, source.data(), kBytes, s));
  CUDA_MEMCPY2D c{};
  c.srcDevice = from;
  c.srcXInBytes = kPart;
  c.srcPitch = kTexel;
  c.dstXInBytes = kTexels * kPart;
  c.dstPitch = c.WidthInBytes = kPart;
  c.Height = kTexels;
  Bytes expected(kBytes);
  for (size_t i = 0; i < kTexels; ++i)
    std::memcpy(&expected[(kTexels + i) * kPart], &source[i * kTexel + kPart], kPart);
  for (CUmemorytype type : {CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED}) {
    c.srcMemoryType = c.dstMemoryType = type;
    c.dstDevice = to;
    OK(cuMemsetD8Async(to, 0, kBytes, s));
    OK(cuMemcpy2DAsync(&c, s));
    OK(cuStreamSynchronize(s));
    CHECK(contents(to, kBytes) == expected);
    c.dstDevice = plain;
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy2DAsync(&c, s));
  }
  OK(cuMemFreeAsync(from, s));
  OK(cuMemFreeAsync(to, s));
  OK(cuMemFree(plain));
  OK(cuStreamDestroy(s));
}

int main() {
  inChild("beyond the pitch", [] {
    usePrimary();
    beyondThePitch();
  });
  inChild("rectangles", [] {
    usePrimary();
    CUstream s = makeStream();
    rectangles([](const CUDA_MEMCPY2D *c) { return cuMemcpy2DUnaligned(c); });
    rectangles([&](const CUDA_MEMCPY2D *c) {
      CUresult result = cuMemcpy2DAsync(c, s);
      OK(cuStreamSynchronize(s));
      return result;
    });
    inStreams2D(Memory(), Memory());
  });
  inChild("fills", [] {
    usePrimary();
    fillsInStreams(Memory().device, Memory().device);
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("all at once", [] {
    usePrimary();
    const Memory first[2], second[2];
    onTwoThreads([&](int who) {
      inStreams2D(first[who], second[who]);
      fillsInStreams(first[who].device, second[who].device);
    });
  });
  return finish("Copy2D");
}
