// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the system's files and the options say of the machine.
#include "machine/Machine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <unistd.h>

#include "support/Options.h"

namespace anywarp::machine {

static size_t readNumber(const char *path) {
  std::ifstream file(path);
  size_t value = 0;
  return file >> value ? value : SIZE_MAX; // "max" reads as no number
}

const std::vector<NumaNode> &deviceNodes() {
  static const std::vector<NumaNode> nodes =
      Options::get().cpuDevices == "numa" ? numaNodes() : std::vector<NumaNode>();
  return nodes;
}

int deviceCount(int most) {
  const std::string &wanted = Options::get().cpuDevices;
  const size_t count = wanted == "numa"   ? std::max<size_t>(deviceNodes().size(), 1)
                       : wanted == "auto" ? localRanks().count
                                          : std::strtoul(wanted.c_str(), nullptr, 10);
  return int(std::min(count, size_t(std::max(most, 0))));
}

std::string deviceName() {
  const char *vectors = __builtin_cpu_supports("avx512f") ? "16 lanes AVX-512"
                        : __builtin_cpu_supports("avx2")  ? "8 lanes AVX2"
                                                          : "4 lanes SSE";
  return std::string("Anywarp CPU (") + vectors + ")";
}

std::array<uint8_t, 16> deviceUuid(int number) {
  std::string seed = "anywarp cpu device " + std::to_string(number) + " ";
  std::ifstream file("/etc/machine-id");
  for (std::string word; file >> word;)
    seed += word;
  std::array<uint8_t, 16> uuid;
  uint64_t hash = 0xcbf29ce484222325;
  for (uint8_t &byte : uuid) {
    for (char c : seed)
      hash = (hash ^ uint8_t(c)) * 0x100000001b3;
    byte = uint8_t(hash >> 56);
  }
  uuid[6] = (uuid[6] & 0x0f) | 0x80; // version 8: vendor-specific
  uuid[8] = (uuid[8] & 0x3f) | 0x80;
  return uuid;
}

std::string uuidText(const std::array<uint8_t, 16> &uuid) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    char hex[3];
    std::snprintf(hex, sizeof hex, "%02x", uuid[size_t(i)]);
    text += i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    text += hex;
  }
  return text;
}

bool readPciId(const char *text, unsigned &domain, unsigned &bus, unsigned &device,
               unsigned &function) {
  int end = 0, length = int(std::strlen(text));
  auto matches = [&](int fields, int wanted) { return fields == wanted && end == length; };
  domain = function = 0;
  if (matches(std::sscanf(text, "%x:%x:%x.%x%n", &domain, &bus, &device, &function, &end), 4))
    return true;
  function = 0;
  if (matches(std::sscanf(text, "%x:%x:%x%n", &domain, &bus, &device, &end), 3))
    return true;
  domain = 0;
  return matches(std::sscanf(text, "%x:%x.%x%n", &bus, &device, &function, &end), 3);
}

/// The newest whose instructions run: 10.x and 11.0 have a tensor memory that is absent here, and
/// libraries that see 10.x take tcgen05, which is absent (docs/device-models.md).
static constexpr uint32_t kDefaultModel = 120;

bool isModelChosen() { return !Options::get().deviceModel.empty(); }

uint32_t modelledArchitecture() {
  static const uint32_t chosen =
      isModelChosen() ? uint32_t(std::atoi(Options::get().deviceModel.c_str() + std::strlen("sm_")))
                      : kDefaultModel;
  return chosen;
}

size_t memoryBytes() {
  size_t bytes = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE));
  bytes = std::min(bytes, readNumber("/sys/fs/cgroup/memory.max"));
  return std::min(bytes, readNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
}

size_t availableBytes() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string line; std::getline(meminfo, line);) {
    size_t kB;
    if (std::sscanf(line.c_str(), "MemAvailable: %zu kB", &kB) == 1)
      return kB << 10;
  }
  return SIZE_MAX;
}

int currentClockKHz() {
  size_t kHz = readNumber("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq");
  if (kHz != SIZE_MAX)
    return int(kHz);
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    double mhz;
    if (std::sscanf(line.c_str(), "cpu MHz : %lf", &mhz) == 1)
      return int(mhz * 1000);
  }
  return product().clockKHz;
}

int clockKHz() {
  size_t kHz = readNumber("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  return kHz != SIZE_MAX ? int(kHz) : currentClockKHz();
}

} // namespace anywarp::machine
