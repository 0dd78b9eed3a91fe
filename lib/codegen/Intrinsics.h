// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of scalar device IR (Intrinsics.def) as LLVM declarations. emit/ makes them,
// passes/ find them again and lower them.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/ADT/StringRef.h>

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace anywarp::codegen {

/// On an alloca whose place in local memory "<kernel>.registers" tells: function, name, type.
inline constexpr const char *kRecordMetadata = "aw.record";
/// On an alloca of a pointer: it points to the variable of the source that the metadata describes.
/// Where a piece is one thread, FormWarps gives it a place on the stack and declares it.
inline constexpr const char *kVariableMetadata = "aw.variable";

/// The bits of a NaN that an .f32 operation makes.
inline constexpr uint32_t kMadeNan = 0x7fffffff;

enum class Intrinsic : unsigned {
#define AW_INTRINSIC(Id, name, signature, shape, effect) Id,
#include "codegen/Intrinsics.def"
};

/// How the result of an intrinsic varies over the threads of a block.
enum class Shape { Block, Warp, Lane, Varying };
enum class Effect { Pure, Read, Convergent, End, Fetch, Surface };

struct IntrinsicInfo {
  llvm::StringRef name, signature;
  Shape shape;
  Effect effect;
  uint32_t low = 0, high = 0; ///< least and greatest value of a register; both 0: any
};

const IntrinsicInfo &infoOf(Intrinsic id);

/// The declaration in `module`, made at first use with the attributes that its effect implies.
llvm::Function *declareIntrinsic(llvm::Module &module, Intrinsic id);

/// Which intrinsic `function` declares, if any; of a call, that of its direct callee.
std::optional<Intrinsic> intrinsicOf(const llvm::Function &function);
std::optional<Intrinsic> intrinsicOf(const llvm::CallBase &call);

} // namespace anywarp::codegen
