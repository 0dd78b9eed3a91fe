// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp matrices as scalar code: what a thread needs of the others' fragments comes by shuffles with
// lane numbers that are known once the code is widened, and each thread computes its own elements
// of the result. So matrix instructions need nothing of the passes, and run at every width.
//
// One layout serves mma and, where PTX leaves it open, wmma. With group = lane / 4 and
// pair = lane % 4, and E elements of A and B in a register:
//   A: register kb * R + r holds row 8r + group, columns 4E * kb + E * pair …
//   B: register kb * G + g holds column 8g + group, rows 4E * kb + E * pair …
//   C, D: elements (r, g, i) are row 8r + group, column 8g + 2 * pair + i, i = 0, 1
// for R = M / 8 blocks of rows and G = N / 8 blocks of columns.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

struct MatrixShape {
  unsigned m = 0, n = 0, k = 0;
};
/// The .mMnNkK modifier.
std::optional<MatrixShape> matrixShapeOf(const ptx::Instruction &inst);

/// The elements of a vector operand; a single register counts as one.
llvm::ArrayRef<ptx::Operand> elementsOf(const ptx::Operand &operand);

/// Reads 32-bit values of other lanes of the warp.
class LaneReader {
public:
  explicit LaneReader(FunctionEmitter &e);
  llvm::Value *lane() const { return lane_; }
  llvm::Value *group() const { return group_; } ///< lane / 4
  llvm::Value *pair() const { return pair_; }   ///< lane % 4
  /// `value` (i32) as lane `from` has it; all lanes take part.
  llvm::Value *read(llvm::Value *value, llvm::Value *from);

private:
  FunctionEmitter &e;
  llvm::Value *lane_, *group_, *pair_;
};

void emitMma(FunctionEmitter &e, const ptx::Instruction &inst);
void emitSparseMma(FunctionEmitter &e, const ptx::Instruction &inst);
void emitWmma(FunctionEmitter &e, const ptx::Instruction &inst);
void emitWgmma(FunctionEmitter &e, const ptx::Instruction &inst);

} // namespace anywarp::codegen
