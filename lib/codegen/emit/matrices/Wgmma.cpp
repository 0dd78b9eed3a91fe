// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma: the asynchronous multiplications of a warpgroup. Like other asynchronous instructions they
// are done at once. Each warp multiplies its 16 rows of A, in registers as mma has them, by
// fragments of B that it reads out of shared memory.
//
// A matrix in shared memory is a grid of core matrices, 8 rows of 16 bytes; swizzled ones lie in
// lines of 32, 64 or 128 bytes. Rows of A and columns of B are called lines here; 32 bytes of each
// take part.
#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/chapters/FloatModes.h"
#include "codegen/emit/matrices/Multiplier.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

constexpr unsigned kSteps = 2; ///< of k: 16 bytes of each line, a word for each lane of four
/// Blocks of 8 columns that one call multiplies at most. More would share the conversion of A, and
/// take longer to compile.
constexpr unsigned kMostBlocks = 8;

/// The forms that the manual has, of D's and the factors' types.
bool isForm(const MatrixShape &shape, Type d, Type a, Type b) {
  const bool isSmall = a == Type::E4M3 || a == Type::E5M2, isByte = a == Type::S8 || a == Type::U8;
  if (shape.m != 64 || shape.n % 8 || !shape.n || shape.n > 256)
    return false;
  switch (a) {
  case Type::F16:
    return b == a && shape.k == 16 && (d == Type::F16 || d == Type::F32);
  case Type::BF16:
    return b == a && shape.k == 16 && d == Type::F32;
  case Type::TF32:
    return b == a && shape.k == 8 && d == Type::F32;
  case Type::B1:
    return b == a && shape.k == 256 && d == Type::S32;
  default:
    if (isSmall)
      return (b == Type::E4M3 || b == Type::E5M2) && shape.k == 32 &&
             (d == Type::F16 || d == Type::F32);
    return isByte && (b == Type::S8 || b == Type::U8) && shape.k == 32 && d == Type::S32;
  }
}

/// A matrix in shared memory as its descriptor says, which is that of the warp's first lane.
class SharedMatrix {
public:
  SharedMatrix(FunctionEmitter &e, LaneReader &lanes, llvm::Value *low, llvm::Value *high)
      : e(e), lanes(lanes), window(e.call(Intrinsic::SharedBase)) {
    low_ = lanes.read(low, word(0));
    high_ = lanes.read(high, word(0));
    start = field(low_, 0);
    leading = field(low_, 16);
    stride = field(high_, 0);
    llvm::Value *mode = e.ir.CreateLShr(high_, 30);
    isPlain = e.ir.CreateICmpEQ(mode, word(0));
    logSpan = e.ir.CreateSelect(isPlain, word(4), e.ir.CreateSub(word(8), mode));
    span = e.ir.CreateShl(word(1), logSpan);
    mask = e.ir.CreateSub(e.ir.CreateLShr(span, 4), word(1));
  }
  llvm::Value *low() const { return low_; }
  llvm::Value *high() const { return high_; }

  /// Refuses what begins inside of a pattern, or of which `blocks` blocks of lines are not all in
  /// shared memory.
  void check(unsigned blocks, bool isAcrossK) {
    llvm::Value *isOffset = e.ir.CreateIsNotNull(e.ir.CreateAnd(high_, word(7 << 17)));
    llvm::Value *last = add(start, e.ir.CreateSub(e.ir.CreateShl(span, 3), word(1)));
    if (isAcrossK) { // 8 of k in a pattern; plain ones hold 8 lines, others span / 2
      llvm::Value *patterns =
          e.ir.CreateLShr(word(16 * blocks - 1), logSpan); // of lines, but the first
      last = add(last, e.ir.CreateSelect(isPlain, add(e.ir.CreateMul(patterns, stride), leading),
                                         add(e.ir.CreateMul(patterns, leading), stride)));
    } else {
      last = add(last, e.ir.CreateMul(word(blocks - 1), stride));
      last = add(last, e.ir.CreateSelect(isPlain, leading, word(0)));
    }
    // A swizzled line that begins at an offset ends within the lines of its pattern.
    last = e.ir.CreateSelect(
        isPlain, last, e.ir.CreateSub(last, e.ir.CreateAnd(start, e.ir.CreateSub(span, word(1)))));
    llvm::Value *isOutside = e.ir.CreateICmpUGE(last, e.call(Intrinsic::TotalShared));
    e.emitIf(e.ir.CreateOr(isOffset, isOutside), [&] {
      llvm::Function *refuse = e.module.serialFunction(
          "__aw_refuse_matrix",
          llvm::FunctionType::get(e.ir.getVoidTy(), {e.intType(32)}, /*isVarArg=*/false));
      e.ir.CreateCall(refuse, {e.ir.CreateZExt(isOffset, e.intType(32))});
    });
  }

