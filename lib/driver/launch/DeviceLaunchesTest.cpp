// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the device runtime answers to one thread, call by call. Expectations are sentences of the
// programming guide's chapter on dynamic parallelism and of the runtime manual.
#include "driver/launch/DeviceLaunches.h"

#include <cstring>
#include <driver_types.h>
#include <gtest/gtest.h>

#include "driver/process/Process.h"

namespace anywarp::driver {
namespace {

using exec::DeviceFunction;

constexpr const char *kChildren = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry child(.param .u64 to, .param .u32 value) {
  .reg .b32 %r; .reg .b64 %d;
  ld.param.u64 %d, [to]; ld.param.u32 %r, [value]; st.global.u32 [%d], %r; ret;
}
.visible .entry limited() .maxntid 64, 1, 1 { ret; }
)";
constexpr uint64_t kDefault = 0, kTail = 3, kForgotten = 4, kNobodys = 0x5000;

class DeviceLaunchesTest : public testing::Test {
protected:
  static void SetUpTestSuite() { ASSERT_EQ(CUDA_SUCCESS, Process::initialize({})); }
  void SetUp() override {
    CUcontext context;
    ASSERT_EQ(CUDA_SUCCESS, edge::cuDevicePrimaryCtxRetain(&context, 0));
    ASSERT_EQ(CUDA_SUCCESS, driver::cuCtxSetCurrent(context));
    ASSERT_EQ(CUDA_SUCCESS, edge::cuModuleLoadData(&handle_, kChildren));
    module_ = find<Module>(handle_);
    child_ = uint64_t(module_->resolve("child.desc"));
    launches_ = std::make_unique<DeviceLaunches>(*module_, pending_, nullptr);
  }
  void TearDown() override {
    launches_ = nullptr;
    ASSERT_EQ(CUDA_SUCCESS, edge::cuModuleUnload(handle_));
    ASSERT_EQ(CUDA_SUCCESS, driver::cuCtxSetCurrent(nullptr));
    ASSERT_EQ(CUDA_SUCCESS, edge::cuDevicePrimaryCtxRelease(0));
  }

  /// The call of a thread, with the arguments as they lie in a C structure.
  template <typename... T> uint64_t ask(DeviceFunction function, T... arguments) {
    alignas(8) char bytes[96] = {};
    size_t at = 0;
    auto put = [&](auto value) {
      at = (at + sizeof value - 1) / sizeof value * sizeof value;
      std::memcpy(bytes + at, &value, sizeof value);
      at += sizeof value;
    };
    (put(arguments), ...);
    return launches_->call({function, bytes, block_, thread_});
  }
  template <typename T> static uint64_t at(T &place) { return reinterpret_cast<uint64_t>(&place); }
  uint64_t buffer(uint64_t kernel, uint32_t threads = 32, uint32_t shared = 0) {
    return ask(DeviceFunction::GetParameterBufferV2, kernel, 2u, 1u, 1u, threads, 1u, 1u, shared);
  }
  uint64_t launch(uint64_t buffer, uint64_t stream = kDefault) {
    return ask(DeviceFunction::LaunchDeviceV2, buffer, stream);
  }
  uint64_t lastError() { return ask(DeviceFunction::GetLastError); }
  /// What is done when the grid has ended, in its order: by the values that the launches carry.
  std::vector<unsigned> values() {
    std::vector<DeviceWork> stack;
    launches_->moveTo(stack);
    std::vector<unsigned> result;
    for (auto it = stack.rbegin(); it != stack.rend(); ++it)
      result.push_back(static_cast<unsigned *>(it->params.get())[2]);
    pending_ -= stack.size();
    return result;
  }
  /// A launch of `child` that carries a value.
  void launchWith(unsigned value, uint64_t stream) {
    const uint64_t params = buffer(child_);
    ASSERT_NE(0u, params);
    reinterpret_cast<unsigned *>(params)[2] = value;
    EXPECT_EQ(cudaSuccess, launch(params, stream));
  }

