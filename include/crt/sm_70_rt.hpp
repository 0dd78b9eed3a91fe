// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included by Clang's __clang_cuda_intrinsics.h at the place where __match_*_sync belong.
#pragma once
#include "anywarp/match.h"
