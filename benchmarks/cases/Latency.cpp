// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times instead of speeds: an empty launch with its synchronisation, and the first launch of a
// small kernel in a new process, compiled or read from the disk cache.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

constexpr int kLaunches = 1000;

struct EmptyLaunch : Case {
  std::unique_ptr<OpenClKernel> cl;

  EmptyLaunch() {
    name = "emptyLaunch";
    unit = "us";
    isTime = true;
    work = 1e6 / kLaunches;
    ours = [] {
      for (int i = 0; i < kLaunches; ++i)
        emptyCuda();
    };
    if (OpenClKernel::isAvailable()) {
      cl = std::make_unique<OpenClKernel>("nothing");
      pocl = [this] {
        for (int i = 0; i < kLaunches; ++i)
          cl->run({32}, {32});
      };
    }
  }
};

/// The milliseconds that a new process of this program reports for its first launch.
double inNewProcess(bool withCache) {
  char path[4096]; // resolved here: to popen's shell /proc/self/exe is the shell
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0)
    return -1;
  path[length] = 0;
  const std::string command =
      std::string(withCache ? "" : "CUDA_CACHE_DISABLE=1 ") + "'" + path + "' --first-launch";
  double milliseconds = -1;
  if (FILE *pipe = popen(command.c_str(), "r")) {
    if (fscanf(pipe, "%lf", &milliseconds) != 1)
      milliseconds = -1;
    pclose(pipe);
  }
  return milliseconds;
}

struct FirstLaunch : Case {
  explicit FirstLaunch(bool withCache) {
    name = withCache ? "firstLaunchCached" : "firstLaunch";
    unit = "ms";
    isTime = true;
    timed = [withCache] { return inNewProcess(withCache) * 1e-3; };
    work = 1e3;
  }
};

Registration empty("emptyLaunch", [](double) { return std::make_unique<EmptyLaunch>(); });
Registration first("firstLaunch", [](double) { return std::make_unique<FirstLaunch>(false); });
Registration cached("firstLaunchCached",
                    [](double) { return std::make_unique<FirstLaunch>(true); });

} // namespace
} // namespace bench
