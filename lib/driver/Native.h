// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of CPU devices that are C++ code: how the project's libraries (cuRAND, cuBLAS, …) give
// work to a stream. They are loaded as a CUlibrary and launched with cuLaunchKernel, so that such
// work is ordered, captured, spread over the workers and stopped by a fault like any other kernel.
// And what else they ask of the driver.
// Standalone: seen by rooms that reach the driver through its public interface only.
#pragma once

#include <cstdint>

#include "exec/KernelAbi.h"

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

/// Likewise: from now on the host may touch the device memory in whose mapping the address lies, in
/// strict mode too, until it is unmapped. For libanywarp-mpi.so.
inline constexpr const char kOpenToHostName[] = "anywarp_openToHost";
using OpenToHost = void (*)(uintptr_t address);

} // namespace anywarp::driver
