/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element types and versions as the mathematics libraries name them. */
#ifndef __LIBRARY_TYPES_H__
#define __LIBRARY_TYPES_H__
#include "anywarp/api/runtime_data_types.h"
#endif