  /// Lines along k: the lane's word of line `group` of block `block` (i32), in step `step`.
  llvm::Value *wordAlongK(llvm::Value *block, unsigned step) {
    llvm::Value *at = add(start, e.ir.CreateMul(block, stride));
    at = add(at, e.ir.CreateShl(lanes.group(), logSpan));
    if (step)
      at = add(at, e.ir.CreateSelect(isPlain, leading, word(16)));
    return load(swizzled(at), e.ir.CreateShl(lanes.pair(), 2), 32);
  }
  /// Halves across k: line 2 * pair and the next of block `block`, at k = 8 * step + group.
  llvm::Value *wordAcrossK(llvm::Value *block, unsigned step) {
    llvm::Value *chunk = startOfChunk(block, lanes.group(), step);
    return load(swizzled(chunk), e.ir.CreateShl(lanes.pair(), 2), 32);
  }
  /// ... or line `group`, at k = 8 * step + 2 * pair and the next.
  llvm::Value *pairAcrossK(llvm::Value *block, unsigned step) {
    llvm::Value *halves[2];
    for (unsigned i = 0; i < 2; ++i) {
      llvm::Value *k = add(e.ir.CreateShl(lanes.pair(), 1), word(i));
      llvm::Value *chunk = startOfChunk(block, k, step);
      halves[i] = load(swizzled(chunk), e.ir.CreateShl(lanes.group(), 1), 16);
    }
    return pack(e, halves[0], halves[1]);
  }

private:
  FunctionEmitter &e;
  LaneReader &lanes;
  llvm::Value *window, *low_, *high_;
  llvm::Value *start, *leading, *stride; ///< bytes
  llvm::Value *isPlain;                  ///< not swizzled
  llvm::Value *span, *logSpan;           ///< bytes of a line, 16 where it is plain
  llvm::Value *mask;                     ///< of the address bits from 7 on that move chunks

  llvm::Constant *word(uint32_t value) { return e.constant(32, value); }
  llvm::Value *add(llvm::Value *a, llvm::Value *b) { return e.ir.CreateAdd(a, b); }
  llvm::Value *field(llvm::Value *bits, unsigned shift) {
    return e.ir.CreateShl(e.ir.CreateAnd(e.ir.CreateLShr(bits, shift), word(0x3fff)), 4);
  }
  llvm::Value *swizzled(llvm::Value *at) {
    llvm::Value *moved = e.ir.CreateShl(e.ir.CreateAnd(e.ir.CreateLShr(at, 7), mask), 4);
    return e.ir.CreateXor(at, moved);
  }
  /// Where, across k, the 8 lines of `block` have their halves of k = 8 * step + `k`.
  llvm::Value *startOfChunk(llvm::Value *block, llvm::Value *k, unsigned step) {
    llvm::Value *byte = e.ir.CreateShl(block, 4);
    llvm::Value *pattern = e.ir.CreateLShr(byte, logSpan);
    llvm::Value *at = add(start, e.ir.CreateAnd(byte, e.ir.CreateSub(span, word(1))));
    at = add(at, e.ir.CreateMul(pattern, e.ir.CreateSelect(isPlain, stride, leading)));
    if (step)
      at = add(at, e.ir.CreateSelect(isPlain, leading, stride));
    return add(at, e.ir.CreateShl(k, logSpan));
  }
  /// The bits at byte `within` of the chunk at `chunk`.
  llvm::Value *load(llvm::Value *chunk, llvm::Value *within, unsigned bits) {
    llvm::Value *place = e.ir.CreatePtrAdd(window, e.ir.CreateZExt(chunk, e.intType(64)));
    place = e.ir.CreatePtrAdd(place, e.ir.CreateZExt(within, e.intType(64)));
    return e.inSpace(e.ir.CreateAlignedLoad(e.intType(bits), place, llvm::Align(bits / 8)),
                     StateSpace::Shared);
  }
};

