// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rates are those of the H200's data sheet and of the CUDA C++ Programming Guide, "Arithmetic
// Instructions", for compute capability 9.0. Latencies and the clock were fitted to the 144
// launches that NVIDIA's ncu timed on an H200. benchmarks/README.md has how far the estimate is
// off.
#include "ncu/Estimate.h"

#include <algorithm>
#include <cmath>

#include "ncu/Course.h"

namespace anywarp::ncu {
namespace {

constexpr double kGigahertz = 1.5; ///< the clock that ncu sets
/// ns: of an empty kernel; more of a program's first launch, and of one whose shared memory takes
/// room from the L1 cache.
constexpr double kLaunch = 1900, kFirst = 360, kCarve = 670, kCarved = 32768;
/// Of a multiprocessor in a cycle.
constexpr double kIssues = 4, kSingles = 128, kDoubles = 64, kIntegers = 64, kSpecials = 16,
                 kSectors = 4, kTensorStep = 4; ///< the last: cycles of 16x8x16
/// Machine instructions of one of PTX: addresses and parameters take more.
constexpr double kMachine = 1.8;
/// Sectors that the L2 takes in a cycle; cycles of an atomic there; bytes of memory in a ns.
constexpr double kL2Sectors = 64, kAtomic = 0.1, kBytes = 3500;
/// Of 32-byte sectors that are loaded, those that come from memory.
constexpr double kFromMemory = 0.55;
/// Cycles that a warp waits for each of these. The first loads come from far, the others from near.
/// Of local memory the first accesses count, of stores one.
constexpr double kInstruction = 1.8, kFarLoad = 520, kFarLoads = 64, kNearLoad = 120, kLocal = 40,
                 kLocals = 32, kStore = 30, kShared = 4, kBarrier = 5, kResult = 510, kTexel = 1070,
                 kSpecial = 5;
/// How parts that are nearly as busy get in each other's way: the power in which they add up.
constexpr double kPower = 2.2;

double waitOf(const Course &course) {
  return kInstruction * course.instructions + kFarLoad * std::min(course.loadWaits, kFarLoads) +
         kNearLoad * std::max(0.0, course.loadWaits - kFarLoads) +
         kLocal * std::min(course.locals, kLocals) + kStore * std::min(course.stores, 1.0) +
         kShared * course.shared + kBarrier * course.barriers + kResult * course.results +
         kTexel * course.texels + kSpecial * course.specials;
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
  estimate.whole = kLaunch + (kernel.isFirst ? kFirst : 0) +
                   (kernel.staticShared + kernel.dynamicShared > kCarved ? kCarve : 0);
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
  const Course::Both courses = Course::of(kernel);
  cycles[Latency] = std::max(rounds * waitOf(courses.average), waitOf(courses.longest));
  double sum = 0;
  for (unsigned i = 0; i < kParts; ++i)
    estimate.part[i] = cycles[i] / kGigahertz;
  estimate.part[Memory] = 32 * (kFromMemory * loads + stores) / kBytes;
  for (double part : estimate.part)
    sum += std::pow(part, kPower);
  estimate.whole += std::pow(sum, 1 / kPower);
  return estimate;
}

} // namespace anywarp::ncu
