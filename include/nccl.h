/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NCCL: collectives and messages of several devices. Functions give work to a stream and return;
   what goes wrong later is told by ncclCommGetAsyncError. Link with -lnccl. The version is the last
   one without functions for device code (nccl_device.h); host functions of 2.28 are there. */
#ifndef NCCL_H_
#define NCCL_H_

#include <limits.h>
#include <stdint.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#ifdef __cplusplus
#include <cuda_fp8.h>
#endif

#define NCCL_MAJOR 2
#define NCCL_MINOR 27
#define NCCL_PATCH 7
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22707
/* Up to 2.8 the numbers had one digit less. */
#define NCCL_VERSION(X, Y, Z)                                                                      \
  (((X) <= 2 && (Y) <= 8) ? (X) * 1000 + (Y) * 100 + (Z) : (X) * 10000 + (Y) * 100 + (Z))

#define NCCL_COMM_NULL NULL
#define NCCL_UNIQUE_ID_BYTES 128
#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL
#define NCCL_SPLIT_NOCOLOR -1
#define NCCL_UNDEF_FLOAT -1.0f
#define NCCL_WIN_DEFAULT 0x00
#define NCCL_WIN_COLL_SYMMETRIC 0x01
#define NCCL_WIN_REQUIRED_ALIGNMENT 4096
#define NCCL_CTA_POLICY_DEFAULT 0x00
#define NCCL_CTA_POLICY_EFFICIENCY 0x01
#define NCCL_CTA_POLICY_ZERO 0x02
#define NCCL_SHRINK_DEFAULT 0x00
#define NCCL_SHRINK_ABORT 0x01
#define NCCL_REVOKE_DEFAULT 0x00

#include "anywarp/api/nccl_types.h"

#define NCCL_SHRINK_DEFAULT 0x00
#define NCCL_SHRINK_ABORT 0x01
#define NCCL_REVOKE_DEFAULT 0x00
#define NCCL_CONFIG_INITIALIZER                                                                    \
  {sizeof(ncclConfig_t),                                                                           \
   0xcafebeef,                                                                                     \
   NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH),                                               \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_PTR,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_PTR,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT,                                                                          \
   NCCL_CONFIG_UNDEF_INT}
#define NCCL_SIM_INFO_INITIALIZER                                                                  \
  {sizeof(ncclSimInfo_t), 0x74685283, NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH),            \
   NCCL_UNDEF_FLOAT}

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/nccl_functions.h"

#ifdef __cplusplus
}
#endif

#endif
