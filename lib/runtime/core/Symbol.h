// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places inside device variables.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

/// The device address of bytes [offset, offset + count) of a variable.
cudaError_t symbolRange(const void *symbol, size_t offset, size_t count, void *&start);

} // namespace anywarp::runtime
