// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices whose fragments the lanes of a warp hold (Matrix.h has the layout). Products
// of elements are exact and summed in float (double, integer) in the order of k; PTX leaves order
// and precision of the sum open for floating point.
#pragma once

#include <map>

#include "codegen/emit/matrices/Matrix.h"

namespace anywarp::codegen {

using Values = llvm::SmallVector<llvm::Value *, 8>;

/// How many elements of A or B one register holds; 0 for a type that matrices do not have.
unsigned elementsPerRegister(ptx::Type type);

/// Registers of A or B as every lane of the warp has them, taken apart into elements. Integers stay
/// in their registers, which are multiplied as a whole.
class Fragment {
public:
  Fragment(FunctionEmitter &e, LaneReader &lanes, ptx::Type type,
           llvm::ArrayRef<llvm::Value *> registers);
  size_t size() const { return words.size(); }

  /// Register `reg` of lane `from`; `key` names `from`, equal keys are read once.
  const Values &at(unsigned reg, llvm::Value *from, unsigned key);

private:
  FunctionEmitter &e;
  LaneReader &lanes;
  ptx::Type type;
  llvm::SmallVector<Values, 8> words;
  std::map<std::pair<unsigned, unsigned>, Values> known;

  Values split(llvm::Value *reg);
  Values decode(const Values &moved);
};

class Multiplier {
public:
  Multiplier(FunctionEmitter &e, const ptx::Instruction &inst) : e(e), inst(inst), lanes(e) {}

  bool mma(MatrixShape shape, ptx::Type d, ptx::Type a, ptx::Type b, ptx::Type c);
  bool sparse(MatrixShape shape, ptx::Type d, ptx::Type a, ptx::Type b, ptx::Type c);
  bool m8n8k4(ptx::Type d, ptx::Type c);

  /// What meets register kb = `step` of lane t of A in column 2 * pair + i of block g.
  using Column = llvm::function_ref<Values(unsigned step, unsigned g, unsigned t, unsigned i)>;
  struct Product {
    ptx::Type a, b;
    unsigned rows, columns, steps;    ///< R, G, and the blocks of k
    unsigned rowStride, columnStride; ///< element (r, g, i) of the sums is number r * rowStride +
                                      ///< g * columnStride + i
  };
  /// `addend` + A * B, where A is `left`.
  Values multiply(const Product &product, Fragment &left, Column column, const Values &addend);
  /// Accumulators of `type` out of registers, .b32 for packed halves, and back.
  Values elements(llvm::ArrayRef<llvm::Value *> registers, ptx::Type type);
  Values registers(llvm::ArrayRef<llvm::Value *> elements, ptx::Type type);

  LaneReader &reader() { return lanes; }
  llvm::Value *laneOfA(unsigned t) {
    return e.ir.CreateOr(e.ir.CreateAnd(lanes.lane(), word(28)), word(t));
  }
  llvm::Value *laneOfB(unsigned i, unsigned t) {
    return e.ir.CreateAdd(e.ir.CreateShl(lanes.pair(), 3), word(4 * i + t));
  }

private:
  FunctionEmitter &e;
  const ptx::Instruction &inst;
  LaneReader lanes;

  llvm::Constant *word(uint32_t value) { return e.constant(32, value); }
  Values readRegisters(const ptx::Operand &operand, ptx::Type type);
  bool readAccumulators(const ptx::Operand &operand, ptx::Type type, size_t count, Values &values);
  bool writeAccumulators(const ptx::Operand &operand, ptx::Type type, const Values &values);
  llvm::Value *multiplyAdd(llvm::Value *sum, const Values &a, const Values &b, ptx::Type typeA,
                           ptx::Type typeB);
  Values kept(const Values &all, llvm::Value *indices, ptx::Type type);
  /// acc += A * B, or for saturating integers clamp(acc + A * B).
  void finishIntegers(Values &sums, const Values &c);
};

} // namespace anywarp::codegen
