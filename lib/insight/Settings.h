// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compute-sanitizer asks of the process that it watches: the words of ANYWARP_SANITIZER,
// separated by semicolons, "tool=memcheck;log=FILE;…". The program and this room read the same
// list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace anywarp::insight {

struct Settings {
  enum class Tool : uint8_t { None, Memcheck, Racecheck, Initcheck, Synccheck, Schedule };
  Tool tool = Tool::None;
  std::string log;              ///< where records go (Record.h)
  bool leaks = false;           ///< leak-check full
  size_t padding = 0;           ///< guard bytes behind allocations
  bool unused = false;          ///< track-unused-memory
  unsigned unusedThreshold = 0; ///< percent
  bool apiErrors = true;        ///< report-api-errors is not `no`
  bool apiAccess = true;        ///< check-api-memory-access
  bool endsContext = true;      ///< destroy-on-device-error is `context`
  bool dumps = false;           ///< generate-coredump: the first error stops the kernel
  bool hazards = false;         ///< racecheck-report hazard or all
  bool sharedOnly = false;      ///< racecheck-address-space shared
  bool analysis = true;         ///< racecheck-report analysis or all
  struct {
    bool beforeAlloc = false, afterFree = false;
    bool any() const { return beforeAlloc || afterFree; }
  } streamRaces; ///< track-stream-ordered-races
  uint64_t launchSkip = 0, launchCount = 0;
  std::vector<std::string> kernels, kernelsExcluded; ///< kne=…, kns=…, regex=…

  /// Reads the words; those that mean nothing are left out.
  static Settings parse(const std::string &words);
  /// Whether a launch of the kernel is watched, name by name.
  bool selects(const std::string &kernel) const;
};

} // namespace anywarp::insight
