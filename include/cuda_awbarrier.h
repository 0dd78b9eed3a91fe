// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The older name of the barrier header.
#pragma once
#include "cuda_awbarrier_primitives.h"
