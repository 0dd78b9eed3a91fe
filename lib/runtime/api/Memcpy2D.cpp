// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of rectangles, and all copies from and to arrays that are not three-dimensional.
#include "runtime/core/Driver.h"
#include "runtime/records/ArrayFormat.h"
#include "runtime/records/CopyRecord.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

namespace {

/// One end of a copy: a pitched pointer or a place in an array.
struct End {
  const void *pointer = nullptr;
  size_t pitch = 0;
  cudaArray_const_t array = nullptr;
  bool isArray = false;
  size_t x = 0, y = 0; ///< in an array: bytes and rows

  static End of(const void *pointer, size_t pitch) { return {pointer, pitch}; }
  static End of(cudaArray_const_t array, size_t x, size_t y) {
    return {nullptr, 0, array, true, x, y};
  }
};

/// The pitch of a pointer's rows as the driver gets it: one row needs none, nor is its pitch too
/// large. One that does not hold a row is an invalid pitch, of one row an invalid value (seen).
cudaError_t pitchOf(const End &end, size_t width, size_t height, size_t &pitch) {
  const bool isOneRow = height == 1;
  pitch = isOneRow && (!end.pitch || end.pitch > width) ? width : end.pitch;
  if (pitch >= width)
    return cudaSuccess;
  return isOneRow ? cudaErrorInvalidValue : cudaErrorInvalidPitchValue;
}

cudaError_t pitchesOf(const End &dst, const End &src, size_t width, size_t height,
                      CUDA_MEMCPY2D &copy) {
  if (!src.isArray)
    if (cudaError_t error = pitchOf(src, width, height, copy.srcPitch))
      return error;
  return dst.isArray ? cudaSuccess : pitchOf(dst, width, height, copy.dstPitch);
}

cudaError_t convert(const End &dst, const End &src, size_t width, size_t height,
                    cudaMemcpyKind kind, CUDA_MEMCPY2D &copy) {
  copy = {};
  // Without an array, the pitches come before the direction (seen).
  const bool hasArray = src.isArray || dst.isArray;
  if (cudaError_t error = hasArray ? cudaSuccess : pitchesOf(dst, src, width, height, copy))
    return error;
  // Arrays are the device's.
  CUmemorytype srcType, dstType;
  if (!memoryTypes(kind, srcType, dstType) || (src.isArray && srcType == CU_MEMORYTYPE_HOST) ||
      (dst.isArray && dstType == CU_MEMORYTYPE_HOST))
    return cudaErrorInvalidMemcpyDirection;
  if (cudaError_t error = hasArray ? pitchesOf(dst, src, width, height, copy) : cudaSuccess)
    return error;
  copy.WidthInBytes = width;
  copy.Height = height;
  if (src.isArray) {
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = toDriver(src.array);
    copy.srcXInBytes = src.x;
    copy.srcY = src.y;
  } else {
    copy.srcMemoryType = srcType;
    copy.srcHost = src.pointer;
    copy.srcDevice = address(src.pointer);
  }
  if (dst.isArray) {
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = toDriver(dst.array);
    copy.dstXInBytes = dst.x;
    copy.dstY = dst.y;
  } else {
    copy.dstMemoryType = dstType;
    copy.dstHost = const_cast<void *>(dst.pointer);
    copy.dstDevice = address(dst.pointer);
  }
  return cudaSuccess;
}

/// Synchronous if `stream` is null.
cudaError_t copy2D(const End &dst, const End &src, size_t width, size_t height, cudaMemcpyKind kind,
                   const cudaStream_t *stream) {
  if (!width || !height)
    return cudaSuccess; // whatever the arrays, the kind and the pitches (seen)
  if ((src.isArray && !src.array) || (dst.isArray && !dst.array))
    return cudaErrorInvalidResourceHandle;
  CUDA_MEMCPY2D copy;
  if (cudaError_t error = convert(dst, src, width, height, kind, copy))
    return error;
  return toError(stream ? cu().cuMemcpy2DAsync(&copy, *stream) : cu().cuMemcpy2DUnaligned(&copy));
}

/// The bytes of a row of the array. Where x is its end, (x, y) becomes the beginning of the next
/// (seen).
cudaError_t enterRow(cudaArray_const_t array, size_t &x, size_t &y, size_t &row) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor;
  if (cudaError_t error = describe(array, descriptor))
    return error;
  row = descriptor.Width * elementSize({descriptor.Format, descriptor.NumChannels});
  if (!row || x > row)
    return cudaErrorInvalidValue;
  y += x / row;
  x %= row;
  return cudaSuccess;
}

/// `count` bytes of an array from (x, y) on, row after row: the rest of the first row, whole rows,
/// the beginning of a last row. `copy` gets the place in the array, the offset in the linear memory
/// and the rectangle.
template <typename Copy>
cudaError_t alongRows(cudaArray_const_t array, size_t x, size_t y, size_t count, Copy copy) {
  if (!count)
    return cudaSuccess;
  size_t row;
  if (cudaError_t error = enterRow(array, x, y, row))
    return error;
  for (size_t done = 0; done < count;) {
    const size_t left = count - done;
    const bool whole = x == 0 && left >= row;
    const size_t width = whole ? row : (left < row - x ? left : row - x);
    const size_t height = whole ? left / row : 1;
    if (cudaError_t error = copy(x, y, done, width, height))
      return error;
    done += width * height;
    y += height;
    x = 0;
  }
  return cudaSuccess;
}

/// A kind that is none is no error where bytes go along rows (seen).
cudaMemcpyKind orDefault(cudaMemcpyKind kind) {
  return kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault ? cudaMemcpyDefault : kind;
}

cudaError_t toArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
                    cudaMemcpyKind kind, const cudaStream_t *stream) {
  return alongRows(dst, x, y, count,
                   [&](size_t atX, size_t atY, size_t offset, size_t width, size_t height) {
                     return copy2D(End::of(dst, atX, atY),
                                   End::of(static_cast<const char *>(src) + offset, width), width,
                                   height, orDefault(kind), stream);
                   });
}

cudaError_t fromArray(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
                      cudaMemcpyKind kind, const cudaStream_t *stream) {
  return alongRows(src, x, y, count,
                   [&](size_t atX, size_t atY, size_t offset, size_t width, size_t height) {
                     return copy2D(End::of(static_cast<char *>(dst) + offset, width),
                                   End::of(src, atX, atY), width, height, orDefault(kind), stream);
                   });
}

} // namespace

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                   size_t count, enum cudaMemcpyKind kind) {
  // Both sides wrap at their own rows: pieces of the one are cut at the rows of the other.
  size_t dstX = wOffsetDst, dstY = hOffsetDst, row;
  if (!count)
    return cudaSuccess;
  if (cudaError_t error = enterRow(dst, dstX, dstY, row))
    return error;
  return alongRows(src, wOffsetSrc, hOffsetSrc, count,
                   [&](size_t x, size_t y, size_t, size_t width, size_t height) {
                     for (size_t line = 0; line < height; ++line)
                       for (size_t done = 0; done < width;) {
                         const size_t piece = width - done < row - dstX ? width - done : row - dstX;
                         if (cudaError_t error =
                                 copy2D(End::of(dst, dstX, dstY), End::of(src, x + done, y + line),
                                        piece, 1, kind, nullptr))
                           return error;
                         done += piece;
                         dstX += piece;
                         if (dstX == row) {
                           dstX = 0;
                           ++dstY;
                         }
                       }
                     return cudaSuccess;
                   });
}

#include "runtime/bodies/Memcpy2D.inc"

} // namespace anywarp::runtime
