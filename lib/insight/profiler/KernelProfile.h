// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts what the threads of one launch execute, place by place (codegen/emit/Profile.h tells
// what a place is). Owned by whoever launches; workers count in parts of their own, which are
// added up when the grid has ended.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exec/calls/Profile.h"
#include "insight/profiler/MemoryModel.h"
#include "support/Mutex.h"

namespace anywarp::insight {

/// Where an access went: found by the address where the instruction does not say.
enum class Space : uint8_t { Global, Shared, Local, Constant };
constexpr unsigned kSpaces = 4;
const char *toString(Space space);

/// What the warp instructions of one place asked of one memory.
struct AccessCounts {
  uint64_t warps = 0, threads = 0;
  uint64_t sectors = 0, idealSectors = 0, lines = 0; ///< global, local
  uint64_t bytes = 0;                                ///< asked for; those of several lanes once
  uint64_t wavefronts = 0, idealWavefronts = 0;      ///< shared
  uint64_t requests = 0;                             ///< constant: one for each distinct word
  void add(const AccessCounts &other, uint64_t times = 1);
};

struct PlaceCounts {
  uint64_t warps = 0, threads = 0;                           ///< threads: not of branches
  uint64_t divergent = 0, taken = 0;                         ///< branch: warps; threads
  std::unique_ptr<std::array<AccessCounts, kSpaces>> spaces; ///< access
};

/// What a warp of the block whose steps are told did at a place.
struct Step {
  uint32_t place, warp;
  uint32_t lanes; ///< that are active
  uint32_t taken; ///< of a branch
  Space space;
  std::vector<uint64_t>
      addresses; ///< of the active lanes; in shared and local memory from its start
};

/// A place as the kernel's text has it.
struct Place {
  enum Kind : char { Stretch = 'S', Guarded = 'G', Branch = 'J', Access = 'A' };
  enum Operation : uint8_t { Load, Store, Atomic, Reduce };
  Kind kind = Stretch;
  Operation operation = Load;
  std::string_view function, space;
  uint32_t bytes = 1; ///< of each thread
  Atomicity atomicity = Atomicity::Plain;
  bool isGeneric = false, isLocal = false;
  bool isOfMatrices = false;   ///< rows, each matrix by itself
  bool isBypass = false;       ///< cp.async.cg
  Space known = Space::Global; ///< unless generic
  struct Instruction {
    std::string_view flags, file, text;
    uint32_t ptxLine = 0, line = 0;
  };
  std::vector<Instruction> instructions;
};
/// The places of a kernel; they refer to `text`.
std::vector<Place> parsePlaces(std::string_view text);
const char *toString(Place::Operation operation);

class KernelProfile final : public exec::Profile {
public:
  static constexpr uint64_t kNoBlock = ~uint64_t(0);
  /// `places`: of the kernel's code; must outlive this. `toldBlock`: whose steps are kept.
  explicit KernelProfile(std::string_view places, uint64_t toldBlock = kNoBlock);
  ~KernelProfile() override;

  exec::ProfileWorker *enter(const exec::Kernel &kernel) override;

  const std::vector<Place> &places() const { return places_; }
  /// Once the grid has ended: the counts of each place.
  std::vector<PlaceCounts> sum();

  /// The steps of that block, those of a warp in their order. `isCut`: there were more.
  std::vector<Step> steps(bool &isCut) const;

private:
  class Counter;
  std::vector<Place> places_;
  const uint64_t toldBlock_;
  Mutex mutex_;
  std::vector<std::unique_ptr<Counter>> counters_ AW_GUARDED_BY(mutex_);
};

/// The instructions with their counts as JSON, for a record: see lib/insight/README.md.
std::string toJson(const std::vector<Place> &places, const std::vector<PlaceCounts> &counts);
/// The steps, one for each instruction of each warp, as JSON: see there. `isCut` is set where there
/// are too many for a report.
std::string toJson(const std::vector<Place> &places, const std::vector<Step> &steps, bool &isCut);

} // namespace anywarp::insight
