/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: the interface's version. */
#ifndef _CUPTI_VERSION_H_
#define _CUPTI_VERSION_H_

#include "cupti_result.h"

#endif
