// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract between machine code made by codegen and the engine that runs it. The only header
// the two share: standalone, no LLVM, no CUDA. Layouts here are read by generated code, so a change
// of a field is a change of kAbiVersion (which is part of every cache key).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace anywarp::exec {

inline constexpr uint32_t kAbiVersion = 8;

/// Threads of a warp, as CUDA defines it. The SIMD width W of a compiled kernel divides it.
inline constexpr uint32_t kWarpSize = 32;

/// What the code generator may assume of the block dimensions. One compiled variant per class that
/// is launched, never one per size. `x` is meant only by DividesWarp.
struct BlockShape {
  enum Kind : uint8_t {
    General,      ///< nothing known
    Linear,       ///< y == z == 1: tid.x == 32 * warp + lane
    MultipleOf32, ///< x is a multiple of 32: tid.y and tid.z are equal in a warp
    DividesWarp,  ///< x is 2, 4, 8 or 16: tid.x == lane % x, tid.y and tid.z are equal in x lanes
  };
  Kind kind = General;
  uint8_t x = 0;
  bool fullWarps = false; ///< the block's thread count is a multiple of 32
  bool flat = false;      ///< z == 1
  bool narrowGrid =
      false; ///< gridDim * blockDim < 2^31 - 1024 in each dimension: thread indices fit an int
  uint8_t most = 0;      ///< the block has at most so many threads: 1, 8, 16, 32; 0: or more
  bool isFilled = false; ///< it has exactly `most`

  bool operator==(const BlockShape &) const = default;
  /// What is assumed here holds for every block of the class `other`, too.
  constexpr bool covers(const BlockShape &other) const {
    return (kind == General || (kind == other.kind && x == other.x)) &&
           fullWarps <= other.fullWarps && flat <= other.flat && narrowGrid <= other.narrowGrid &&
           (most == 0 || (most == other.most && isFilled <= other.isFilled));
  }
  /// The class of a launch; without grid dimensions nothing is said of them.
  static constexpr BlockShape of(uint32_t x, uint32_t y, uint32_t z, uint32_t gridX = 0,
                                 uint32_t gridY = 0, uint32_t gridZ = 0) {
    constexpr uint64_t kLimit = (uint64_t(1) << 31) - 1024;
    BlockShape s;
    s.narrowGrid = gridX && uint64_t(gridX) * x < kLimit && uint64_t(gridY) * y < kLimit &&
                   uint64_t(gridZ) * z < kLimit;
    s.flat = z == 1;
    const uint64_t threads = uint64_t(x) * y * z;
    s.fullWarps = threads % kWarpSize == 0;
    s.most = threads <= 1 ? 1 : threads <= 8 ? 8 : threads <= 16 ? 16 : threads <= 32 ? 32 : 0;
    s.isFilled = threads == s.most;
    if (y == 1 && z == 1)
      s.kind = Linear;
    else if (x % kWarpSize == 0)
      s.kind = MultipleOf32;
    else if (x == 2 || x == 4 || x == 8 || x == 16) {
      s.kind = DividesWarp;
      s.x = uint8_t(x);
    }
    return s;
  }
};

/// One per launch; constant while the grid runs.
struct LaunchState {
  uint32_t gridDim[3];
  uint32_t blockDim[3];
  uint32_t clusterDim[3];   ///< 1,1,1 without clusters
  uint32_t threadsPerBlock; ///< product of blockDim
  uint32_t warpsPerBlock;   ///< warps of 32 threads, rounded up
  uint32_t piecesPerBlock;  ///< ceil(threadsPerBlock / W)
  uint32_t dynamicShared;   ///< bytes asked for at the launch
  uint32_t totalShared;     ///< static + dynamic bytes of the window at BlockState::shared
  uint64_t gridId;
  const void *params;     ///< the entry's .param space, laid out as PTX declares it
  void *engine;           ///< opaque to generated code
  uint64_t gridWorkspace; ///< zeroed memory of a cooperative launch for its grid barrier, at
                          ///< %envreg1:%envreg2 as GPUs have it; 0 in other launches
  uint64_t currentGraph; ///< %current_graph_exec: the device graph that the grid is a node of, or 0
  uint32_t warpIds; ///< %nwarpid: the warps that a multiprocessor can hold; 0: those of a block
  uint32_t reserved;
};

