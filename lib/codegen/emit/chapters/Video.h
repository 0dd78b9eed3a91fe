// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selectors, masks and words of video instructions as constants for device/builtins/Video.cpp.
#pragma once

#include <optional>

#include "codegen/emit/Emitter.h"
#include "device/builtins/Modes.h"

namespace anywarp::codegen {

/// device::VideoPart of a scalar instruction's operand; none if its selector is malformed.
std::optional<uint32_t> videoPart(const ptx::Operand &operand);
/// The digits of a selector such as "b3210" or "h10" as four bits each, the last digit lowest; none
/// if it is malformed.
std::optional<uint32_t> videoSelector(const ptx::Instruction &inst, size_t operand);
/// A bit for each element that is written; none if the mask is malformed.
std::optional<uint32_t> videoMask(const ptx::Instruction &inst, size_t operand);
device::Compare videoComparison(const ptx::Instruction &inst);
/// The secondary operation. With .min as the instruction only that one is a modifier.
device::VideoMerge videoMerge(const ptx::Instruction &inst);
/// device::VideoFlag of types, words and signs.
uint32_t videoFlags(const ptx::Instruction &inst);

} // namespace anywarp::codegen
