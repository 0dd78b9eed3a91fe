// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each exported function of the driver with arguments of NVIDIA's devices and of ours: the double
// of NVIDIA's driver sees the former and not the latter, and a mixture is refused.
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "Double.h"
#include "driver/base/Api.h"

namespace {

enum Driver { Vendors, Ours };

decltype(&doubleSaw) saw = nullptr;
decltype(&doubleEach) each = nullptr;
decltype(&doubleReset) reset = nullptr;
char *vendorMemory = nullptr;
CUdeviceptr ourMemory = 0;
CUcontext vendorContext = nullptr, ourContext = nullptr;

/// Zeros, large enough for every record and array of one element.
void *buffer() {
  alignas(64) static char bytes[1 << 16];
  std::memset(bytes, 0, sizeof bytes);
  return bytes;
}

// Arguments, by the tables: ours have 0x41 above, as there are devices of both (Routing.h).
uint64_t handleBits(Driver driver) { return driver == Ours ? 0x4100000000000120 : kDoubleHandles; }
template <typename T> T handleOf(Driver driver) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<T>(handleBits(driver));
  else
    return T(handleBits(driver));
}
template <typename T> T loadedOf(Driver driver) { return handleOf<T>(driver); }
template <typename T> T deviceOf(Driver driver) { return driver == Ours ? 1 : 0; }
template <typename T> T pointerOf(Driver driver) {
  const CUdeviceptr address =
      driver == Ours ? ourMemory : reinterpret_cast<CUdeviceptr>(vendorMemory);
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<T>(address);
  else
    return T(address);
}
template <typename T> T something() {
  if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>)
    return static_cast<T>(const_cast<std::remove_const_t<std::remove_pointer_t<T>> *>(
        static_cast<const std::remove_pointer_t<T> *>(buffer())));
  else
    return T{};
}

struct Function {
  const char *name;
  bool isAcross;
  int owned;            ///< arguments that tell whose the call is
  bool hasPlainHandles; ///< several, all of them plain handles
  CUresult (*call)(Driver first, Driver rest);
};
const Function kFunctions[] = {
#define ROUTE(symbol, across, owned, plain, ...)                                                   \
  {#symbol, across, owned, plain, [](Driver first, Driver rest) { return ::__VA_ARGS__; }},
#include "routes/Routes.inc"
};

class Routes : public testing::Test {
protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(CUDA_SUCCESS, ::cuInit(0));
    void *library = dlopen(getenv("ANYWARP_NVIDIA_DRIVER"), RTLD_NOW | RTLD_NOLOAD);
    ASSERT_TRUE(library);
    saw = reinterpret_cast<decltype(saw)>(dlsym(library, "doubleSaw"));
    each = reinterpret_cast<decltype(each)>(dlsym(library, "doubleEach"));
    reset = reinterpret_cast<decltype(reset)>(dlsym(library, "doubleReset"));
    vendorMemory = reinterpret_cast<decltype(&doubleMemory)>(dlsym(library, "doubleMemory"))();
    int devices = 0;
    ASSERT_EQ(CUDA_SUCCESS, ::cuDeviceGetCount(&devices));
    ASSERT_EQ(2, devices);
    ASSERT_EQ(CUDA_SUCCESS, ::cuCtxCreate_v2(&ourContext, 0, 1));
    ASSERT_EQ(CUDA_SUCCESS, ::cuMemAlloc_v2(&ourMemory, 1 << 16));
    ASSERT_EQ(CUDA_SUCCESS, ::cuCtxCreate_v2(&vendorContext, 0, 0));
  }
  void SetUp() override {
    ASSERT_EQ(CUDA_SUCCESS, ::cuCtxSetCurrent(vendorContext));
    reset();
  }
};

TEST_F(Routes, vendorsArgumentsGoToVendor) {
  for (const Function &f : kFunctions) {
    if (f.isAcross)
      continue;
    ::cuCtxSetCurrent(f.owned ? ourContext : vendorContext);
    reset();
    EXPECT_EQ(CUDA_SUCCESS, f.call(Vendors, Vendors)) << f.name;
    EXPECT_TRUE(saw(f.name)) << f.name;
  }
}

TEST_F(Routes, ourArgumentsStayHere) {
  for (const Function &f : kFunctions) {
    if (f.isAcross || !f.owned)
      continue;
    reset();
    f.call(Ours, Ours);
    each([](const char *seen,
            void *name) { ADD_FAILURE() << static_cast<const char *>(name) << ": " << seen; },
         const_cast<char *>(f.name));
  }
}

