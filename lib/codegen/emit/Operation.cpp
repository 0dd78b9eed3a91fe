// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions whose meaning stands in their rows (Op, Call and Rounded of spec/Ptx.td): operands
// are read, the generated cases compute the result of each element, and it is written.
#include <cassert>

#include "codegen/emit/chapters/Conversion.h"
#include "codegen/emit/chapters/FloatModes.h"
#include "codegen/emit/chapters/IntegerArith.h"
#include "codegen/emit/chapters/Video.h"
#include "ptx/Forms.h"
#include "ptx/Words.h"
#include "support/Unreachable.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Type;

namespace {

/// The type of the elements of packed ones; other types are their own.
Type elementOf(Type type) {
  switch (type) {
  case Type::F16x2:
    return Type::F16;
  case Type::BF16x2:
    return Type::BF16;
  case Type::F32x2:
    return Type::F32;
  case Type::U16x2:
    return Type::U16;
  case Type::S16x2:
    return Type::S16;
  default:
    return type;
  }
}

bool isHalf(Type type) { return type == Type::F16 || type == Type::BF16; }

/// The comparisons. Those of floats alone have no integers', and the other way round.
struct Comparison {
  Modifier word;
  llvm::CmpInst::Predicate ofFloat, ofSigned, ofUnsigned;
};
using enum llvm::CmpInst::Predicate;
constexpr Comparison kComparisons[] = {
    {Modifier::Eq, FCMP_OEQ, ICMP_EQ, ICMP_EQ},
    {Modifier::Ne, FCMP_ONE, ICMP_NE, ICMP_NE},
    {Modifier::Lt, FCMP_OLT, ICMP_SLT, ICMP_ULT},
    {Modifier::Le, FCMP_OLE, ICMP_SLE, ICMP_ULE},
    {Modifier::Gt, FCMP_OGT, ICMP_SGT, ICMP_UGT},
    {Modifier::Ge, FCMP_OGE, ICMP_SGE, ICMP_UGE},
    {Modifier::Lo, BAD_FCMP_PREDICATE, ICMP_ULT, ICMP_ULT},
    {Modifier::Ls, BAD_FCMP_PREDICATE, ICMP_ULE, ICMP_ULE},
    {Modifier::Hi, BAD_FCMP_PREDICATE, ICMP_UGT, ICMP_UGT},
    {Modifier::Hs, BAD_FCMP_PREDICATE, ICMP_UGE, ICMP_UGE},
    {Modifier::Equ, FCMP_UEQ, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
    {Modifier::Neu, FCMP_UNE, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
    {Modifier::Ltu, FCMP_ULT, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
    {Modifier::Leu, FCMP_ULE, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
    {Modifier::Gtu, FCMP_UGT, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
    {Modifier::Geu, FCMP_UGE, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
    {Modifier::Num, FCMP_ORD, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
    {Modifier::Nan, FCMP_UNO, BAD_ICMP_PREDICATE, BAD_ICMP_PREDICATE},
};

class Operation {
public:
  Operation(FunctionEmitter &e, const Instruction &inst, const ptx::Form &form)
      : e(e), inst(inst), form(form),
        type(inst.opcode == ptx::Opcode::Set ? inst.type(1) : inst.type()),
        element(elementOf(type)), isPacked(form.operandCount > 1 && isPair(sourceType(1))) {}

  /// `negated`: a bit for each operand whose sign changes first.
  void emit(unsigned negated = 0) {
    llvm::SmallVector<llvm::Value *, 4> operands;
    for (size_t i = 1; i < inst.operands.size(); ++i)
      operands.push_back(read(i));
    if (!isPacked)
      return write(compute(operands, negated));
    llvm::Value *results[2];
    for (unsigned k : {0u, 1u}) {
      llvm::SmallVector<llvm::Value *, 4> elements;
      for (size_t i = 0; i < operands.size(); ++i)
        elements.push_back(!isPair(sourceType(i + 1)) ? operands[i]
                           : element == Type::F32 ? e.fromBits(unpack(e, operands[i], k), element)
                                                  : unpack(e, operands[i], k));
      results[k] = e.toBits(compute(elements, negated));
    }
    if (!form.operands()[0].hasPair)
      return write(pair(results[0], results[1]));
    second = results[1];
    write(results[0]);
  }

private:
  FunctionEmitter &e;
  const Instruction &inst;
  const ptx::Form &form;
  const Type type;    ///< in which the operation computes
  const Type element; ///< of it, if it is packed
  const bool isPacked;
  llvm::Value *second = nullptr; ///< for the destination behind `|`

  static bool isPair(Type type) { return ptx::toString(type).ends_with("x2"); }
  Type sourceType(size_t i) const { return ptx::typeOf(inst, form.operands()[i]); }
  int bits() const { return int(ptx::sizeInBits(element)); }

  /// Halves are their bits, or floats where the instruction has one half beside a .f32. A minus is
  /// among the flags of vmad. What may have any type is an address.
  llvm::Value *read(size_t i) {
    ptx::Operand operand = inst.operands[i];
    if (form.operands()[i].role == ptx::Role::Address)
      return nullptr; // of a hint
    if (form.operands()[i].role == ptx::Role::Immediate)
      return word(uint32_t(operand.integer));
    const Type typed = sourceType(i), from = typed == Type::None ? Type::U64 : typed;
    operand.negated &= from == Type::Pred;
    llvm::Value *value = e.read(operand, from);
    if (isHalf(elementOf(from)) && element == Type::F32)
      return halfToFloat(e, e.toBits(value), from);
    return isPacked || isHalf(from) ? e.toBits(value) : value;
  }

  /// An integer of another size than the destination's is truncated or extended with zeros.
  void write(llvm::Value *value) {
    Type to = sourceType(0);
    if (isHalf(to) || (isPair(to) && ptx::sizeInBits(to) == 32))
      to = isHalf(to) ? Type::B16 : Type::B32;
    if (value->getType()->isIntegerTy() && to != Type::Pred)
      value = e.ir.CreateZExtOrTrunc(value, e.intType(ptx::sizeInBits(to)));
    e.write(inst.operands[0], value, to);
    if (inst.operands[0].pair && second)
      e.writePredicate(*inst.operands[0].pair, second);
  }

  llvm::Value *compute(llvm::MutableArrayRef<llvm::Value *> v, unsigned negated) {
    for (size_t i = 0; i < v.size(); ++i)
      if (negated >> i & 1)
        v[i] =
            isHalf(element) ? e.ir.CreateXor(v[i], e.constant(16, 0x8000)) : e.ir.CreateFNeg(v[i]);
    switch (form.operation) {
#include "codegen/Operations.inc.h"
    }
    AW_UNREACHABLE("a form without its case");
  }

  // What expressions are made of.
  llvm::Constant *number(llvm::Type *type, int value) {
    return llvm::ConstantInt::getSigned(type, value);
  }
  llvm::Constant *number(llvm::Type *type, double value) {
    return llvm::ConstantFP::get(type, value);
  }
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> args) {
    return e.ir.CreateIntrinsic(id, {args[0]->getType()}, args);
  }
  /// `ofElement`: the name ends with the element's type.
  llvm::Value *builtin(llvm::StringRef stem, bool ofElement, llvm::ArrayRef<llvm::Value *> args) {
    std::string name = stem.str();
    return e.callBuiltin(ofElement ? name.append(ptx::toString(element)) : name, args);
  }
  llvm::Constant *lowest(llvm::Type *type) {
    return e.ir.getInt(llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
  }
  llvm::Value *wide(llvm::Value *x) {
    llvm::Type *type = e.intType(2 * x->getType()->getIntegerBitWidth());
    return ptx::isSigned(inst.type()) ? e.ir.CreateSExt(x, type) : e.ir.CreateZExt(x, type);
  }
  llvm::Value *high(llvm::Value *x) {
    unsigned bits = x->getType()->getIntegerBitWidth() / 2;
    return e.ir.CreateTrunc(e.ir.CreateLShr(x, bits), e.intType(bits));
  }
  llvm::Value *flushed(llvm::Value *x) { return inst.has(Modifier::Ftz) ? flushF32(e, x) : x; }
  llvm::Value *resized(llvm::Value *x) { return e.ir.CreateZExtOrTrunc(x, e.intType(bits())); }
  llvm::Value *word32(llvm::Value *x) { return e.ir.CreateZExtOrTrunc(x, e.intType(32)); }
  /// The bits of a half as a float.
  llvm::Value *half(llvm::Value *x) { return halfToFloat(e, x, elementOf(sourceType(1))); }
  /// Two elements of the destination.
  llvm::Value *pair(llvm::Value *low, llvm::Value *high) {
    llvm::Type *part = e.intType(ptx::sizeInBits(sourceType(0)) / 2);
    return pack(e, e.ir.CreateZExtOrTrunc(low, part), e.ir.CreateZExtOrTrunc(high, part));
  }
  llvm::Value *compare(llvm::Value *a, llvm::Value *b) {
    const auto *row = llvm::find_if(kComparisons, [&](auto &of) { return inst.has(of.word); });
    const auto predicate = ptx::isFloat(element)    ? row->ofFloat
                           : ptx::isSigned(element) ? row->ofSigned
                                                    : row->ofUnsigned;
    if (predicate == BAD_FCMP_PREDICATE || predicate == BAD_ICMP_PREDICATE) {
      e.refuse(inst);
      return e.ir.getFalse();
    }
    return e.ir.CreateCmp(predicate, comparable(a), comparable(b));
  }
  llvm::Value *comparable(llvm::Value *x) {
    if (element == Type::F16 && inst.has(Modifier::Ftz))
      x = flushBits(e, x, 0x7c00, 0x8000);
    return isHalf(element) ? halfToFloat(e, x, element) : element == Type::F32 ? flushed(x) : x;
  }
  /// testp: a zero counts as normal.
  llvm::Value *isOfClass(llvm::Value *x) {
    using namespace llvm;
    const auto classes = inst.has(Modifier::Finite)       ? fcFinite
                         : inst.has(Modifier::Infinite)   ? fcInf
                         : inst.has(Modifier::Number)     ? ~fcNan
                         : inst.has(Modifier::Notanumber) ? fcNan
                         : inst.has(Modifier::Normal)     ? fcNormal | fcZero
                                                          : fcSubnormal;
    return e.ir.createIsFPClass(x, classes);
  }
  /// A NaN of 64 bits that changes its sign keeps it (seen), where it shows.
  llvm::Value *nanKept(llvm::Value *x, llvm::Value *changed) {
    return e.showsSign(inst.operands[0]) ? e.ir.CreateSelect(e.ir.CreateFCmpUNO(x, x), x, changed)
                                         : changed;
  }
  /// What `set` writes: one as a float, all bits as an integer.
  llvm::Value *truth(llvm::Value *condition) {
    const Type to = elementOf(inst.type(0));
    const unsigned width = isPacked ? 16 : ptx::sizeInBits(to);
    const uint64_t one = to == Type::F32    ? 0x3f800000
                         : to == Type::F16  ? 0x3c00
                         : to == Type::BF16 ? 0x3f80
                                            : ~uint64_t(0);
    return e.ir.CreateSelect(condition, e.constant(width, one), e.constant(width, 0));
  }
  /// The combination of two predicates that the instruction names.
  llvm::Value *logic(llvm::Value *x, llvm::Value *y) {
    return inst.has(Modifier::Or)    ? e.ir.CreateOr(x, y)
           : inst.has(Modifier::Xor) ? e.ir.CreateXor(x, y)
                                     : e.ir.CreateAnd(x, y);
  }
  /// The second destination of a comparison has its opposite, combined with `c` as well.
  llvm::Value *test(llvm::Value *x, llvm::Value *c = nullptr) {
    auto combined = [&](llvm::Value *value) { return c ? logic(value, c) : value; };
    if (inst.operands[0].pair && !isPacked)
      second = combined(e.ir.CreateNot(x));
    return combined(x);
  }
  llvm::Value *withNonzero(llvm::Value *x, llvm::Value *predicate) {
    second = logic(e.ir.CreateICmpNE(x, number(x->getType(), 0)), predicate);
    return x;
  }
  llvm::Value *lop3(llvm::Value *a, llvm::Value *b, llvm::Value *c, llvm::Value *table) {
    return lookUp(unsigned(llvm::cast<llvm::ConstantInt>(table)->getZExtValue()) & 0xff, {a, b, c});
  }
  /// The bit of `table` that the bits of `inputs` name, the first being the highest.
  llvm::Value *lookUp(unsigned table, llvm::ArrayRef<llvm::Value *> inputs) {
    if (inputs.empty())
      return llvm::ConstantInt::getSigned(e.intType(32), -int(table));
    auto &ir = e.ir;
    const unsigned half = 1u << (inputs.size() - 1), all = (1u << half) - 1;
    const unsigned ifSet = table >> half, ifClear = table & all;
    llvm::Value *x = inputs[0];
    auto rest = [&](unsigned part) { return lookUp(part, inputs.drop_front()); };
    if (ifSet == ifClear)
      return rest(ifSet);
    if (ifSet == all - ifClear)
      return ifClear == 0 ? x : ifSet == 0 ? ir.CreateNot(x) : ir.CreateXor(x, rest(ifClear));
    if (ifClear == 0)
      return ir.CreateAnd(x, rest(ifSet));
    if (ifSet == 0)
      return ir.CreateAnd(ir.CreateNot(x), rest(ifClear));
    if (ifSet == all)
      return ir.CreateOr(x, rest(ifClear));
    if (ifClear == all)
      return ir.CreateOr(ir.CreateNot(x), rest(ifSet));
    return ir.CreateOr(ir.CreateAnd(x, rest(ifSet)), ir.CreateAnd(ir.CreateNot(x), rest(ifClear)));
  }
  llvm::Value *isInSpace(llvm::Value *address) {
    if (llvm::Value *result = e.isInSpace(address, inst.space))
      return result;
    e.refuse(inst);
    return e.ir.getFalse();
  }
  /// A function of the engine. A second result is for the second destination.
  llvm::Value *engine(Intrinsic id, llvm::ArrayRef<llvm::Value *> args) {
    llvm::Value *result = e.call(id, args);
    if (!result->getType()->isStructTy())
      return result;
    second = e.ir.CreateExtractValue(result, 1);
    return e.ir.CreateExtractValue(result, 0);
  }
  llvm::Value *converted(llvm::Value *x) {
    return convertInteger(e, x, inst.type(1), inst.type(0), inst.has(Modifier::Sat));
  }
  llvm::Value *toInteger(llvm::Value *x) { return floatToInteger(e, inst, x); }
  llvm::Value *fromInteger(llvm::Value *x) { return integerToFloat(e, inst, x); }
  llvm::Value *toFloat(llvm::Value *x) { return floatToFloat(e, inst, x); }
  /// Of an operand of a video instruction, by its number: what is selected of it.
  llvm::Value *chosen(std::optional<uint32_t> selected) {
    if (!selected)
      e.refuse(inst);
    return word(selected.value_or(0));
  }
  llvm::Value *part(size_t i) { return chosen(videoPart(inst.operands[i])); }
  llvm::Value *selector(size_t i) { return chosen(videoSelector(inst, i)); }
  llvm::Value *mask(size_t i) { return chosen(videoMask(inst, i)); }
  llvm::Value *carrySum(llvm::Value *a, llvm::Value *b) { return addWithCarry(e, inst, a, b); }
  llvm::Value *carryDifference(llvm::Value *a, llvm::Value *b) {
    return subtractWithBorrow(e, inst, a, b);
  }
  llvm::Value *word(uint32_t value) { return e.constant(32, value); }
  llvm::Value *rounding() { return word(roundingOf(inst)); }
  llvm::Value *flags(uint32_t more = 0) {
    return word(floatFlagsOf(inst) | more | (e.isExact ? device::FlagExact : 0));
  }
  llvm::Value *isSigned(size_t i) { return word(ptx::isSigned(inst.type(i))); }
  /// `flushes`: .ftz concerns operands only, which are flushed then.
  bool isPlain(bool flushes) {
    return roundingOf(inst) == device::RoundNearest && (flushes || !inst.has(Modifier::Ftz));
  }
  llvm::Value *saturate(llvm::Value *x) {
    return inst.has(Modifier::Sat) ? builtin("aw_sat_", true, {x}) : x;
  }
};

} // namespace

/// A sum is computed together with the product that it is fused with (Contraction.cpp), as `fma`.
void emitOperation(FunctionEmitter &e, const Instruction &inst, const ptx::Form &form) {
  const FunctionEmitter::Fusion *fusion = e.fusionOf(inst);
  if (!fusion)
    return Operation(e, inst, form).emit();
  Instruction fused = inst;
  fused.opcode = ptx::Opcode::Fma;
  fused.modifiers.insert(fused.modifiers.begin(), Modifier::Rn);
  fused.operands = {inst.operands[0], fusion->product->operands[1], fusion->product->operands[2],
                    inst.operands[fusion->addend == 0 ? 2 : 1]};
  const bool isDifference = inst.opcode == ptx::Opcode::Sub;
  const bool negatesFactor = (isDifference && fusion->addend == 1) != fusion->isNegated;
  const bool negatesAddend = isDifference && fusion->addend == 0;
  const ptx::Form *fusedForm = ptx::findForm(fused, e.source);
  assert(fusedForm && "Contraction.cpp fuses what has a form of fma");
  Operation(e, fused, *fusedForm).emit(unsigned(negatesFactor) | unsigned(negatesAddend) << 2);
}

} // namespace anywarp::codegen
