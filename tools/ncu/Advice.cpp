// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules that turn the counts of a launch into advice. Each tells its numbers and, where one
// instruction is meant, its line.
#include <algorithm>
#include <cstdio>

#include "ncu/Estimate.h"
#include "ncu/Report.h"

namespace anywarp::ncu {
namespace {

using tool::AccessRow;
using tool::InstructionRow;
using tool::KernelRecord;

template <typename... Values> std::string format(const char *form, Values... values) {
  char text[1024];
  std::snprintf(text, sizeof text, form, values...);
  return text;
}

using Number = unsigned long long;

/// Worth a paragraph: this share of what the whole kernel moves.
constexpr double kNotable = 0.05;

void adviseGlobal(const LaunchView &launch, std::vector<Advice> &advice) {
  const Totals &t = launch.totals;
  const uint64_t all = t.globalLoad.sectors + t.globalStore.sectors;
  for (const InstructionRow &row : launch.kernel->instructions)
    for (const AccessRow &a : row.accesses) {
      const bool isPlain = a.operation == "load" || a.operation == "store";
      if (a.space != "global" || !isPlain || a.sectors * 2 < a.idealSectors * 3 ||
          double(a.sectors - a.idealSectors) < kNotable * double(all))
        continue;
      advice.push_back(
          {"OPT",
           format("Uncoalesced global %s at %s: a warp touches %.1f sectors of 32 bytes where %.1f "
                  "would do. %.1f of the 32 bytes of a sector are used; %llu of the kernel's %llu "
                  "sectors are moved in vain. Let neighbouring threads use neighbouring addresses.",
                  a.operation.c_str(), placeOf(row).c_str(), double(a.sectors) / double(a.warps),
                  double(a.idealSectors) / double(a.warps), double(a.usedBytes) / double(a.sectors),
                  Number(a.sectors - a.idealSectors), Number(all))});
    }
}

void adviseShared(const LaunchView &launch, std::vector<Advice> &advice) {
  const Totals &t = launch.totals;
  const uint64_t all =
      t.sharedLoad.wavefronts + t.sharedStore.wavefronts + t.sharedAtomic.wavefronts;
  for (const InstructionRow &row : launch.kernel->instructions)
    for (const AccessRow &a : row.accesses) {
      if (a.space != "shared" || a.wavefronts <= a.idealWavefronts ||
          double(a.wavefronts - a.idealWavefronts) < kNotable * double(all))
        continue;
      advice.push_back(
          {"OPT",
           format("Bank conflicts of the shared %s at %s: %.1f wavefronts for each warp where %.1f "
                  "would do, %llu in vain of the kernel's %llu. Lanes use different words of one "
                  "bank: pad rows by one word, or change the order of the index.",
                  a.operation.c_str(), placeOf(row).c_str(), double(a.wavefronts) / double(a.warps),
                  double(a.idealWavefronts) / double(a.warps),
                  Number(a.wavefronts - a.idealWavefronts), Number(all))});
    }
}

void adviseDivergence(const LaunchView &launch, std::vector<Advice> &advice) {
  const Totals &t = launch.totals;
  if (!t.instructions)
    return;
  const double active = double(t.threadInstructions) / double(t.instructions);
  const InstructionRow *worst = nullptr;
  for (const InstructionRow &row : launch.kernel->instructions)
    if (row.divergent && (!worst || row.divergent > worst->divergent))
      worst = &row;
  if (worst && active < 28)
    advice.push_back(
        {"OPT", format("Divergent warps: %.1f of 32 threads are active on average. The branch at "
                       "%s parts its warp in %llu of %llu cases. Let all threads of a warp take "
                       "the same way, for example by deciding for threadIdx.x / 32.",
                       active, placeOf(*worst).c_str(), Number(worst->divergent),
                       Number(worst->branches))});
  if (const uint64_t rest = launch.kernel->threadsPerBlock() % 32)
    advice.push_back({"OPT", format("A block has %llu threads, no multiple of 32: %llu lanes of "
                                    "its last warp are idle.",
                                    Number(launch.kernel->threadsPerBlock()), Number(32 - rest))});
}

void adviseOccupancy(const LaunchView &launch, std::vector<Advice> &advice) {
  const KernelRecord &k = *launch.kernel;
  const uint64_t resident =
      std::min({k.limitBlocks, k.limitRegisters, k.limitShared, k.limitWarps});
  if (!k.maxWarps || !resident)
    return;
  const double percent = 100 * double(resident * k.warpsPerBlock()) / double(k.maxWarps);
  const char *limiter = resident == k.limitShared && k.limitShared < k.limitBlocks ? "shared memory"
                        : resident == k.limitRegisters                             ? "registers"
                        : resident == k.limitBlocks ? "the number of blocks"
                                                    : "the size of the block";
  if (percent < 60)
    advice.push_back(
        {"OPT",
         format("Theoretical occupancy is %.1f %% (modelled): %llu blocks of %llu warps fit in a "
                "multiprocessor that holds %llu warps. What limits it is %s.",
                percent, Number(resident), Number(k.warpsPerBlock()), Number(k.maxWarps),
                limiter)});
}

void adviseGrid(const LaunchView &launch, std::vector<Advice> &advice) {
  const KernelRecord &k = *launch.kernel;
  constexpr uint64_t kLargeGpu = Estimate::kMultiprocessors;
  if (k.blocks() < kLargeGpu)
    advice.push_back(
        {"INF", format("The grid has %llu blocks. A GPU with %llu multiprocessors "
                       "would leave %llu of them idle (modelled).",
                       Number(k.blocks()), Number(kLargeGpu), Number(kLargeGpu - k.blocks()))});
}

/// Of the kernels that Estimate.cpp was fitted to, those of 4 us and more: 87 % are within a factor
/// of 2.
void adviseTime(const LaunchView &launch, std::vector<Advice> &advice) {
  if (launch.kernel->instructions.empty())
    return;
  const Estimate estimate = Estimate::of(*launch.kernel, launch.totals);
  const Estimate::Part bound = estimate.bound();
  advice.push_back(
      {"INF", format("An H200 would take about %.1f us (estimated, within a factor of 2 in most "
                     "cases), %.1f us for %s.",
                     estimate.whole / 1e3, estimate.part[bound] / 1e3, Estimate::toString(bound))});
}

void adviseLocal(const LaunchView &launch, std::vector<Advice> &advice) {
  const Totals &t = launch.totals;
  const uint64_t local = t.localLoad.sectors + t.localStore.sectors;
  const uint64_t global = t.globalLoad.sectors + t.globalStore.sectors;
  if (!local || double(local) < kNotable * double(local + global))
    return;
  for (const InstructionRow &row : launch.kernel->instructions)
    for (const AccessRow &a : row.accesses)
      if (a.space == "local") {
        advice.push_back(
            {"INF", format("Local memory: %llu sectors beside %llu of global memory, first at %s. "
                           "Arrays with an index that is known at run time only, and too many "
                           "variables, do not fit registers.",
                           Number(local), Number(global), placeOf(row).c_str())});
        return;
      }
}

void adviseAtomics(const LaunchView &launch, std::vector<Advice> &advice) {
  for (const InstructionRow &row : launch.kernel->instructions)
    for (const AccessRow &a : row.accesses)
      if (a.space == "global" && (a.operation == "atomic" || a.operation == "reduce") &&
          a.usedBytes * 2 < a.threads * a.bytes)
        advice.push_back(
            {"OPT",
             format("Contended atomic at %s: %.1f lanes of a warp use one address on "
                    "average. Add up inside the warp or block first.",
                    placeOf(row).c_str(),
                    double(a.threads * a.bytes) / double(std::max<uint64_t>(1, a.usedBytes)))});
}

} // namespace

std::vector<Advice> adviceFor(const LaunchView &launch) {
  std::vector<Advice> advice;
  adviseGlobal(launch, advice);
  adviseShared(launch, advice);
  adviseAtomics(launch, advice);
  adviseDivergence(launch, advice);
  adviseLocal(launch, advice);
  adviseOccupancy(launch, advice);
  adviseGrid(launch, advice);
  adviseTime(launch, advice);
  return advice;
}

} // namespace anywarp::ncu
