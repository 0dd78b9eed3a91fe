/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: the numbers of the calls of the driver API. */
#ifndef _CUPTI_DRIVER_CBID_H_
#define _CUPTI_DRIVER_CBID_H_

#include "anywarp/api/cupti_driver_cbids.h"

#endif