/// Bits that negate the elements of a word.
uint32_t signsOf(Type type) {
  return type == Type::TF32                        ? 0x80000000u
         : type == Type::F16 || type == Type::BF16 ? 0x80008000u
                                                   : 0x80808080u;
}

class WarpgroupProduct {
public:
  WarpgroupProduct(FunctionEmitter &e, const Instruction &inst, const MatrixShape &shape)
      : e(e), inst(inst), blocks(shape.n / 8), most(std::min(blocks, kMostBlocks)),
        d(inst.types[0]), a(inst.types[1]), b(inst.types[2]),
        hasRegisters(inst.operands[1].kind == Operand::Vector),
        isHalf(a == Type::F16 || a == Type::BF16), isNumber(d != Type::S32), lanes(e) {}

  bool isWellFormed() const;
  void emit();

private:
  FunctionEmitter &e;
  const Instruction &inst;
  unsigned blocks, most; ///< of 8 columns: of the product, and of a call
  Type d, a, b;
  bool hasRegisters, isHalf, isNumber;
  LaneReader lanes;

  llvm::Constant *word(uint32_t value) { return e.constant(32, value); }
  int64_t immediate(size_t i) const {
    return i < inst.operands.size() ? inst.operands[i].integer : 0;
  }
  bool isAcrossKA() const { return isHalf && !hasRegisters && immediate(6) != 0; }
  bool isAcrossKB() const { return isHalf && immediate(hasRegisters ? 6 : 7) != 0; }
  unsigned registersPerBlock() const { return d == Type::F16 ? 2 : 4; }
  std::pair<llvm::Value *, llvm::Value *> descriptor(const Operand &operand) {
    llvm::Value *bits = e.read(operand, Type::B64);
    return {unpack(e, bits, 0), unpack(e, bits, 1)};
  }
  Values rowsOfA();
  static constexpr unsigned kArguments = 8; ///< before the sums
  llvm::Function *function();
  Values multiplyBlocks(FunctionEmitter &inner, llvm::ArrayRef<llvm::Value *> args);
  void multiplyBlock(Multiplier &multiplier, FunctionEmitter &inner, Fragment &left,
                     SharedMatrix &matrix, llvm::Value *block,
                     llvm::MutableArrayRef<llvm::Value *> sums);
};

/// d, a, b, scale-d {, imm-scale-a, imm-scale-b} {, imm-trans-a} {, imm-trans-b}
bool WarpgroupProduct::isWellFormed() const {
  const auto &ops = inst.operands;
  const size_t expected = 4 + (isNumber ? 2 : 0) + (isHalf ? (hasRegisters ? 1 : 2) : 0);
  if (elementsOf(ops[0]).size() != blocks * registersPerBlock() || ops.size() != expected ||
      (hasRegisters && ops[1].elements.size() != 4))
    return false;
  for (size_t i = 4; i < ops.size(); ++i)
    if (ops[i].kind != Operand::Integer)
      return false;
  return true;
}

