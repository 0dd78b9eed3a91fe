// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT manual, section "cuFFT Callback Routines".
#include "cufft/Plan.h"
#include "library/Side.h"

namespace anywarp::cufft {

cufftResult cufftXtSetJITCallback(cufftHandle handle, const char *symbol, const void *image,
                                  size_t imageSize, cufftXtCallbackType type, void **callerInfo) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || plan->isMade())
    return CUFFT_INVALID_PLAN;
  if (!isCallbackType(type))
    return CUFFT_INVALID_TYPE;
  // The name is looked at when the plan is made (seen).
  if (!image || !imageSize)
    return CUFFT_INVALID_VALUE;
  return plan->setCallback({symbol ? symbol : "",
                            std::string(static_cast<const char *>(image), imageSize), type,
                            callerInfo ? callerInfo[0] : nullptr});
}

/// The static library has another one (LinkedCallbacks.cu).
cufftResult cufftXtSetCallback(cufftHandle, void **, cufftXtCallbackType, void **) {
  return CUFFT_NOT_IMPLEMENTED;
}

static cufftResult setLinkedCallback(cufftHandle handle, void **routine, cufftXtCallbackType type,
                                     void **callerInfo, void *kernel) {
  if (library::isVendors()) // its shared library cannot call the program's functions
    return CUFFT_NOT_SUPPORTED;
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan)
    return CUFFT_INVALID_PLAN;
  if (!isCallbackType(type))
    return CUFFT_INVALID_TYPE;
  if (!routine || !routine[0])
    return CUFFT_INVALID_VALUE;
  Callback callback{{}, {}, type, callerInfo ? callerInfo[0] : nullptr};
  callback.kernel = static_cast<CUkernel>(kernel);
  callback.function = routine[0];
  return plan->setCallback(std::move(callback));
}

cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type) {
  std::shared_ptr<Plan> plan = planOf(handle);
  // Those that were compiled at run time stay (seen).
  if (!plan || !plan->hasLinkedCallbacks())
    return CUFFT_NOT_IMPLEMENTED;
  return isCallbackType(type) ? plan->clearCallback(type) : CUFFT_INVALID_TYPE;
}

cufftResult cufftXtSetCallbackSharedSize(cufftHandle handle, cufftXtCallbackType type,
                                         size_t bytes) {
  // The limit that the manual gives.
  constexpr size_t kMostShared = 16 << 10;
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || !plan->hasCallback(type)) // (seen)
    return CUFFT_INVALID_PLAN;
  return bytes > kMostShared ? CUFFT_INVALID_VALUE : plan->setCallbackSharedSize(type, bytes);
}

} // namespace anywarp::cufft

/// Of the static library only, for its other member.
extern "C" __attribute__((visibility("hidden"))) cufftResult anywarp_cufftSetCallback(
    cufftHandle plan, void **routine, cufftXtCallbackType type, void **callerInfo, void *kernel) {
  return anywarp::cufft::setLinkedCallback(plan, routine, type, callerInfo, kernel);
}
