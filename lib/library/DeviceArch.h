// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace anywarp::library {

/// The architecture that code for the current device is made for, as `sm_90`. Empty without a
/// current context. Any thread may call.
std::string archOfDevice();

} // namespace anywarp::library
