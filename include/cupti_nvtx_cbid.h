/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUPTI: the numbers of NVTX's calls. */
#ifndef _CUPTI_NVTX_CBID_H_
#define _CUPTI_NVTX_CBID_H_

#include "cupti_result.h"

#endif
