// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which products and sums become one fused operation. PTX leaves it open for instructions without a
// rounding modifier. This is what the assembler of a GPU does, read off its sm_90 code for random
// bodies. A product is fused where nothing but sums of its basic block use it, also with its sign
// changed. Sums that use a product alone come first. Of two products a sum fuses the one with fewer
// uses, else the first. The other is computed, and no later sum fuses that one.
#include <algorithm>
#include <deque>
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

bool isProduct(const Instruction &inst) {
  return inst.opcode == Opcode::Mul && isContractible(inst);
}

bool isSum(const Instruction &inst) {
  return (inst.opcode == Opcode::Add || inst.opcode == Opcode::Sub) && isContractible(inst);
}

template <typename Visit> void eachRegister(const Operand &operand, Visit visit) {
  if (operand.kind == Operand::Register || operand.hasRegister)
    visit(operand.reg);
  for (const Operand &element : operand.elements)
    eachRegister(element, visit);
  if (operand.pair)
    eachRegister(*operand.pair, visit);
}

template <typename Visit> void eachRead(const Instruction &inst, Visit visit) {
  if (inst.hasGuard)
    visit(inst.guard);
  for (const Operand &operand : inst.operands) {
    bool isResult = &operand == &inst.operands[0] && operand.kind == Operand::Register &&
                    inst.opcode != Opcode::St && inst.opcode != Opcode::Red;
    if (!isResult)
      eachRegister(operand, visit);
  }
}

bool isFactor(const Instruction &product, RegisterId reg) {
  bool isFound = false;
  for (size_t k = 1; k < product.operands.size(); ++k)
    eachRegister(product.operands[k], [&](RegisterId factor) { isFound |= factor == reg; });
  return isFound;
}

using Reads = std::unordered_map<RegisterId, unsigned>;

/// A basic block: its instructions in order, then finish(), once.
class Block {
public:
  /// `reads`: of each register in the whole function; it outlives the block.
  explicit Block(const Reads &reads) : reads_(reads) {}

  void add(const Instruction &inst) {
    Value result = valueOf(inst);
    if (!result.product && !addSum(inst))
      eachRead(inst, [&](RegisterId reg) { need(reg); });
    eachRead(inst, [&](RegisterId reg) { readsHere_[reg] += values_.count(reg); });
    if (inst.opcode == Opcode::Call)
      for (Product &product : products_)
        product.isStale = true;
    if (inst.operands.empty())
      return;
    eachRegister(inst.operands[0], [&](RegisterId written) {
      if (inst.hasGuard) // it may keep its value
        need(written);
      values_.erase(written);
      for (auto [it, end] = byFactor_.equal_range(written); it != end; ++it)
        it->second->isStale = true;
    });
    if (isProduct(inst) && !isFactor(inst, inst.operands[0].reg))
      result.product = &addProduct(inst);
    if (result.product)
      values_[inst.operands[0].reg] = result;
  }

  /// Calls `fuse` for the sums that fuse a product, then `vanish` for the products that nothing
  /// needs any longer.
  template <typename Fuse, typename Vanish> void finish(Fuse fuse, Vanish vanish) {
    for (const auto &[reg, value] : values_) {
      auto reads = reads_.find(reg);
      value.product->isNeeded |= reads != reads_.end() && reads->second != readsHere_[reg];
    }
    for (bool mayShare : {false, true})
      for (Sum &sum : sums_) {
        auto uses = [&](unsigned k) {
          const Product *product = sum.addends[k].product;
          return product && !product->isNeeded ? product->uses : ~0u;
        };
        const unsigned k = uses(1) < uses(0);
        if (sum.isFused || uses(k) == ~0u || (uses(k) > 1 && !mayShare))
          continue;
        sum.isFused = true;
        fuse(*sum.inst, *sum.addends[k].product->inst, k, sum.addends[k].isNegated);
        if (Product *other = sum.addends[1 - k].product)
          other->isNeeded = true;
      }
    for (const Product &product : products_)
      if (product.uses && !product.isNeeded)
        vanish(*product.inst);
  }

private:
  struct Product {
    const Instruction *inst;
    unsigned uses = 0;     ///< by sums
    bool isNeeded = false; ///< something other uses it
    bool isStale = false;  ///< its factors hold no longer
  };
  struct Value {
    Product *product = nullptr;
    bool isNegated = false;
  };
  struct Sum {
    const Instruction *inst;
    Value addends[2];
    bool isFused = false;
  };

