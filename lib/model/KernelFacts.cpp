// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the PTX of a kernel and of what it calls.
#include "model/KernelFacts.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "model/Architecture.h"
#include "ptx/SharedLayout.h"

namespace anywarp::model {

namespace {

uint32_t roundUp(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }

/// 32-bit registers that a PTX register takes.
uint32_t unitsOf(ptx::Type type) {
  if (type == ptx::Type::Pred)
    return 0; // predicates have a file of their own
  return std::max(1u, (ptx::sizeInBits(type) + 31) / 32);
}

/// The largest number of 32-bit registers that are live at once, taking a register as live from its
/// first to its last mention. Loops make it longer, scheduling shorter; it is an estimate.
uint32_t liveRegisters(const ptx::Function &function) {
  struct Range {
    size_t first = SIZE_MAX, last = 0;
  };
  std::vector<Range> ranges(function.registers.size());
  auto mention = [&](ptx::RegisterId id, size_t at) {
    if (id >= ranges.size())
      return;
    ranges[id].first = std::min(ranges[id].first, at);
    ranges[id].last = std::max(ranges[id].last, at);
  };
  auto visit = [&](auto &self, const ptx::Operand &operand, size_t at) -> void {
    if (operand.kind == ptx::Operand::Register || operand.hasRegister)
      mention(operand.reg, at);
    for (const ptx::Operand &element : operand.elements)
      self(self, element, at);
    if (operand.pair)
      self(self, *operand.pair, at);
  };
  for (size_t i = 0; i < function.body.size(); ++i) {
    if (function.body[i].hasGuard)
      mention(function.body[i].guard, i);
    for (const ptx::Operand &operand : function.body[i].operands)
      visit(visit, operand, i);
  }
  std::vector<int64_t> change(function.body.size() + 1);
  for (size_t id = 0; id < ranges.size(); ++id)
    if (ranges[id].first != SIZE_MAX) {
      change[ranges[id].first] += unitsOf(function.registers[id].type);
      change[ranges[id].last + 1] -= unitsOf(function.registers[id].type);
    }
  int64_t live = 0, most = 0;
  for (int64_t c : change)
    most = std::max(most, live += c);
  return uint32_t(most);
}

/// Calls `see` with each name in the function's body.
template <typename See> void eachName(const ptx::Operand &operand, See see) {
  if (operand.kind == ptx::Operand::Symbol || operand.kind == ptx::Operand::Address)
    see(operand.name);
  for (const ptx::Operand &element : operand.elements)
    eachName(element, see);
}
template <typename See> void eachName(const ptx::Function &function, See see) {
  for (const ptx::Instruction &instruction : function.body)
    for (const ptx::Operand &operand : instruction.operands)
      eachName(operand, see);
}

/// Sums over a kernel and everything that it calls.
class Walker {
public:
  explicit Walker(const ModuleSymbols &symbols) : symbols_(symbols) {}

  void walk(const ptx::Function &function) {
    if (!visited_.insert(&function).second)
      return;
    live = std::max(live, liveRegisters(function));
    uint32_t local = 0;
    for (const ptx::Variable &variable : function.locals) {
      if (variable.space == ptx::StateSpace::Local)
        local = roundUp(local, variable.align) + uint32_t(variable.sizeInBytes());
      else if (isShared(variable))
        addShared(variable);
    }
    localBytes += local;
    eachName(function, [this](std::string_view symbol) { name(symbol); });
  }

  /// Dynamic shared memory begins here.
  uint32_t staticShared() const { return roundUp(shared_, dynamicAlign_); }

  uint32_t live = 0, localBytes = 0;

private:
  static bool isShared(const ptx::Variable &variable) {
    return variable.space == ptx::StateSpace::Shared ||
           variable.space == ptx::StateSpace::SharedCta;
  }
  void addShared(const ptx::Variable &variable) {
    const uint32_t align = std::max(variable.align, 1u);
    if (variable.sizeInBytes() == 0)
      dynamicAlign_ = std::max({dynamicAlign_, align, ptx::kDynamicSharedAlign});
    else
      shared_ = roundUp(shared_, align) + uint32_t(variable.sizeInBytes());
  }
  void name(std::string_view symbol) {
    const ModuleSymbols::Symbol *found = symbols_.find(symbol);
    if (!found)
      return;
    if (found->function)
      walk(*found->function);
    else if (isShared(*found->variable) && named_.insert(found->variable).second)
      addShared(*found->variable);
  }

  const ModuleSymbols &symbols_;
  std::unordered_set<const ptx::Function *> visited_;
  std::unordered_set<const ptx::Variable *> named_;
  uint32_t shared_ = 0, dynamicAlign_ = 1;
};

/// Whether a kernel may come to functions of the device runtime, and to vprintf.
class RuntimeCalls {
public:
  RuntimeCalls(const ModuleSymbols &symbols, KernelFacts &facts)
      : symbols_(symbols), facts_(facts) {}

