// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the API tells about a kernel without compiling it: the layout of its parameters, its memory,
// and the registers that it would take on the modelled device.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/Module.h"

namespace anywarp::model {

struct KernelFacts {
  struct Param {
    uint32_t offset, size;
  };
  std::vector<Param> params;
  uint32_t paramBytes = 0;
  uint32_t staticShared = 0;  ///< bytes of .shared variables that it or its callees name
  uint32_t localBytes = 0;    ///< per thread, for the deepest chain of calls
  uint32_t constBytes = 0;    ///< of the module's .const variables
  uint32_t registers = 0;     ///< an estimate
  uint32_t maxThreads = 1024; ///< by .maxntid and the registers
  uint32_t boundThreads = 0;  ///< by .maxntid alone, 0: not given
  uint32_t requiredBlock[3] = {0, 0, 0};
  uint32_t requiredCluster[3] = {0, 0, 0};
  uint32_t maxClusterRank = 0;
  /// .explicitcluster: without dimensions of its own the launch gives them.
  bool needsCluster = false;
  /// .blocksareclusters, with both dimensions: the grid of a launch counts clusters.
  bool blocksAreClusters = false;
  /// What it, or what it calls or keeps as a function pointer, names of the device runtime.
  enum Uses : uint8_t {
    DeviceRuntime = 1, ///< functions other than those of graphs
    GraphLaunch = 2,
    NodeUpdates = 4,
  };
  uint8_t uses = 0;
  bool prints = false; ///< it, or what it calls, names vprintf
};

/// The functions and variables of a module by name, made once for all its kernels: programs with
/// thousands of them ask for each. Refers to the module.
class ModuleSymbols {
public:
  struct Symbol { // one of them
    const ptx::Function *function;
    const ptx::Variable *variable;
  };
  explicit ModuleSymbols(const ptx::Module &module);
  /// Null: there is none of that name.
  const Symbol *find(std::string_view name) const;
  const ptx::Function *function(std::string_view name) const;
  /// Some function is of the device runtime.
  bool callsOutside() const { return callsOutside_; }
  uint32_t constBytes() const { return constBytes_; }

private:
  std::unordered_map<std::string_view, Symbol> symbols_;
  bool callsOutside_ = false;
  uint32_t constBytes_ = 0;
};

KernelFacts describeKernel(const ModuleSymbols &symbols, const ptx::Function &entry);

} // namespace anywarp::model
