// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative groups: sets of threads as objects. Collectives that compute are in
// cooperative_groups/reduce.h, scan.h and memcpy_async.h.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if defined(__AW_CUDA__)
#include "anywarp/cg/block.h"
#include "anywarp/cg/grid.h"
#include "anywarp/cg/warp.h"
#include "anywarp/cg/tile.h"
#include "anywarp/cg/partition.h"
#endif

#endif
