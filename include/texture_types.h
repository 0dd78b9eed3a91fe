/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The texture types stand with the other types of the runtime API. */
#ifndef __TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__
#include "driver_types.h"
#endif
