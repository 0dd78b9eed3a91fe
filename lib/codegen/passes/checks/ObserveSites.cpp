// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers the calls of @aw.observe. A PTX instruction is several sites where LLVM copied it: in
// inlined functions, with the places of their calls, and in unrolled loops. Makes "<kernel>.sites"
// (exec/ObserveAbi.h).
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "codegen/Intrinsics.h"
#include "codegen/emit/Observe.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/waits/UniformBarriers.h"
#include "exec/ObserveAbi.h"

namespace anywarp::codegen {
namespace {

/// The frames of a place, the innermost first.
std::string framesOf(const llvm::CallInst &call) {
  std::string text;
  auto add = [&](llvm::StringRef function, llvm::StringRef file, unsigned line) {
    text += "\t" + function.str() + "\t" + file.str() + "\t" + std::to_string(line);
  };
  const llvm::DILocation *place = call.getDebugLoc();
  if (!place)
    add(call.getFunction()->getName(), "", 0);
  for (; place; place = place->getInlinedAt()) {
    std::string file = place->getFilename().str();
    if (!place->getDirectory().empty() && file != kPtxFileName)
      file = place->getDirectory().str() + "/" + file;
    add(place->getScope()->getSubprogram()->getName(), file, place->getLine());
  }
  return text;
}

/// Follows an address back to what it is made from (exec/ObserveAbi.h).
class Roots {
public:
  std::string of(llvm::Value *address) {
    follow(address);
    while (!open_.empty()) {
      llvm::Value *value = open_.pop_back_val();
      step(value);
    }
    if (found_.empty())
      found_.insert("?");
    std::string text;
    for (const std::string &root : found_)
      text += (text.empty() ? "" : " ") + root;
    return text;
  }

private:
  void follow(llvm::Value *value) {
    constexpr size_t kMost = 200;
    if (seen_.size() > kMost)
      found_.insert("?");
    else if (seen_.insert(value).second)
      open_.push_back(value);
  }
  void step(llvm::Value *value);
  void stepLoad(const llvm::LoadInst &load);
  llvm::SmallVector<llvm::Value *, 16> open_;
  llvm::SmallPtrSet<llvm::Value *, 16> seen_;
  std::set<std::string> found_;
};

void Roots::stepLoad(const llvm::LoadInst &load) {
  llvm::APInt offset(64, 0);
  const llvm::Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      load.getModule()->getDataLayout(), offset, /*AllowNonInbounds=*/true);
  auto *call = llvm::dyn_cast<llvm::CallInst>(base);
  found_.insert(call && intrinsicOf(*call) == Intrinsic::ParamBase
                    ? std::to_string(offset.getZExtValue())
                    : "?");
}

void Roots::step(llvm::Value *value) {
  if (llvm::isa<llvm::GlobalVariable>(value))
    return void(found_.insert("v"));
  if (llvm::isa<llvm::ConstantData>(value))
    return;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(value))
    return stepLoad(*load);
  if (llvm::isa<llvm::AllocaInst>(value))
    return void(found_.insert("l"));
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(value)) {
    const auto id = intrinsicOf(*call);
    return void(found_.insert(id == Intrinsic::SharedBase  ? "s"
                              : id == Intrinsic::ParamBase ? "l"
                                                           : "?"));
  }
  auto *user = llvm::dyn_cast<llvm::User>(value);
  if (!user) // an argument of a function that was not inlined
    return void(found_.insert("?"));
  switch (llvm::Operator::getOpcode(user)) {
  case llvm::Instruction::PHI:
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
  case llvm::Instruction::Shl:
  case llvm::Instruction::Or:
  case llvm::Instruction::And:
    for (llvm::Value *operand : user->operands())
      follow(operand);
    return;
  case llvm::Instruction::Select:
    follow(user->getOperand(1));
    return follow(user->getOperand(2));
  case llvm::Instruction::GetElementPtr:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::Freeze:
    return follow(user->getOperand(0));
  case llvm::Instruction::ZExt: // of 32 bits: numbers, not addresses
  case llvm::Instruction::SExt:
    return;
  default:
    found_.insert("?");
  }
}

SiteFacts factsOf(llvm::StringRef row) {
  SiteFacts facts;
  for (uint32_t *field : {&facts.kind, &facts.space, &facts.bytes, &facts.flags, &facts.partStart,
                          &facts.partBytes}) {
    auto [text, rest] = row.split('\t');
    [[maybe_unused]] const bool isWrong = text.getAsInteger(10, *field);
    assert(!isWrong && "made by emit/Observe.cpp");
    row = rest;
  }
  return facts;
}

/// Finds the loads of shared memory that cannot race: in no interval between two barriers of the
/// block does a thread that may execute one write shared memory.
class Intervals {
public:
  Intervals(llvm::Function &function, const llvm::NamedMDNode &bases);
  bool isReadOnly(const llvm::CallInst &site) const {
    auto it = segments_.find(&site);
    return it != segments_.end() && !noisy_.count(it->second);
  }

private:
  using Segment = std::pair<const llvm::BasicBlock *, unsigned>; ///< behind so many barriers
  void spread(Segment start);
  std::map<const llvm::CallInst *, Segment> segments_;
  std::map<const llvm::BasicBlock *, unsigned> barriers_; ///< in the block
  std::set<Segment> writing_, noisy_;
};