TEST_F(Routes, mixturesAreRefused) {
  for (const Function &f : kFunctions) {
    if (f.isAcross || !f.hasPlainHandles)
      continue;
    for (Driver first : {Vendors, Ours}) {
      reset();
      EXPECT_EQ(CUDA_ERROR_INVALID_HANDLE, f.call(first, first == Ours ? Vendors : Ours)) << f.name;
      EXPECT_FALSE(saw(f.name)) << f.name;
    }
  }
}

/// A test with room for bytes of both drivers.
class Across : public Routes {
protected:
  CUdeviceptr vendors() const { return reinterpret_cast<CUdeviceptr>(vendorMemory); }
  char *ours() const { return reinterpret_cast<char *>(ourMemory); }
  CUstream stream = nullptr;
  void SetUp() override {
    Routes::SetUp();
    ::cuCtxSetCurrent(ourContext);
    ASSERT_EQ(CUDA_SUCCESS, ::cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 64; ++i) {
      vendorMemory[i] = char(i + 1);
      ours()[i] = char(100 + i);
    }
    ::cuCtxSetCurrent(vendorContext);
    reset();
  }
  void TearDown() override { ::cuStreamDestroy_v2(stream); }
  /// The first byte of each driver is this one.
  void expect(char mine, char others) {
    EXPECT_EQ(mine, ours()[0]);
    EXPECT_EQ(others, vendorMemory[0]);
  }
};

TEST_F(Across, oneStackOfContexts) {
  CUcontext seen = nullptr;
  CUdevice device = -1;
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxPushCurrent_v2(ourContext));
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxGetDevice(&device));
  EXPECT_EQ(1, device);
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxPopCurrent_v2(&seen));
  EXPECT_EQ(ourContext, seen);
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxGetCurrent(&seen));
  EXPECT_EQ(vendorContext, seen);
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxSetCurrent(nullptr));
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxGetCurrent(&seen));
  EXPECT_EQ(ourContext, seen); // the one below
  CUcontext other = nullptr;
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxCreate_v4(&other, nullptr, 0, 0));
  EXPECT_TRUE(saw("cuCtxCreate_v4"));
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxDestroy_v2(other));
  EXPECT_TRUE(saw("cuCtxDestroy_v2"));
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxCreate_v3(&other, nullptr, 0, 0, 1));
  EXPECT_FALSE(saw("cuCtxCreate_v3"));
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxDestroy_v2(other));
}

TEST_F(Across, devicesAreNoPeers) {
  int access = 1;
  EXPECT_EQ(CUDA_SUCCESS, ::cuDeviceCanAccessPeer(&access, 0, 1));
  EXPECT_EQ(0, access);
  EXPECT_EQ(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, ::cuCtxEnablePeerAccess(ourContext, 0));
  EXPECT_FALSE(saw("cuDeviceCanAccessPeer"));
  int value = 7;
  EXPECT_EQ(CUDA_SUCCESS,
            ::cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 1, 0));
  EXPECT_EQ(0, value);
}

TEST_F(Across, bytesBetweenDrivers) {
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyDtoD_v2(ourMemory, vendors(), 64));
  expect(1, 1);
  EXPECT_TRUE(saw("cuMemcpyDtoH_v2")); // ours is memory of the host there
  ours()[0] = 50;
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpy(vendors(), ourMemory, 64));
  expect(50, 50);
  EXPECT_TRUE(saw("cuMemcpyHtoD_v2"));
  vendorMemory[0] = 51;
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyPeer(ourMemory, ourContext, vendors(), vendorContext, 64));
  expect(51, 51);
  ours()[0] = 52;
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyDtoH_v2(vendorMemory, ourMemory, 64)); // by address
  expect(52, 52);
  vendorMemory[0] = 53;
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyHtoD_v2(ourMemory, vendorMemory, 64));
  expect(53, 53);
}

TEST_F(Across, bytesInStreams) {
  for (CUstream in : {stream, handleOf<CUstream>(Vendors)}) {
    const char first = in == stream ? 60 : 70;
    vendorMemory[0] = first;
    EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyAsync(ourMemory, vendors(), 64, in));
    ::cuStreamSynchronize(in);
    expect(first, first);
    ours()[0] = char(first + 1);
    EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyDtoDAsync_v2(vendors(), ourMemory, 64, in));
    ::cuStreamSynchronize(in);
    expect(char(first + 1), char(first + 1));
    vendorMemory[0] = char(first + 2);
    EXPECT_EQ(CUDA_SUCCESS,
              ::cuMemcpyPeerAsync(ourMemory, ourContext, vendors(), vendorContext, 64, in));
    ::cuStreamSynchronize(in);
    expect(char(first + 2), char(first + 2));
    char onHost[64] = {char(first + 3)};
    EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyHtoDAsync_v2(vendors(), onHost, 64, in));
    EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyHtoDAsync_v2(ourMemory, onHost, 64, in));
    ::cuStreamSynchronize(in);
    expect(char(first + 3), char(first + 3));
    EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyDtoHAsync_v2(onHost + 1, ourMemory, 1, in));
    EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpyDtoHAsync_v2(onHost + 2, vendors(), 1, in));
    ::cuStreamSynchronize(in);
    EXPECT_EQ(char(first + 3), onHost[1]);
    EXPECT_EQ(char(first + 3), onHost[2]);
  }
}

