// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affinity masks and the files of control groups.
#include "support/Processors.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <sched.h>
#include <string_view>
#include <vector>

namespace anywarp {

namespace {

unsigned affineProcessors() {
  for (size_t processors = CPU_SETSIZE; processors <= (size_t(1) << 20); processors *= 2) {
    std::vector<cpu_set_t> set(processors / CPU_SETSIZE);
    if (sched_getaffinity(0, set.size() * sizeof(cpu_set_t), set.data()) == 0)
      return unsigned(CPU_COUNT_S(set.size() * sizeof(cpu_set_t), set.data()));
    if (errno != EINVAL) // the kernel knows more processors than have room
      break;
  }
  return 1;
}

double quotaOf(const std::string &folder, bool isSecondVersion) {
  double quota = 0, period = 0;
  if (isSecondVersion) {
    std::ifstream(folder + "/cpu.max") >> quota >> period; // "max 100000" reads as no number
  } else {
    std::ifstream(folder + "/cpu.cfs_quota_us") >> quota; // -1: none
    std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : 0;
}

/// The smallest quota of a group and those above it. In a container the path may be the host's,
/// which leads nowhere: the container's own group is then the top.
double smallestQuota(const std::string &top, std::string group, bool isSecondVersion) {
  double smallest = 0;
  for (;;) {
    if (double quota = quotaOf(top + group, isSecondVersion))
      smallest = smallest ? std::min(smallest, quota) : quota;
    if (group.empty())
      return smallest;
    group.resize(std::min(group.rfind('/'), group.size() - 1));
  }
}

bool names(std::string_view controllers, std::string_view name) {
  for (size_t at = 0; (at = controllers.find(name, at)) != controllers.npos; ++at)
    if ((at == 0 || controllers[at - 1] == ',') &&
        (at + name.size() == controllers.size() || controllers[at + name.size()] == ','))
      return true;
  return false;
}

} // namespace

double processorQuota(const std::string &root) {
  const std::string mounts = root + "/sys/fs/cgroup";
  double smallest = 0;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) { // number:controllers:path
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos)
      continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool isSecondVersion = controllers.empty();
    if (!isSecondVersion && !names(controllers, "cpu"))
      continue;
    std::vector<std::string> tops{mounts};
    if (!isSecondVersion)
      tops = {mounts + "/" + controllers, mounts + "/cpu"};
    else
      tops.push_back(mounts + "/unified");
    for (const std::string &top : tops)
      if (double quota = smallestQuota(top, line.substr(second + 1), isSecondVersion))
        smallest = smallest ? std::min(smallest, quota) : quota;
  }
  return smallest;
}

unsigned usableProcessors() {
  const unsigned affine = std::max(affineProcessors(), 1u);
  const double quota = processorQuota();
  return quota ? std::clamp(unsigned(std::ceil(std::min(quota, 1e6))), 1u, affine) : affine;
}

} // namespace anywarp
