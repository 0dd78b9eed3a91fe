/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: hardware counters, which CPU devices lack. */
#ifndef _CUPTI_EVENTS_H_
#define _CUPTI_EVENTS_H_

#include "cupti_result.h"

#endif