/// A BlockFn without calls to the outside keeps the running piece in %mm7, not in memory: whoever
/// calls it clears the MMX state afterwards (emms).
inline constexpr uint32_t kPieceInRegister = ~0u;
inline constexpr uint32_t kMorePiecesShift = 16; ///< of BlockState::currentPiece

/// One per running block, or part of a divisible kernel's. One worker runs it, and it never moves.
struct BlockState {
  uint32_t blockIdx[3];
  uint32_t clusterRank;  ///< rank of this block in its cluster
  uint32_t currentPiece; ///< piece that runs now: written before each piece by whoever runs it;
                         ///< from bit kMorePiecesShift on, how many more run with it;
                         ///< kPieceInRegister: it is in %mm7
  uint32_t firstPiece; ///< KernelInfo::Divisible: a BlockFn runs pieces firstPiece … endPiece - 1,
  uint32_t endPiece;   ///< at least one; other kernels ignore it
  uint32_t reserved;
  char *shared; ///< start of the block's shared window; 128-byte aligned
  char *local; ///< local memory: piece p, lane l at local + (p*W + l) * localBytes; 64-byte aligned
  char **clusterShared; ///< shared windows of the blocks of the cluster, by rank
  void *engine;         ///< opaque to generated code
};

/// Runs the whole block to its end, or the part that BlockState names (KernelInfo::Divisible). Made
/// for kernels in which no thread ever waits, and for those whose barriers were all turned into
/// loops.
using BlockFn = void (*)(const LaunchState *, BlockState *);

/// For kernels in which a piece (W consecutive threads) can wait. Runs piece `piece` up to its
/// first wait or its end, using `frame` (KernelInfo::frameBytes, frameAlign) for what it must keep.
/// Afterwards the first word of the frame is the function that goes on, null when the piece ended:
///     while (auto *resume = *(ResumeFn *)frame) { wait until ready; resume(frame); }
/// Before a piece waits it has told the engine what for, through one of the [wait] calls of
/// Runtime.def. A piece that suspends without such a call waits at barrier 0 for the whole block:
/// `bar.sync 0` needs no call at all.
/// Pieces wait as a whole: while a piece of W > 1 lanes is suspended none of its other lanes can
/// arrive anywhere, so they count as arrived too (at whole-block barriers) or as absent (in
/// collectives). Lanes that exit early therefore need no notice.
using PieceFn = void (*)(const LaunchState *, BlockState *, uint32_t piece, void *frame);
using ResumeFn = void (*)(void *frame);

/// Facts about one compiled kernel; a constant in the object file beside the code, under the symbol
/// "<kernel>.info" (so that a cached object needs nothing else).
struct KernelInfo {
  uint32_t abiVersion;
  uint32_t simdWidth;    ///< W
  uint32_t staticShared; ///< bytes
  uint32_t localBytes;   ///< bytes of local memory per thread
  uint32_t paramBytes;
  uint32_t frameBytes; ///< 0: `block` is meant; else `piece` is
  uint32_t frameAlign;
  uint32_t flags;
  enum Flag : uint32_t {
    UsesBarrier = 1,     ///< some piece can wait at a block barrier
    UsesGridBarrier = 2, ///< needs all blocks resident (cooperative launch)
    UsesCluster = 4,     ///< touches another block's shared memory or the cluster barrier
    MayYield = 8,        ///< spins on memory: pieces must be run in turn
    WaitsInPlace = 16,   ///< a piece waits in aw_wait_here, on its own stack: for debuggers
    Interruptible = 64,  ///< compiled for a Schedule
    Divisible = 32,      ///< pieces have nothing in common: several workers may run one block
    WalksColumns = 128,  ///< blocks of one blockIdx.x read the same memory in a loop
  };
};

/// Faster code of a kernel that comes while it is in use already, from another thread. The same
/// KernelInfo holds for it, so that blocks of one grid may run either.
struct BetterCode {
  std::atomic<BlockFn> block{nullptr};
  std::atomic<PieceFn> piece{nullptr};
  std::atomic<bool> isComing{false}; ///< somebody makes it