  void need(RegisterId reg) {
    if (auto found = values_.find(reg); found != values_.end())
      found->second.product->isNeeded = true;
  }

  Value find(const Operand &operand) const {
    auto found = operand.kind == Operand::Register ? values_.find(operand.reg) : values_.end();
    return found == values_.end() ? Value() : found->second;
  }

  /// Of a copy of a product, or of its opposite.
  Value valueOf(const Instruction &inst) const {
    const bool isNegation = inst.opcode == Opcode::Neg;
    if ((!isNegation && inst.opcode != Opcode::Mov) || inst.hasGuard || inst.operands.size() != 2 ||
        inst.operands[0].kind != Operand::Register)
      return {};
    Value value = find(inst.operands[1]);
    if (isNegation && value.product && inst.types != value.product->inst->types)
      return {};
    value.isNegated ^= isNegation;
    return value;
  }

  Product &addProduct(const Instruction &inst) {
    Product &product = products_.emplace_back(Product{&inst});
    for (size_t k = 1; k < inst.operands.size(); ++k)
      eachRegister(inst.operands[k], [&](RegisterId reg) { byFactor_.emplace(reg, &product); });
    return product;
  }

  bool addSum(const Instruction &inst) {
    if (!isSum(inst))
      return false;
    Sum sum{&inst, {find(inst.operands[1]), find(inst.operands[2])}};
    const bool isTwice = sum.addends[0].product == sum.addends[1].product;
    for (Value &addend : sum.addends) {
      Product *product = addend.product;
      if (!product)
        continue;
      ++product->uses;
      if (isTwice || product->isStale || product->inst->types != inst.types ||
          product->inst->modifiers != inst.modifiers) {
        product->isNeeded = true;
        addend = {};
      }
    }
    sums_.push_back(sum);
    return true;
  }

  const Reads &reads_;
  Reads readsHere_; ///< of registers while they hold values_
  std::unordered_map<RegisterId, Value> values_;
  std::deque<Product> products_;
  std::unordered_multimap<RegisterId, Product *> byFactor_;
  std::vector<Sum> sums_;
};

} // namespace

void FunctionEmitter::findProducts() {
  // Where the assembler is asked for code to be debugged it fuses nothing (seen).
  const std::vector<std::string> &options = module.source.targetOptions;
  if (std::find(options.begin(), options.end(), "debug") != options.end() ||
      std::none_of(source.body.begin(), source.body.end(), isProduct))
    return;
  Reads reads;
  for (const Instruction &inst : source.body)
    eachRead(inst, [&](RegisterId reg) { ++reads[reg]; });
  std::unordered_set<size_t> starts{source.body.size()};
  for (const ptx::Label &label : source.labels)
    starts.insert(label.index);
  std::optional<Block> block(reads);
  for (size_t i = 0; i <= source.body.size(); ++i) {
    if (starts.count(i) || (i && source.body[i - 1].opcode == Opcode::Bra)) {
      block->finish([&](const Instruction &sum, const Instruction &product, unsigned addend,
                        bool isNegated) { fusions_[&sum] = {&product, addend, isNegated}; },
                    [&](const Instruction &product) { vanished_.insert(&product); });
      block.emplace(reads);
    }
    if (i < source.body.size())
      block->add(source.body[i]);
  }
}

const FunctionEmitter::Fusion *FunctionEmitter::fusionOf(const Instruction &sum) const {
  auto found = fusions_.find(&sum);
  return found == fusions_.end() ? nullptr : &found->second;
}

} // namespace anywarp::codegen
