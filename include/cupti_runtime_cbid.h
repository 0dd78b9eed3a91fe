/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: the numbers of the calls of the runtime API. */
#ifndef _CUPTI_RUNTIME_CBID_H_
#define _CUPTI_RUNTIME_CBID_H_

#include "anywarp/api/cupti_runtime_cbids.h"

#endif
