// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the stubs of compiled programs are told.
#include <cstdint>
#include <gtest/gtest.h>

#include "runtime/core/Driver.h"
#include "runtime/core/Entry.h"

extern "C" {
#include "anywarp/api/runtime_registration.h"
}

namespace {

/// A fat binary without any image, as it is registered.
struct Empty {
  alignas(8) const uint32_t container[4] = {0xBA55ED50, 0x00100001, 0, 0};
  struct {
    uint32_t magic = 0x466243b1, version = 1;
    const void *data, *extra = nullptr;
  } wrapper;
  Empty() { wrapper.data = container; }
};

TEST(Registration, launchesTellWhyThereIsNoKernel) {
  int devices = 0;
  if (::cudaGetDeviceCount(&devices) != cudaSuccess || !devices)
    GTEST_SKIP() << "no device";
  static Empty empty;
  static const char stub = 0;
  void **handle = __cudaRegisterFatBinary(&empty.wrapper);
  __cudaRegisterFunction(handle, &stub, nullptr, "kernel", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  cudaKernel_t kernel = nullptr;
  const cudaError_t why = __cudaGetKernel(&kernel, &stub);
  EXPECT_NE(why, cudaSuccess);
  EXPECT_EQ(kernel, nullptr);
  EXPECT_EQ(::cudaGetLastError(), why);
  for (int again = 0; again < 2; ++again) { // stubs ask once
    EXPECT_EQ(__cudaLaunchKernel(kernel, dim3(1), dim3(1), nullptr, 0, nullptr), why);
    EXPECT_EQ(::cudaGetLastError(), why);
    EXPECT_EQ(__cudaGetKernel(nullptr, &stub), cudaErrorInvalidValue); // is no reason
    EXPECT_EQ(::cudaGetLastError(), cudaErrorInvalidValue);
  }
  __cudaUnregisterFatBinary(handle);
}

} // namespace