/// The registers of A as mma has them, with the signs that the product is to have.
Values WarpgroupProduct::rowsOfA() {
  Values values;
  if (hasRegisters) {
    for (const Operand &reg : inst.operands[1].elements)
      values.push_back(e.read(reg, Type::B32));
  } else {
    auto [low, high] = descriptor(inst.operands[1]);
    SharedMatrix matrix(e, lanes, low, high);
    matrix.check(8, isAcrossKA());
    llvm::Value *warp = e.ir.CreateAnd(e.call(Intrinsic::WarpId), word(3));
    for (unsigned step = 0; step < kSteps; ++step)
      for (unsigned r = 0; r < 2; ++r) {
        llvm::Value *block = e.ir.CreateOr(e.ir.CreateShl(warp, 1), word(r));
        values.push_back(isAcrossKA() ? matrix.pairAcrossK(block, step)
                                      : matrix.wordAlongK(block, step));
      }
  }
  if (isNumber && (immediate(4) < 0) != (immediate(5) < 0))
    for (llvm::Value *&value : values)
      value = e.ir.CreateXor(value, word(signsOf(a)));
  return values;
}

/// Of a function with the arguments of `function`. Each block of columns is a basic block of its
/// own: within one, LLVM would have the sums of all under way, which registers do not hold.
Values WarpgroupProduct::multiplyBlocks(FunctionEmitter &inner,
                                        llvm::ArrayRef<llvm::Value *> args) {
  Multiplier multiplier(inner, inst);
  LaneReader &reader = multiplier.reader();
  SharedMatrix matrix(inner, reader, args[4], args[5]);
  auto number = [&](unsigned value) { return inner.constant(32, value); };
  llvm::Value *first = reader.read(args[6], number(0)), *count = reader.read(args[7], number(0));
  Fragment left(inner, reader, a, args.take_front(4));
  for (unsigned step = 0; step < kSteps; ++step) // here, for all blocks
    for (unsigned t = 0; t < 4; ++t)
      for (unsigned r = 0; r < 2; ++r)
        left.at(2 * step + r, multiplier.laneOfA(t), t);
  const unsigned each = registersPerBlock();
  llvm::ArrayRef<llvm::Value *> sums = args.drop_front(kArguments);
  llvm::BasicBlock *done = inner.newBlock("done");
  Values results;
  {
    llvm::IRBuilderBase::InsertPointGuard guard(inner.ir);
    inner.ir.SetInsertPoint(done);
    for (llvm::Value *sum : sums)
      results.push_back(inner.ir.CreatePHI(sum->getType(), most));
  }
  Values now(sums);
  for (unsigned g = 0; g < most; ++g) {
    multiplyBlock(multiplier, inner, left, matrix, inner.ir.CreateAdd(first, number(g)),
                  llvm::MutableArrayRef(now).slice(g * each, each));
    for (auto [result, value] : llvm::zip_equal(results, now))
      llvm::cast<llvm::PHINode>(result)->addIncoming(value, inner.ir.GetInsertBlock());
    if (g + 1 == most) {
      inner.ir.CreateBr(done);
      break;
    }
    llvm::BasicBlock *next = inner.newBlock("block");
    inner.ir.CreateCondBr(inner.ir.CreateICmpEQ(count, number(g + 1)), done, next);
    inner.ir.SetInsertPoint(next);
  }
  done->moveAfter(inner.ir.GetInsertBlock());
  inner.ir.SetInsertPoint(done);
  return results;
}

