/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: callbacks. */
#ifndef _CUPTI_CALLBACKS_H_
#define _CUPTI_CALLBACKS_H_

#include "cupti_result.h"

#endif
