// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Surface Object Management".
#include "driver/memory/Texture.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc) {
  uint64_t handle;
  if (CUresult result = ImageObject::createSurface(currentContext(), *pResDesc, handle))
    return result;
  *pSurfObject = handle;
  return CUDA_SUCCESS;
}

#include "driver/bodies/Surface.inc"

} // namespace anywarp::driver
