// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ptx-opt --time: what a kernel's compilation costs.
#pragma once

#include "exec/KernelAbi.h"
#include "support/Status.h"

namespace anywarp::ptx {
struct Module;
struct Function;
} // namespace anywarp::ptx

/// Compiles `entry` `rounds` times and prints a line of words separated by tabs: the kernel, its
/// PTX instructions with those of the functions it reaches, the bytes of its object, then STAGE=MS
/// with the least processor time of each stage (jit/Compiler.h).
anywarp::Status printTimes(const anywarp::ptx::Module &module, const anywarp::ptx::Function &entry,
                           const anywarp::exec::BlockShape &shape, unsigned width, bool isQuick,
                           unsigned rounds);
