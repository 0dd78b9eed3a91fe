// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/matrices/Multiplier.h"

#include "codegen/emit/chapters/FloatModes.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Type;

unsigned elementsPerRegister(Type type) {
  switch (type) {
  case Type::F64:
  case Type::TF32:
    return 1;
  case Type::F16:
  case Type::BF16:
    return 2;
  case Type::S8:
  case Type::U8:
  case Type::E4M3:
  case Type::E5M2:
    return 4;
  case Type::S4:
  case Type::U4:
    return 8;
  case Type::B1:
    return 32;
  default:
    return 0;
  }
}

namespace {

bool isIntegral(Type type) {
  return type == Type::S8 || type == Type::U8 || type == Type::S4 || type == Type::U4 ||
         type == Type::B1;
}

/// Whether accumulators of type `type` fit elements of type `element`.
bool accumulates(Type type, Type element) {
  if (isIntegral(element))
    return type == Type::S32;
  if (element == Type::F64)
    return type == Type::F64;
  return type == Type::F32 || (type == Type::F16 && element != Type::BF16 && element != Type::TF32);
}

} // namespace

Fragment::Fragment(FunctionEmitter &e, LaneReader &lanes, Type type,
                   llvm::ArrayRef<llvm::Value *> registers)
    : e(e), lanes(lanes), type(type) {
  for (llvm::Value *reg : registers)
    words.push_back(split(reg));
}

const Values &Fragment::at(unsigned reg, llvm::Value *from, unsigned key) {
  auto [place, isNew] = known.try_emplace({reg, key});
  if (isNew) {
    Values moved;
    for (llvm::Value *word : words[reg])
      moved.push_back(lanes.read(word, from));
    place->second = decode(moved);
  }
  return place->second;
}

/// The 32-bit words that are exchanged for a register. fp8 becomes f16 first: each element is
/// converted once instead of once for each reader.
Values Fragment::split(llvm::Value *reg) {
  if (type == Type::F64) {
    llvm::Value *bits = e.toBits(reg);
    return {unpack(e, bits, 0), unpack(e, bits, 1)};
  }
  if (type != Type::E4M3 && type != Type::E5M2)
    return {reg};
  Values halves;
  for (unsigned i = 0; i < 4; ++i)
    halves.push_back(
        e.callBuiltin("aw_cvt_f16_small",
                      {e.ir.CreateAnd(e.ir.CreateLShr(reg, 8 * i), e.constant(32, 0xff)),
                       e.constant(32, type == Type::E4M3 ? device::FormatE4M3 : device::FormatE5M2),
                       e.constant(32, 0)}));
  return {pack(e, halves[0], halves[1]), pack(e, halves[2], halves[3])};
}

Values Fragment::decode(const Values &moved) {
  Values elements;
  switch (type) {
  case Type::F64:
    return {e.fromBits(pack(e, moved[0], moved[1]), Type::F64)};
  case Type::TF32:
    return {e.fromBits(e.ir.CreateAnd(moved[0], e.constant(32, 0xffffe000)), Type::F32)};
  case Type::F16:
  case Type::BF16:
  case Type::E4M3:
  case Type::E5M2:
    for (llvm::Value *word : moved)
      for (unsigned i = 0; i < 2; ++i)
        elements.push_back(
            halfToFloat(e, unpack(e, word, i), type == Type::BF16 ? Type::BF16 : Type::F16));
    return elements;
  default:
    return moved;
  }
}

Values Multiplier::readRegisters(const ptx::Operand &operand, Type type) {
  Values values;
  for (const ptx::Operand &element : elementsOf(operand))
    values.push_back(e.read(element, type == Type::F64 ? Type::F64 : Type::B32));
  return values;
}

Values Multiplier::elements(llvm::ArrayRef<llvm::Value *> registers, Type type) {
  if (type != Type::F16)
    return Values(registers);
  Values values;
  for (llvm::Value *pair : registers)
    for (unsigned i = 0; i < 2; ++i)
      values.push_back(halfToFloat(e, unpack(e, pair, i), Type::F16));
  return values;
}

Values Multiplier::registers(llvm::ArrayRef<llvm::Value *> elements, Type type) {
  if (type != Type::F16)
    return Values(elements);
  auto half = [&](llvm::Value *x) {
    x = e.ir.CreateFAdd(x, llvm::ConstantFP::get(x->getType(), 0.0)); // no negative zero (seen)
    return e.callBuiltin("aw_cvt_f16_f32", {x, word(0), word(0)});
  };
  Values values;
  for (size_t i = 0; i < elements.size(); i += 2) {
    llvm::Value *low = half(elements[i]);
    values.push_back(pack(e, low, half(elements[i + 1])));
  }
  return values;
}

