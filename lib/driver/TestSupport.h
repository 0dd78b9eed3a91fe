// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What unit tests that call the driver's functions share: a device with its context, and kernels.
// Expectations are sentences of the driver API's manual.
#pragma once

#include <cuda.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// The call succeeds, or the test ends.
#define OK(call) ASSERT_EQ(CUDA_SUCCESS, call)
/// The call fails with CUDA_ERROR_`error`.
#define FAILS(error, call) EXPECT_EQ(CUDA_ERROR_##error, call)

namespace anywarp::driver {

/// The form of a function that programs of that version have.
template <typename F> F formOf(const char *name, int version) {
  void *address = nullptr;
  CUdriverProcAddressQueryResult status;
  EXPECT_EQ(CUDA_SUCCESS,
            cuGetProcAddress(name, &address, version, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  return reinterpret_cast<F>(address);
}

constexpr const char *kKernels = R"(.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .b8 table[64];
.visible .entry fill(.param .u64 to, .param .u32 value, .param .u32 count) {
  .reg .pred %p; .reg .b32 %r<9>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [to]; ld.param.u32 %r1, [value]; ld.param.u32 %r2, [count];
  mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x;
  mad.lo.u32 %r6, %r3, %r4, %r5; setp.ge.u32 %p, %r6, %r2; @%p ret;
  mad.wide.u32 %d2, %r6, 4, %d1; add.u32 %r7, %r1, %r6; st.global.u32 [%d2], %r7; ret;
}
.visible .entry shared() .maxntid 256, 1, 1 {
  .shared .align 4 .b8 buffer[2048]; .reg .b32 %r<2>;
  mov.u32 %r1, %tid.x; st.shared.u32 [buffer], %r1; ret;
}
)";

/// A test with the first device's primary context current.
class DeviceTest : public testing::Test {
protected:
  void SetUp() override {
    OK(cuInit(0));
    OK(cuDeviceGet(&device_, 0));
    OK(cuDevicePrimaryCtxRetain(&context_, device_));
    OK(cuCtxSetCurrent(context_));
  }
  void TearDown() override {
    EXPECT_EQ(CUDA_SUCCESS, cuCtxSynchronize());
    EXPECT_EQ(CUDA_SUCCESS, cuCtxSetCurrent(nullptr));
    EXPECT_EQ(CUDA_SUCCESS, cuDevicePrimaryCtxRelease(device_));
  }

  /// Memory of `count` words, which the test frees.
  CUdeviceptr words(size_t count, unsigned value = 0) {
    CUdeviceptr memory = 0;
    EXPECT_EQ(CUDA_SUCCESS, cuMemAlloc(&memory, count * 4));
    EXPECT_EQ(CUDA_SUCCESS, cuMemsetD32(memory, value, count));
    return memory;
  }
  static std::vector<unsigned> read(CUdeviceptr memory, size_t count) {
    std::vector<unsigned> result(count);
    EXPECT_EQ(CUDA_SUCCESS, cuMemcpyDtoH(result.data(), memory, count * 4));
    return result;
  }
  static CUfunction kernel(CUmodule module, const char *name) {
    CUfunction function = nullptr;
    EXPECT_EQ(CUDA_SUCCESS, cuModuleGetFunction(&function, module, name));
    return function;
  }

  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
};

} // namespace anywarp::driver
