// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface objects.
#include "runtime/Alike.h"
#include "runtime/Driver.h"
#include "runtime/ResourceRecord.h"

namespace anywarp::runtime {

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject,
                                    const struct cudaResourceDesc *pResDesc) {
  if (!pResDesc)
    return cudaErrorInvalidValue;
  CUDA_RESOURCE_DESC resource;
  if (cudaError_t error = toDriver(*pResDesc, resource))
    return error;
  return toError(cu().cuSurfObjectCreate(alike<CUsurfObject>(pSurfObject), &resource));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  return surfObject ? toError(cu().cuSurfObjectDestroy(surfObject)) : cudaSuccess;
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaSurfaceObject_t surfObject) {
  CUDA_RESOURCE_DESC resource;
  if (CUresult result = cu().cuSurfObjectGetResourceDesc(&resource, surfObject))
    return toError(result);
  toRuntime(resource, *pResDesc);
  return cudaSuccess;
}

} // namespace anywarp::runtime
