// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the CUDA attributes unknown to Clang 19 are called on their way from the headers' macros
// (annotate("cuda.X", arguments...)) through llvm.global.annotations to DevicePasses.cpp.
#pragma once

#include <string>
#include <vector>

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

/// True if the compile of this process suppresses nvcc's warning `number` (-diag-suppress).
bool isSuppressed(unsigned number);
/// True if it makes it an error (-diag-error, -Werror kind).
bool isPromoted(unsigned number);
/// True if it asks for a warning that does not come by itself (-Wdefault-stream-launch …).
bool isRequested(unsigned number);
/// The -Wmissing-launch-bounds of a function that begins.
void checkKernelDefinition(clang::Sema &sema, const clang::FunctionDecl *function);
bool allowsExtendedLambdas(); ///< --extended-lambda
bool allowsDeviceLaunches();  ///< -rdc=true
/// Folders of headers that NVRTC was told of.
std::vector<std::string> runtimeFolders();
/// True if the program gave NVRTC a header text of this name.
bool isHeaderText(std::string_view name);
/// NVRTC's -default-device.
bool isDeviceByDefault();
/// -Werror cross-execution-space-call.
bool crossSpaceCallsAreErrors();
/// True if this process makes host code.
bool isHostPass();
bool ignoresAllWarnings();   ///< -w
bool hidesEntities();        ///< --device-entity-has-hidden-visibility
bool makesTemplatesStatic(); ///< --static-global-template-stub, of a whole program
bool showsAllCandidates();   ///< of a call that fits none
bool warningsAreErrors();    ///< --Werror all-warnings
bool isStrict();             ///< --strict-nvcc
bool relaxesConstexpr();     ///< --expt-relaxed-constexpr, or not strict
/// A device pass found an error that nvcc's host front end tells and Clang's host pass does not.
void noteBrokenRule();
/// The function whose body is being read is of the host alone (noteHostFunction says so).
bool readsHostFunction();
void noteHostFunction(bool isIt);
/// Ends the pass of this process at once, with the messages so far, of which one is an error.
[[noreturn]] void endPassWithErrors();

} // namespace anywarp::frontend
