// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms from before CUDA 3.2: what they make is what today's forms make.
#include "driver/TestSupport.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace anywarp::driver {
namespace {

using Pointer = unsigned;
template <typename F> F old(const char *name) { return formOf<F>(name, 3010); }

// As cuda.h had them then; today's declares them to the driver only.
struct OldCopy2D {
  unsigned srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  Pointer srcDevice;
  CUarray srcArray;
  unsigned srcPitch, dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  Pointer dstDevice;
  CUarray dstArray;
  unsigned dstPitch, WidthInBytes, Height;
};
struct OldCopy3D {
  struct Endpoint {
    unsigned x, y, z, level;
    CUmemorytype type;
    void *host;
    Pointer device;
    CUarray array;
    void *reserved;
    unsigned pitch, height;
  } src, dst;
  unsigned WidthInBytes, Height, Depth;
};
struct OldArray {
  unsigned Width, Height;
  CUarray_format Format;
  unsigned NumChannels;
};
struct OldArray3D {
  unsigned Width, Height, Depth;
  CUarray_format Format;
  unsigned NumChannels, Flags;
};

class OldForms : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    OK(old<CUresult (*)(Pointer *, unsigned)>("cuMemAlloc")(&memory_, 256));
    for (unsigned i = 0; i < 64; ++i)
      numbers_[i] = i * i;
  }
  void TearDown() override {
    OK(old<CUresult (*)(Pointer)>("cuMemFree")(memory_));
    DeviceTest::TearDown();
  }
  Pointer memory_ = 0;
  unsigned numbers_[64] = {}, seen_[64] = {};
};

TEST_F(OldForms, RectanglesAreCopied) {
  OldCopy2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = numbers_;
  copy.srcPitch = 32;
  copy.srcXInBytes = 8;
  copy.srcY = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = memory_;
  copy.dstPitch = 16;
  copy.WidthInBytes = 16;
  copy.Height = 2;
  using Copy = CUresult (*)(const OldCopy2D *);
  using CopyAsync = CUresult (*)(const OldCopy2D *, CUstream);
  for (const char *name : {"cuMemcpy2D", "cuMemcpy2DUnaligned"}) {
    OK(cuMemsetD32(memory_, 0, 64));
    OK(old<Copy>(name)(&copy));
    EXPECT_EQ((std::vector<unsigned>{100, 121, 144, 169, 324, 361}), read(memory_, 6));
    FAILS(INVALID_VALUE, old<Copy>(name)(nullptr));
  }
  OK(cuMemsetD32(memory_, 0, 64));
  OK(old<CopyAsync>("cuMemcpy2DAsync")(&copy, nullptr));
  OK(cuCtxSynchronize());
  EXPECT_EQ(361u, read(memory_, 6)[5]);
}

TEST_F(OldForms, BoxesAreCopied) {
  OldCopy3D copy = {};
  copy.src.type = CU_MEMORYTYPE_HOST;
  copy.src.host = numbers_;
  copy.src.pitch = 16;
  copy.src.height = 4;
  copy.src.z = 1;
  copy.dst.type = CU_MEMORYTYPE_DEVICE;
  copy.dst.device = memory_;
  copy.dst.pitch = 16;
  copy.dst.height = 2;
  copy.dst.z = 1;
  copy.WidthInBytes = 8;
  copy.Height = 2;
  copy.Depth = 1;
  OK(cuMemsetD32(memory_, 0, 64));
  OK(old<CUresult (*)(const OldCopy3D *)>("cuMemcpy3D")(&copy));
  EXPECT_EQ((std::vector<unsigned>{0, 256, 289, 0, 0, 400, 441, 0}), [&] {
    std::vector<unsigned> words = read(memory_, 15);
    return std::vector<unsigned>(words.begin() + 7, words.end());
  }());
  OK(cuMemsetD32(memory_, 0, 64));
  OK(old<CUresult (*)(const OldCopy3D *, CUstream)>("cuMemcpy3DAsync")(&copy, nullptr));
  OK(cuCtxSynchronize());
  EXPECT_EQ(441u, read(memory_, 14)[13]);
}

