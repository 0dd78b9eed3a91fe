// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that end only when another thread changes memory: what they read decides, by data or by
// control, whether they go on. Their threads must let others run.
#pragma once

#include <vector>

namespace llvm {
class Instruction;
class Loop;
class LoopInfo;
} // namespace llvm

namespace anywarp::codegen {

/// The spin loops of a normalised scalar function, outer ones first.
std::vector<llvm::Loop *> findSpinLoops(const llvm::LoopInfo &loops);

/// Waits for all threads of a block or cluster, or for many of them.
bool isBarrier(const llvm::Instruction &inst);
/// A warp instruction: its lanes exchange something.
bool isCollective(const llvm::Instruction &inst);
/// A call of a function that the whole warp runs together (emit/Outline.cpp).
bool isWarpFunctionCall(const llvm::Instruction &inst);
/// No lane of a warp gets past `inst` before all that are named get there.
bool isMeetingOfWarp(const llvm::Instruction &inst);

/// `inst` may change what threads in a spin loop read.
bool canRelease(const llvm::Instruction &inst);

} // namespace anywarp::codegen
