// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long instructions that a kernel has many of: each kind becomes one function, "aw-warp", which the
// places where it stands call. A kernel of unrolled matrix products has a thousand of them, of a
// thousand LLVM instructions each once they are widened: code that takes a minute to make.
#include "codegen/emit/Emitter.h"
#include "codegen/emit/ModuleEmitter.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;

namespace {

/// With fewer of them a kernel is made fast enough, and spares the calls.
constexpr unsigned kMany = 32;

bool isProduct(const ptx::Instruction &inst) {
  return inst.opcode == Opcode::Mma || (inst.opcode == Opcode::Wmma && inst.has(Modifier::Mma));
}

/// One instruction as a function of its own: its registers numbered in the order in which they
/// stand, those of the first operand being results.
class Alone {
public:
  Alone(const ptx::Function &source, const ptx::Instruction &inst) : source_(source) {
    function.body.push_back(inst);
    function.loc = inst.loc;
    ptx::Instruction &copy = function.body.front();
    copy.hasGuard = false;
    function.name = "aw." + FunctionEmitter::spell(inst);
    for (size_t i = 0; i < copy.operands.size(); ++i) {
      isKnown_ &= number(copy.operands[i]);
      if (i == 0)
        results = registers.size();
    }
  }
  /// The operands are registers, numbers and vectors of them.
  bool isPossible() const { return isKnown_; }

  ptx::Function function; ///< no entry, no parameters: arguments are put into its registers
  std::vector<ptx::RegisterId> registers; ///< what the caller calls the function's registers
  size_t results = 0;                     ///< how many of them are results

private:
  const ptx::Function &source_;
  bool isKnown_ = true;

  bool number(Operand &operand) {
    switch (operand.kind) {
    case Operand::Register: {
      if (operand.reg >= source_.registers.size())
        return false;
      const ptx::Type type = source_.registers[operand.reg].type;
      registers.push_back(operand.reg);
      operand.reg = ptx::RegisterId(function.registers.size());
      function.registers.push_back({"%" + std::to_string(operand.reg), type});
      function.name += " " + std::string(ptx::toString(type));
      return true;
    }
    case Operand::Integer:
      function.name += " " + std::to_string(operand.integer);
      return true;
    case Operand::Vector:
      for (Operand &element : operand.elements)
        if (!number(element))
          return false;
      function.name += ",";
      return true;
    default:
      return false;
    }
  }
};

} // namespace

bool FunctionEmitter::hasManyProducts() {
  if (!hasManyProducts_)
    hasManyProducts_ = llvm::count_if(source.body, isProduct) >= kMany;
  return *hasManyProducts_;
}

void FunctionEmitter::emitAlone(size_t results) {
  prepare();
  current_ = &source.body.front();
  for (size_t i = results; i < registers_.size(); ++i)
    ir.CreateStore(target.getArg(unsigned(i - results)), registers_[i]);
  if (!emitByChapter(*this, *current_))
    poison(*current_, "instruction '" + spell(*current_) + "' is not supported");
  if (isPoisoned())
    return;
  llvm::Value *all = llvm::PoisonValue::get(target.getReturnType());
  for (unsigned i = 0; i < results; ++i)
    all = ir.CreateInsertValue(all, readRegister(i), i);
  ir.CreateRet(all);
  promoteRegisters();
}

bool FunctionEmitter::emitOutlined(const ptx::Instruction &inst) {
  if (!isProduct(inst) || module.recordsRegisters || !hasManyProducts())
    return false;
  Alone alone(source, inst);
  if (!alone.isPossible())
    return false;
  llvm::Function *function = module.module().getFunction(alone.function.name);
  if (!function) {
    llvm::SmallVector<llvm::Type *, 16> types;
    for (const ptx::Register &reg : alone.function.registers)
      types.push_back(storageTypeOf(reg.type));
    auto split = types.begin() + alone.results;
    llvm::Type *result = llvm::StructType::get(ir.getContext(), {types.begin(), split});
    function = llvm::Function::Create(llvm::FunctionType::get(result, {split, types.end()}, false),
                                      llvm::GlobalValue::InternalLinkage, alone.function.name,
                                      module.module());
    function->addFnAttr("aw-function");
    function->addFnAttr("aw-warp");
    function->setDoesNotThrow();
    function->setConvergent();
    FunctionEmitter(module, alone.function, *function).emitAlone(alone.results);
    if (isPoisoned())
      return true;
  }
  llvm::SmallVector<llvm::Value *, 16> args;
  for (size_t i = alone.results; i < alone.registers.size(); ++i)
    args.push_back(readRegister(alone.registers[i]));
  llvm::Value *all = ir.CreateCall(function, args);
  for (unsigned i = 0; i < alone.results; ++i)
    writeRegister(alone.registers[i], ir.CreateExtractValue(all, i));
  return true;
}

} // namespace anywarp::codegen