  CUmodule handle_ = nullptr;
  Module *module_ = nullptr;
  uint64_t child_ = 0, block_ = 0;
  uint32_t thread_ = 0;
  std::atomic<size_t> pending_{0};
  std::unique_ptr<DeviceLaunches> launches_;
};

TEST_F(DeviceLaunchesTest, BuffersAreForGridsThatCanRun) {
  EXPECT_NE(0u, buffer(child_));
  EXPECT_EQ(1u, pending_);
  EXPECT_EQ(cudaSuccess, lastError());
  EXPECT_EQ(0u, buffer(child_ + 1)); // no kernel
  EXPECT_EQ(cudaErrorInvalidDeviceFunction, lastError());
  EXPECT_EQ(0u, buffer(child_, 2000)); // more threads than a block can have
  EXPECT_EQ(cudaErrorInvalidConfiguration, lastError());
  EXPECT_EQ(0u, buffer(child_, 0));
  EXPECT_EQ(cudaErrorInvalidConfiguration, lastError());
  EXPECT_EQ(0u, buffer(uint64_t(module_->resolve("limited.desc")), 65));
  EXPECT_NE(cudaSuccess, lastError());
  EXPECT_EQ(1u, pending_);
  std::vector<DeviceWork> stack;
  launches_->moveTo(stack); // a buffer that was not launched is let go
  EXPECT_TRUE(stack.empty());
  EXPECT_EQ(0u, pending_);
}

TEST_F(DeviceLaunchesTest, ErrorsAreTheThreadsOwn) {
  EXPECT_EQ(0u, buffer(0));
  thread_ = 1;
  EXPECT_EQ(cudaSuccess, lastError());
  thread_ = 0;
  block_ = 1;
  EXPECT_EQ(cudaSuccess, lastError());
  block_ = 0;
  EXPECT_EQ(cudaErrorInvalidDeviceFunction, ask(DeviceFunction::PeekAtLastError));
  EXPECT_EQ(cudaErrorInvalidDeviceFunction, lastError());
  EXPECT_EQ(cudaSuccess, lastError()); // the call has reset it
}

TEST_F(DeviceLaunchesTest, PendingLaunchesAreLimited) {
  constexpr CUlimit kLimit = CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT;
  size_t before = 0, most = 0;
  ASSERT_EQ(CUDA_SUCCESS, driver::cuCtxGetLimit(&before, kLimit));
  ASSERT_EQ(CUDA_SUCCESS, edge::cuCtxSetLimit(kLimit, 40));
  ASSERT_EQ(CUDA_SUCCESS, driver::cuCtxGetLimit(&most, kLimit));
  for (unsigned i = 0; i < most; ++i)
    launchWith(i, kDefault);
  EXPECT_EQ(0u, buffer(child_));
  EXPECT_EQ(cudaErrorLaunchPendingCountExceeded, lastError());
  EXPECT_EQ(most, values().size());
  EXPECT_NE(0u, buffer(child_));
  ASSERT_EQ(CUDA_SUCCESS, edge::cuCtxSetLimit(kLimit, before));
}

TEST_F(DeviceLaunchesTest, TailsComeAfterAllElse) {
  launchWith(1, kTail);
  launchWith(2, kDefault);
  launchWith(3, kForgotten);
  launchWith(4, kTail);
  launchWith(5, kDefault);
  EXPECT_EQ((std::vector<unsigned>{2, 3, 5, 1, 4}), values());
}

TEST_F(DeviceLaunchesTest, WhatIsForgottenWaitsForNobody) {
  launchWith(1, kDefault);
  launchWith(2, kForgotten);
  launchWith(3, kTail);
  std::vector<unsigned> early;
  for (DeviceWork work; launches_->takeEarly(work);)
    early.push_back(static_cast<unsigned *>(work.params.get())[2]);
  EXPECT_EQ((std::vector<unsigned>{2, 1}), early);
  EXPECT_EQ((std::vector<unsigned>{3}), values()); // not before the grid has ended
}

TEST_F(DeviceLaunchesTest, LaunchesNeedABufferAndAStream) {
  unsigned other[4] = {};
  EXPECT_EQ(cudaErrorInvalidValue, launch(at(other)));
  const uint64_t params = buffer(child_);
  EXPECT_EQ(cudaErrorInvalidResourceHandle, launch(params, kNobodys));
  EXPECT_EQ(0u, pending_);
  EXPECT_EQ(cudaErrorInvalidValue, launch(params)); // it was for one launch
  EXPECT_EQ(cudaErrorInvalidValue, lastError());
  EXPECT_EQ(cudaErrorInvalidResourceHandle, launch(buffer(child_), kForgotten + 1));
  EXPECT_EQ(cudaErrorNotSupported, launch(buffer(child_), uint64_t(1) << 56)); // one of graphs
}

TEST_F(DeviceLaunchesTest, StreamsAndEventsAreMadeAndUnmade) {
  uint64_t stream = 0, event = 0;
  EXPECT_EQ(cudaErrorInvalidValue, ask(DeviceFunction::StreamCreateWithFlags, at(stream), 2u));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::StreamCreateWithFlags, at(stream),
                             unsigned(cudaStreamNonBlocking)));
  // "cudaEventCreateWithFlags() [...] must be called with cudaEventDisableTiming".
  EXPECT_EQ(cudaErrorInvalidValue, ask(DeviceFunction::EventCreateWithFlags, at(event), 0u));
  EXPECT_EQ(cudaErrorInvalidValue, ask(DeviceFunction::EventCreateWithFlags, at(event),
                                       unsigned(cudaEventDisableTiming | cudaEventInterprocess)));
  EXPECT_EQ(cudaSuccess,
            ask(DeviceFunction::EventCreateWithFlags, at(event), unsigned(cudaEventDisableTiming)));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::EventRecord, event, stream));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::StreamWaitEvent, kDefault, event, 0u));
  EXPECT_EQ(cudaErrorInvalidResourceHandle, ask(DeviceFunction::EventRecord, stream, stream));
  EXPECT_EQ(cudaErrorInvalidResourceHandle,
            ask(DeviceFunction::StreamWaitEvent, kNobodys, event, 0u));
  launchWith(1, stream);
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::StreamDestroy, stream));
  EXPECT_EQ(cudaErrorInvalidResourceHandle, ask(DeviceFunction::StreamDestroy, stream));
  EXPECT_EQ(cudaErrorInvalidResourceHandle, launch(buffer(child_), stream));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::EventDestroy, event));
  EXPECT_EQ(cudaErrorInvalidResourceHandle, ask(DeviceFunction::EventRecord, event, kDefault));
  EXPECT_EQ((std::vector<unsigned>{1}), values()); // what was in the stream is done
}

