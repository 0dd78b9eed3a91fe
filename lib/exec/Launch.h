// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one grid to its end: the whole public face of the engine, together with DeviceHeap.h,
// Printf.h and Runtime.h. runGrid may be called by any thread and by several at once; it returns
// when the last block has ended or the grid was stopped by a fault. The calling thread takes part,
// so a launch never waits for a sleeping worker.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/KernelAbi.h"
#include "support/Status.h"

namespace anywarp::exec {

class DeviceHeap;
class DeviceRuntime;
class Observer;
class Profile;
class PrintfBuffer;
class Schedule;

/// Memory of a block at its fault, copied.
struct FaultedBlock {
  std::string shared;
  uint32_t firstThread = 0, threadCount = 0; ///< those of a warp
  uint32_t localBytes = 0;                   ///< of each
  std::string local;
};

/// Why and where a grid was stopped. The driver turns it into the context's sticky error.
struct FaultInfo {
  Fault fault = Fault::None;
  std::optional<uint64_t> address; ///< of the access, if it has one that is known
  uintptr_t pc = 0;                ///< machine code address, 0 if not known
  std::string kernel;
  uint32_t blockIdx[3] = {0, 0, 0};
  uint32_t firstThread = 0; ///< linear index in the block
  uint32_t threadCount = 0; ///< threads that it may have been: 1, or those of the piece
  std::string detail;       ///< deadlock: who waits for what; assert: the message
  /// Deadlock: blocks wait at the grid's barrier for others that have ended.
  bool isAtGridBarrier = false;
  uint64_t gridId = 0;
  std::shared_ptr<const FaultedBlock> block; ///< with LaunchOptions::keepFaulted

  /// One line for the log: "illegal address 0x10 in kernel k, block (0,0,0), threads 0-31".
  std::string describe() const;
};
const char *toString(Fault fault);

struct LaunchOptions {
  bool cooperative = false;       ///< all blocks resident: they may wait for each other
  bool keepFaulted = false;       ///< a fault comes with its block's memory
  unsigned workers = 0;           ///< at most so many threads, the caller included; 0: no limit
  int place = -1;                 ///< of usePlaces: whose processors run it; -1: all
  PrintfBuffer *output = nullptr; ///< device printf goes there; null: to stdout when the grid ends
  DeviceHeap *heap = nullptr;     ///< device malloc; null: answers 0
  Observer *observer =
      nullptr; ///< of a kernel that was compiled to tell events; must not be null then
  DeviceRuntime *deviceRuntime = nullptr; ///< runtime functions; null: calling one is a fault
  Schedule *schedule = nullptr;           ///< of kernels that are Interruptible; null: the usual
  Profile *profile = nullptr;             ///< of kernels whose code tells what its threads do
};

struct LaunchResult {
  Status status;   ///< not ok: the grid could not be started
  FaultInfo fault; ///< None: every block ran to its end
  bool ok() const { return status.ok() && fault.fault == Fault::None; }
};

/// Of `launch` the caller fills in gridDim, blockDim, clusterDim, dynamicShared and params; the
/// rest follows from them. `params` must live until the call returns.
LaunchResult runGrid(const Kernel &kernel, const LaunchState &launch,
                     const LaunchOptions &options = {});

/// The same for a kernel of C++ code that is over sooner than anybody could help: the calling
/// thread runs block after block, and only a fault is told. Of `launch` gridDim and params are
/// meant; none of LaunchOptions is.
LaunchResult runBriefly(const Kernel &kernel, const LaunchState &launch);

class LaunchInView;

/// The grid that a thread launched and has under way, for others to end.
class LaunchOfThread {
public:
  LaunchOfThread(); ///< the calling thread's
  /// Its threads stop where they yield or end. From any thread, while the launching one lives.
  void stop() const;

private:
  LaunchInView *view_; ///< null: there is no memory for a launch
};

/// Threads that can run blocks of one grid: ANYWARP_WORKERS, or the CPUs of the affinity mask as
/// far as the control group's quota goes.
unsigned workerCount();

/// From now on there are places: sets of processors, to which grids can be bound, the launching
/// thread included. Before the first grid.
void usePlaces(std::vector<std::vector<unsigned>> places);
/// Threads that can run blocks of one grid there.
unsigned workerCount(int place);

/// Blocks of this launch that can be resident at once: the limit of a cooperative launch.
uint64_t residentBlockLimit(const Kernel &kernel, uint32_t threadsPerBlock, uint32_t dynamicShared);

} // namespace anywarp::exec