bool Multiplier::readAccumulators(const ptx::Operand &operand, Type type, size_t count,
                                  Values &values) {
  llvm::ArrayRef<ptx::Operand> places = elementsOf(operand);
  const bool isPacked = type == Type::F16;
  if (places.size() * (isPacked ? 2 : 1) != count)
    return false;
  Values read;
  for (const ptx::Operand &place : places)
    read.push_back(e.read(place, isPacked ? Type::B32 : type));
  values = elements(read, type);
  return true;
}

bool Multiplier::writeAccumulators(const ptx::Operand &operand, Type type, const Values &values) {
  llvm::ArrayRef<ptx::Operand> places = elementsOf(operand);
  const bool isPacked = type == Type::F16;
  if (places.size() * (isPacked ? 2 : 1) != values.size())
    return false;
  const Values written = registers(values, type);
  for (size_t i = 0; i < places.size(); ++i)
    e.write(places[i], written[i], isPacked ? Type::B32 : type);
  return true;
}

llvm::Value *Multiplier::multiplyAdd(llvm::Value *sum, const Values &a, const Values &b, Type typeA,
                                     Type typeB) {
  if (typeA == Type::B1) {
    llvm::Value *bits =
        inst.has(Modifier::Xor) ? e.ir.CreateXor(a[0], b[0]) : e.ir.CreateAnd(a[0], b[0]);
    return e.ir.CreateAdd(sum, e.unary(llvm::Intrinsic::ctpop, bits));
  }
  if (isIntegral(typeA))
    return e.callBuiltin(elementsPerRegister(typeA) == 8 ? "aw_dp8a" : "aw_dp4a",
                         {a[0], b[0], sum, word(ptx::isSigned(typeA)), word(ptx::isSigned(typeB))});
  const device::Rounding rounding = roundingOf(inst);
  if (typeA == Type::F64 && rounding != device::RoundNearest) // also decides the sign of a zero
    return e.callBuiltin("aw_fma_f64", {a[0], b[0], sum, word(rounding)});
  for (size_t i = 0; i < a.size(); ++i)
    sum = e.ir.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {a[i], b[i], sum});
  return sum;
}

void Multiplier::finishIntegers(Values &sums, const Values &c) {
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] = inst.has(Modifier::Satfinite) ? e.binary(llvm::Intrinsic::sadd_sat, c[i], sums[i])
                                            : e.ir.CreateAdd(c[i], sums[i]);
}

/// One column after the other: few sums are under way at a time, and A is what stays at hand.
Values Multiplier::multiply(const Product &product, Fragment &left, Column column,
                            const Values &addend) {
  Values sums = isIntegral(product.a) ? Values(addend.size(), word(0)) : addend;
  for (unsigned g = 0; g < product.columns; ++g)
    for (unsigned i = 0; i < 2; ++i)
      for (unsigned step = 0; step < product.steps; ++step)
        for (unsigned t = 0; t < 4; ++t) {
          const Values y = column(step, g, t, i);
          for (unsigned r = 0; r < product.rows; ++r) {
            llvm::Value *&sum = sums[r * product.rowStride + g * product.columnStride + i];
            const Values &x = left.at(step * product.rows + r, laneOfA(t), t);
            sum = multiplyAdd(sum, x, y, product.a, product.b);
          }
        }
  if (isIntegral(product.a))
    finishIntegers(sums, addend);
  return sums;
}

bool Multiplier::mma(MatrixShape shape, Type d, Type a, Type b, Type c) {
  unsigned each = elementsPerRegister(a);
  if (!each || each != elementsPerRegister(b) || isIntegral(a) != isIntegral(b) ||
      !accumulates(d, a) || !accumulates(c, a) || inst.operands.size() < 4)
    return false;
  unsigned rows = shape.m / 8, columns = shape.n / 8, steps = shape.k / (4 * each);
  if (!rows || !columns || !steps || steps * 4 * each != shape.k || shape.m % 8 || shape.n % 8)
    return false;
  Values registersA = readRegisters(inst.operands[1], a),
         registersB = readRegisters(inst.operands[2], b);
  if (registersA.size() < rows * steps || registersB.size() < columns * steps)
    return false;
  Values addend;
  if (!readAccumulators(inst.operands[3], c, rows * columns * 2, addend))
    return false;
  Fragment left(e, lanes, a, registersA), right(e, lanes, b, registersB);
  auto column = [&](unsigned step, unsigned g, unsigned t, unsigned i) {
    return right.at(step * columns + g, laneOfB(i, t), 4 * i + t);
  };
  Values sums = multiply({a, b, rows, columns, steps, 2 * columns, 2}, left, column, addend);
  return writeAccumulators(inst.operands[0], d, sums);
}

