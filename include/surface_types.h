/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The surface types stand with the other types of the runtime API. */
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__
#include "driver_types.h"
#endif
