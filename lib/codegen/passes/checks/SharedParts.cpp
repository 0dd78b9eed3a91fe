// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which variable of shared memory an observed address is made from: the site gets its place in the
// window (exec/ObserveAbi.h). emit/Address.cpp has the start of each as @aw.shared.part; here it
// becomes the number that it is.
#include <map>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "codegen/Intrinsics.h"
#include "codegen/emit/Observe.h"
#include "codegen/passes/Lowering.h"
#include "exec/ObserveAbi.h"

namespace anywarp::codegen {
namespace {

/// What a value is: nothing of its own (a constant, the window's start), a number that is not known
/// further, an address in one variable, or of several.
struct Origin {
  enum Kind : uint8_t { Neutral, Number, Part, Several } kind = Neutral;
  const llvm::CallInst *part = nullptr; ///< the variable's, one of several of equal arguments
};

uint64_t numberAt(const llvm::CallInst &call, unsigned index) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(index))->getZExtValue();
}

bool isSame(const Origin &a, const Origin &b) {
  return a.kind == b.kind &&
         (a.kind != Origin::Part || llvm::equal(a.part->args(), b.part->args()));
}

/// A sum: numbers count from the one address in it.
Origin sum(const Origin &a, const Origin &b) {
  if (a.kind == Origin::Part && b.kind == Origin::Part)
    return {Origin::Several};
  return a.kind >= b.kind ? a : b;
}

/// One of the two.
Origin either(const Origin &a, const Origin &b) {
  if (a.kind == Origin::Neutral || isSame(a, b))
    return b.kind == Origin::Neutral ? a : b;
  return b.kind == Origin::Neutral ? a : Origin{Origin::Several};
}

class Origins {
public:
  const Origin &of(llvm::Value *value) {
    auto [it, isNew] = known_.try_emplace(value); // on a way back to itself: Neutral
    if (isNew && ++depth_ < kMostDepth)
      known_[value] = find(value);
    else if (isNew)
      known_[value] = {Origin::Several};
    if (isNew)
      --depth_;
    return known_[value];
  }

private:
  static constexpr unsigned kMostDepth = 500;
  Origin find(llvm::Value *value);
  std::map<llvm::Value *, Origin> known_;
  unsigned depth_ = 0;
};

Origin Origins::find(llvm::Value *value) {
  if (llvm::isa<llvm::ConstantData>(value))
    return {};
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(value)) {
    const auto id = intrinsicOf(*call);
    return id == Intrinsic::SharedPart   ? Origin{Origin::Part, call}
           : id == Intrinsic::SharedBase ? Origin{}
                                         : Origin{Origin::Number};
  }
  auto *op = llvm::dyn_cast<llvm::Operator>(value);
  if (!op)
    return {Origin::Number};
  Origin result;
  switch (op->getOpcode()) {
  case llvm::Instruction::PHI:
    for (llvm::Value *operand : op->operands())
      result = either(result, of(operand));
    return result;
  case llvm::Instruction::Select:
    result = of(op->getOperand(1));
    return either(result, of(op->getOperand(2)));
  case llvm::Instruction::Add:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::And:
  case llvm::Instruction::GetElementPtr:
    for (llvm::Value *operand : op->operands())
      result = sum(result, of(operand));
    return result;
  case llvm::Instruction::Sub:
    result = of(op->getOperand(0));
    return of(op->getOperand(1)).kind >= Origin::Part ? Origin{Origin::Number} : result;
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::Freeze:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
  case llvm::Instruction::Trunc:
    return of(op->getOperand(0));
  default:
    return {Origin::Number};
  }
}

} // namespace

Status nameSharedParts(Lowering &lowering) {
  llvm::Module &module = lowering.module;
  llvm::NamedMDNode *sites = module.getNamedMetadata(kSitesMetadata);
  if (!sites)
    return {};
  Origins origins;
  std::vector<llvm::CallInst *> parts;
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      const auto id = call ? intrinsicOf(*call) : std::nullopt;
      if (id == Intrinsic::SharedPart)
        parts.push_back(call);
      if (id != Intrinsic::Observe)
        continue;
      const Origin &origin = origins.of(call->getArgOperand(1));
      if (origin.kind != Origin::Part)
        continue;
      const llvm::MDNode *row = sites->getOperand(unsigned(numberAt(*call, 0)));
      const std::string text =
          withPart(llvm::cast<llvm::MDString>(row->getOperand(0))->getString(),
                   uint32_t(numberAt(*origin.part, 0)), uint32_t(numberAt(*origin.part, 1)));
      call->setArgOperand(
          0, llvm::ConstantInt::get(call->getArgOperand(0)->getType(), sites->getNumOperands()));
      llvm::LLVMContext &context = module.getContext();
      sites->addOperand(llvm::MDNode::get(context, llvm::MDString::get(context, text)));
    }
  for (llvm::CallInst *part : parts) {
    part->replaceAllUsesWith(part->getArgOperand(0));
    part->eraseFromParent();
  }
  return {};
}

} // namespace anywarp::codegen