/// mma.sp: A holds half of every chunk of a row, two of four elements of 16 or 8 bits, two of four
/// pairs of 4-bit ones, one of two .tf32; four bits of metadata say which. The registers of A are
/// those of a dense matrix of half the width.
bool Multiplier::sparse(MatrixShape shape, Type d, Type a, Type b, Type c) {
  unsigned each = elementsPerRegister(a);
  if (!each || each != elementsPerRegister(b) || a == Type::B1 || a == Type::F64 ||
      isIntegral(a) != isIntegral(b) || (each <= 2 && a != b) || !accumulates(d, a) ||
      !accumulates(c, a) || shape.m != 16 || shape.n != 8 || inst.operands.size() != 6 ||
      inst.operands[5].kind != ptx::Operand::Integer)
    return false;
  unsigned steps = shape.k / (8 * each);
  Values registersA = readRegisters(inst.operands[1], a),
         registersB = readRegisters(inst.operands[2], b);
  if ((steps != 1 && steps != 2) || steps * 8 * each != shape.k || registersA.size() != 2 * steps ||
      registersB.size() != 2 * steps)
    return false;
  // The metadata of a register of A: four bits where it holds one chunk, eight where it holds two.
  // So a row has 16 bits a step, in lane `selector` (one step) or in the lanes 2 * selector and the
  // next of its group, with those of row + 8 in the upper half; or it has a word a step, with that
  // of row + 8 in the next lane.
  const bool hasTwoChunks = each >= 4;
  unsigned selector = unsigned(inst.operands[5].integer) & 3;
  llvm::Value *own = e.read(inst.operands[4], Type::B32);
  Values metadata; // by step and row
  for (unsigned step = 0; step < steps; ++step)
    for (unsigned r = 0; r < 2; ++r)
      metadata.push_back(hasTwoChunks ? lanes.read(own, laneOfA((2 * (selector + step) + r) & 3))
                         : r          ? e.ir.CreateLShr(metadata.back(), 16)
                                      : lanes.read(own, laneOfA((selector * steps + step) & 3)));

  Fragment left(e, lanes, a, registersA), right(e, lanes, b, registersB);
  Values addend;
  if (!readAccumulators(inst.operands[3], c, 4, addend))
    return false;
  Values sums = isIntegral(a) ? Values(4, word(0)) : addend;
  for (unsigned step = 0; step < steps; ++step)
    for (unsigned t = 0; t < 4; ++t) // the lane whose register of A it is
      for (unsigned r = 0; r < 2; ++r) {
        const Values &x = left.at(step * 2 + r, laneOfA(t), t);
        llvm::Value *indices = e.ir.CreateLShr(metadata[step * 2 + r], (hasTwoChunks ? 8 : 4) * t);
        for (unsigned i = 0; i < 2; ++i) {
          // The rows of B that belong to it: two lanes with a register each.
          unsigned reg = step * 2 + t / 2, from = t % 2 * 2;
          Values y = right.at(reg, laneOfB(i, from), 4 * i + from);
          y.append(right.at(reg, laneOfB(i, from + 1), 4 * i + from + 1));
          llvm::Value *&sum = sums[2 * r + i];
          sum = multiplyAdd(sum, x, kept(y, indices, a), a, b);
        }
      }
  if (isIntegral(a))
    finishIntegers(sums, addend);
  return writeAccumulators(inst.operands[0], d, sums);
}

/// Of two registers of B, taken apart, those elements that meet the kept ones of A.
Values Multiplier::kept(const Values &all, llvm::Value *indices, Type type) {
  auto index = [&](unsigned i) { return e.ir.CreateAnd(e.ir.CreateLShr(indices, 2 * i), word(3)); };
  if (isIntegral(type)) {
    llvm::Value *bytes = word(0);
    for (unsigned i = 0; i < 4; ++i) {
      llvm::Value *byte = e.ir.CreateLShr(all[i / 2], e.ir.CreateShl(index(i), 3));
      bytes = e.ir.CreateOr(bytes, e.ir.CreateShl(e.ir.CreateAnd(byte, word(0xff)), 8 * i));
    }
    return {bytes};
  }
  if (type == Type::TF32) // as two halves: 0, 1 or 2, 3
    return {e.ir.CreateSelect(e.ir.CreateICmpUGE(index(0), word(2)), all[1], all[0])};
  Values result;
  for (unsigned i = 0; i < all.size() / 2; ++i) {
    const unsigned chunk = i / 2 * 4;
    llvm::Value *high = e.ir.CreateICmpUGE(index(i), word(2));
    llvm::Value *odd = e.ir.CreateICmpNE(e.ir.CreateAnd(index(i), word(1)), word(0));
    result.push_back(e.ir.CreateSelect(high, e.ir.CreateSelect(odd, all[chunk + 3], all[chunk + 2]),
                                       e.ir.CreateSelect(odd, all[chunk + 1], all[chunk])));
  }
  return result;
}

