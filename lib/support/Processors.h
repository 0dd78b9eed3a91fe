// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many processors the process may use.
#pragma once

#include <string>

namespace anywarp {

/// Processors of the calling thread's affinity mask, at most as many as the quotas of its control
/// groups pay for (`docker --cpus`, systemd's CPUQuota), rounded up; at least 1.
unsigned usableProcessors();

/// The smallest quota in processors of the control groups that /proc/self/cgroup names, and of
/// those above them; 0: none. cgroups(7), version 2: cpu.max; version 1: cpu.cfs_quota_us. `root`
/// is put before all paths.
double processorQuota(const std::string &root = {});

} // namespace anywarp
