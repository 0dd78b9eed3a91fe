// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the libraries recorded (support/Recording.h) as plain data, in the order of time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace anywarp::tool {

struct AccessRow {
  std::string operation, space, declared;
  uint64_t bytes = 0, warps = 0, threads = 0, sectors = 0, idealSectors = 0, lines = 0,
           usedBytes = 0, wavefronts = 0, idealWavefronts = 0, requests = 0;
};

/// A PTX instruction of a kernel with its counts: lib/insight/README.md.
struct InstructionRow {
  uint64_t ptxLine = 0, line = 0;
  std::string file, function, text, flags;
  uint64_t warps = 0, threads = 0, predicated = 0;
  uint64_t branches = 0, divergent = 0, taken = 0;
  std::vector<AccessRow> accesses;
  bool has(char flag) const { return flags.find(flag) != std::string::npos; }
};

/// Work of a stream, by nanoseconds of one clock.
struct WorkRecord {
  uint64_t process = 0, thread = 0, stream = 0, queued = 0, start = 0, end = 0;
};

struct KernelRecord : WorkRecord {
  std::string name; ///< as the PTX has it
  uint64_t context = 0, device = 0, multiprocessors = 0, capability = 0;
  uint64_t grid[3] = {}, block[3] = {}, cluster[3] = {};
  uint64_t dynamicShared = 0, staticShared = 0, driverShared = 0, registers = 0, localBytes = 0;
  uint64_t width = 0;
  uint64_t limitBlocks = 0, limitWarps = 0, limitRegisters = 0, limitShared = 0, maxWarps = 0;
  std::vector<InstructionRow> instructions; ///< empty: it was not counted
  std::string steps;                        ///< JSON: see lib/insight/README.md; may be empty
  bool areStepsCut = false;
  bool isFirst = false; ///< of its process
  uint64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
  uint64_t threadsPerBlock() const { return block[0] * block[1] * block[2]; }
  uint64_t warpsPerBlock() const { return (threadsPerBlock() + 31) / 32; }
};

struct TransferRecord : WorkRecord {
  bool isFill = false, isPageable = false;
  std::string direction; ///< HtoD, DtoH, DtoD, HtoH; of a fill empty
  uint64_t bytes = 0;
};

/// A call of an API function.
struct CallRecord {
  std::string name;
  bool isDriver = false;
  uint64_t process = 0, thread = 0, start = 0, end = 0;
  int64_t result = 0;
};

/// An NVTX range or mark.
struct RangeRecord {
  std::string name, domain, style; ///< PushPop, StartEnd, Mark
  uint64_t process = 0, thread = 0, start = 0, end = 0;
};

struct Records {
  std::vector<KernelRecord> kernels;
  std::vector<TransferRecord> transfers;
  std::vector<CallRecord> calls;
  std::vector<RangeRecord> ranges;
};

/// False if the file cannot be read; a file that is not there holds no records.
bool readRecords(const std::string &path, Records &records);

} // namespace anywarp::tool