/// mma.m8n8k4 on .f16: four products side by side, each by a quad pair, lanes 4q … 4q + 3 and 16
/// more. With h = 0 in the lower and 1 in the upper quad, lane l of the pair holds
///   A: .row: row l % 4 + 4h, all four columns; .col: column l % 4, rows 4h … 4h + 3
///   B: .col: column l % 4 + 4h, all rows;      .row: row l % 4, columns 4h … 4h + 3
///   f16 C, D: row l % 4 + 4h, element i is column i
///   f32 C, D: element i is row (l & 1) + (i & 2) + 4h, column (i & 4) + (l & 2) + (i & 1)
bool Multiplier::m8n8k4(Type d, Type c) {
  bool rowA = true, rowB = true;
  unsigned layouts = 0;
  for (Modifier modifier : inst.modifiers)
    if (modifier == Modifier::Row || modifier == Modifier::Col)
      (layouts++ ? rowB : rowA) = modifier == Modifier::Row;
  if (layouts != 2 || !accumulates(d, Type::F16) || !accumulates(c, Type::F16) ||
      inst.operands.size() != 4)
    return false;
  Values a = readRegisters(inst.operands[1], Type::B32),
         b = readRegisters(inst.operands[2], Type::B32);
  if (a.size() != 2 || b.size() != 2)
    return false;
  Values sums;
  if (!readAccumulators(inst.operands[3], c, 8, sums))
    return false;
  // The place of element i in D decides what this lane sums up; C must agree with D, or be moved.
  if ((c == Type::F16) != (d == Type::F16))
    return false;

  llvm::Value *quad = e.ir.CreateAnd(lanes.lane(), word(12));
  llvm::Value *upper = e.ir.CreateLShr(lanes.lane(), 4); // h
  llvm::Value *inQuad = lanes.pair();
  /// Half `index` (i32, 0 … 3) of the two registers of lane `from`.
  auto half = [&](const Values &registers, llvm::Value *from, llvm::Value *index) {
    llvm::Value *pair =
        e.ir.CreateSelect(e.ir.CreateICmpUGE(index, word(2)), lanes.read(registers[1], from),
                          lanes.read(registers[0], from));
    llvm::Value *shift = e.ir.CreateShl(e.ir.CreateAnd(index, word(1)), 4);
    return halfToFloat(e, e.ir.CreateTrunc(e.ir.CreateLShr(pair, shift), e.intType(16)), Type::F16);
  };
  /// Element (across, k) of A, or (k, across) of B: `across` is the row of A, the column of B.
  auto element = [&](const Values &registers, bool alongK, llvm::Value *across, unsigned k) {
    llvm::Value *within = e.ir.CreateAnd(across, word(3));
    llvm::Value *halfWarp = e.ir.CreateShl(e.ir.CreateLShr(across, 2), 4);
    llvm::Value *base = e.ir.CreateOr(quad, halfWarp);
    return alongK ? half(registers, e.ir.CreateOr(base, within), word(k))
                  : half(registers, e.ir.CreateOr(base, word(k)), within);
  };
  for (unsigned i = 0; i < 8; ++i) {
    llvm::Value *row, *column;
    if (d == Type::F16) {
      row = e.ir.CreateAdd(inQuad, e.ir.CreateShl(upper, 2));
      column = word(i);
    } else {
      row = e.ir.CreateAdd(e.ir.CreateAdd(e.ir.CreateAnd(inQuad, word(1)), word(i & 2)),
                           e.ir.CreateShl(upper, 2));
      column = e.ir.CreateAdd(e.ir.CreateAnd(inQuad, word(2)), word((i & 4) + (i & 1)));
    }
    for (unsigned k = 0; k < 4; ++k)
      sums[i] =
          e.ir.CreateIntrinsic(llvm::Intrinsic::fma, {e.ir.getFloatTy()},
                               {element(a, rowA, row, k), element(b, !rowB, column, k), sums[i]});
  }
  return writeAccumulators(inst.operands[0], d, sums);
}

} // namespace anywarp::codegen