llvm::StringRef rowOf(const llvm::NamedMDNode &bases, const llvm::CallInst &call) {
  auto *base = llvm::cast<llvm::ConstantInt>(call.getArgOperand(0));
  const llvm::MDNode *node = bases.getOperand(unsigned(base->getZExtValue()));
  return llvm::cast<llvm::MDString>(node->getOperand(0))->getString();
}

Intervals::Intervals(llvm::Function &function, const llvm::NamedMDNode &bases) {
  using exec::EventKind;
  std::vector<Segment> starts{{&function.getEntryBlock(), 0}};
  bool hasCopies = false;
  for (llvm::BasicBlock &block : function) {
    unsigned barriers = 0;
    for (llvm::Instruction &inst : block) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      if (!call)
        continue;
      if (intrinsicOf(*call) != Intrinsic::Observe) {
        if (!intrinsicOf(*call) && !llvm::isa<llvm::IntrinsicInst>(call))
          writing_.insert({&block, barriers}); // a function that was not inlined
        continue;
      }
      const SiteFacts facts = factsOf(rowOf(bases, *call));
      const auto kind = EventKind(facts.kind);
      segments_[call] = {&block, barriers};
      const bool isRead =
          kind == EventKind::Load || kind == EventKind::CopyLoad || kind == EventKind::BulkLoad;
      const bool mayBeShared = facts.space == uint32_t(exec::SiteSpace::Shared) ||
                               facts.space == uint32_t(exec::SiteSpace::Generic);
      if (kind <= EventKind::BulkAtomic && !isRead && mayBeShared)
        writing_.insert({&block, barriers});
      hasCopies |= (kind == EventKind::CopyStore || kind == EventKind::BulkStore) && mayBeShared;
      if (kind == EventKind::BarrierSync && facts.flags & exec::SiteWhole)
        starts.push_back({&block, ++barriers});
    }
    barriers_[&block] = barriers;
  }
  if (hasCopies) // which go on behind barriers
    segments_.clear();
  for (const Segment &start : starts)
    spread(start);
}

/// What a thread comes to from `start` before the next barrier.
void Intervals::spread(Segment start) {
  std::set<Segment> seen{start};
  std::vector<Segment> open{start};
  bool writes = false;
  while (!open.empty()) {
    const Segment at = open.back();
    open.pop_back();
    writes |= writing_.count(at) != 0;
    if (at.second != barriers_[at.first])
      continue;
    for (const llvm::BasicBlock *next : llvm::successors(at.first))
      if (seen.insert({next, 0}).second)
        open.push_back({next, 0});
  }
  if (writes)
    noisy_.insert(seen.begin(), seen.end());
}

} // namespace

std::string withPart(llvm::StringRef row, uint32_t start, uint32_t bytes) {
  constexpr unsigned kStart = 4, kBytes = 5; // fields of emit/Observe.cpp
  llvm::SmallVector<llvm::StringRef, 8> fields;
  row.split(fields, '\t', kBytes + 1);
  const std::string numbers[] = {std::to_string(start), std::to_string(bytes)};
  fields[kStart] = numbers[0];
  fields[kBytes] = numbers[1];
  return llvm::join(fields, "\t");
}

bool isMemoryEvent(const SiteFacts &site) {
  return site.kind <= uint32_t(exec::EventKind::BulkAtomic);
}

namespace {
/// What a module has.
struct Synchronises {
  bool hasMbarriers = false;   ///< arrives or waits at some
  bool hasGridBarrier = false; ///< or takes its address
};
} // namespace

/// What synccheck can learn from an event where all threads of a block come to its barriers
/// together. Of mbarriers it asks who waits, and for what.
static bool isDoubtful(const SiteFacts &site, const llvm::CallInst &event,
                       const Synchronises &module) {
  using exec::EventKind;
  auto wordOf = [&](unsigned index) {
    auto *number = llvm::dyn_cast<llvm::ConstantInt>(event.getArgOperand(index));
    return number ? std::optional(number->getZExtValue()) : std::nullopt;
  };
  switch (EventKind(site.kind)) {
  case EventKind::BarrierSync:
  case EventKind::BarrierArrive: // whole warps
    if (module.hasMbarriers)
      return true;
    return !wordOf(2) || *wordOf(2) % 32 != 0 || !wordOf(1) || *wordOf(1) > 15;
  case EventKind::WarpSync:
  case EventKind::WarpExchange: // with the caller
    return module.hasMbarriers || !wordOf(1) || uint32_t(*wordOf(1)) != ~0u;
  case EventKind::ClusterArrive: // in turn
  case EventKind::ClusterWait:
    return true;
  case EventKind::BarrierLeave:
  case EventKind::ClusterLeave:
  case EventKind::ThreadExit: // who is left to arrive
    return module.hasMbarriers;
  case EventKind::Fence: // where a block was that hangs at the grid's barrier
    return module.hasGridBarrier && !(site.flags & exec::SiteBlockScope);
  default:
    return EventKind(site.kind) >= EventKind::MbarrierInit &&
           EventKind(site.kind) <= EventKind::BulkSignal;
  }
}

