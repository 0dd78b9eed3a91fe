// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included last by the file of a family, after
//   #define AW_ENTRIES_CHOSEN
//   #define AW_ENTRIES_<family>
// with the templates that the family's rows call: its exported functions.
#include "cublas/Log.h"
#include "library/Call.h"

#define AW_EXPORT extern "C" __attribute__((visibility("default")))
#include "cublas/Entries.inc"
