// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI as this room sees it: one function for each Done row of spec/cupti.
#pragma once

#include "runtime/Api.h" // first: all forms of the driver's functions

#include "cupti.h"
#include "library/Side.h"

namespace anywarp::cupti {
#include "cupti/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(CUptiResult status);
bool isLive(CUpti_SubscriberHandle subscriber);
/// Each call's status, for cuptiGetLastError.
void noteStatus(const char *symbol, CUptiResult status);
} // namespace anywarp::cupti
