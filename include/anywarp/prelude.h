// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included before the first line of every CUDA source, as nvcc includes cuda_runtime.h. The order
// matters: Clang's forward declarations must stand before <cmath>, whose constexpr functions would
// otherwise become __host__ __device__ and exclude device overloads.
#ifndef ANYWARP_PRELUDE_H
#define ANYWARP_PRELUDE_H

#include "anywarp/dialect.h"

#include "anywarp/device_system.h"
#include <__clang_cuda_math_forward_declares.h>

#include <assert.h>
#include <cmath>
#include <cstdlib>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuda_runtime.h"
#ifdef __CUDACC_EXTENDED_LAMBDA__ // nvcc's wrappers of lambdas need it, and programs rely on it
#include <functional>
#endif
#include "anywarp/gnu_builtins.h"

// Clang's headers have read it. nvcc does not set it, whatever its host compiler: with __clang__ it
// means Clang's own CUDA to sources.
#undef __CUDA__

#endif
