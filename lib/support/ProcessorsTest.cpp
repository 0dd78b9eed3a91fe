// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotas of control groups in both versions, from folders as cgroups(7) describes them.
#include "support/Processors.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;

namespace anywarp {
namespace {

class ProcessorsTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aw-processors-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string &path, const std::string &text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << "\n";
  }
  double quota() const { return processorQuota(root_.string()); }
  fs::path root_;
};

TEST_F(ProcessorsTest, NoGroupsNoQuota) { EXPECT_EQ(quota(), 0); }

TEST_F(ProcessorsTest, SecondVersion) {
  write("proc/self/cgroup", "0::/user.slice/run.scope");
  write("sys/fs/cgroup/user.slice/run.scope/cpu.max", "max 100000");
  EXPECT_EQ(quota(), 0);
  write("sys/fs/cgroup/user.slice/run.scope/cpu.max", "250000 100000");
  EXPECT_EQ(quota(), 2.5);
  write("sys/fs/cgroup/user.slice/cpu.max", "50000 100000"); // what is above holds, too
  EXPECT_EQ(quota(), 0.5);
}

TEST_F(ProcessorsTest, AContainersTopIsItsOwnGroup) {
  write("proc/self/cgroup", "0::/docker/0123456789");
  write("sys/fs/cgroup/cpu.max", "300000 100000");
  EXPECT_EQ(quota(), 3);
}

TEST_F(ProcessorsTest, FirstVersion) {
  write("proc/self/cgroup", "5:cpuset:/a\n4:cpu,cpuacct:/a/b\n0::/");
  write("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1");
  write("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota(), 0);
  write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "150000");
  write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota(), 1.5);
}

TEST_F(ProcessorsTest, DamagedFilesAreNone) {
  write("proc/self/cgroup", "0:\n::\nx");
  write("sys/fs/cgroup/cpu.max", "10 0");
  EXPECT_EQ(quota(), 0);
}

TEST_F(ProcessorsTest, AffinityBounds) {
  unsigned usable = 0;
  std::thread([&] {
    cpu_set_t all, one;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); ++i)
      if (CPU_ISSET(i, &all))
        CPU_SET(i, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    usable = usableProcessors();
  }).join();
  EXPECT_EQ(usable, 1u);
}

} // namespace
} // namespace anywarp
