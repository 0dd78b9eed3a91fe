// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rates are those of the H200's data sheet and of the CUDA C++ Programming Guide, "Arithmetic
// Instructions", for compute capability 9.0. Latencies and the clock were fitted to 244 kernels
// that NVIDIA's ncu timed on an H200: benchmarks/README.md has how far the estimate is off.
#include "ncu/Estimate.h"

#include <algorithm>
#include <cmath>

namespace anywarp::ncu {
namespace {

constexpr double kGigahertz = 1.5; ///< the clock that ncu sets
constexpr double kLaunch = 1900;   ///< ns, of an empty kernel
/// Of a multiprocessor in a cycle.
constexpr double kIssues = 4, kSingles = 128, kDoubles = 64, kIntegers = 64, kSpecials = 16,
                 kSectors = 4, kTensorStep = 4; ///< the last: cycles of 16x8x16
/// Machine instructions of one of PTX: addresses and parameters take more.
constexpr double kMachine = 1.8;
/// Sectors that the L2 takes in a cycle; cycles of an atomic there; bytes of memory in a ns.
constexpr double kL2Sectors = 64, kAtomic = 0.06, kBytes = 3500;
/// Of 32-byte sectors that are loaded, those that come from memory.
constexpr double kFromMemory = 0.8;
/// Cycles that a warp waits: for an instruction, for a load that comes from far, of which there are
/// few, or near, for shared memory, a barrier, an atomic's result, a texture, a special function.
constexpr double kInstruction = 2.2, kFarLoad = 480, kFarLoads = 64, kNearLoad = 60, kShared = 10,
                 kBarrier = 20, kResult = 600, kTexel = 600, kSpecial = 30;

double waitOf(const Totals &t, double warps, double specials) {
  const AccessTotals async = t.asyncGlobal();
  const double loads = double(t.globalLoad.warps + async.warps) / warps;
  return kInstruction * double(t.instructions) / warps + kFarLoad * std::min(loads, kFarLoads) +
         kNearLoad * std::max(0.0, loads - kFarLoads) +
         kShared * double(t.sharedLoad.warps + t.sharedStore.warps + t.sharedAtomic.warps) / warps +
         kBarrier * double(t.warpsOf(Class::Barrier)) / warps +
         kResult * double(t.globalAtomic.warps) / warps +
         kTexel * double(t.warpsOf(Class::Texture)) / warps + kSpecial * specials / 32 / warps;
}

} // namespace

const char *Estimate::toString(Part part) {
  constexpr const char *kNames[] = {"the issue of instructions",
                                    "arithmetic",
                                    "the L1 cache",
                                    "shared memory",
                                    "textures",
                                    "the L2 cache",
                                    "memory",
                                    "atomics",
                                    "the tensor cores",
                                    "latency"};
  static_assert(std::size(kNames) == kParts);
  return kNames[part];
}

Estimate::Part Estimate::bound() const {
  return Part(std::max_element(part, part + kParts) - part);
}

Estimate Estimate::of(const tool::KernelRecord &kernel, const Totals &t) {
  Estimate estimate;
  estimate.whole = kLaunch;
  const double blocks = double(kernel.blocks()), warps = blocks * double(kernel.warpsPerBlock());
  if (warps == 0)
    return estimate;
  const double busy = std::min(double(kMultiprocessors), blocks);
  const double resident =
      double(std::max<uint64_t>(1, std::min({kernel.limitBlocks, kernel.limitRegisters,
                                             kernel.limitShared, kernel.limitWarps})));
  auto threads = [&](Class what) { return double(t.threadsOf(what)); };
  const double specials = threads(Class::FloatOther);
  const double doubles = threads(Class::DoubleAdd) + threads(Class::DoubleMul) +
                         threads(Class::DoubleFma) + threads(Class::DoubleOther);
  const double singles =
      threads(Class::FloatAdd) + threads(Class::FloatMul) + threads(Class::FloatFma);
  const double integers = threads(Class::Integer) + threads(Class::Bit);
  const AccessTotals async = t.asyncGlobal();
  const double loads = double(t.globalLoad.sectors + async.sectors),
               stores = double(t.globalStore.sectors),
               locals = double(t.localLoad.sectors + t.localStore.sectors),
               atomics = double(t.globalReduce.sectors + t.globalAtomic.sectors);
  const double lines = double(t.globalLoad.lines + t.globalStore.lines + t.globalReduce.lines +
                              t.globalAtomic.lines + async.lines);
  double cycles[kParts] = {};
  cycles[Issue] = kMachine * double(t.instructions) / (kIssues * busy);
  cycles[Arithmetic] = std::max({singles / kSingles, doubles / kDoubles, integers / kIntegers,
                                 specials / kSpecials}) /
                       busy;
  cycles[L1] = std::max((loads + stores + locals) / kSectors, lines) / busy;
  cycles[Shared] =
      double(t.sharedLoad.wavefronts + t.sharedStore.wavefronts + 2 * t.sharedAtomic.wavefronts +
             t.matrixLoad.wavefronts + t.matrixStore.wavefronts) /
      busy;
  cycles[Texture] = double(t.textureRequests) / busy;
  cycles[L2] = (stores + atomics + locals / 5) / kL2Sectors;
  cycles[Atomics] = kAtomic * atomics;
  cycles[Tensor] = kTensorStep * double(t.matrixSteps) / busy;
  const double rounds = std::max(1.0, blocks / (resident * double(kMultiprocessors)));
  cycles[Latency] = rounds * waitOf(t, warps, specials);
  double cubes = 0;
  for (unsigned i = 0; i < kParts; ++i)
    estimate.part[i] = cycles[i] / kGigahertz;
  estimate.part[Memory] = 32 * (kFromMemory * loads + stores) / kBytes;
  for (double part : estimate.part) // parts that are nearly as busy get in each other's way
    cubes += part * part * part;
  estimate.whole += std::cbrt(cubes);
  return estimate;
}

} // namespace anywarp::ncu
