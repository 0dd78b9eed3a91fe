// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions, scalar (vadd … vset) and SIMD (vadd2 … vset4). Selectors, masks and modifiers
// are constants for device/builtins/Video.cpp.
#include "codegen/emit/chapters/FloatModes.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

namespace {

/// An instruction of this chapter: its operation and how many values lie in a word.
struct Row {
  Opcode opcode;
  device::VideoOp op;
  unsigned lanes;
};
constexpr Row kRows[] = {
    {Opcode::Vadd, device::VideoAdd, 1},          {Opcode::Vsub, device::VideoSub, 1},
    {Opcode::Vabsdiff, device::VideoAbsDiff, 1},  {Opcode::Vmin, device::VideoMin, 1},
    {Opcode::Vmax, device::VideoMax, 1},          {Opcode::Vshl, device::VideoShl, 1},
    {Opcode::Vshr, device::VideoShr, 1},          {Opcode::Vset, device::VideoSet, 1},
    {Opcode::Vadd2, device::VideoAdd, 2},         {Opcode::Vsub2, device::VideoSub, 2},
    {Opcode::Vavrg2, device::VideoAverage, 2},    {Opcode::Vabsdiff2, device::VideoAbsDiff, 2},
    {Opcode::Vmin2, device::VideoMin, 2},         {Opcode::Vmax2, device::VideoMax, 2},
    {Opcode::Vset2, device::VideoSet, 2},         {Opcode::Vadd4, device::VideoAdd, 4},
    {Opcode::Vsub4, device::VideoSub, 4},         {Opcode::Vavrg4, device::VideoAverage, 4},
    {Opcode::Vabsdiff4, device::VideoAbsDiff, 4}, {Opcode::Vmin4, device::VideoMin, 4},
    {Opcode::Vmax4, device::VideoMax, 4},         {Opcode::Vset4, device::VideoSet, 4},
};

std::optional<device::VideoPart> partOf(const ptx::Operand &operand) {
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

/// The digits of a selector such as "b3210" or "h10" as four bits each, the last digit lowest.
/// `fallback` stands for no selector; none if it is malformed.
std::optional<uint32_t> digitsOf(const ptx::Operand &operand, unsigned lanes, uint32_t fallback) {
  llvm::StringRef text = operand.second;
  if (text.empty())
    return fallback;
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

std::optional<uint32_t> maskOf(const ptx::Operand &operand, unsigned lanes) {
  llvm::StringRef text = operand.second;
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

std::optional<device::Compare> comparisonOf(const ptx::Instruction &inst) {
  static constexpr std::pair<Modifier, device::Compare> kComparisons[] = {
      {Modifier::Eq, device::CompareEq}, {Modifier::Ne, device::CompareNe},
      {Modifier::Lt, device::CompareLt}, {Modifier::Le, device::CompareLe},
      {Modifier::Gt, device::CompareGt}, {Modifier::Ge, device::CompareGe},
  };
  for (const auto &[modifier, comparison] : kComparisons)
    if (inst.has(modifier))
      return comparison;
  return std::nullopt;
}

class VideoEmitter {
public:
  VideoEmitter(FunctionEmitter &e, const ptx::Instruction &inst) : e(e), inst(inst) {}
  void emitScalar(device::VideoOp op);
  void emitSimd(device::VideoOp op, unsigned lanes);
  void emitMad();

private:
  FunctionEmitter &e;
  const ptx::Instruction &inst;

  llvm::Constant *word(uint32_t value) { return e.constant(32, value); }
  llvm::Value *value(size_t i) {
    if (i >= inst.operands.size())
      return word(0);
    ptx::Operand plain = inst.operands[i];
    plain.negated = false; // -a of vmad is a flag, not the complement of the bits
    return e.read(plain, Type::B32);
  }
  void write(llvm::Value *result) { e.write(inst.operands[0], result, Type::U32); }
  /// Signedness of a and b (the types after d's, or all of vset's) and of d.
  uint32_t signs(bool hasResultType) const {
    size_t first = hasResultType ? 1 : 0;
    uint32_t flags = 0;
    flags |= ptx::isSigned(inst.type(first)) ? device::VideoASigned : 0;
    flags |= ptx::isSigned(inst.type(first + 1)) ? device::VideoBSigned : 0;
    if (hasResultType && ptx::isSigned(inst.type(0)))
      flags |= device::VideoDSigned;
    if (inst.has(Modifier::Sat))
      flags |= device::VideoSaturate;
    if (inst.has(Modifier::Clamp))
      flags |= device::VideoClamp;
    return flags;
  }
};

void VideoEmitter::emitScalar(device::VideoOp op) {
  bool isSet = op == device::VideoSet;
  auto partA = partOf(inst.operands[1]), partB = partOf(inst.operands[2]);
  auto target = partOf(inst.operands[0]);
  auto comparison = comparisonOf(inst);
  if (!partA || !partB || !target || inst.types.size() != (isSet ? 2u : 3u) ||
      (isSet && !comparison))
    return e.refuse(inst);
  // With both .min as the instruction and .min as secondary operation, only the latter is a
  // modifier.
  device::VideoMerge second = inst.has(Modifier::Add)   ? device::MergeAdd
                              : inst.has(Modifier::Min) ? device::MergeMin
                              : inst.has(Modifier::Max) ? device::MergeMax
                                                        : device::MergeParts;
  bool isShift = op == device::VideoShl || op == device::VideoShr;
  write(e.callBuiltin(isSet     ? "aw_video_set"
                      : isShift ? "aw_video_shift"
                                : "aw_video",
                      {value(1), value(2), value(3),
                       word(isSet ? uint32_t(*comparison) : uint32_t(op)), word(*partA),
                       word(*partB), word(*target), word(second), word(signs(!isSet))}));
}

void VideoEmitter::emitSimd(device::VideoOp op, unsigned lanes) {
  bool isSet = op == device::VideoSet;
  auto comparison = comparisonOf(inst);
  if (inst.operands.size() != 4 || inst.types.size() != (isSet ? 2u : 3u) || (isSet && !comparison))
    return e.refuse(inst);
  auto a = digitsOf(inst.operands[1], lanes, lanes == 2 ? 0x10 : 0x3210);
  auto b = digitsOf(inst.operands[2], lanes, lanes == 2 ? 0x32 : 0x7654);
  auto mask = maskOf(inst.operands[0], lanes);
  if (!a || !b || !mask)
    return e.refuse(inst);
  write(e.callBuiltin(lanes == 2 ? "aw_video_simd2" : "aw_video_simd4",
                      {value(1), value(2), value(3), word(op),
                       word(comparison.value_or(device::CompareEq)), word(*a), word(*b),
                       word(*mask), word(inst.has(Modifier::Add)), word(signs(!isSet))}));
}

void VideoEmitter::emitMad() {
  auto partA = partOf(inst.operands[1]), partB = partOf(inst.operands[2]);
  if (inst.operands.size() != 4 || inst.types.size() != 3 || !partA || !partB)
    return e.refuse(inst);
  uint32_t flags = signs(/*hasResultType=*/true);
  if (inst.operands[1].negated != inst.operands[2].negated)
    flags |= device::VideoNegate;
  if (inst.operands[3].negated)
    flags |= device::VideoNegateC;
  if (inst.has(Modifier::Po))
    flags |= device::VideoPlusOne;
  uint32_t shift = inst.has(Modifier::Shr7) ? 7 : inst.has(Modifier::Shr15) ? 15 : 0;
  write(e.callBuiltin("aw_video_mad", {value(1), value(2), value(3), word(*partA), word(*partB),
                                       word(shift), word(flags)}));
}

} // namespace

void emitVideo(FunctionEmitter &e, const ptx::Instruction &inst) {
  VideoEmitter emitter(e, inst);
  if (inst.opcode == Opcode::Vmad)
    return emitter.emitMad();
  for (const Row &row : kRows)
    if (row.opcode == inst.opcode)
      return row.lanes == 1 ? emitter.emitScalar(row.op) : emitter.emitSimd(row.op, row.lanes);
  return e.refuse(inst);
}

} // namespace anywarp::codegen