TEST_F(DeviceLaunchesTest, CopiesAndFillsAreDoneInTheirOrder) {
  unsigned char from[4][8] = {}, to[4][8] = {}, flat[8] = {};
  const unsigned onDevice = cudaMemcpyDeviceToDevice;
  // Rows of 5 bytes, 8 apart.
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::Memset2DAsync, at(from), uint64_t(8), 7u, uint64_t(5),
                             uint64_t(4), kDefault));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::Memcpy2DAsync, at(to), uint64_t(8), at(from),
                             uint64_t(8), uint64_t(3), uint64_t(2), onDevice, kDefault));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::MemsetAsync, at(flat), 9u, uint64_t(4), kDefault));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::MemcpyAsync, at(to[3]), at(flat), uint64_t(2),
                             unsigned(cudaMemcpyDefault), kTail));
  EXPECT_EQ(cudaErrorInvalidMemcpyDirection,
            ask(DeviceFunction::MemcpyAsync, at(to), at(from), uint64_t(8),
                unsigned(cudaMemcpyHostToDevice), kDefault));
  EXPECT_EQ(cudaErrorInvalidMemcpyDirection, lastError());
  EXPECT_EQ(cudaErrorInvalidPitchValue,
            ask(DeviceFunction::Memcpy2DAsync, at(to), uint64_t(8), at(from), uint64_t(8),
                uint64_t(9), uint64_t(1), onDevice, kDefault));
  EXPECT_EQ(cudaErrorInvalidPitchValue, ask(DeviceFunction::Memset2DAsync, at(to), uint64_t(2), 1u,
                                            uint64_t(3), uint64_t(1), kDefault));
  std::vector<DeviceWork> stack;
  launches_->moveTo(stack);
  ASSERT_EQ(4u, stack.size());
  EXPECT_EQ(0, from[0][0]); // nothing before the end
  for (; !stack.empty(); stack.pop_back())
    EXPECT_TRUE(stack.back().moveMemory());
  EXPECT_EQ(7, from[3][4]);
  EXPECT_EQ(0, from[3][5]);
  EXPECT_EQ(7, to[1][2]);
  EXPECT_EQ(0, to[1][3]);
  EXPECT_EQ(0, to[2][0]);
  EXPECT_EQ(9, to[3][1]);
  EXPECT_EQ(0, to[3][2]);

  DeviceWork nowhere;
  nowhere.kind = DeviceWork::Kind::Fill;
  nowhere.to = 16;
  nowhere.width = nowhere.height = 1;
  EXPECT_FALSE(nowhere.moveMemory());
}

