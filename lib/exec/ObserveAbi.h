// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What observed kernels tell while they run: the events of PTX instructions, once for each piece
// that executes one, and the table of the places they come from. Shared by codegen, which makes the
// calls (emit/Observe.cpp, passes/checks/ObserveSites.cpp), and by those who listen
// (exec/calls/Observer.h).
#pragma once

#include <cstdint>

namespace anywarp::exec {

/// What is observed: a set of these, part of a kernel's cache key. None: no code is added.
enum Observe : uint32_t {
  ObserveNothing = 0,
  ObserveMemory = 1, ///< events up to CopyStore
  ObserveSync = 2,   ///< all others but those of images, which come with ObserveMisses
  /// With ObserveMemory: only of accesses whose test (SiteRange) fails. With ObserveSync the test
  /// of a site, also of BarrierSync and ThreadExit, is whether its `limit` is not 0 (SiteByLimit).
  /// Loads of shared memory that nothing can write at the time have no event.
  ObserveMisses = 4,
  ObserveInit = 8,    ///< with ObserveMisses: also who initialises memory by other means; tests of
                      ///< shared and local memory are by kWrittenOffset
  ObserveEnds = 16,   ///< who listens may end pieces at events
  ObserveDoubts = 32, ///< with ObserveSync: not what can only be right, where all threads of a
                      ///< block come to its barriers together; elsewhere also stores
};

/// With ObserveInit: shared memory and kernels' local memory have at this distance a byte for each
/// byte, 1 where it was written. Code that knows the space of an address keeps and tests them by
/// itself.
inline constexpr int64_t kWrittenOffset = -(int64_t(1) << 44);

/// What a worker knows of a site, so that most accesses need no event. The test of an access holds
/// if its address is `begin + i * a` with `i < limit`, where `a` is the alignment that the site's
/// bytes ask for: their number if that is a power of two, else 1. A test is about `span` bytes from
/// the address on: those of one lane, or of a row of lanes. Shared memory that the site names is
/// tested by the site's part of the window instead; of volatile and atomic accesses to it, `limit`
/// must not be 0.
struct SiteRange {
  uint64_t begin = 0, limit = 0;
};

/// Where in a surface an access is: its coordinates as the instruction has them, x in bytes, and
/// the layer as z.
struct ImagePlace {
  static constexpr unsigned kXBits = 24, kYBits = 20;
  static constexpr uint64_t kXMask = (uint64_t(1) << kXBits) - 1,
                            kYMask = (uint64_t(1) << kYBits) - 1;
  uint64_t x, y, z;
  static constexpr ImagePlace of(uint64_t word) {
    return {word & kXMask, word >> kXBits & kYMask, word >> (kXBits + kYBits)};
  }
};

/// Kinds of events. Each event has two words for every lane, `a` and `b`. Events stand before their
/// instruction, except those that say "behind".
enum class EventKind : uint32_t {
  // a: address; b: bytes, absent where the site knows them
  Load,
  Store,      ///< b: with ObserveSync the value, where it is one of at most 8 bytes
  Atomic,     ///< atom, red
  CopyLoad,   ///< source of cp.async
  CopyStore,  ///< target of cp.async
  BulkLoad,   ///< source of cp.async.bulk
  BulkStore,  ///< target of cp.async.bulk; without bytes: it is not known how much is written
  BulkAtomic, ///< target of cp.reduce.async.bulk
  // a: barrier; b: threads, 0 for all
  BarrierSync,
  BarrierArrive,
  BarrierLeave, ///< behind bar.sync and bar.red
  ClusterArrive,
  ClusterWait,
  ClusterLeave, ///< behind barrier.cluster.wait
  // a: member mask
  WarpSync,
  WarpLeave,    ///< behind bar.warp.sync
  WarpExchange, ///< shfl, vote, match, redux, elect
  // a: address of the mbarrier
  MbarrierInit, ///< b: count
  MbarrierInval,
  MbarrierArrive, ///< b: count
  MbarrierExpect, ///< b: bytes
  MbarrierWait,
  MbarrierPassed, ///< behind test_wait and try_wait; b: 1 if the phase is over
  CopyArrive,     ///< cp.async.mbarrier.arrive
  BulkSignal,     ///< the mbarrier that a bulk copy completes on; b: bytes
  // a: groups that may stay open
  CopyCommit,
  CopyWait, ///< behind
  BulkCommit,
  BulkWait,   ///< behind
  Fence,      ///< also griddepcontrol
  ThreadExit, ///< before ret of a kernel, and exit
  // a: the texture or surface object; b: texel of a texture of linear memory; with ObserveSync the
  // place in a surface (ImagePlace) and x and y of a texture, in 32 bits each; absent for others
  ImageLoad,
  ImageStore,
  Trap, ///< with ObserveEnds
};

/// Facts of a site that are one bit each.
enum SiteFlag : uint32_t {
  SiteVolatile = 1,
  SiteStrong = 2, ///< relaxed, acquire or release: no race with others of the kind
  SiteAcquire = 4,
  SiteRelease = 8,
  SiteBlockScope = 16, ///< .cta
  SiteSystemScope = 32,
  SiteAligned = 64,  ///< barriers: bar, barrier.aligned
  SiteCluster = 128, ///< shared memory that may be another block's
  SiteWhole = 256,   ///< barriers: number 0, for all threads of the block
  SiteByLimit = 512, ///< the test looks at `limit` alone; in local and constant memory it fails
  /// Of a tensor copy, which uses many places. `a` of a memory event and `b` of BulkSignal: the
  /// address of its TensorOperands; `b` of a memory event: its TensorOp.
  SiteTensor = 1024,
  /// With ObserveInit: a load of a word of a structure that is copied as it is.
  SiteStructure = 2048,
};

/// Spaces, as a site names them.
enum class SiteSpace : uint32_t { Generic, Global, Shared, Const, Local, Param };

// "<kernel>.sites" in the object: a zero-terminated text, one line for each site, its number the
// number of the line. Fields are separated by tabs:
//   kind, space, bytes (0: in `b`), flags, the part of the shared window that the address belongs
//   to (start and bytes; kWholeWindow: up to its end), used bytes as a mask, line of the PTX,
//   instruction,
//   what the address is made from: offsets of parameters, "v" for variables, "s" for shared, "l"
//   for local memory and parameters, separated by blanks; "?" among them: of something else; "q": a
//   thread that comes here does not write shared memory since the last barrier, nor until the next,
//   then for each frame, the innermost first: function, file, line (0: not known).

inline constexpr uint32_t kWholeWindow = ~0u;

} // namespace anywarp::exec
