/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: records of activity. */
#ifndef _CUPTI_ACTIVITY_H_
#define _CUPTI_ACTIVITY_H_

#include "cupti_result.h"

#endif
