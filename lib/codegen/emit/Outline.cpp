// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long instructions that a kernel has many of: each kind becomes one function, "aw-warp", which the
// places where it stands call. A kernel of unrolled matrix products has a thousand of them. Once
// widened, each is a thousand LLVM instructions. It has as many loads, and each asks for every
// register whether the warp's elements lie in a row. Such code takes minutes to make.
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

bool isMatrixLoad(const ptx::Instruction &inst) {
  return inst.opcode == Opcode::Wmma && inst.has(Modifier::Load) &&
         inst.operands[0].kind == Operand::Vector;
}

/// One instruction as a function of its own: its registers numbered in the order in which they
/// stand, those of the first operand being results. Registers that always hold a number are that
/// number; an address's offset is added by the caller.
class Alone {
public:
  using Numbers = std::vector<std::optional<int64_t>>;
  Alone(const ptx::Function &source, const Numbers &numbers, const ptx::Instruction &inst)
      : source_(source) {
    function.body.push_back(inst);
    function.loc = inst.loc;
    ptx::Instruction &copy = function.body.front();
    copy.hasGuard = false;
    function.name = "aw." + FunctionEmitter::spell(inst);
    for (size_t i = 0; i < copy.operands.size(); ++i) {
      Operand &operand = copy.operands[i];
      if (i > 0 && operand.kind == Operand::Register && operand.reg < numbers.size() &&
          numbers[operand.reg]) {
        operand.kind = Operand::Integer;
        operand.integer = *numbers[operand.reg];
      }
      isKnown_ &= number(operand);
      if (i == 0)
        results = registers.size();
    }
  }
  /// The operands are registers, numbers, vectors of them, and addresses in registers.
  bool isPossible() const { return isKnown_; }

  ptx::Function function; ///< no entry, no parameters: arguments are put into its registers
  std::vector<ptx::RegisterId> registers; ///< what the caller calls the function's registers
  std::vector<int64_t> offsets;           ///< that the caller adds to them
  size_t results = 0;                     ///< how many of them are results

private:
  const ptx::Function &source_;
  bool isKnown_ = true;

  bool append(ptx::RegisterId &reg, int64_t offset) {
    if (reg >= source_.registers.size())
      return false;
    const ptx::Type type = source_.registers[reg].type;
    registers.push_back(reg);
    offsets.push_back(offset);
    reg = ptx::RegisterId(function.registers.size());
    function.registers.push_back({"%" + std::to_string(reg), type});
    function.name += " " + std::string(ptx::toString(type));
    return true;
  }

