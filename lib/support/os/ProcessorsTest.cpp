// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotas of control groups in both versions, from folders as cgroups(7) describes them.
#include "support/os/Processors.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>
#include <unistd.h>
#include <vector>

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

TEST_F(ProcessorsTest, SetsOfGroups) {
  auto count = [&] { return processorsOfGroup(64, root_.string()); };
  EXPECT_EQ(count(), 64u);
  write("proc/self/cgroup", "3:cpuset:/job\n0::/job");
  write("sys/fs/cgroup/cpuset/job/cpuset.effective_cpus", "0-3,8,10-11");
  EXPECT_EQ(count(), 7u);
  write("proc/self/cgroup", "0::/job/step");
  write("sys/fs/cgroup/job/cpuset.cpus.effective", "0-127");
  EXPECT_EQ(count(), 64u); // what is above holds where the group says nothing
  write("sys/fs/cgroup/job/step/cpuset.cpus.effective", "5");
  EXPECT_EQ(count(), 1u);
}

TEST_F(ProcessorsTest, RanksShareTheMachine) {
  EXPECT_EQ(shareOfProcessors(64, 0, 1, 64), 64u);
  EXPECT_EQ(shareOfProcessors(64, 0, 4, 64), 16u); // nobody is bound
  EXPECT_EQ(shareOfProcessors(64, 0, 4, 32), 16u); // two on each socket
  EXPECT_EQ(shareOfProcessors(64, 0, 4, 1), 1u);   // bound to a core
  EXPECT_EQ(shareOfProcessors(64, 6, 4, 64), 1u);  // a container that pays for 6
  EXPECT_EQ(shareOfProcessors(2, 0, 4, 2), 1u);
}

TEST_F(ProcessorsTest, RanksAsLaunchersTell) {
  auto ranks = [](std::vector<std::pair<const char *, const char *>> variables) {
    for (const auto &[name, value] : variables)
      setenv(name, value, 1);
    const LocalRanks found = localRanks();
    for (const auto &[name, value] : variables)
      unsetenv(name);
    return std::pair(found.count, found.own);
  };
  using P = std::pair<unsigned, unsigned>;
  EXPECT_EQ(ranks({}), P(1, 0));
  EXPECT_EQ(ranks({{"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "3"}}),
            P(4, 3));
  EXPECT_EQ(ranks({{"MPI_LOCALNRANKS", "2"}, {"MPI_LOCALRANKID", "1"}}), P(2, 1));
  EXPECT_EQ(ranks({{"LOCAL_WORLD_SIZE", "8"}, {"LOCAL_RANK", "7"}}), P(8, 7));
  EXPECT_EQ(ranks({{"SLURM_STEP_TASKS_PER_NODE", "4(x2),3"},
                   {"SLURM_NODEID", "1"},
                   {"SLURM_LOCALID", "2"}}),
            P(4, 2));
  EXPECT_EQ(ranks({{"SLURM_STEP_TASKS_PER_NODE", "4(x2),3"},
                   {"SLURM_NODEID", "2"},
                   {"SLURM_LOCALID", "2"}}),
            P(3, 2));
  EXPECT_EQ(ranks({{"SLURM_STEP_TASKS_PER_NODE", "2"}, {"SLURM_NODEID", "5"}}), P(1, 0));
  EXPECT_EQ(ranks({{"MPI_LOCALNRANKS", "none"}}), P(1, 0));
}

TEST_F(ProcessorsTest, NodesOfTheMask) {
  EXPECT_TRUE(numaNodes(root_.string()).empty());
  write("sys/devices/system/node/online", "0,2-3");
  write("sys/devices/system/node/node0/cpulist", "0-1023");
  write("sys/devices/system/node/node2/cpulist", ""); // memory without processors
  write("sys/devices/system/node/node3/cpulist", "100000-100001");
  const std::vector<NumaNode> nodes = numaNodes(root_.string());
  ASSERT_EQ(nodes.size(), 1u);
  EXPECT_EQ(nodes[0].number, 0u);
  cpu_set_t own;
  ASSERT_EQ(sched_getaffinity(0, sizeof own, &own), 0);
  EXPECT_EQ(nodes[0].processors.size(), size_t(CPU_COUNT(&own)));
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
