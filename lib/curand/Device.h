// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device headers of cuRAND as host code.
#pragma once

#include "curand/HostMath.h"

#define QUALIFIERS [[maybe_unused]] static inline
#include "curand_kernel.h"
