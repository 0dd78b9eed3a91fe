// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affinity masks and the files of control groups.
#include "support/os/Processors.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <linux/mempolicy.h>
#include <sched.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "support/Environment.h"

namespace anywarp {

namespace {

/// The calling thread's mask; empty: the system does not tell.
std::vector<cpu_set_t> affinity() {
  for (size_t processors = CPU_SETSIZE; processors <= (size_t(1) << 20); processors *= 2) {
    std::vector<cpu_set_t> set(processors / CPU_SETSIZE);
    if (sched_getaffinity(0, set.size() * sizeof(cpu_set_t), set.data()) == 0)
      return set;
    if (errno != EINVAL) // the kernel knows more processors than have room
      break;
  }
  return {};
}

unsigned affineProcessors() {
  const std::vector<cpu_set_t> set = affinity();
  return set.empty() ? 1 : unsigned(CPU_COUNT_S(set.size() * sizeof(cpu_set_t), set.data()));
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

bool names(std::string_view controllers, std::string_view name) {
  for (size_t at = 0; (at = controllers.find(name, at)) != controllers.npos; ++at)
    if ((at == 0 || controllers[at - 1] == ',') &&
        (at + name.size() == controllers.size() || controllers[at + name.size()] == ','))
      return true;
  return false;
}

/// The numbers of a file's list as "0-3,8"; empty: it is none.
std::vector<unsigned> readList(const std::string &path) {
  std::ifstream file(path);
  std::vector<unsigned> numbers;
  for (std::string part; std::getline(file, part, ',');) {
    unsigned first, last;
    const int read = std::sscanf(part.c_str(), "%u-%u", &first, &last);
    if (read < 1 || (read == 2 && (last < first || last - first > 1u << 20)))
      return {};
    for (unsigned i = first; i <= (read == 2 ? last : first); ++i)
      numbers.push_back(i);
  }
  return numbers;
}

unsigned numberOf(const char *variable) {
  const char *text = readEnvironment(variable);
  return text ? unsigned(std::strtoul(text, nullptr, 10)) : 0;
}

/// Element `node` of Slurm's "4(x2),3".
unsigned tasksOfNode(const char *list, unsigned node) {
  while (list && *list) {
    char *end;
    const unsigned tasks = unsigned(std::strtoul(list, &end, 10));
    unsigned nodes = 1;
    if (std::sscanf(end, "(x%u)", &nodes) == 1)
      end = std::strchr(end, ')') ? std::strchr(end, ')') + 1 : end;
    if (node < nodes)
      return tasks;
    node -= nodes;
    list = *end == ',' ? end + 1 : nullptr;
  }
  return 0;
}

/// The control group's folders, by version and controller: calls visit(folder, isSecondVersion)
/// for the group and those above it until it returns false.
template <typename Visit>
void visitGroups(const std::string &root, std::string_view controller, Visit visit) {
  const std::string mounts = root + "/sys/fs/cgroup";
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) { // number:controllers:path
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos)
      continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool isSecondVersion = controllers.empty();
    if (!isSecondVersion && !names(controllers, controller))
      continue;
    std::vector<std::string> tops{mounts};
    if (!isSecondVersion)
      tops = {mounts + "/" + controllers, mounts + "/" + std::string(controller)};
    else
      tops.push_back(mounts + "/unified");
    for (const std::string &top : tops)
      // In a container the path may be the host's, which leads nowhere: its own group is the top.
      for (std::string group = line.substr(second + 1);;) {
        if (!visit(top + group, isSecondVersion))
          return;
        if (group.empty())
          break;
        group.resize(std::min(group.rfind('/'), group.size() - 1));
      }
  }
}

} // namespace

double processorQuota(const std::string &root) {
  double smallest = 0;
  visitGroups(root, "cpu", [&](const std::string &folder, bool isSecondVersion) {
    if (double quota = quotaOf(folder, isSecondVersion))
      smallest = smallest ? std::min(smallest, quota) : quota;
    return true;
  });
  return smallest;
}

unsigned processorsOfGroup(unsigned online, const std::string &root) {
  unsigned count = 0;
  visitGroups(root, "cpuset", [&](const std::string &folder, bool isSecondVersion) {
    count = unsigned(
        readList(folder + (isSecondVersion ? "/cpuset.cpus.effective" : "/cpuset.effective_cpus"))
            .size());
    return count == 0;
  });
  return count ? std::min(count, online) : online;
}

LocalRanks localRanks() {
  static constexpr const char *kVariables[][2] = {
      {"OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
      {"MPI_LOCALNRANKS", "MPI_LOCALRANKID"},
      {"MV2_COMM_WORLD_LOCAL_SIZE", "MV2_COMM_WORLD_LOCAL_RANK"},
      {"SLURM_STEP_TASKS_PER_NODE", "SLURM_LOCALID"},
      {"LOCAL_WORLD_SIZE", "LOCAL_RANK"}};
  for (const auto &[size, rank] : kVariables) {
    const bool isSlurms = size == std::string_view("SLURM_STEP_TASKS_PER_NODE");
    const unsigned count =
        isSlurms ? tasksOfNode(readEnvironment(size), numberOf("SLURM_NODEID")) : numberOf(size);
    if (count)
      return {count, std::min(numberOf(rank), count - 1)};
  }
  return {};
}

unsigned shareOfProcessors(unsigned group, double quota, unsigned ranks, unsigned affine) {
  double all = group;
  if (quota)
    all = std::min(all, std::ceil(quota));
  return std::clamp(unsigned(all / std::max(ranks, 1u)), 1u, std::max(affine, 1u));
}

unsigned usableProcessors() {
  const unsigned affine = std::max(affineProcessors(), 1u), ranks = localRanks().count;
  const auto online = unsigned(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
  return shareOfProcessors(ranks > 1 ? processorsOfGroup(online) : affine, processorQuota(), ranks,
                           affine);
}

std::vector<NumaNode> numaNodes(const std::string &root) {
  const std::vector<cpu_set_t> mask = affinity();
  const std::string nodes = root + "/sys/devices/system/node/";
  std::vector<NumaNode> found;
  for (unsigned number : readList(nodes + "online")) {
    NumaNode node{number, {}};
    for (unsigned cpu : readList(nodes + "node" + std::to_string(number) + "/cpulist"))
      if (CPU_ISSET_S(cpu, mask.size() * sizeof(cpu_set_t), mask.data()))
        node.processors.push_back(cpu);
    if (!node.processors.empty())
      found.push_back(std::move(node));
  }
  return found;
}

void preferNode(void *start, size_t bytes, unsigned node) {
  constexpr size_t kBits = 8 * sizeof(unsigned long);
  std::vector<unsigned long> mask(node / kBits + 1);
  mask[node / kBits] = 1ul << node % kBits;
  // Only a matter of speed.
  (void)syscall(SYS_mbind, start, bytes, MPOL_PREFERRED, mask.data(), mask.size() * kBits + 1, 0);
}

} // namespace anywarp