  bool number(Operand &operand) {
    switch (operand.kind) {
    case Operand::Register:
      return append(operand.reg, 0);
    case Operand::Address: {
      if (!operand.hasRegister || !operand.name.empty() || !operand.elements.empty())
        return false;
      function.name += " at";
      return append(operand.reg, std::exchange(operand.integer, 0));
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

/// By register: the number that the function's only assignment to it gives it.
const std::vector<std::optional<int64_t>> &FunctionEmitter::numbersInRegisters() {
  if (!numbers_.empty() || !source.isEntry)
    return numbers_;
  numbers_.resize(source.registers.size());
  std::vector<bool> isAssigned(source.registers.size());
  auto assign = [&](auto &self, const Operand &to, std::optional<int64_t> number) -> void {
    if (to.kind == Operand::Register && to.reg < numbers_.size()) {
      numbers_[to.reg] = isAssigned[to.reg] ? std::nullopt : number;
      isAssigned[to.reg] = true;
    }
    for (const Operand &element : to.elements)
      self(self, element, std::nullopt);
    if (to.pair)
      self(self, *to.pair, std::nullopt);
  };
  for (const ptx::Instruction &inst : source.body) {
    if (inst.operands.empty() || inst.operands[0].kind == Operand::Address)
      continue;
    const bool isNumber = inst.opcode == Opcode::Mov && !inst.hasGuard && inst.vector == 1 &&
                          inst.operands.size() == 2 && inst.operands[1].kind == Operand::Integer &&
                          !inst.operands[1].negated;
    assign(assign, inst.operands[0],
           isNumber ? std::optional(inst.operands[1].integer) : std::nullopt);
  }
  return numbers_;
}

llvm::Function *FunctionEmitter::makeWarpFunction(llvm::StringRef name,
                                                  llvm::ArrayRef<llvm::Type *> results,
                                                  llvm::ArrayRef<llvm::Type *> args,
                                                  bool takesAllLanes) {
  llvm::Type *result = llvm::StructType::get(ir.getContext(), results);
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(result, args, /*isVarArg=*/false),
                             llvm::GlobalValue::InternalLinkage, name, module.module());
  function->addFnAttr("aw-function");
  function->addFnAttr("aw-warp", takesAllLanes ? "all" : "");
  function->setDoesNotThrow();
  function->setConvergent();
  return function;
}

llvm::Function *FunctionEmitter::warpFunction(
    llvm::StringRef name, unsigned results, unsigned args,
    llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>(FunctionEmitter &,
                                                           llvm::ArrayRef<llvm::Value *>)>
        body) {
  if (llvm::Function *known = module.module().getFunction(name))
    return known;
  llvm::Type *word = ir.getInt32Ty();
  llvm::Function *function =
      makeWarpFunction(name, llvm::SmallVector<llvm::Type *>(results, word),
                       llvm::SmallVector<llvm::Type *>(args, word), /*takesAllLanes=*/true);
  FunctionEmitter inner(module, source, *function);
  inner.current_ = current_;
  inner.ir.SetInsertPoint(inner.newBlock("entry"));
  llvm::SmallVector<llvm::Value *, 64> values;
  for (llvm::Argument &arg : function->args())
    values.push_back(&arg);
  llvm::Value *all = llvm::PoisonValue::get(function->getReturnType());
  for (auto [i, value] : llvm::enumerate(body(inner, values)))
    all = inner.ir.CreateInsertValue(all, value, unsigned(i));
  inner.ir.CreateRet(all);
  return function;
}

void FunctionEmitter::emitAlone(size_t results) {
  prepare();
  current_ = &source.body.front();
  for (size_t i = results; i < registers_.size(); ++i)
    ir.CreateStore(target.getArg(unsigned(i - results)), registers_[i]);
  emitByForm(*this, *current_);
  if (isPoisoned())
    return;
  llvm::Value *all = llvm::PoisonValue::get(target.getReturnType());
  for (unsigned i = 0; i < results; ++i)
    all = ir.CreateInsertValue(all, readRegister(i), i);
  ir.CreateRet(all);
  promoteRegisters();
}

bool FunctionEmitter::emitOutlined(const ptx::Instruction &inst) {
  if (!(isProduct(inst) || isMatrixLoad(inst)) || module.options.recordRegisters ||
      !hasManyProducts())
    return false;
  Alone alone(source, numbersInRegisters(), inst);
  if (!alone.isPossible())
    return false;
  llvm::Function *function = module.module().getFunction(alone.function.name);
  if (!function) {
    llvm::SmallVector<llvm::Type *, 16> types;
    for (const ptx::Register &reg : alone.function.registers)
      types.push_back(storageTypeOf(reg.type));
    auto split = types.begin() + alone.results;
    function = makeWarpFunction(alone.function.name, {types.begin(), split}, {split, types.end()},
                                /*takesAllLanes=*/isProduct(inst));
    FunctionEmitter(module, alone.function, *function).emitAlone(alone.results);
    if (isPoisoned())
      return true;
  }
  llvm::SmallVector<llvm::Value *, 16> args;
  for (size_t i = alone.results; i < alone.registers.size(); ++i) {
    llvm::Value *value = readRegister(alone.registers[i]);
    if (alone.offsets[i])
      value = ir.CreateAdd(value, llvm::ConstantInt::getSigned(value->getType(), alone.offsets[i]));
    args.push_back(value);
  }
  llvm::Value *all = ir.CreateCall(function, args);
  for (unsigned i = 0; i < alone.results; ++i)
    writeRegister(alone.registers[i], ir.CreateExtractValue(all, i));
  return true;
}

} // namespace anywarp::codegen
