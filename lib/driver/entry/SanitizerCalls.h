// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compute-sanitizer is told of failed calls. Runtimes tell of theirs through
// anywarp_sanitizerCall: a call begins (its name, and 0), failed (name, error, the error's name and
// text), ended (null).
#pragma once

#include "driver/base/Api.h"

namespace anywarp::driver {

/// A call of the driver API failed.
void tellFailed(const char *call, CUresult result);

} // namespace anywarp::driver