TEST_F(DeviceLaunchesTest, TheDeviceIsTheGrids) {
  int device = -1, count = 0, value = 0, cache = -1, version = 0;
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::GetDevice, at(device)));
  EXPECT_EQ(0, device);
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::GetDeviceCount, at(count)));
  EXPECT_EQ(Process::get().deviceCount(), count);
  const unsigned warp = CU_DEVICE_ATTRIBUTE_WARP_SIZE;
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::DeviceGetAttribute, at(value), warp, 0u));
  EXPECT_EQ(32, value);
  EXPECT_EQ(cudaErrorInvalidDevice,
            ask(DeviceFunction::DeviceGetAttribute, at(value), warp, unsigned(count)));
  EXPECT_EQ(cudaErrorInvalidValue, ask(DeviceFunction::DeviceGetAttribute, at(value), 100000u, 0u));
  size_t limit = 0, expected = 1;
  ASSERT_EQ(CUDA_SUCCESS, driver::cuCtxGetLimit(&expected, CU_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT_EQ(cudaSuccess,
            ask(DeviceFunction::DeviceGetLimit, at(limit), unsigned(cudaLimitMallocHeapSize)));
  EXPECT_EQ(expected, limit);
  EXPECT_NE(cudaSuccess, ask(DeviceFunction::DeviceGetLimit, at(limit), 99u));
  ASSERT_EQ(CUDA_SUCCESS, edge::cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::DeviceGetCacheConfig, at(cache)));
  EXPECT_EQ(int(cudaFuncCachePreferL1), cache);
  ASSERT_EQ(CUDA_SUCCESS, edge::cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_NONE));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::RuntimeGetVersion, at(version)));
  EXPECT_EQ(CUDA_VERSION, version);
}

