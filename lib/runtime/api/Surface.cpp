// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface objects.
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"
#include "runtime/records/ResourceRecord.h"

namespace anywarp::runtime {

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaSurfaceObject_t surfObject) {
  CUDA_RESOURCE_DESC resource;
  if (CUresult result = cu().cuSurfObjectGetResourceDesc(&resource, surfObject))
    return toError(result);
  toRuntime(resource, *pResDesc);
  return cudaSuccess;
}

} // namespace anywarp::runtime
