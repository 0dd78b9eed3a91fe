/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: tables for jumps of XORWOW and MRG32k3a. */
#ifndef CURAND_XORWOW_PRECALCULATED_H_
#define CURAND_XORWOW_PRECALCULATED_H_

#include "curand_globals.h"

/* A subsequence of XORWOW has 2^67 outputs. */
#define XORWOW_SEQUENCE_SPACING (67)

#include "anywarp/api/curand_jumps.h"

#endif
