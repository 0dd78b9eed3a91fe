// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT manual, section "cuFFT Callback Routines".
#include "cufft/Plan.h"

namespace anywarp::cufft {

cufftResult cufftXtSetJITCallback(cufftHandle handle, const char *symbol, const void *image,
                                  size_t imageSize, cufftXtCallbackType type, void **callerInfo) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan)
    return CUFFT_INVALID_PLAN;
  if (!isCallbackType(type))
    return CUFFT_INVALID_TYPE;
  if (!symbol || !*symbol || !image || !imageSize)
    return CUFFT_INVALID_VALUE;
  return plan->setCallback({symbol, std::string(static_cast<const char *>(image), imageSize), type,
                            callerInfo ? callerInfo[0] : nullptr});
}

cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type) {
  std::shared_ptr<Plan> plan = planOf(handle);
  // As cufftXtSetCallback, where the plan has none that was compiled at run time (seen).
  if (!plan || !plan->hasCallbacks())
    return CUFFT_NOT_IMPLEMENTED;
  return isCallbackType(type) ? plan->clearCallback(type) : CUFFT_INVALID_TYPE;
}

cufftResult cufftXtSetCallbackSharedSize(cufftHandle handle, cufftXtCallbackType type,
                                         size_t bytes) {
  // The limit that the manual gives.
  constexpr size_t kMostShared = 16 << 10;
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan)
    return CUFFT_INVALID_PLAN;
  if (!isCallbackType(type))
    return CUFFT_INVALID_TYPE;
  return bytes > kMostShared ? CUFFT_INVALID_VALUE : plan->setCallbackSharedSize(type, bytes);
}

} // namespace anywarp::cufft
