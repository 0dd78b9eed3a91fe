// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Memory Management", as far as it fills.
#include "driver/memory/Copy.h"

namespace anywarp::driver {

static CUresult fill(CUdeviceptr address, size_t pitch, uint32_t value, unsigned valueBytes,
                     size_t width, size_t height, CUstream hStream, Blocking blocking) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  return submitFill({reinterpret_cast<char *>(address), pitch, value, valueBytes, width, height},
                    *stream, blocking);
}

#include "driver/bodies/Memset.inc"

} // namespace anywarp::driver
