/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: metrics of hardware counters, which CPU devices lack. */
#ifndef _CUPTI_METRICS_H_
#define _CUPTI_METRICS_H_

#include "cupti_result.h"

#endif
