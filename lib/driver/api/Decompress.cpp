// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decompression of memory: "deflate" streams (RFC 1951), by zlib.
#include <vector>
#include <zlib.h>

#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"
#include "driver/stream/Action.h"
#include "support/Trace.h"

namespace anywarp::driver {

namespace {
class Decompress final : public Action {
public:
  explicit Decompress(const CUmemDecompressParams &params) : params_(params) {}
  CUresult run(const Turn &) const override {
    z_stream stream{};
    if (inflateInit2(&stream, /*windowBits, no header=*/-MAX_WBITS) != Z_OK)
      return CUDA_ERROR_LAUNCH_FAILED;
    stream.next_in = static_cast<Bytef *>(const_cast<void *>(params_.src));
    stream.next_out = static_cast<Bytef *>(params_.dst);
    // Lengths were checked: they fit.
    stream.avail_in = uInt(params_.srcNumBytes);
    stream.avail_out = uInt(params_.dstNumBytes);
    int end = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (params_.dstActBytes)
      *params_.dstActBytes = cuuint32_t(params_.dstNumBytes - stream.avail_out);
    if (end == Z_STREAM_END)
      return CUDA_SUCCESS;
    report(end == Z_BUF_ERROR ? "memory to be decompressed ends early, or is more than was said"
                              : "memory to be decompressed is no deflate stream");
    return CUDA_ERROR_LAUNCH_FAILED;
  }

private:
  const CUmemDecompressParams params_;
};
} // namespace

static CUresult check(const CUmemDecompressParams &params) {
  const MemoryMap &memory = Process::get().memory;
  constexpr size_t kMost = 0x7fffffff; // CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH
  switch (params.algo) {
  case CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE:
    break;
  case CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY:
  case CU_MEM_DECOMPRESS_ALGORITHM_LZ4:
    return CUDA_ERROR_NOT_SUPPORTED; // as the device's attribute says
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (!params.srcNumBytes || !params.dstNumBytes || params.srcNumBytes > kMost ||
      params.dstNumBytes > kMost || !memory.contains(CUdeviceptr(params.src), params.srcNumBytes) ||
      !memory.contains(CUdeviceptr(params.dst), params.dstNumBytes))
    return CUDA_ERROR_INVALID_VALUE;
  return !params.dstActBytes || memory.contains(CUdeviceptr(params.dstActBytes), sizeof(cuuint32_t))
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

/// All are checked before the first is enqueued.
CUresult cuMemBatchDecompressAsync(CUmemDecompressParams *paramsArray, size_t count, unsigned int,
                                   size_t *errorIndex, Stream &stream) {
  for (size_t i = 0; i < count; ++i)
    if (CUresult result = check(paramsArray[i])) {
      if (errorIndex)
        *errorIndex = i;
      return result;
    }
  for (size_t i = 0; i < count; ++i)
    Process::get().scheduler.enqueue(commandOf(Decompress(paramsArray[i])), stream);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
