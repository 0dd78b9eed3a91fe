// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations that builtins take as constant arguments; shared by the builtins (device code)
// and by the emitter that calls them (lib/codegen/emit). Builtins are inlined, so a mode costs
// nothing at run time. Standalone: no includes but <cstdint>.
#pragma once

#include <cstdint>

namespace anywarp::device {

/// .rn .rz .rm .rp, and .rna (nearest, ties away from zero; cvt to tf32 only).
enum Rounding : uint32_t { RoundNearest, RoundZero, RoundDown, RoundUp, RoundNearestAway };

/// Flags of one floating-point operation, by their PTX names.
enum FloatFlag : uint32_t {
  FlagFtz = 1,
  FlagSat = 2,        ///< .sat: clamp to [0, 1], NaN becomes +0
  FlagRelu = 4,       ///< .relu: negative becomes +0, NaN canonical
  FlagNan = 8,        ///< .NaN of min/max
  FlagXorSign = 16,   ///< .xorsign.abs of min/max
  FlagMin = 32,       ///< min instead of max
  FlagSatFinite = 64, ///< .satfinite of cvt
  FlagOob = 128,      ///< .oob of fma
  FlagExact = 256,    ///< .approx: the bits of a GPU
};

/// Small floating-point formats of cvt, as (exponent bits, mantissa bits).
enum SmallFormat : uint32_t { FormatE4M3, FormatE5M2, FormatE2M3, FormatE3M2, FormatE2M1 };

/// The operations of the video instructions.
enum VideoOp : uint32_t {
  VideoAdd,
  VideoSub,
  VideoAbsDiff,
  VideoMin,
  VideoMax,
  VideoAverage,
  VideoShl,
  VideoShr,
  VideoSet,
};

/// Comparisons of vset.
enum Compare : uint32_t { CompareEq, CompareNe, CompareLt, CompareLe, CompareGt, CompareGe };

/// Part of a 32-bit operand that a scalar video instruction reads or writes.
enum VideoPart : uint32_t {
  PartWord,
  PartByte0,
  PartByte1,
  PartByte2,
  PartByte3,
  PartHalf0,
  PartHalf1
};

/// The secondary operation: what becomes of the third operand.
enum VideoMerge : uint32_t { MergeParts, MergeAdd, MergeMin, MergeMax };

/// Flags of a video instruction.
enum VideoFlag : uint32_t {
  VideoASigned = 1,
  VideoBSigned = 2,
  VideoDSigned = 4,
  VideoSaturate = 8,
  VideoClamp = 16,    ///< vshl, vshr: clamp the shift amount instead of wrapping it
  VideoNegate = 32,   ///< vmad: -(a*b) + c
  VideoNegateC = 64,  ///< vmad: a*b - c
  VideoPlusOne = 128, ///< vmad.po: a*b + c + 1
};

} // namespace anywarp::device