/// `sums` += A * B for the columns of one block.
void WarpgroupProduct::multiplyBlock(Multiplier &multiplier, FunctionEmitter &inner, Fragment &left,
                                     SharedMatrix &matrix, llvm::Value *block,
                                     llvm::MutableArrayRef<llvm::Value *> sums) {
  LaneReader &reader = multiplier.reader();
  Values words;
  for (unsigned step = 0; step < kSteps; ++step)
    words.push_back(isAcrossKB() ? matrix.wordAcrossK(block, step)
                                 : matrix.wordAlongK(block, step));
  Fragment right(inner, reader, b, words);
  auto column = [&](unsigned step, unsigned, unsigned t, unsigned i) -> Values {
    if (!isAcrossKB())
      return right.at(step, multiplier.laneOfB(i, t), 4 * i + t);
    Values both; // of k = 2t and the next
    for (unsigned k = 2 * t; k < 2 * t + 2; ++k) {
      llvm::Value *from = inner.ir.CreateAdd(reader.pair(), inner.constant(32, 4 * k));
      both.push_back(right.at(step, from, k)[i]);
    }
    return both;
  };
  Values old(sums);
  if (d == Type::F32)
    for (llvm::Value *&sum : old)
      sum = inner.fromBits(sum, Type::F32);
  const Values products =
      multiplier.multiply({a, b, /*rows=*/2, /*columns=*/1, kSteps, /*rowStride=*/2, 0}, left,
                          column, multiplier.elements(old, d));
  for (auto [sum, result] : llvm::zip_equal(sums, multiplier.registers(products, d)))
    sum = inner.toBits(result);
}

/// Arguments: A, the descriptor of B, the number of the first block of columns, how many there are,
/// and the registers of D. There are as many of those as there may be columns, and they are the
/// results, too.
llvm::Function *WarpgroupProduct::function() {
  std::string name = "aw.wgmma";
  for (Type type : inst.types)
    name += "." + std::string(ptx::toString(type));
  name += (isAcrossKB() ? ".across." : ".along.") + std::to_string(most);
  if (inst.has(Modifier::Satfinite))
    name += ".satfinite";
  const unsigned sums = most * registersPerBlock();
  return e.warpFunction(name, /*results=*/sums, /*args=*/kArguments + sums,
                        [&](FunctionEmitter &inner, llvm::ArrayRef<llvm::Value *> args) {
                          return multiplyBlocks(inner, args);
                        });
}

void WarpgroupProduct::emit() {
  Values factor = rowsOfA();
  auto [low, high] = descriptor(inst.operands[2]);
  SharedMatrix(e, lanes, low, high).check(blocks, isAcrossKB());
  const Operand &scale = inst.operands[3];
  llvm::Value *isAdded =
      scale.kind == Operand::Integer ? e.ir.getInt1(scale.integer != 0) : e.readPredicate(scale);
  llvm::ArrayRef<Operand> places = elementsOf(inst.operands[0]);
  Values sums;
  for (const Operand &place : places)
    sums.push_back(e.ir.CreateSelect(isAdded, e.read(place, Type::B32), word(0)));
  for (unsigned first = 0; first < blocks && !e.isPoisoned(); first += most) {
    const unsigned count = std::min(most, blocks - first), each = registersPerBlock();
    Values args = factor;
    args.append({low, high, word(first), word(count)});
    for (unsigned i = 0; i < most * each; ++i)
      args.push_back(i < count * each ? sums[first * each + i] : word(0));
    llvm::Value *all = e.ir.CreateCall(function(), args);
    for (unsigned i = 0; i < count * each; ++i)
      e.write(places[first * each + i], e.ir.CreateExtractValue(all, i), Type::B32);
  }
}

} // namespace

void emitWgmma(FunctionEmitter &e, const Instruction &inst) {
  if (inst.has(Modifier::Fence) || inst.has(Modifier::CommitGroup) || inst.has(Modifier::WaitGroup))
    return; // what was asked for is done
  auto shape = matrixShapeOf(inst);
  if (!inst.has(Modifier::MmaAsync) || !shape || inst.types.size() != 3 ||
      inst.operands.size() < 4 || inst.has(Modifier::Sp) || inst.has(Modifier::SpOrderedMetadata) ||
      !isForm(*shape, inst.types[0], inst.types[1], inst.types[2]))
    return e.refuse(inst);
  WarpgroupProduct product(e, inst, *shape);
  if (!product.isWellFormed())
    return e.refuse(inst);
  product.emit();
}

} // namespace anywarp::codegen