TEST_F(Across, boxesAndBatches) {
  CUDA_MEMCPY2D box{};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = vendors();
  box.dstDevice = ourMemory;
  box.srcPitch = 16;
  box.dstPitch = 32;
  box.WidthInBytes = 8;
  box.Height = 2;
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpy2D_v2(&box));
  expect(1, 1);
  EXPECT_EQ(17, ours()[32]);
  EXPECT_EQ(100 + 8, ours()[8]); // beside the box
  ours()[0] = 80;
  std::swap(box.srcDevice, box.dstDevice);
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpy2DAsync_v2(&box, stream));
  ::cuStreamSynchronize(stream);
  expect(80, 80);
  CUDA_MEMCPY3D cube{};
  cube.srcMemoryType = cube.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  cube.srcDevice = vendors();
  cube.dstDevice = ourMemory;
  cube.srcPitch = cube.dstPitch = cube.WidthInBytes = 8;
  cube.Height = cube.Depth = cube.srcHeight = cube.dstHeight = 1;
  vendorMemory[0] = 81;
  EXPECT_EQ(CUDA_SUCCESS, ::cuMemcpy3D_v2(&cube));
  expect(81, 81);
  vendorMemory[0] = 82;
  CUdeviceptr to[] = {ourMemory, vendors() + 1}, from[] = {vendors(), ourMemory + 9};
  size_t sizes[] = {1, 1}, indices[] = {0};
  CUmemcpyAttributes attributes{};
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  EXPECT_EQ(CUDA_SUCCESS,
            ::cuMemcpyBatchAsync_v2(to, from, sizes, 2, &attributes, indices, 1, stream));
  ::cuStreamSynchronize(stream);
  expect(82, 82);
  EXPECT_EQ(100 + 9, vendorMemory[1]);
}

TEST_F(Across, streamsWaitForEventsOfOthers) {
  CUevent event = nullptr;
  ::cuCtxSetCurrent(ourContext);
  ASSERT_EQ(CUDA_SUCCESS, ::cuEventCreate(&event, 0));
  EXPECT_EQ(CUDA_SUCCESS, ::cuEventRecord(event, stream));
  EXPECT_EQ(CUDA_SUCCESS, ::cuStreamWaitEvent(handleOf<CUstream>(Vendors), event, 0));
  EXPECT_TRUE(saw("cuLaunchHostFunc"));
  EXPECT_FALSE(saw("cuStreamWaitEvent"));
  reset();
  EXPECT_EQ(CUDA_SUCCESS, ::cuStreamWaitEvent(stream, handleOf<CUevent>(Vendors), 0));
  ::cuStreamSynchronize(stream);
  EXPECT_TRUE(saw("cuEventSynchronize"));
  ::cuEventDestroy_v2(event);
}

TEST_F(Across, librariesAreOnBothDrivers) {
  const char *text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n";
  CUlibrary library = nullptr, back = nullptr;
  CUkernel kernel = nullptr, listed[2] = {};
  ASSERT_EQ(CUDA_SUCCESS,
            ::cuLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_TRUE(saw("cuLibraryLoadData"));
  ASSERT_EQ(CUDA_SUCCESS, ::cuLibraryGetKernel(&kernel, library, "k"));
  EXPECT_EQ(CUDA_SUCCESS, ::cuKernelGetLibrary(&back, kernel));
  EXPECT_EQ(library, back);
  EXPECT_EQ(CUDA_SUCCESS, ::cuLibraryEnumerateKernels(listed, 1, library));
  for (CUcontext context : {vendorContext, ourContext}) {
    ::cuCtxSetCurrent(context);
    reset();
    EXPECT_EQ(CUDA_SUCCESS, ::cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), 1, 1, 1, 1, 1, 1,
                                             0, nullptr, nullptr, nullptr));
    EXPECT_EQ(context == vendorContext, saw("cuLaunchKernel"));
  }
  EXPECT_EQ(CUDA_SUCCESS, ::cuCtxSynchronize());
  EXPECT_EQ(CUDA_SUCCESS, ::cuLibraryUnload(library));
  EXPECT_TRUE(saw("cuLibraryUnload"));
  EXPECT_EQ(CUDA_ERROR_INVALID_HANDLE, ::cuLibraryUnload(library));
}

} // namespace
