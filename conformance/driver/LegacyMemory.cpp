// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of before CUDA 3.2, by cuGetProcAddress with a version that old: pointers and sizes
// have 32 bits. What they allocate must be usable through them and through today's forms alike.
// They want a context of cuCtxCreate's oldest form, in which NVIDIA's library refuses today's
// forms.
#include "Check.h"

using Pointer = unsigned;

/// A copy of rows as cuda.h had it then.
struct OldCopy2D {
  unsigned srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  Pointer srcDevice;
  CUarray srcArray;
  unsigned srcPitch;
  unsigned dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  Pointer dstDevice;
  CUarray dstArray;
  unsigned dstPitch;
  unsigned WidthInBytes, Height;
};

template <typename F> static F old(const char *name, int version = 2020) {
  void *address = nullptr;
  CUdriverProcAddressQueryResult status;
  OK(cuGetProcAddress(name, &address, version, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  CHECK(address);
  return reinterpret_cast<F>(address);
}

static void linear() {
  auto alloc = old<CUresult (*)(Pointer *, unsigned)>("cuMemAlloc");
  auto free = old<CUresult (*)(Pointer)>("cuMemFree");
  auto toDevice = old<CUresult (*)(Pointer, const void *, unsigned)>("cuMemcpyHtoD");
  auto toHost = old<CUresult (*)(void *, Pointer, unsigned)>("cuMemcpyDtoH");
  auto across = old<CUresult (*)(Pointer, Pointer, unsigned)>("cuMemcpyDtoD");
  auto fill = old<CUresult (*)(Pointer, unsigned, unsigned)>("cuMemsetD32");
  auto range = old<CUresult (*)(Pointer *, unsigned *, Pointer)>("cuMemGetAddressRange");
  auto info = old<CUresult (*)(unsigned *, unsigned *)>("cuMemGetInfo");
  Pointer p = 0, q = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, alloc(&p, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, alloc(nullptr, 4));
  OK(alloc(&p, 1000));
  OK(alloc(&q, 3u << 20));
  CHECK(p && q && p != q);
  int in[250], out[250] = {};
  for (int i = 0; i < 250; ++i)
    in[i] = i * 7;
  OK(toDevice(p, in, sizeof in));
  OK(across(q, p, sizeof in));
  OK(toHost(out, q, sizeof out));
  CHECK(!std::memcmp(in, out, sizeof in));
  OK(fill(p, 42, 250));
  if (onNvidia())
    OK(toHost(out, p, sizeof out));
  else
    OK(cuMemcpyDtoH(out, p, sizeof out));
  EQUAL(42, out[0]);
  EQUAL(42, out[249]);
  EXPECT(CUDA_ERROR_INVALID_VALUE, toDevice(p + 4, in, 4u << 20));
  Pointer base = 0;
  unsigned size = 0;
  OK(range(&base, &size, q + 100));
  EQUAL(q, base);
  EQUAL(3u << 20, size);
  unsigned available = 0, total = 0;
  OK(info(&available, &total));
  CHECK(available && total && available <= total);

  // A kernel takes the pointer like any other.
  CUmodule module = loadPtx(kIotaPtx);
  CUdeviceptr wide = p;
  unsigned n = 250;
  OK(launch1(kernelOf(module, "iota"), 1, 256, {&wide, &n}));
  OK(toHost(out, p, sizeof out));
  EQUAL(249, out[249]);
  OK(free(p));
  EXPECT(CUDA_ERROR_INVALID_VALUE, free(p));
  OK(free(q));
  if (onNvidia())
    return;
  // What has no address of 32 bits cannot be named by one.
  CUdeviceptr high = 0;
  OK(cuMemAlloc(&high, 64));
  if (high > UINT32_MAX) {
    auto map = old<CUresult (*)(Pointer *, void *, unsigned)>("cuMemHostGetDevicePointer");
    void *host = nullptr;
    OK(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    if (CUdeviceptr(host) > UINT32_MAX)
      EXPECT(CUDA_ERROR_INVALID_VALUE, map(&p, host, 0));
    OK(cuMemFreeHost(host));
  }
  OK(cuMemFree(high));
}

static void pitchedAndHost() {
  auto pitched =
      old<CUresult (*)(Pointer *, unsigned *, unsigned, unsigned, unsigned)>("cuMemAllocPitch");
  auto host = old<CUresult (*)(void **, unsigned)>("cuMemAllocHost");
  auto map = old<CUresult (*)(Pointer *, void *, unsigned)>("cuMemHostGetDevicePointer");
  auto copy = old<CUresult (*)(const OldCopy2D *)>("cuMemcpy2D");
  auto fill =
      old<CUresult (*)(Pointer, unsigned, unsigned char, unsigned, unsigned)>("cuMemsetD2D8");
  Pointer p = 0;
  unsigned pitch = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, pitched(&p, &pitch, 100, 10, 3));
  EXPECT(CUDA_ERROR_INVALID_VALUE, pitched(&p, &pitch, 0, 10, 4));
  OK(pitched(&p, &pitch, 100, 10, 4));
  CHECK(pitch >= 100);
  OK(fill(p, pitch, 7, 100, 10));
  unsigned char out[10][100] = {};
  OldCopy2D rows{};
  rows.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  rows.srcDevice = p;
  rows.srcPitch = pitch;
  rows.dstMemoryType = CU_MEMORYTYPE_HOST;
  rows.dstHost = out;
  rows.dstPitch = 100;
  rows.WidthInBytes = 100;
  rows.Height = 10;
  OK(copy(&rows));
  for (auto &row : out)
    for (unsigned char c : row)
      if (c != 7)
        CHECK(!"filled");
  EXPECT(CUDA_ERROR_INVALID_VALUE, copy(nullptr));
  OK(old<CUresult (*)(Pointer)>("cuMemFree")(p));

  void *h = nullptr;
  OK(host(&h, 4096));
  if (onNvidia()) { // whose host memory lies above 4 GiB
    EXPECT(CUDA_ERROR_INVALID_VALUE, map(&p, h, 0));
    OK(cuMemFreeHost(h));
    return;
  }
  OK(map(&p, h, 0));
  CHECK(p);
  static_cast<char *>(h)[5] = 9;
  char c = 0;
  OK(cuMemcpyDtoH(&c, p + 5, 1));
  EQUAL(9, c);
  OK(cuMemFreeHost(h));
}

static void asynchronous() {
  auto alloc = old<CUresult (*)(Pointer *, unsigned)>("cuMemAlloc");
  auto toDevice = old<CUresult (*)(Pointer, const void *, unsigned, CUstream)>("cuMemcpyHtoDAsync");
  auto toHost = old<CUresult (*)(void *, Pointer, unsigned, CUstream)>("cuMemcpyDtoHAsync");
  auto write =
      old<CUresult (*)(CUstream, CUdeviceptr, cuuint32_t, unsigned)>("cuStreamWriteValue32", 8000);
  auto wait =
      old<CUresult (*)(CUstream, CUdeviceptr, cuuint32_t, unsigned)>("cuStreamWaitValue32", 8000);
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  Pointer p = 0;
  OK(alloc(&p, 64));
  int in = 5, out = 0;
  OK(toDevice(p, &in, 4, stream));
  OK(toHost(&out, p, 4, stream));
  OK(cuStreamSynchronize(stream));
  EQUAL(5, out);
  if (onNvidia()) {
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, write(stream, p, 11, 0)); // in such a context
  } else {
    OK(write(stream, p, 11, 0));
    OK(wait(stream, p, 11, CU_STREAM_WAIT_VALUE_EQ));
    OK(toHost(&out, p, 4, stream));
    OK(cuStreamSynchronize(stream));
    EQUAL(11, out);
    EXPECT(CUDA_ERROR_INVALID_VALUE, write(stream, p + 1, 1, 0));
  }
  OK(old<CUresult (*)(Pointer)>("cuMemFree")(p));
  OK(cuStreamDestroy(stream));
}

struct OldArray {
  unsigned width, height;
  CUarray_format format;
  unsigned channels;
};

static void arraysAndVariables() {
  auto create = old<CUresult (*)(CUarray *, const OldArray *)>("cuArrayCreate");
  auto describe = old<CUresult (*)(OldArray *, CUarray)>("cuArrayGetDescriptor");
  auto toArray = old<CUresult (*)(CUarray, unsigned, const void *, unsigned)>("cuMemcpyHtoA");
  auto fromArray = old<CUresult (*)(void *, CUarray, unsigned, unsigned)>("cuMemcpyAtoH");
  auto total = old<CUresult (*)(unsigned *, CUdevice)>("cuDeviceTotalMem");
  CUarray array = nullptr;
  OldArray shape{64, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1}, seen{};
  EXPECT(CUDA_ERROR_INVALID_VALUE, create(&array, nullptr));
  OK(create(&array, &shape));
  OK(describe(&seen, array));
  EQUAL(64, seen.width);
  EQUAL(CU_AD_FORMAT_UNSIGNED_INT32, seen.format);
  unsigned in[64], out[64] = {};
  for (unsigned i = 0; i < 64; ++i)
    in[i] = i * i;
  OK(toArray(array, 0, in, sizeof in));
  OK(fromArray(out, array, 128, 128));
  EQUAL(32 * 32, out[0]);
  OK(cuArrayDestroy(array));
  unsigned bytes = 0;
  OK(total(&bytes, 0));
  CHECK(bytes);

  CUmodule module = loadPtx(std::string(kPtxHead) + ".visible .global .u32 number = 77;");
  auto global =
      old<CUresult (*)(Pointer *, unsigned *, CUmodule, const char *)>("cuModuleGetGlobal");
  auto toHost = old<CUresult (*)(void *, Pointer, unsigned)>("cuMemcpyDtoH");
  Pointer p = 0;
  OK(global(&p, &bytes, module, "number"));
  EQUAL(4, bytes);
  OK(toHost(out, p, 4));
  EQUAL(77, out[0]);
  EXPECT(CUDA_ERROR_NOT_FOUND, global(&p, &bytes, module, "none"));
  OK(cuModuleUnload(module));
}

int main() {
  OK(cuInit(0));
  CUcontext context = nullptr;
  OK(old<CUresult (*)(CUcontext *, unsigned, CUdevice)>("cuCtxCreate")(&context, 0, 0));
  arraysAndVariables();
  linear();
  pitchedAndHost();
  asynchronous();
  // The same on two threads at once.
  onTwoThreads([](int) {
    arraysAndVariables();
    linear();
    pitchedAndHost();
    asynchronous();
  });
  return finish("LegacyMemory");
}
