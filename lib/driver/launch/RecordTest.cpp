// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What observers and records are told of grids, copies and fills (support/Observer.h,
// support/Recording.h).
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "driver/TestSupport.h"
#include "support/Observer.h"

extern "C" anywarp::Observed *anywarp_observed1();

namespace anywarp::driver {
namespace {

std::vector<ObservedWork> seen;
std::vector<std::string> names, calls;
std::atomic<uint64_t> clock_ = 0; ///< work reads it, too

class ObservedTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    OK(cuModuleLoadData(&module_, kKernels));
    memory_ = words(16);
    seen.clear();
    names.clear();
    calls.clear();
    static const Observer observer = {[](ObservedCall &call) { calls.push_back(call.symbol); },
                                      [](ObservedCall &) {}, []() -> uint32_t { return 42; },
                                      []() -> uint64_t { return ++clock_; },
                                      [](const ObservedWork &work) {
                                        seen.push_back(work);
                                        names.push_back(work.name ? work.name : "");
                                      }};
    anywarp_observed1()->store(&observer);
  }
  void TearDown() override {
    OK(cuCtxSynchronize());
    anywarp_observed1()->store(nullptr);
    OK(cuMemFree(memory_));
    OK(cuModuleUnload(module_));
    DeviceTest::TearDown();
  }
  CUmodule module_ = nullptr;
  CUdeviceptr memory_ = 0;
};

TEST_F(ObservedTest, GridsAreTold) {
  unsigned value = 1, count = 16;
  void *arguments[] = {&memory_, &value, &count};
  OK(cuLaunchKernel(kernel(module_, "fill"), 2, 1, 1, 8, 1, 1, 96, nullptr, arguments, nullptr));
  OK(cuLaunchCooperativeKernel(kernel(module_, "shared"), 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr));
  OK(cuCtxSynchronize());
  ASSERT_EQ(2u, seen.size());
  EXPECT_EQ((std::vector<std::string>{"fill", "shared"}), names);
  const ObservedWork &grid = seen[0];
  EXPECT_EQ(ObservedWork::Kind::Grid, grid.kind);
  EXPECT_EQ(2u, grid.grid[0]);
  EXPECT_EQ(8u, grid.block[0]);
  EXPECT_EQ(96u, grid.dynamicShared);
  EXPECT_EQ(0u, grid.staticShared);
  EXPECT_EQ(42u, grid.correlation);
  EXPECT_EQ(0u, grid.device);
  EXPECT_FALSE(grid.isFromDevice);
  EXPECT_FALSE(grid.isCooperative);
  EXPECT_LT(grid.queued, grid.start);
  EXPECT_LT(grid.start, grid.end);
  EXPECT_TRUE(seen[1].isCooperative);
  EXPECT_GE(seen[1].staticShared, 2048u); // .shared .b8 buffer[2048]
  EXPECT_EQ(std::vector<std::string>(1, "cuLaunchKernel"), std::vector<std::string>(1, calls[1]));
}

TEST_F(ObservedTest, CopiesAndFillsAreTold) {
  using Place = ObservedWork::Place;
  unsigned pageable[4] = {};
  void *pinned;
  CUdeviceptr managed;
  CUstream stream;
  OK(cuMemAllocHost(&pinned, 16));
  OK(cuMemAllocManaged(&managed, 16, CU_MEM_ATTACH_GLOBAL));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuMemcpyHtoD(memory_, pageable, 16));
  OK(cuMemcpyDtoHAsync(pinned, memory_, 8, stream));
  OK(cuMemcpyAsync(memory_, managed, 12, stream));
  OK(cuMemsetD32Async(memory_, 7, 4, stream));
  OK(cuStreamSynchronize(stream));
  struct Expected {
    ObservedWork::Kind kind;
    Place from, to;
    uint64_t bytes;
  };
  const auto copy = ObservedWork::Kind::Copy, fill = ObservedWork::Kind::Fill;
  const Expected expected[] = {{copy, Place::Pageable, Place::Device, 16},
                               {copy, Place::Device, Place::Pinned, 8},
                               {copy, Place::Managed, Place::Device, 12},
                               {fill, Place::Unknown, Place::Device, 16}};
  ASSERT_EQ(4u, seen.size());
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(expected[i].kind, seen[i].kind) << i;
    EXPECT_EQ(expected[i].from, seen[i].from) << i;
    EXPECT_EQ(expected[i].to, seen[i].to) << i;
    EXPECT_EQ(expected[i].bytes, seen[i].bytes) << i;
    EXPECT_LE(seen[i].start, seen[i].end) << i;
  }
  EXPECT_EQ(7u, seen[3].value);
  EXPECT_EQ(seen[2].stream, seen[3].stream);
  OK(cuMemFreeHost(pinned));
  OK(cuMemFree(managed));
  OK(cuStreamDestroy(stream));
}

/// In a process of its own: what is recorded is read once, at the beginning.
TEST_F(ObservedTest, RecordsAreLines) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string path = testing::TempDir() + "anywarp-" + std::to_string(getpid()) + "-record";
  if (!getenv("ANYWARP_RECORD_FILE"))
    setenv("ANYWARP_RECORD_FILE", path.c_str(), 1);
  setenv("ANYWARP_RECORD", "calls,work,kernels,steps", 1);
  const auto run = [&] {
    unsigned value = 1, count = 16, host[4] = {};
    void *arguments[] = {&memory_, &value, &count};
    const bool isDone = !cuLaunchKernel(kernel(module_, "fill"), 1, 1, 1, 16, 1, 1, 0, nullptr,
                                        arguments, nullptr) &&
                        !cuMemcpyDtoH(host, memory_, 16) && !cuMemsetD32(memory_, 7, 4) &&
                        !cuCtxSynchronize();
    std::exit(isDone && host[3] == 4 ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
  unsetenv("ANYWARP_RECORD_FILE");
  unsetenv("ANYWARP_RECORD");
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::filesystem::remove(path);
  for (const char *part :
       {"\"kind\":\"kernel\"", "\"name\":\"fill\"", "\"grid\":[1,1,1]", "\"block\":[16,1,1]",
        "\"instructions\":", "\"steps\":", "\"kind\":\"copy\"", "\"direction\":\"DtoH\"",
        "\"bytes\":16", "\"kind\":\"fill\"", "cuLaunchKernel"})
    EXPECT_NE(std::string::npos, text.find(part)) << part;
}

} // namespace
} // namespace anywarp::driver
