// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generators.
#include "curand/Api.h"

namespace anywarp::curand {
curandStatus_t curandGetVersion(int *version) {
  *version = 10400;
  return CURAND_STATUS_SUCCESS;
}
bool isLive(curandGenerator_t) { return true; }
} // namespace anywarp::curand
