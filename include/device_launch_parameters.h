// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in variables, for sources that include this header by name.
#ifndef __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#include "vector_types.h"
#if defined(__AW_CUDA__)
#include "anywarp/builtin_variables.h"
#endif
#endif
