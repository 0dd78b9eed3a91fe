/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: what tools are told of a program's calls, kernels and copies. Link with -lcupti. On NVIDIA's devices
   the calls go to NVIDIA's library (ANYWARP_DEVICE). */
#ifndef _CUPTI_H_
#define _CUPTI_H_

#include "cupti_activity.h"
#include "cupti_callbacks.h"
#include "cupti_driver_cbid.h"
#include "cupti_events.h"
#include "cupti_metrics.h"
#include "cupti_nvtx_cbid.h"
#include "cupti_result.h"
#include "cupti_runtime_cbid.h"
#include "cupti_version.h"

#endif