TEST_F(DeviceLaunchesTest, KernelsAreDescribedAsToTheHost) {
  const auto limited = uint64_t(module_->resolve("limited.desc"));
  cudaFuncAttributes attributes{};
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::FuncGetAttributes, at(attributes), limited));
  EXPECT_EQ(64, attributes.maxThreadsPerBlock); // .maxntid
  EXPECT_EQ(80, attributes.ptxVersion);         // .target
  EXPECT_EQ(0u, attributes.sharedSizeBytes);
  EXPECT_EQ(cudaErrorInvalidDeviceFunction,
            ask(DeviceFunction::FuncGetAttributes, at(attributes), at(attributes)));
  CUfunction function;
  int expected = 0, blocks = 0;
  ASSERT_EQ(CUDA_SUCCESS, edge::cuModuleGetFunction(&function, handle_, "limited"));
  ASSERT_EQ(CUDA_SUCCESS,
            edge::cuOccupancyMaxActiveBlocksPerMultiprocessor(&expected, function, 64, 1024));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::OccupancyMaxActiveBlocksPerMultiprocessor, at(blocks),
                             limited, 64u, uint64_t(1024)));
  EXPECT_EQ(expected, blocks);
  const auto withFlags = DeviceFunction::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags;
  EXPECT_EQ(cudaSuccess, ask(withFlags, at(blocks), limited, 64u, uint64_t(1024), 1u));
  EXPECT_EQ(cudaErrorInvalidValue, ask(withFlags, at(blocks), limited, 64u, uint64_t(1024), 2u));
  EXPECT_EQ(cudaErrorInvalidValue, ask(withFlags, at(blocks), limited, 0u, uint64_t(0), 0u));
  EXPECT_EQ(cudaErrorInvalidDeviceFunction,
            ask(withFlags, at(blocks), uint64_t(8), 64u, uint64_t(0), 0u));
}

TEST_F(DeviceLaunchesTest, ErrorsHaveNames) {
  auto text = [&](DeviceFunction function, unsigned error) {
    return std::string(reinterpret_cast<const char *>(ask(function, error)));
  };
  EXPECT_EQ("cudaErrorInvalidValue", text(DeviceFunction::GetErrorName, 1));
  EXPECT_EQ("invalid argument", text(DeviceFunction::GetErrorString, 1));
  EXPECT_EQ("no error", text(DeviceFunction::GetErrorString, 0));
  EXPECT_EQ("unrecognized error code", text(DeviceFunction::GetErrorName, 12345));
  EXPECT_EQ("unrecognized error code", text(DeviceFunction::GetErrorString, 12345));
}

TEST_F(DeviceLaunchesTest, MemoryComesFromTheHeap) {
  uint64_t address = 0;
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::Malloc, at(address), uint64_t(64)));
  ASSERT_NE(0u, address);
  std::memset(reinterpret_cast<void *>(address), 1, 64);
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::Free, address));
  EXPECT_EQ(cudaErrorInvalidValue, ask(DeviceFunction::Free, address));
  EXPECT_EQ(cudaSuccess, ask(DeviceFunction::Free, uint64_t(0)));
  EXPECT_EQ(cudaErrorMemoryAllocation, ask(DeviceFunction::Malloc, at(address), uint64_t(1) << 50));
  EXPECT_EQ(cudaErrorMemoryAllocation, lastError());
}

TEST_F(DeviceLaunchesTest, GraphsAreForKernelsThatAreNodes) {
  EXPECT_EQ(cudaErrorNotSupported, ask(DeviceFunction::GraphLaunch, uint64_t(8), kDefault));
  EXPECT_EQ(cudaSuccess, lastError()); // seen on an H200
  EXPECT_EQ(cudaErrorInvalidValue,
            ask(DeviceFunction::GraphKernelNodeUpdatesApply, uint64_t(0), uint64_t(1)));
  EXPECT_EQ(cudaErrorInvalidValue, ask(DeviceFunction::GraphKernelNodeSetEnabled, uint64_t(0), 1u));
  EXPECT_EQ(cudaErrorInvalidValue,
            ask(DeviceFunction::GraphKernelNodeSetGridDim, uint64_t(0), 1u, 1u, 1u));
  EXPECT_EQ(cudaErrorInvalidValue, ask(DeviceFunction::GraphKernelNodeSetParam, uint64_t(0),
                                       uint64_t(0), uint64_t(0), uint64_t(0)));
}

} // namespace
} // namespace anywarp::driver
