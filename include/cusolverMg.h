/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSOLVERMg: dense matrices spread over several devices. Link with -lcusolverMg. */
#ifndef CUSOLVERMG_H_
#define CUSOLVERMG_H_

#include <stdint.h>

#include <cusolverDn.h>

#include "anywarp/api/cusolvermg_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cusolvermg_functions.h"

#ifdef __cplusplus
}
#endif

#endif
