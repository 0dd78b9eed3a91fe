// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills. The value is the low byte of an int, as in memset.
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

/// Calls fill(first row, rows) for each run of rows at the same distance: one for the whole box
/// when slices follow each other without gap, else one for each slice.
template <typename Fill>
static cudaError_t fillSlices(const cudaPitchedPtr &to, const cudaExtent &extent, Fill fill) {
  if (!extent.width || !extent.height || !extent.depth)
    return cudaSuccess;
  if (extent.height > to.ysize || (extent.depth > 1 && extent.width > to.pitch))
    return cudaErrorInvalidValue;
  if (extent.height == to.ysize || extent.depth == 1)
    return toError(fill(address(to.ptr), extent.height * extent.depth));
  for (size_t z = 0; z < extent.depth; ++z)
    if (CUresult result = fill(address(to.ptr) + z * to.pitch * to.ysize, extent.height))
      return toError(result);
  return cudaSuccess;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent) {
  return fillSlices(pitchedDevPtr, extent, [&](CUdeviceptr rows, size_t count) {
    return cu().cuMemsetD2D8(rows, pitchedDevPtr.pitch, static_cast<unsigned char>(value),
                             extent.width, count);
  });
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value,
                              struct cudaExtent extent, cudaStream_t stream) {
  return fillSlices(pitchedDevPtr, extent, [&](CUdeviceptr rows, size_t count) {
    return cu().cuMemsetD2D8Async(rows, pitchedDevPtr.pitch, static_cast<unsigned char>(value),
                                  extent.width, count, stream);
  });
}

} // namespace anywarp::runtime
