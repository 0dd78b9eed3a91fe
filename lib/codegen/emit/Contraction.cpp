// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which products and sums become one fused operation. PTX leaves it open for instructions without a
// rounding modifier; the assembler of a GPU fuses a product that nothing but the sum uses (seen for
// .f16, .f16x2, .bf16, .bf16x2, and for .f32 in what NVIDIA's nvcc leaves to it: a * b - c).
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "codegen/emit/Emitter.h"
#include "codegen/emit/ModuleEmitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::RegisterId;

namespace {

bool isContractible(const Instruction &inst) {
  switch (inst.type()) {
  case ptx::Type::F16:
  case ptx::Type::F16x2:
  case ptx::Type::BF16:
  case ptx::Type::BF16x2:
  case ptx::Type::F32:
  case ptx::Type::F64:
    break;
  default:
    return false;
  }
  bool isPlain = inst.modifiers.empty() ||
                 (inst.modifiers.size() == 1 && inst.modifiers[0] == ptx::Modifier::Ftz);
  return isPlain && inst.types.size() == 1 && !inst.hasGuard && inst.operands.size() == 3 &&
         inst.operands[0].kind == Operand::Register;
}

template <typename Visit> void eachRegister(const Operand &operand, Visit visit) {
  if (operand.kind == Operand::Register || operand.hasRegister)
    visit(operand.reg);
  for (const Operand &element : operand.elements)
    eachRegister(element, visit);
  if (operand.pair)
    eachRegister(*operand.pair, visit);
}

std::unordered_map<RegisterId, unsigned> countUses(const ptx::Function &function) {
  std::unordered_map<RegisterId, unsigned> uses;
  for (const Instruction &inst : function.body) {
    if (inst.hasGuard)
      ++uses[inst.guard];
    for (const Operand &operand : inst.operands) {
      bool isResult = &operand == &inst.operands[0] && operand.kind == Operand::Register &&
                      inst.opcode != Opcode::St && inst.opcode != Opcode::Red;
      if (!isResult)
        eachRegister(operand, [&](RegisterId reg) { ++uses[reg]; });
    }
  }
  return uses;
}

} // namespace

void FunctionEmitter::findProducts() {
  // Where the assembler is asked for code to be debugged it fuses nothing (seen).
  const std::vector<std::string> &options = module.source.targetOptions;
  if (std::find(options.begin(), options.end(), "debug") != options.end())
    return;
  std::unordered_map<RegisterId, unsigned> uses;
  std::unordered_set<size_t> starts;
  for (const ptx::Label &label : source.labels)
    starts.insert(label.index);
  // Products whose factors and result still hold, by result.
  std::unordered_map<RegisterId, const Instruction *> open;
  for (size_t i = 0; i < source.body.size(); ++i) {
    const Instruction &inst = source.body[i];
    if (starts.count(i) || inst.opcode == Opcode::Call)
      open.clear();
    bool isCandidate = isContractible(inst);
    if (isCandidate && (inst.opcode == Opcode::Add || inst.opcode == Opcode::Sub))
      for (size_t k = 1; k < 3; ++k) {
        const Operand &operand = inst.operands[k];
        auto product = operand.kind == Operand::Register ? open.find(operand.reg) : open.end();
        if (product == open.end() || product->second->types != inst.types ||
            product->second->modifiers != inst.modifiers)
          continue;
        if (uses.empty())
          uses = countUses(source);
        if (uses[operand.reg] == 1 && products_.emplace(&inst, product->second).second)
          break;
      }
    if (inst.operands.empty())
      continue;
    eachRegister(inst.operands[0], [&](RegisterId written) {
      std::erase_if(open, [written](auto &entry) {
        bool isTouched = entry.first == written;
        for (size_t k = 1; k < 3; ++k)
          eachRegister(entry.second->operands[k],
                       [&](RegisterId reg) { isTouched |= reg == written; });
        return isTouched;
      });
    });
    bool takesItself = false;
    for (size_t k = 1; k < inst.operands.size(); ++k)
      eachRegister(inst.operands[k],
                   [&](RegisterId reg) { takesItself |= reg == inst.operands[0].reg; });
    if (isCandidate && inst.opcode == Opcode::Mul && !takesItself)
      open[inst.operands[0].reg] = &inst;
  }
}

const Instruction *FunctionEmitter::productOf(const Instruction &sum) const {
  auto found = products_.find(&sum);
  return found == products_.end() ? nullptr : found->second;
}

} // namespace anywarp::codegen