  BetterCode() = default;
  virtual ~BetterCode() = default;
  BetterCode(const BetterCode &) = delete;
  /// Told while there is none how long the other code ran, at the end of a launch and within long
  /// ones: from which its making may begin.
  virtual void ran(uint64_t /*nanoseconds*/, bool /*isEnd*/) {}
};

/// What the engine is given to run.
struct Kernel {
  const char *name = "";
  KernelInfo info{};
  BlockFn block = nullptr;
  PieceFn piece = nullptr;
  BetterCode *better = nullptr; ///< null: there is none and will be none

  /// The best code now, for a block that begins; `block` and `piece` name the kernel.
  BlockFn bestBlock() const {
    const BlockFn best = better ? better->block.load(std::memory_order_acquire) : nullptr;
    return best ? best : block;
  }
  PieceFn bestPiece() const {
    const PieceFn best = better ? better->piece.load(std::memory_order_acquire) : nullptr;
    return best ? best : piece;
  }
  /// There may be better code, and is none yet.
  bool lacksBetter() const { return better && bestBlock() == block && bestPiece() == piece; }
};

/// Warp instructions of the tiers with W < 32, whose lanes meet through the engine (aw_collective).
enum class Collective : uint32_t {
  ShflUp,
  ShflDown,
  ShflBfly,
  ShflIdx,
  VoteAll,
  VoteAny,
  VoteUni,
  Ballot,
  MatchAny32,
  MatchAny64,
  MatchAll32,
  MatchAll64,
  ReduxAdd,
  ReduxMin,
  ReduxMax,
  ReduxUMin,
  ReduxUMax,
  ReduxAnd,
  ReduxOr,
  ReduxXor,
  Sync,
  ActiveMask,
  Elect,
};

/// One lane's part in a collective; lives in the piece's frame while it waits.
struct CollectiveLane {
  uint32_t memberMask;
  uint32_t b, c;      ///< shfl: lane operand and clamp/segment word
  uint32_t predicate; ///< in: vote's predicate; out: shfl's, match.all's and elect's predicate
  uint64_t value;     ///< in: source; out: result
};

/// The `op` word of aw_image: what one texture or surface instruction asks for. Arguments follow in
/// the manual's order: layer, coordinates, level or gradients, packed offsets, data.
struct ImageOp {
  enum Kind : uint8_t { Sample, Gather, Load, Store, Reduce, Query, IsTexture, IsSurface };
  enum Geometry : uint8_t { D1, D2, D3, A1, A2, Cube, ACube };
  enum Lod : uint8_t { Base, Level, Gradient };
  enum Boundary : uint8_t { Trap, Clamp, Zero };
  enum Reduction : uint8_t { Add, Min, Max, And, Or };
  enum Question : uint8_t {
    Width,
    Height,
    Depth,
    DataType,
    Order,
    Normalized,
    Layers,
    Levels,
    Samples,
    Filter,
    AddressMode0,
    AddressMode1,
    AddressMode2,
    MemoryLayout,
  };

  Kind kind = Sample;
  Geometry geometry = D1;
  uint8_t mode = 0;          ///< Lod, Boundary or Question
  bool hasIntegers = false;  ///< Sample: coordinates are s32
  bool hasOffset = false;    ///< Sample, Gather: last argument is 4 bits for each coordinate
  bool isFormatted = false;  ///< Store, Reduce: .p
  bool isSigned = false;     ///< Reduce
  uint8_t component = 0;     ///< Gather: channel. Load, Store: log2 bytes of one
  uint8_t components = 0;    ///< Load, Store: log2 of how many. Reduce: Reduction
  uint8_t arguments = 0;     ///< words of each lane
  uint8_t log2Width = 0;     ///< of the piece
  bool hasOneHandle = false; ///< all lanes mean the same object

