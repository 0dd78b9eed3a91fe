// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of the kernels that call functions of a program between its numbers and dense memory.
// Host and device share them.
#pragma once

namespace anywarp::cufft {

constexpr int kCallbackAxes = 4; ///< three axes and the batch

struct CallbackParams {
  char *user, *dense;
  void *callerInfo;
  unsigned long long count; ///< numbers on the dense side
  struct {
    unsigned long long n, stride;
  } axis[kCallbackAxes]; ///< the innermost first
};
static_assert(sizeof(CallbackParams) == 96);

} // namespace anywarp::cufft
