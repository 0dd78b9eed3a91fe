// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/chapters/Video.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;

namespace {

/// How many values lie in a word: the last letter of a SIMD instruction's name.
unsigned lanesOf(const Instruction &inst) {
  return unsigned(ptx::toString(inst.opcode).back() - '0');
}

} // namespace

std::optional<uint32_t> videoPart(const ptx::Operand &operand) {
  static constexpr std::pair<const char *, device::VideoPart> kParts[] = {
      {"", device::PartWord},    {"b0", device::PartByte0}, {"b1", device::PartByte1},
      {"b2", device::PartByte2}, {"b3", device::PartByte3}, {"h0", device::PartHalf0},
      {"h1", device::PartHalf1},
  };
  for (const auto &[name, part] : kParts)
    if (operand.second == name)
      return part;
  return std::nullopt;
}

std::optional<uint32_t> videoSelector(const Instruction &inst, size_t operand) {
  const unsigned lanes = lanesOf(inst);
  llvm::StringRef text = inst.operands[operand].second;
  if (text.empty()) // a's elements in their order, and behind them b's
    return operand == 1 ? (lanes == 2 ? 0x10 : 0x3210) : (lanes == 2 ? 0x32 : 0x7654);
  if (!text.consume_front(lanes == 2 ? "h" : "b") || text.size() != lanes)
    return std::nullopt;
  uint32_t value = 0;
  for (char c : text) {
    if (c < '0' || unsigned(c - '0') >= 2 * lanes)
      return std::nullopt;
    value = value << 4 | uint32_t(c - '0');
  }
  return value;
}

std::optional<uint32_t> videoMask(const Instruction &inst, size_t operand) {
  const unsigned lanes = lanesOf(inst);
  llvm::StringRef text = inst.operands[operand].second;
  if (text.empty())
    return (1u << lanes) - 1;
  if (!text.consume_front(lanes == 2 ? "h" : "b"))
    return std::nullopt;
  uint32_t mask = 0;
  for (char c : text) {
    if (c < '0' || unsigned(c - '0') >= lanes)
      return std::nullopt;
    mask |= 1u << (c - '0');
  }
  return mask;
}

device::Compare videoComparison(const Instruction &inst) {
  static constexpr std::pair<Modifier, device::Compare> kComparisons[] = {
      {Modifier::Ne, device::CompareNe}, {Modifier::Lt, device::CompareLt},
      {Modifier::Le, device::CompareLe}, {Modifier::Gt, device::CompareGt},
      {Modifier::Ge, device::CompareGe},
  };
  for (const auto &[modifier, comparison] : kComparisons)
    if (inst.has(modifier))
      return comparison;
  return device::CompareEq;
}

device::VideoMerge videoMerge(const Instruction &inst) {
  return inst.has(Modifier::Add)   ? device::MergeAdd
         : inst.has(Modifier::Min) ? device::MergeMin
         : inst.has(Modifier::Max) ? device::MergeMax
                                   : device::MergeParts;
}

uint32_t videoFlags(const Instruction &inst) {
  const auto &ops = inst.operands;
  const size_t first = inst.types.size() == 3; // vset has none for its result
  const bool hasThird = ops.size() > 3;
  const std::pair<bool, device::VideoFlag> flags[] = {
      {ptx::isSigned(inst.type(first)), device::VideoASigned},
      {ptx::isSigned(inst.type(first + 1)), device::VideoBSigned},
      {first && ptx::isSigned(inst.type(0)), device::VideoDSigned},
      {inst.has(Modifier::Sat), device::VideoSaturate},
      {inst.has(Modifier::Clamp), device::VideoClamp},
      {ops[1].negated != ops[2].negated, device::VideoNegate},
      {hasThird && ops[3].negated, device::VideoNegateC},
      {inst.has(Modifier::Po), device::VideoPlusOne},
  };
  uint32_t result = 0;
  for (const auto &[isSet, flag] : flags)
    result |= isSet ? flag : 0;
  return result;
}

} // namespace anywarp::codegen
