/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The name that programs of older versions include. */
#ifndef CUSPARSE_V2_H_
#define CUSPARSE_V2_H_

#include "cusparse.h"

#endif
