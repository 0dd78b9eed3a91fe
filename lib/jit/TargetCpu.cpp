// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choice of processor and of the back end's options.
#include "jit/TargetCpu.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <map>
#include <mutex>
#include <vector>

#include "support/Mutex.h"
#include "support/Options.h"

namespace anywarp::jit {

static TargetCpu readHost() {
  const std::string &named = Options::get().cpu;
  if (!named.empty())
    return {named, "+cx16"}; // vectors of 16 bytes move at once; every x86-64 of today has it
  TargetCpu cpu;
  cpu.name = llvm::sys::getHostCPUName().str();
  std::vector<std::string> features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features.push_back((feature.second ? "+" : "-") + feature.first().str());
  std::sort(features.begin(), features.end()); // the map's order is not stable
  for (const std::string &feature : features)
    cpu.features += (cpu.features.empty() ? "" : ",") + feature;
  return cpu;
}

const TargetCpu &TargetCpu::host() {
  // Never freed: kernels may still be compiled while the program's destructors run.
  static const TargetCpu *const cpu = new TargetCpu(readHost());
  return *cpu;
}

/// The features that the processor's name does not imply: LLVM follows the whole list once for each
/// set of attributes of functions, which took most of the time of a small kernel's first pass.
static std::string shorten(const llvm::Target &target, const char *triple, const TargetCpu &cpu) {
  auto describe = [&](const std::string &features) {
    return std::unique_ptr<llvm::MCSubtargetInfo>(
        target.createMCSubtargetInfo(triple, cpu.name, features));
  };
  const auto named = describe("");
  std::string few;
  for (const llvm::SubtargetFeatureKV &feature : named->getAllProcessorFeatures()) {
    const bool isOn = named->getFeatureBits()[feature.Value];
    const std::string other = (isOn ? "-" : "+") + std::string(feature.Key);
    if (llvm::is_contained(llvm::split(cpu.features, ','), other))
      few += (few.empty() ? "" : ",") + other;
  }
  const bool isSame = describe(few)->getFeatureBits() == describe(cpu.features)->getFeatureBits();
  return isSame ? few : cpu.features;
}

/// Sets an option of LLVM's that has no other interface.
static void setLlvmOption(llvm::StringRef name, llvm::StringRef value) {
  auto &options = llvm::cl::getRegisteredOptions();
  if (const auto it = options.find(name); it != options.end())
    it->second->addOccurrence(0, name, value);
}

/// What shorten answers, worked out once for each processor.
static std::string fewFeatures(const llvm::Target &target, const char *triple,
                               const TargetCpu &cpu) {
  using Known = std::map<std::pair<std::string, std::string>, std::string>;
  static Mutex mutex;
  static auto *const known AW_POINTS_TO_GUARDED_BY(mutex) =
      new Known; // as long as the process lives
  LockGuard lock(mutex);
  auto [it, isNew] = known->try_emplace({cpu.name, cpu.features});
  if (isNew)
    it->second = shorten(target, triple, cpu);
  return it->second;
}

Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetCpu &cpu,
                                                                   unsigned optLevel, bool debug) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser(); // inline assembly
    // The scheduler compares each access to memory with the others of its block, up to so many.
    // With LLVM's 1,000 that took ten times as long as all other passes on unrolled loops.
    setLlvmOption("dag-maps-huge-region", "200");
    // So does the search for orders of accesses that others imply: with 2,048 it took nine tenths
    // of the time of kernels with hundreds of stores, and found nothing.
    setLlvmOption("combiner-tokenfactor-inline-limit", "8");
    // "cgpp-huge-func" would save more, but with it LLVM 19 uses addresses before it makes them.
  });
  constexpr const char *kTriple = "x86_64-unknown-linux-gnu";
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(kTriple, error);
  if (!target)
    return Status(StatusCode::System, error);
  std::unique_ptr<llvm::MCSubtargetInfo> known(target->createMCSubtargetInfo(kTriple, "", ""));
  if (!known || !known->isCPUStringValid(cpu.name))
    return Status(StatusCode::InvalidInput, "ANYWARP_CPU: LLVM knows no processor " + cpu.name);
  const std::string features = fewFeatures(*target, kTriple, cpu);
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict; // fma stands where PTX says so, nowhere else
  auto level = debug || optLevel == 0 ? llvm::CodeGenOptLevel::None
               : optLevel == 1        ? llvm::CodeGenOptLevel::Less
               : optLevel == 2        ? llvm::CodeGenOptLevel::Default
                                      : llvm::CodeGenOptLevel::Aggressive;
  // Position independent: what lies outside of the object is reached through a table of addresses,
  // wherever it is.
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(kTriple, cpu.name, features, options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, level, /*JIT=*/true));
  if (!machine)
    return Status(StatusCode::System, "no back end for x86-64");
  return machine;
}

} // namespace anywarp::jit
