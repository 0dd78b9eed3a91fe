/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rounding modes as device functions name them. */
#ifndef __DEVICE_TYPES_H__
#define __DEVICE_TYPES_H__

#include "crt/host_defines.h"

enum __device_builtin__ cudaRoundMode {
  cudaRoundNearest,
  cudaRoundZero,
  cudaRoundPosInf,
  cudaRoundMinInf
};

#endif
