// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions on texture objects; every CUDA source has them without an include.
#ifndef __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#include "cuda_runtime.h"
#endif