  constexpr uint32_t bits() const {
    return uint32_t(kind) | uint32_t(geometry) << 3 | uint32_t(mode) << 6 |
           uint32_t(hasIntegers) << 10 | uint32_t(hasOffset) << 11 | uint32_t(isFormatted) << 12 |
           uint32_t(isSigned) << 13 | uint32_t(component) << 14 | uint32_t(components) << 17 |
           uint32_t(arguments) << 20 | uint32_t(log2Width) << 24 | uint32_t(hasOneHandle) << 27;
  }
  static constexpr ImageOp of(uint32_t bits) {
    ImageOp op;
    op.kind = Kind(bits & 7);
    op.geometry = Geometry(bits >> 3 & 7);
    op.mode = bits >> 6 & 15;
    op.hasIntegers = bits >> 10 & 1;
    op.hasOffset = bits >> 11 & 1;
    op.isFormatted = bits >> 12 & 1;
    op.isSigned = bits >> 13 & 1;
    op.component = bits >> 14 & 7;
    op.components = bits >> 17 & 7;
    op.arguments = bits >> 20 & 15;
    op.log2Width = bits >> 24 & 7;
    op.hasOneHandle = bits >> 27 & 1;
    return op;
  }
  /// Coordinates of a geometry, layer excluded.
  static constexpr unsigned dimensionsOf(Geometry g) {
    return g == D1 || g == A1 ? 1 : g == D2 || g == A2 ? 2 : 3;
  }
  static constexpr bool isLayered(Geometry g) { return g == A1 || g == A2 || g == ACube; }
};

/// The `op` word of aw_tensor_copy: which way a box of a tensor goes, and how it is described.
struct TensorOp {
  enum Kind : uint8_t { Load, Store, Reduce };
  enum Mode : uint8_t { Tile, Im2col };
  enum Reduction : uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor };

  Kind kind = Load;
  Mode mode = Tile;
  Reduction reduction = Add;
  uint8_t rank = 1; ///< coordinates; im2col: with rank - 2 offsets

  constexpr uint32_t bits() const {
    return uint32_t(kind) | uint32_t(mode) << 2 | uint32_t(reduction) << 4 | uint32_t(rank) << 8;
  }
  static constexpr TensorOp of(uint32_t bits) {
    return {Kind(bits & 3), Mode(bits >> 2 & 1), Reduction(bits >> 4 & 7), uint8_t(bits >> 8 & 7)};
  }
};

/// What aw_tensor_copy reads besides: the operands of one thread.
struct TensorOperands {
  uint64_t map;    ///< address of the tensor map
  uint64_t shared; ///< address of the box in shared memory
  int32_t coordinate[5];
  uint16_t offset[3];
  uint16_t reserved;
};

/// The fields that tensormap.replace changes.
enum class TensorField : uint32_t {
  GlobalAddress,
  Rank, ///< less one
  BoxDim,
  GlobalDim,
  GlobalStride,
  ElementStride,
  ElementType,
  Interleave,
  Swizzle,
  SwizzleAtomicity,
  Fill,
};

/// What an address of a `.func` is in device code: a pointer to its descriptor, one per function
/// and loaded module, the same for every kernel and tier. `entry[t]` is the W-lane code, null until
/// a kernel of that tier that makes indirect calls was linked. Tier t = log2(W).
struct FunctionDescriptor {
  void *entry[6];
  const char *name;
};

/// Why a grid stopped early. Values are the engine's; the driver maps them to CUDA's codes.
enum class Fault : uint32_t {
  None,
  IllegalAddress,
  MisalignedAddress,
  IllegalInstruction,
  Trap,
  Assert,
  StackOverflow,
  HeapExhausted,
  Deadlock,
  InvalidPc,
  Timeout,
};

/// Added to a misaligned address before it is used: that half of the address space belongs to no
/// program, so that the access faults and the address can be told from what it faulted at.
inline constexpr uint64_t kMisalignedBase = 0xffff'8000'0000'0000;

/// Strict mode (Strict.h): a bit for each page of the address space, 32 in a word.
inline constexpr uint64_t kOpenPagesBase = 0x2000'0000'0000;
inline constexpr unsigned kAddressBits = 47, kPageShift = 12;

/// Managed memory that host and device do not use at once (ManagedViews.h) lies in a window of
/// 2^kManagedBits addresses; kernels use the one behind it, which shows the same memory.
inline constexpr uint64_t kManagedBase = 0x3000'0000'0000;
inline constexpr unsigned kManagedBits = 40;
inline constexpr uint64_t kManagedViewOffset = uint64_t(1) << kManagedBits;

} // namespace anywarp::exec
