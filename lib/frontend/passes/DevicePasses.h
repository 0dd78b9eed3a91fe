// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frontend's own steps in the two LLVM pipelines, and what is done to the PTX text afterwards.
#pragma once

#include "frontend/Frontend.h"

#include <array>
#include <string>

#include "llvm/ADT/StringMap.h"

namespace llvm {
class PassBuilder;
}

namespace anywarp::frontend {

/// Beginning of the names of references that the pass resolves to symbols and removes.
inline constexpr char kNameMark[] = "__anywarp_rtc_name_";

/// What the passes learn that the NVPTX back end cannot print.
struct DeviceFacts {
  struct Cluster {
    std::array<unsigned, 3> dims;
    bool isGridUnit = false; ///< __block_size__: grids are counted in clusters
  };
  llvm::StringMap<Cluster> clusters; ///< by kernel
  bool isRuntime = false;            ///< for NVRTC
  bool isWhole = false;              ///< not -rdc=true: nothing is linked with it
  bool fuses = false;                ///< sums with products (-fmad=true)
  unsigned names = 0; ///< variables kNameMark + number that are bound to what is asked for
  std::vector<std::string> symbols; ///< of these
  unsigned maxRegisters = 0;        ///< -maxrregcount: for kernels that set no bound of their own
};

/// `facts` is written when the pipeline runs and must outlive it.
void addDevicePasses(llvm::PassBuilder &builder, DeviceFacts &facts);
void addKnownSpaces(llvm::PassBuilder &builder);     ///< a part of them (KnownSpaces.cpp)
void addKernelArguments(llvm::PassBuilder &builder); ///< another (KernelArguments.cpp)
void addWideCopies(llvm::PassBuilder &builder);      ///< another (WideCopies.cpp)
void addKeptLines(llvm::PassBuilder &builder);       ///< another (KeptLines.cpp)
void addNarrowProducts(llvm::PassBuilder &builder);  ///< also of host code (NarrowProducts.cpp)
void addBooleans(llvm::PassBuilder &builder);        ///< another (Booleans.cpp)
/// Another (FusedSums.cpp), for a back end with -nvptx-fma-level=1.
void addFusedSums(llvm::PassBuilder &builder);

/// What the host pass needs; the first two in a relocatable compile (-rdc=true) only.
struct HostFacts {
  std::string moduleId;         ///< names this object among those of a program
  std::string fatBinary;        ///< file with the container
  bool staticTemplates = false; ///< stubs of kernel templates are local
  bool isHidden = true;         ///< device variables have hidden visibility
};
void addHostPasses(llvm::PassBuilder &builder, HostFacts facts);

/// Adds cluster directives, and the `.version` and `.target` of architectures newer than the back
/// end. In a whole program variables are not .visible, which tools that read PTX rely on.
std::string finishPtx(llvm::StringRef text, const DeviceFacts &facts, const Arch &arch);

} // namespace anywarp::frontend
