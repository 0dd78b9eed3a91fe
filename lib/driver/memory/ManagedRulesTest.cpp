// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory of devices without concurrentManagedAccess (the programming guide, "Coherency and
// Concurrency"), which ANYWARP_CONCURRENT_MANAGED=0 makes. Each case is a process of its own.
#include <csignal>
#include <cstdlib>
#include <functional>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

constexpr const char *kWorkers = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry work(.param .u64 flag) {
  .reg .pred %p; .reg .b32 %r; .reg .b64 %d;
  ld.param.u64 %d, [flag];
wait: ld.volatile.global.u32 %r, [%d]; setp.eq.u32 %p, %r, 0; @%p bra wait;
  ret;
}
.visible .entry empty() { ret; }
)";

constexpr const char *kOption = "ANYWARP_CONCURRENT_MANAGED";

class ManagedRules : public DeviceTest {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (getenv(kOption)) // a case: what a sanitizer does with faults is not wanted
      signal(SIGSEGV, SIG_DFL);
    DeviceTest::SetUp();
    OK(cuModuleLoadData(&module_, kWorkers));
    launch("empty", nullptr); // what a first launch does is done
    OK(cuCtxSynchronize());
    OK(cuStreamCreate(&busy_, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&other_, CU_STREAM_NON_BLOCKING));
    void *flag = nullptr;
    OK(cuMemHostAlloc(&flag, 4, 0));
    flag_ = static_cast<unsigned *>(flag);
  }
  void TearDown() override {
    OK(cuMemFreeHost(const_cast<unsigned *>(flag_)));
    OK(cuStreamDestroy(busy_));
    OK(cuStreamDestroy(other_));
    OK(cuModuleUnload(module_));
    DeviceTest::TearDown();
  }
  volatile unsigned *managed(unsigned flags = CU_MEM_ATTACH_GLOBAL) {
    CUdeviceptr memory = 0;
    if (cuMemAllocManaged(&memory, 4096, flags) != CUDA_SUCCESS)
      std::_Exit(2);
    auto *words = reinterpret_cast<volatile unsigned *>(memory);
    words[0] = 1;
    return words;
  }
  /// A kernel is at work in `busy_` until end().
  void begin() {
    *flag_ = 0;
    void *arguments[] = {&flag_};
    launch("work", busy_, arguments);
  }
  void end() {
    *flag_ = 1;
    if (cuCtxSynchronize() != CUDA_SUCCESS)
      std::_Exit(3);
  }
  void launch(const char *name, CUstream stream, void **arguments = nullptr) {
    if (cuLaunchKernel(kernel(module_, name), 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr))
      std::_Exit(4);
  }
  using Body = std::function<void()>;
  void expect(const Body &body, bool isAllowed) {
    setenv(kOption, "0", 1);
    const auto run = [&] {
      body();
      std::_Exit(0);
    };
    const auto isAsExpected = [isAllowed](int status) {
      return isAllowed ? testing::ExitedWithCode(0)(status)
                       : testing::KilledBySignal(SIGSEGV)(status);
    };
    EXPECT_EXIT(run(), isAsExpected,
                isAllowed ? "" : "host code touches managed memory at .*, byte 0 of the 4096");
    unsetenv(kOption);
  }
  void allowed(const Body &body) { expect(body, true); }
  void forbidden(const Body &body) { expect(body, false); }

  CUmodule module_ = nullptr;
  CUstream busy_ = nullptr, other_ = nullptr;
  volatile unsigned *flag_ = nullptr;
};

TEST_F(ManagedRules, TheAttributeIsZero) {
  allowed([&] {
    int value = 1;
    if (cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device_))
      std::_Exit(1);
    std::_Exit(value);
  });
}

TEST_F(ManagedRules, AKernelAtWorkClosesAllOfIt) {
  forbidden([&] { // though it does not use the memory
    auto *words = managed();
    begin();
    words[0] = 2;
  });
  forbidden([&] { // though it is over: nobody has asked
    auto *words = managed();
    launch("empty", busy_);
    words[0] = 2;
  });
  forbidden([&] { // though it was allocated since
    begin();
    managed();
  });
  forbidden([&] {
    auto *words = managed();
    (void)cuMemsetD32Async(CUdeviceptr(words), 1, 8, busy_);
    words[0] = 2;
  });
}

TEST_F(ManagedRules, WhoHasWaitedMayTouchIt) {
  allowed([&] {
    auto *words = managed();
    begin();
    end();
    words[0] = 2;
  });
  allowed([&] {
    auto *words = managed();
    launch("empty", busy_);
    (void)cuStreamSynchronize(busy_);
    words[0] = 2;
  });
  forbidden([&] { // for another stream
    auto *words = managed();
    launch("empty", busy_);
    (void)cuStreamSynchronize(other_);
    words[0] = 2;
  });
  allowed([&] { // for a stream that waits for it
    auto *words = managed();
    CUevent event;
    launch("empty", busy_);
    (void)cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);
    (void)cuEventRecord(event, busy_);
    (void)cuStreamWaitEvent(other_, event, 0);
    (void)cuStreamSynchronize(other_);
    words[0] = 2;
  });
}

TEST_F(ManagedRules, AttachmentsSayWhoseItIs) {
  allowed([&] {
    auto *words = managed(CU_MEM_ATTACH_HOST);
    begin();
    words[0] = 2;
    end();
  });
  allowed([&] { // a stream's that is not at work
    auto *words = managed();
    (void)cuStreamAttachMemAsync(other_, CUdeviceptr(words), 0, CU_MEM_ATTACH_SINGLE);
    (void)cuStreamSynchronize(other_);
    begin();
    words[0] = 2;
    end();
  });
  forbidden([&] { // of the stream at work
    auto *words = managed();
    (void)cuStreamAttachMemAsync(busy_, CUdeviceptr(words), 0, CU_MEM_ATTACH_SINGLE);
    (void)cuCtxSynchronize();
    begin();
    words[0] = 2;
  });
  forbidden([&] { // as it was allocated, when its stream is no more
    auto *words = managed();
    (void)cuStreamAttachMemAsync(other_, CUdeviceptr(words), 0, CU_MEM_ATTACH_SINGLE);
    (void)cuStreamDestroy(other_);
    (void)cuCtxSynchronize();
    begin();
    words[0] = 2;
  });
}

TEST_F(ManagedRules, AFunctionInAStreamComesBetweenItsKernels) {
  const auto touch = [](void *words) { ++*static_cast<unsigned *>(words); };
  allowed([&] {
    auto *words = managed();
    launch("empty", busy_);
    (void)cuLaunchHostFunc(busy_, touch, const_cast<unsigned *>(words));
    launch("empty", busy_);
    (void)cuStreamSynchronize(busy_);
    std::_Exit(words[0] == 2 ? 0 : 1);
  });
  forbidden([&] { // another stream is at work
    auto *words = managed();
    begin();
    (void)cuLaunchHostFunc(other_, touch, const_cast<unsigned *>(words));
    (void)cuStreamSynchronize(other_);
  });
}

} // namespace
} // namespace anywarp::driver
