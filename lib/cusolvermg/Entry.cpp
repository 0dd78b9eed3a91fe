// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cusolvermg. The status is cuSOLVER's.
#include "cusolvermg/Api.h"
#include "library/Call.h"

namespace anywarp::cusolvermg {
namespace common {
[[maybe_unused]]
#include "cusolver/Library.inc"
} // namespace common
const char *statusName(cusolverStatus_t status) { return common::statusName(status); }
#include "cusolvermg/LayoutChecks.inc"
#include "cusolvermg/Library.inc"
const library::Library kLibrary{"cusolverMg", kSonames};
} // namespace anywarp::cusolvermg

#define AW_EXPORT extern "C" __attribute__((visibility("default")))
#include "cusolvermg/Entries.inc"
