// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_CPU_DEVICES=numa on a machine of two nodes with a processor each (nodes.sh): a device
// runs its blocks on its node's processor, in whatever thread.
#include "../../conformance/Check.h"

#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sched.h>
#include <set>
#include <thread>

#define OK(call) EXPECT(0, call)

static std::string nameOf(const std::string &text) { return text; }

/// Blocks that take 40 ms each.
static const char kSpins[] = R"(
.version 8.1
.target sm_50
.address_size 64
.visible .entry spins() {
  .reg .u64 %t<3>;
  .reg .pred %p;
  mov.u64 %t0, %globaltimer;
again:
  mov.u64 %t1, %globaltimer;
  sub.u64 %t2, %t1, %t0;
  setp.lt.u64 %p, %t2, 40000000;
  @%p bra again;
  ret;
}
)";

static std::string wordOf(const std::string &file, const std::string &key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.rfind(key, 0) == 0)
      return line.substr(line.find_first_not_of(" \t", key.size()));
  return "";
}

/// Ticks of processor time by thread.
static std::map<std::string, unsigned long> times() {
  std::map<std::string, unsigned long> all;
  for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream in(task.path() / "stat");
    std::string text;
    if (!std::getline(in, text)) // the thread has ended
      continue;
    unsigned long user = 0, system = 0;
    std::sscanf(text.c_str() + text.rfind(')'),
                ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    all[task.path().filename()] = user + system;
  }
  return all;
}

int main() {
  int devices = 0;
  OK(cudaGetDeviceCount(&devices));
  EQUAL(2, devices);
  cpu_set_t before, after;
  CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
  const std::string own = std::to_string(getpid());
  for (int device = 0; device < devices; ++device) {
    OK(cudaSetDevice(device));
    int value = -1;
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device));
    EQUAL(1, value);
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrHostNumaId, device));
    EQUAL(device, value);
    OK(cudaFree(nullptr));
    CUmodule module;
    CUfunction function;
    OK(cuModuleLoadData(&module, kSpins));
    OK(cuModuleGetFunction(&function, module, "spins"));
    const auto ticks = times();
    // Both ways: blocks run in the thread that waits, or in others while it does not.
    std::atomic<bool> isOver = false;
    std::set<std::string> seen;
    std::thread watcher([&] {
      while (!isOver) {
        seen.insert(wordOf("/proc/self/task/" + own + "/status", "Cpus_allowed_list:"));
        usleep(2000);
      }
    });
    OK(cuLaunchKernel(function, 8, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
    OK(cudaDeviceSynchronize());
    // Until another thread was seen at work: the test has a limit. Afterwards it may run anywhere.
    for (bool isSeen = false; !isSeen;) {
      OK(cuLaunchKernel(function, 8, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
      while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
        for (const auto &[task, now] : times()) {
          const auto earlier = ticks.find(task);
          const bool hasWorked = now > (earlier == ticks.end() ? 0 : earlier->second);
          const std::string list =
              wordOf("/proc/self/task/" + task + "/status", "Cpus_allowed_list:");
          if (task != own && hasWorked && !list.empty() && list != "0-1") {
            EQUAL(std::to_string(device), list);
            isSeen = true;
          }
        }
        usleep(1000);
      }
    }
    isOver = true;
    watcher.join();
    seen.erase("0-1");
    for (const std::string &list : seen)
      EQUAL(std::to_string(device), list);
    OK(cuModuleUnload(module));
    // Memory and copies as ever.
    constexpr size_t kBytes = size_t(8) << 20;
    void *data = nullptr;
    OK(cudaMalloc(&data, kBytes));
    OK(cudaMemset(data, 7, kBytes));
    char last = 0;
    OK(cudaMemcpy(&last, static_cast<char *>(data) + kBytes - 1, 1, cudaMemcpyDeviceToHost));
    EQUAL(7, last);
    OK(cudaFree(data));
  }
  CHECK(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&before, &after));
  return finish("nodes");
}
