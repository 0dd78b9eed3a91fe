// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AW_UNREACHABLE("why"): no input of a program gets there. Stops a build with assertions; elsewhere
// the compiler may rely on it.
#pragma once

#include <cassert>

#define AW_UNREACHABLE(why) (assert(!why), __builtin_unreachable())
