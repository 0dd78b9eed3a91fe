// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers the calls of @aw.observe. A PTX instruction is several sites where LLVM copied it: in
// inlined functions, with the places of their calls, and in unrolled loops. Makes "<kernel>.sites"
// (exec/ObserveAbi.h).
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/emit/Observe.h"
#include "codegen/passes/Lowering.h"
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

SiteFacts factsOf(llvm::StringRef row) {
  SiteFacts facts;
  for (uint32_t *field : {&facts.kind, &facts.space, &facts.bytes, &facts.flags}) {
    auto [text, rest] = row.split('\t');
    [[maybe_unused]] const bool isWrong = text.getAsInteger(10, *field);
    assert(!isWrong && "made by emit/Observe.cpp");
    row = rest;
  }
  return facts;
}

} // namespace

bool isMemoryEvent(const SiteFacts &site) {
  return site.kind <= uint32_t(exec::EventKind::BulkAtomic);
}

Status numberSites(Lowering &lowering) {
  const llvm::NamedMDNode *bases = lowering.module.getNamedMetadata(kSitesMetadata);
  if (!bases)
    return {};
  std::string text;
  uint32_t count = 0;
  for (llvm::Function &function : lowering.module)
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      if (!call || intrinsicOf(*call) != Intrinsic::Observe)
        continue;
      auto *base = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0));
      const llvm::MDNode *node = bases->getOperand(unsigned(base->getZExtValue()));
      const llvm::StringRef row = llvm::cast<llvm::MDString>(node->getOperand(0))->getString();
      text += row.str() + framesOf(*call) + '\n';
      lowering.siteFacts.push_back(factsOf(row));
      // Only the kernel itself can end a piece by a branch, and only where it asks what to do.
      lowering.hasAbandonedPieces |= lowering.options.endsPieces &&
                                     (!lowering.options.guarded || &function != lowering.kernel ||
                                      !isMemoryEvent(lowering.siteFacts.back()));
      call->setArgOperand(0, llvm::ConstantInt::get(base->getType(), count++));
    }
  lowering.sites = std::move(text);
  return {};
}

} // namespace anywarp::codegen
