// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counts of a launch, added up over its instructions: what metrics are made of.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/Records.h"

namespace anywarp::ncu {

/// What a PTX instruction does, in the classes of Nsight Compute's instruction statistics.
enum class Class : uint8_t {
  FloatAdd,
  FloatMul,
  FloatFma,
  FloatOther,
  DoubleAdd,
  DoubleMul,
  DoubleFma,
  DoubleOther,
  HalfAdd,
  HalfMul,
  HalfFma,
  HalfOther,
  Integer,
  Bit,
  Conversion,
  Move,
  Branch,
  Call,
  Exit,
  Barrier,
  Fence,
  Exchange, ///< between the threads of a warp
  Load,
  Store,
  Atomic,
  Parameter,
  AsyncCopy,
  Texture,
  Surface,
  MatrixMove,
  Matrix,
  Other,
};
constexpr unsigned kClasses = unsigned(Class::Other) + 1;
const char *toString(Class what);
Class classify(const tool::InstructionRow &row);

/// Tensor core instructions that one of the class Matrix is: products of 16x8 by the depth of the
/// type (Hopper: 16 for half precision).
uint64_t matrixSteps(std::string_view text);

struct AccessTotals {
  uint64_t warps = 0, threads = 0, bytes = 0, sectors = 0, idealSectors = 0, lines = 0,
           usedBytes = 0, wavefronts = 0, idealWavefronts = 0, requests = 0;
  void add(const tool::AccessRow &row);
  void add(const AccessTotals &other);
  uint64_t conflicts() const { return wavefronts - idealWavefronts; }
};

struct Totals {
  uint64_t warps[kClasses] = {}, threads[kClasses] = {};
  uint64_t instructions = 0, threadInstructions = 0, predicated = 0;
  uint64_t branches = 0, divergent = 0; ///< conditional ones
  AccessTotals globalLoad, globalStore, globalAtomic, globalReduce;
  AccessTotals sharedLoad, sharedStore, sharedAtomic; ///< the last: with and without a result
  AccessTotals localLoad, localStore, constantLoad;
  AccessTotals asyncCached, asyncBypass, asyncShared; ///< cp.async: .ca, .cg, and their targets
  AccessTotals matrixLoad, matrixStore;               ///< ldmatrix, stmatrix
  uint64_t bySize[5] = {}; ///< loads, stores and atomics of 1, 2, 4, 8, 16 bytes
  /// Instructions: atomics by generic addresses; those of them that go to shared memory.
  uint64_t genericAtomics = 0, genericShared = 0;
  uint64_t surfaceLoads = 0, surfaceStores = 0, surfaceReductions = 0;
  uint64_t textureRequests = 0, matrixSteps = 0, halfMatrixSteps = 0;

  uint64_t warpsOf(Class what) const { return warps[unsigned(what)]; }
  uint64_t threadsOf(Class what) const { return threads[unsigned(what)]; }
  AccessTotals asyncGlobal() const {
    AccessTotals both = asyncCached;
    both.add(asyncBypass);
    return both;
  }
  static Totals of(const tool::KernelRecord &kernel);
};

} // namespace anywarp::ncu