Status dropEvents(Lowering &lowering) {
  const llvm::NamedMDNode *bases = lowering.module.getNamedMetadata(kSitesMetadata);
  if (!bases || !lowering.options.doubts)
    return {};
  Synchronises module;
  for (llvm::Function &function : lowering.module)
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      const auto id = call ? intrinsicOf(*call) : std::nullopt;
      if (id == Intrinsic::Observe) {
        const auto kind = exec::EventKind(factsOf(rowOf(*bases, *call)).kind);
        module.hasMbarriers |=
            kind == exec::EventKind::MbarrierArrive || kind == exec::EventKind::MbarrierWait;
      }
      module.hasGridBarrier |= id == Intrinsic::GridWorkspace;
    }
  auto isEnd = [&](const llvm::CallInst &call) {
    return intrinsicOf(call) == Intrinsic::Observe &&
           factsOf(rowOf(*bases, call)).kind == uint32_t(exec::EventKind::ThreadExit);
  };
  const bool isUniform = hasUniformBarriers(*lowering.kernel, isEnd);
  const auto behind = blocksBehindBarriers(*lowering.kernel);
  lowering.isObserved = !isUniform;
  for (llvm::Function &function : lowering.module)
    for (llvm::Instruction &inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      if (!call || intrinsicOf(*call) != Intrinsic::Observe)
        continue;
      const SiteFacts facts = factsOf(rowOf(*bases, *call));
      // What a thread stores on a way of its own does not pass by a barrier.
      const bool isBeside = &function == lowering.kernel && !behind.count(call->getParent()) &&
                            facts.kind == uint32_t(exec::EventKind::Store);
      if (isUniform ? !isDoubtful(facts, *call, module) : isBeside)
        call->eraseFromParent();
      else
        lowering.isObserved = true;
    }
  return {};
}

/// Other blocks' shared memory may be used.
static bool isOfClusters(llvm::Module &module, const llvm::NamedMDNode &bases) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      if (!call || intrinsicOf(*call) != Intrinsic::Observe)
        continue;
      const SiteFacts facts = factsOf(rowOf(bases, *call));
      if (facts.flags & exec::SiteCluster || facts.kind == uint32_t(exec::EventKind::ClusterArrive))
        return true;
    }
  return false;
}

/// Loads of the block's shared memory that cannot race: racecheck need not hear of them.
static void dropQuietLoads(Lowering &lowering, const llvm::NamedMDNode &bases) {
  if (isOfClusters(lowering.module, bases))
    return;
  const Intervals intervals(*lowering.kernel, bases);
  for (llvm::Instruction &inst : llvm::make_early_inc_range(llvm::instructions(*lowering.kernel))) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
    if (!call || intrinsicOf(*call) != Intrinsic::Observe)
      continue;
    const SiteFacts facts = factsOf(rowOf(bases, *call));
    if (facts.flags & exec::SiteByLimit && facts.kind == uint32_t(exec::EventKind::Load) &&
        facts.space == uint32_t(exec::SiteSpace::Shared) && intervals.isReadOnly(*call))
      call->eraseFromParent();
  }
}

Status numberSites(Lowering &lowering) {
  const llvm::NamedMDNode *bases = lowering.module.getNamedMetadata(kSitesMetadata);
  if (!bases)
    return {};
  dropQuietLoads(lowering, *bases);
  std::string text;
  uint32_t count = 0;
  for (llvm::Function &function : lowering.module) {
    if (function.isDeclaration())
      continue;
    std::optional<Intervals> intervals;
    if (&function == lowering.kernel)
      intervals.emplace(function, *bases);
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      if (!call || intrinsicOf(*call) != Intrinsic::Observe)
        continue;
      const llvm::StringRef row = rowOf(*bases, *call);
      const SiteFacts facts = factsOf(row);
      const bool isRooted = isMemoryEvent(facts) && !(facts.flags & exec::SiteTensor);
      text += row.str() + '\t' + (isRooted ? Roots().of(call->getArgOperand(1)) : "?") +
              (facts.flags & exec::SiteByLimit && intervals && intervals->isReadOnly(*call) ? " q"
                                                                                            : "") +
              framesOf(*call) + '\n';
      lowering.siteFacts.push_back(facts);
      // Only the kernel itself can end a piece by a branch, and only where it asks what to do.
      lowering.hasAbandonedPieces |= lowering.options.endsPieces &&
                                     facts.kind != uint32_t(exec::EventKind::Trap) &&
                                     (!lowering.options.guarded || &function != lowering.kernel ||
                                      !isMemoryEvent(lowering.siteFacts.back()));
      call->setArgOperand(0, llvm::ConstantInt::get(call->getArgOperand(0)->getType(), count++));
    }
  }
  lowering.sites = std::move(text);
  return {};
}

} // namespace anywarp::codegen