TEST_F(OldForms, ArraysAreDescribed) {
  OldArray flat = {64, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1}, seen = {};
  CUarray array;
  OK(old<CUresult (*)(CUarray *, const OldArray *)>("cuArrayCreate")(&array, &flat));
  OK(old<CUresult (*)(OldArray *, CUarray)>("cuArrayGetDescriptor")(&seen, array));
  EXPECT_EQ(64u, seen.Width);
  EXPECT_EQ(CU_AD_FORMAT_UNSIGNED_INT32, seen.Format);
  OK(old<CUresult (*)(CUarray, unsigned, const void *, unsigned)>("cuMemcpyHtoA")(
      array, 0, numbers_, sizeof numbers_));
  OK(old<CUresult (*)(void *, CUarray, unsigned, unsigned)>("cuMemcpyAtoH")(seen_, array, 128,
                                                                            128));
  EXPECT_EQ(32u * 32, seen_[0]);
  OK(cuArrayDestroy(array));
  OldArray3D box = {8, 4, 2, CU_AD_FORMAT_HALF, 2, CUDA_ARRAY3D_SURFACE_LDST}, boxSeen = {};
  OK(old<CUresult (*)(CUarray *, const OldArray3D *)>("cuArray3DCreate")(&array, &box));
  OK(old<CUresult (*)(OldArray3D *, CUarray)>("cuArray3DGetDescriptor")(&boxSeen, array));
  EXPECT_EQ(2u, boxSeen.Depth);
  EXPECT_EQ(2u, boxSeen.NumChannels);
  EXPECT_EQ(unsigned(CUDA_ARRAY3D_SURFACE_LDST), boxSeen.Flags);
  OK(cuArrayDestroy(array));
}

TEST_F(OldForms, ReferencesHaveAddressesOf32Bits) {
  CUtexref reference;
  unsigned offset = 9;
  Pointer seen = 0;
  OK(cuTexRefCreate(&reference));
  OK(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 1));
  OK(old<CUresult (*)(unsigned *, CUtexref, Pointer, unsigned)>("cuTexRefSetAddress")(
      &offset, reference, memory_, 256));
  EXPECT_EQ(0u, offset);
  OK(old<CUresult (*)(Pointer *, CUtexref)>("cuTexRefGetAddress")(&seen, reference));
  EXPECT_EQ(memory_, seen);
  const OldArray plane = {8, 4, CU_AD_FORMAT_FLOAT, 1};
  OK(old<CUresult (*)(CUtexref, const OldArray *, Pointer, unsigned)>("cuTexRefSetAddress2D")(
      reference, &plane, memory_, 32));
  OK(cuTexRefDestroy(reference));
}

TEST_F(OldForms, VariablesAndSizesAreCutTo32Bits) {
  CUmodule module;
  Pointer place = 0;
  unsigned bytes = 0;
  size_t wide = 0;
  CUdeviceptr widePlace = 0;
  OK(cuModuleLoadData(&module, kKernels));
  OK(old<CUresult (*)(Pointer *, unsigned *, CUmodule, const char *)>("cuModuleGetGlobal")(
      &place, &bytes, module, "table"));
  OK(cuModuleGetGlobal(&widePlace, &wide, module, "table"));
  EXPECT_EQ(widePlace, place);
  EXPECT_EQ(64u, bytes);
  OK(cuModuleUnload(module));
  OK(old<CUresult (*)(unsigned *, CUdevice)>("cuDeviceTotalMem")(&bytes, device_));
  OK(cuDeviceTotalMem(&wide, device_));
  EXPECT_EQ(std::min<size_t>(wide, UINT32_MAX), bytes);
}

} // namespace
} // namespace anywarp::driver
