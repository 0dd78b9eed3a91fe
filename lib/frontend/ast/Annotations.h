// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the CUDA attributes unknown to Clang 19 are called on their way from the headers' macros
// (annotate("cuda.X", arguments...)) through llvm.global.annotations to DevicePasses.cpp.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
}

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace anywarp::frontend {

inline constexpr llvm::StringRef kKernelMark = "cuda.kernel";     ///< a kernel used by device code
inline constexpr llvm::StringRef kHostOnlyMark = "cuda.hostonly"; ///< traps in device code
inline constexpr llvm::StringRef kManagedMark = "cuda.managed";   ///< __managed__
/// A constant of the host, of which device code may use the value.
inline constexpr llvm::StringRef kHostConstantMark = "cuda.hostconstant";
inline constexpr llvm::StringRef kLibraryMark = "cuda.library"; ///< comes with NVRTC: never public
inline constexpr llvm::StringRef kMaxRegMark = "cuda.maxnreg";  ///< __maxnreg__(n)
inline constexpr llvm::StringRef kClusterMark = "cuda.cluster_dims"; ///< __cluster_dims__(x, y, z)
inline constexpr llvm::StringRef kBlockSizeMark =
    "cuda.block_size"; ///< __block_size__((x, y, z), (x, y, z))
inline constexpr llvm::StringRef kGridConstantMark = "cuda.grid_constant"; ///< __grid_constant__

/// Replaces the body of `function` by a trap.
void setTrapBody(llvm::Function &function);

/// The -Wmissing-launch-bounds of a function that begins.
void checkKernelDefinition(clang::Sema &sema, const clang::FunctionDecl *function);

} // namespace anywarp::frontend
