// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many processors the process may use.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace anywarp {

/// Processors of the calling thread's affinity mask, at most as many as the quotas of its control
/// groups pay for (`docker --cpus`, systemd's CPUQuota), rounded up. A process that a launcher
/// started beside others of its job takes its part of the machine. At least 1.
unsigned usableProcessors();

/// Processes of a parallel job on this machine, as its launcher tells in the environment.
struct LocalRanks {
  unsigned count = 1, own = 0;
};
/// Open MPI, MPICH and Intel MPI, MVAPICH2, Slurm, torchrun; the first that tells.
LocalRanks localRanks();

/// Processors that the process's control group may run on, of `online` ones: cpuset.cpus.effective
/// or cpuset.effective_cpus. `root` as below.
unsigned processorsOfGroup(unsigned online, const std::string &root = {});

/// How many of the group's processors, which the quota limits (0: none), each of `ranks` processes
/// may use, if its affinity mask has `affine`.
unsigned shareOfProcessors(unsigned group, double quota, unsigned ranks, unsigned affine);

/// The smallest quota in processors of the control groups that /proc/self/cgroup names, and of
/// those above them; 0: none. cgroups(7), version 2: cpu.max; version 1: cpu.cfs_quota_us. `root`
/// is put before all paths.
double processorQuota(const std::string &root = {});

/// Processors whose memory is near.
struct NumaNode {
  unsigned number;
  std::vector<unsigned> processors; ///< of the calling thread's affinity mask
};
/// The nodes that have some, by number: /sys/devices/system/node/node*/cpulist. `root` as above.
std::vector<NumaNode> numaNodes(const std::string &root = {});

/// Pages of the range that nobody has touched will come from the node, if it has some left.
void preferNode(void *start, size_t bytes, unsigned node);

} // namespace anywarp
