// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of CPU devices that are C++ code: how the project's libraries (cuRAND, cuBLAS, …) give
// work to a stream. They are loaded as a CUlibrary and launched with cuLaunchKernel, so that such
// work is ordered, captured, spread over the workers and stopped by a fault like any other kernel.
// And what else they ask of the driver.
// Standalone: seen by rooms that reach the driver through its public interface only.
#pragma once

#include <cstdint>

#include "exec/KernelAbi.h"

struct CUctx_st;
struct CUevent_st;
struct CUkern_st;
struct CUlib_st;
struct CUstream_st;

namespace anywarp::driver {

struct NativeKernel {
  const char *name;    ///< a PTX identifier
  exec::BlockFn block; ///< runs a whole block; blocks may have one thread only
  uint32_t paramBytes; ///< of its only parameter, aligned to 16; 0: none
};

/// Name and type of the driver's function, which NVIDIA's driver lacks. What `kernels` points to
/// must live as long as the process. NOT_SUPPORTED: the devices of this process are NVIDIA's. With
/// a null `library` nothing is loaded: the result, a CUresult, tells whose the devices are.
inline constexpr const char kLoadNativeName[] = "anywarp_loadNative";
using LoadNative = int (*)(CUlib_st **library, const NativeKernel *kernels, unsigned count);

/// Likewise: waits for what was given to the stream, unless that becomes nodes of a graph. The
/// program may have destroyed the stream: then it waits for all work of all devices.
inline constexpr const char kSettleStreamName[] = "anywarp_settleStream";
using SettleStream = int (*)(CUstream_st *stream);

/// Work for several streams at once.
struct JointLaunch {
  CUkern_st *kernel; ///< of loadNative
  const void *params;
  uint64_t blocks; ///< the grid may have a few more
  unsigned count;  ///< of streams, 1 or more
  CUstream_st *const *streams;
  CUctx_st *const *contexts; ///< a default stream is its context's
  CUevent_st *const *after;  ///< null, or an event for each stream, which may be null
  /// The calling thread runs it before the return, if nothing stands before it.
  bool runsHere;
  /// Null, or whether a run of the grid has done all, as the grid noted in its parameters: else it
  /// runs once more, in another thread or when somebody waits.
  bool (*isOver)(const void *params);
  bool isCapturing = false; ///< given back: a stream captures, and nothing was done
  bool hasEnded = false;    ///< given back: the work, and all before it in the streams, is over
};
/// Likewise: the work is the first stream's. It waits for what all have, and what they get later
/// waits for it.
inline constexpr const char kLaunchJointlyName[] = "anywarp_launchJointly";
using LaunchJointly = int (*)(JointLaunch *launch);

/// Likewise: from now on the host may touch the device memory in whose mapping the address lies, in
/// strict mode too, until it is unmapped. For libanywarp-mpi.so.
inline constexpr const char kOpenToHostName[] = "anywarp_openToHost";
using OpenToHost = void (*)(uintptr_t address);

} // namespace anywarp::driver
