/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's device interface: the 200 parameter sets of MTGP32. */
#ifndef CURAND_MTGP32DC_P_11213_H
#define CURAND_MTGP32DC_P_11213_H

#include "curand_mtgp32.h"

static const int mtgpdc_params_11213_num = CURAND_NUM_MTGP32_PARAMS;

static mtgp32_params_fast_t mtgp32dc_params_fast_11213[] = {
#include "anywarp/api/curand_mtgp32_sets.h"
};

#endif