  void walk(const ptx::Function &function) {
    eachName(function, [this](std::string_view symbol) { name(symbol); });
  }

private:
  void name(std::string_view name) {
    const ModuleSymbols::Symbol *found = symbols_.find(name);
    if (!found || !visited_.insert(found).second)
      return;
    if (found->variable)
      for (const ptx::Relocation &relocation : found->variable->relocations)
        this->name(relocation.symbol);
    else if (found->function->isDefined)
      walk(*found->function);
    else
      nameOutside(name);
  }
  void nameOutside(std::string_view name) {
    facts_.prints |= name == "vprintf";
    for (std::string_view prefix : {"__cudaCDP2", "cuda"})
      if (name.starts_with(prefix)) {
        name.remove_prefix(prefix.size());
        break;
      }
    if (name.ends_with("_ptsz"))
      name.remove_suffix(5);
    if (name == "GraphLaunch")
      facts_.uses |= KernelFacts::GraphLaunch;
    else if (name.starts_with("GraphKernelNode"))
      facts_.uses |= KernelFacts::NodeUpdates;
    if (name.starts_with("Graph"))
      return;
    for (std::string_view known : {
#define AW_DEVICE_RUNTIME(name, signature) #name,
#include "exec/DeviceRuntime.def"
         })
      if (name == known)
        facts_.uses |= KernelFacts::DeviceRuntime;
  }

  const ModuleSymbols &symbols_;
  KernelFacts &facts_;
  std::unordered_set<const ModuleSymbols::Symbol *> visited_;
};

/// Registers beside those of the PTX: the stack pointer and the like. Of 170 small kernels, which
/// an H200 gives 16 to 20, all but four come out right.
constexpr uint32_t kExtraRegisters = 2;
constexpr uint32_t kLeastRegisters = 16;

uint32_t registersFor(const ptx::Function &entry, uint32_t live, uint32_t blockThreads) {
  uint32_t most = kMaxRegistersPerThread;
  if (entry.maxnreg)
    most = std::min(most, std::max(entry.maxnreg, kLeastRegisters));
  // The assembler keeps to what lets the promised blocks run: 168 for 320 to 384 threads (seen).
  const uint32_t threads =
      std::max(entry.minnctapersm, 1u) * roundUp(blockThreads, kWarpSize * kWarpUnit);
  if (threads)
    most = std::min(most, std::max(kLeastRegisters, kRegistersPerSm / threads / 8 * 8));
  uint32_t registers = roundUp(live + kExtraRegisters, 2);
  // Up to twice what an assembler comes to, which computes values again where they are needed (76
  // for 48 was seen): no full block is refused for that.
  constexpr uint32_t kOfFullBlock = kRegistersPerBlock / kMaxThreadsPerBlock;
  if (!blockThreads && !entry.maxnreg && registers <= 2 * kOfFullBlock)
    registers = std::min(registers, kOfFullBlock);
  return std::clamp(registers, kLeastRegisters, most);
}

} // namespace

ModuleSymbols::ModuleSymbols(const ptx::Module &module) {
  for (const auto &function : module.functions) {
    symbols_.emplace(function->name, Symbol{function.get(), nullptr});
    callsOutside_ |= !function->isDefined;
  }
  for (const auto &variable : module.variables) {
    symbols_.emplace(variable->name, Symbol{nullptr, variable.get()});
    if (variable->space == ptx::StateSpace::Const) // all that there is, named or not (seen)
      constBytes_ =
          roundUp(constBytes_, std::max(variable->align, 1u)) + uint32_t(variable->sizeInBytes());
  }
}

const ModuleSymbols::Symbol *ModuleSymbols::find(std::string_view name) const {
  auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : &it->second;
}

const ptx::Function *ModuleSymbols::function(std::string_view name) const {
  const Symbol *found = find(name);
  return found ? found->function : nullptr;
}

KernelFacts describeKernel(const ModuleSymbols &symbols, const ptx::Function &entry) {
  KernelFacts facts;
  for (const ptx::Variable &param : entry.params) {
    uint32_t offset = roundUp(facts.paramBytes, std::max(param.align, 1u));
    uint32_t size = uint32_t(param.sizeInBytes());
    facts.params.push_back({offset, size});
    facts.paramBytes = offset + size;
  }
  Walker walker(symbols);
  walker.walk(entry);
  facts.staticShared = walker.staticShared();
  facts.constBytes = symbols.constBytes();
  facts.localBytes = walker.localBytes;
  if (symbols.callsOutside())
    RuntimeCalls(symbols, facts).walk(entry);

  auto product = [](const uint32_t(&dims)[3]) {
    return dims[0] ? dims[0] * std::max(dims[1], 1u) * std::max(dims[2], 1u) : 0;
  };
  facts.boundThreads = product(entry.maxntid);
  if (entry.reqntid[0])
    for (int i = 0; i < 3; ++i)
      facts.requiredBlock[i] = std::max(entry.reqntid[i], 1u);
  uint32_t block = facts.requiredBlock[0] ? product(facts.requiredBlock) : facts.boundThreads;
  facts.registers = registersFor(entry, walker.live, block);
  facts.maxThreads = facts.boundThreads ? std::min(facts.boundThreads, kMaxThreadsPerBlock)
                                        : kMaxThreadsPerBlock; // .reqntid does not count (seen)
  // Blocks that the registers of a multiprocessor cannot hold do not start.
  uint32_t perWarp = roundUp(facts.registers * kWarpSize, kRegisterUnit);
  uint32_t warps = kRegistersPerBlock / perWarp / kWarpUnit * kWarpUnit;
  facts.maxThreads = std::min(facts.maxThreads, warps * kWarpSize);
  if (entry.reqnctapercluster[0])
    for (int i = 0; i < 3; ++i)
      facts.requiredCluster[i] = std::max(entry.reqnctapercluster[i], 1u);
  facts.maxClusterRank = entry.maxclusterrank;
  facts.needsCluster = entry.explicitCluster;
  facts.blocksAreClusters =
      entry.blocksAreClusters && facts.requiredBlock[0] && facts.requiredCluster[0];
  return facts;
}

} // namespace anywarp::model
