// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's copy records for the runtime's: kinds to memory types, positions in elements to
// bytes. Used by copies and by the copy nodes of graphs.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

/// Memory types of the two sides; false for a kind that is none.
bool memoryTypes(cudaMemcpyKind kind, CUmemorytype &src, CUmemorytype &dst);

cudaError_t toDriver(const cudaMemcpy3DParms &parms, CUDA_MEMCPY3D &copy);
cudaError_t toRuntime(const CUDA_MEMCPY3D &copy, cudaMemcpy3DParms &parms);
cudaError_t toDriver(const cudaMemcpy3DPeerParms &parms, CUDA_MEMCPY3D_PEER &copy);

/// A plain run of bytes as a 3-D copy, as graph nodes hold it.
cudaError_t linearCopy(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                       CUDA_MEMCPY3D &copy);

} // namespace anywarp::runtime
