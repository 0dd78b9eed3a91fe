// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The other name of cuda_fp4.h.
#pragma once
#include "cuda_fp4.h"
