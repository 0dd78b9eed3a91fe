// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_STRICT=1: memory is told apart as on a GPU, where host and device share no addresses.
//
// Kernels may touch only pages that were opened to them: device, managed, pinned and registered
// memory, and what the engine itself gives them. One bit for each page of the address space, at a
// fixed place; kernels are compiled with a look-up before each access
// (codegen/passes/checks/CheckAccess).
//
// The host may not touch device memory: HostGuard.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anywarp::exec {

extern bool strictMode; ///< set by enableStrict
inline bool isStrict() { return strictMode; }
/// Reads ANYWARP_STRICT. Before anything else here; once.
void enableStrict();

/// Opens and closes pages to kernels: all that the range has bytes in.
void openToKernels(uintptr_t start, size_t bytes);
void closeToKernels(uintptr_t start, size_t bytes);
bool isOpenToKernels(uintptr_t address);

} // namespace anywarp::exec
