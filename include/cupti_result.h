/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All types and functions of CUPTI but the numbers of calls. */
#ifndef _CUPTI_RESULT_H_
#define _CUPTI_RESULT_H_

#include <stddef.h>
#include <stdint.h>

#include "cuda.h"

#ifndef CUPTIAPI
#define CUPTIAPI
#endif

#include "anywarp/api/cupti_types.h"

#define CUPTI_CALLBACK_STRUCT_SIZE(type_, lastfield_) (offsetof(type_, lastfield_) + sizeof(((type_ *)0)->lastfield_))
#define CUpti_SubscriberParams_STRUCT_SIZE CUPTI_CALLBACK_STRUCT_SIZE(CUpti_SubscriberParams, oldSubscriberSize)

#ifdef __cplusplus
extern "C" {
#endif

#include "anywarp/api/cupti_functions.h"

#ifdef __cplusplus
}
#endif

#endif
