// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// zstd frames and LZ4 blocks.
#include "fatbin/Compression.h"

#include <lz4.h>
#include <lz4hc.h>
#include <zstd.h>

namespace anywarp::fatbin {

static Status corrupt(std::string what) {
  return {StatusCode::InvalidInput, "compressed entry: " + std::move(what)};
}

static Expected<std::string> unpackZstd(std::string_view stored, uint64_t size) {
  unsigned long long declared = ZSTD_getFrameContentSize(stored.data(), stored.size());
  if (declared == ZSTD_CONTENTSIZE_ERROR)
    return corrupt("not a zstd frame");
  if (declared != ZSTD_CONTENTSIZE_UNKNOWN && declared != size)
    return corrupt("the zstd frame and the entry name different sizes");
  std::string result(size, '\0');
  size_t got = ZSTD_decompress(result.data(), result.size(), stored.data(), stored.size());
  if (ZSTD_isError(got))
    return corrupt(ZSTD_getErrorName(got));
  if (got != size)
    return corrupt("unpacks to fewer bytes than it names");
  return result;
}

static Expected<std::string> unpackLz4(std::string_view stored, uint64_t size) {
  if (stored.size() > kMaxUnpackedBytes)
    return corrupt("LZ4 block too large");
  std::string result(size, '\0');
  int got = LZ4_decompress_safe(stored.data(), result.data(), int(stored.size()), int(size));
  if (got < 0 || uint64_t(got) != size)
    return corrupt("bad LZ4 block");
  return result;
}

Expected<std::string> unpack(Compression codec, std::string_view stored, uint64_t size) {
  if (size > kMaxUnpackedBytes)
    return corrupt("would unpack to " + std::to_string(size) + " bytes, more than the limit of " +
                   std::to_string(kMaxUnpackedBytes));
  switch (codec) {
  case Compression::None:
    if (stored.size() < size)
      return corrupt("fewer bytes than it names");
    return std::string(stored.substr(0, size));
  case Compression::Lz4:
    return unpackLz4(stored, size);
  case Compression::Zstd:
    return unpackZstd(stored, size);
  }
  return corrupt("unknown codec");
}

Expected<std::string> pack(Compression codec, std::string_view bytes) {
  if (bytes.size() > kMaxUnpackedBytes)
    return Status(StatusCode::InvalidInput, "entry larger than a reader accepts");
  std::string result;
  switch (codec) {
  case Compression::None:
    return std::string(bytes);
  case Compression::Lz4: {
    result.resize(size_t(LZ4_compressBound(int(bytes.size()))));
    int n = LZ4_compress_HC(bytes.data(), result.data(), int(bytes.size()), int(result.size()),
                            LZ4HC_CLEVEL_DEFAULT);
    if (n <= 0)
      return Status(StatusCode::OutOfMemory, "LZ4 compression failed");
    result.resize(size_t(n));
    return result;
  }
  case Compression::Zstd: {
    result.resize(ZSTD_compressBound(bytes.size()));
    constexpr int kLevel = 9; // text of a few kB: higher levels gain nothing
    size_t n = ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), kLevel);
    if (ZSTD_isError(n))
      return Status(StatusCode::OutOfMemory, ZSTD_getErrorName(n));
    result.resize(n);
    return result;
  }
  }
  return Status(StatusCode::InvalidInput, "unknown codec");
}

} // namespace anywarp::fatbin
