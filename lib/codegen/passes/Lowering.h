// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the passes of the SIMT lowering share: the module in work, the choices made for it, and the
// passes themselves in the order in which Pipeline.cpp runs them. One thread lowers one module.
#pragma once

#include <string>

#include "codegen/Codegen.h"

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace anywarp::codegen {

/// What a site of an observed kernel says of itself (exec/ObserveAbi.h).
struct SiteFacts {
  uint32_t kind = 0, space = 0, bytes = 0, flags = 0;
  uint32_t partStart = 0, partBytes = 0; ///< of the shared window
};

/// A row of kSitesMetadata with another part of the shared window.
std::string withPart(llvm::StringRef row, uint32_t start, uint32_t bytes);

/// Guarded kernels test such an access themselves.
bool isMemoryEvent(const SiteFacts &site);

/// One kernel on its way from scalar device IR to code for pieces of `width` threads.
struct Lowering {
  llvm::Module &module;
  llvm::TargetMachine &target;
  const CodegenOptions &options;
  const bool hasAvx512;
  llvm::Function *kernel = nullptr; ///< the scalar kernel; gone after FormWarps
  llvm::Function *warp = nullptr;   ///< after FormWarps: (launch, block, piece, mask)
  std::string name = {};            ///< of the kernel
  unsigned width = 0;               ///< W
  exec::KernelInfo info{};
  bool isObserved = options.observed; ///< and has events left
  std::string sites = {};             ///< "<kernel>.sites"
  std::vector<SiteFacts> siteFacts = {};
  /// The engine ends pieces of the observed kernel in the middle of a call: each needs a frame.
  bool hasAbandonedPieces = false;
  std::string registers = {}; ///< where records are: "<kernel>.registers"

  const exec::BlockShape &shape() const { return options.shape; }
  /// Every piece is full, so that lane masks start all-true.
  bool hasFullPieces() const {
    return width == 1 || shape().fullWarps || (shape().isFilled && width == shape().most);
  }
};

/// A function whose scalar code each active lane calls, in lane order. FormWarps inlines it.
inline constexpr char kEachLane[] = "aw-each";

/// Allows the widest vectors in all functions that there are. LLVM sets up the processor anew for
/// each such set of attributes, so that they stand before the first question about it.
void allowWideVectors(Lowering &lowering);

// Scalar device IR
Status
inlineFunctions(Lowering &lowering); ///< calls disappear where they can; registers become SSA
/// What is left of calls where lanes of one warp are in several pieces; chooseWidth does this.
Status inlineWarpFunctions(Lowering &lowering);
Status nameSharedParts(Lowering &lowering);  ///< of observed addresses
Status resolveAddresses(Lowering &lowering); ///< short addresses of local, param, const get whole
Status foldBlockShape(Lowering &lowering);   ///< what BlockShape says about tid and ntid
Status cleanUp(Lowering &lowering);          ///< LLVM's scalar passes, safe for convergent calls
Status checkAlignment(Lowering &lowering);   ///< misaligned addresses become such that fault
Status checkAccess(Lowering &lowering); ///< strict mode: so do addresses that only the host may use
Status useManagedViews(Lowering &lowering);      ///< managed memory where kernels see it
Status normalizeControlFlow(Lowering &lowering); ///< the form of control flow that FormWarps reads
Status joinQuotients(Lowering &lowering);        ///< a flat index that was taken apart is whole
Status sinkIndices(Lowering &lowering);          ///< 32-bit indices stand with their accesses
Status orderBlocks(Lowering &lowering);          ///< finds columns of blocks that share memory
Status chooseWidth(Lowering &lowering);          ///< W, when the caller left it open
Status dropEvents(Lowering &lowering);           ///< that say nothing (exec::ObserveDoubts)
Status numberSites(Lowering &lowering);          ///< of observed kernels
Status interruptAccesses(Lowering &lowering);    ///< another thread may run before each
Status serializeRetries(Lowering &lowering);     ///< exchanges are tried lane by lane
Status delayReductions(Lowering &lowering);      ///< which the engine may combine
Status prefetchAhead(Lowering &lowering);        ///< what loops of these load later
Status markNextBlocks(Lowering &lowering);       ///< loads of tiles that go on in the next block
Status strideTogether(Lowering &lowering);       ///< marks rounds that pieces take in turn
// One thread becomes W lanes
Status formWarps(Lowering &lowering);
// Warp IR
Status splitAtBarriers(Lowering &lowering); ///< barriers become ends of loops over the pieces
Status waitInPlace(Lowering &lowering);     ///< for debuggers: pieces keep their stacks
Status makeCoroutine(Lowering &lowering);   ///< pieces that can wait become resumable
Status wrapBlock(Lowering &lowering);       ///< pieces that never wait become one loop
Status expandAtomics(Lowering &lowering);   ///< sums of .f32 become loops
Status isolateState(Lowering &lowering);    ///< counts and the current piece alias nothing else
Status describeKernel(Lowering &lowering);  ///< "<kernel>.info"; the code is complete
Status optimize(Lowering &lowering);
Status compareHalves(Lowering &lowering); ///< as floats, where LLVM would go wrong

/// A pass of the pipeline.
struct LoweringPass {
  const char *name;
  Status (*run)(Lowering &);
};

} // namespace anywarp::codegen
