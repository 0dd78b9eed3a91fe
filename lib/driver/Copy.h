// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills as the streams see them: rows and slices of bytes at plain addresses. Every copy of
// the API, of whatever dimension and between whatever memory, is brought into this form.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/Api.h"
#include "driver/Stream.h"

namespace anywarp::driver {

/// One side of a copy.
struct CopySide {
  char *address = nullptr; ///< of the first byte
  size_t pitch = 0;        ///< from row to row
  size_t slicePitch = 0;   ///< from slice to slice
  bool isHost = false;     ///< host memory, pinned or not
  bool isPageable = false; ///< host memory that the driver does not know
  bool isMapped = false;   ///< cuMemMap: may be unmapped or closed to access at any time
  bool isReadOnly = false; ///< no device may write it
};

struct CopyExtent {
  size_t width = 0; ///< bytes
  size_t height = 1, depth = 1;
  bool isEmpty() const { return !width || !height || !depth; }
};

enum class Blocking : bool { No, Yes };
/// Until when the source must stay as it is: the copy's end, or the end of the call.
enum class SourceUse : bool { InStream, DuringCall };

/// Checks the sides of a copy that the program named by address.
CUresult deviceSide(CUdeviceptr address, const CopyExtent &extent, CopySide &side);
CUresult hostSide(const void *address, const CopyExtent &extent, CopySide &side);
/// Either of the two, found out by the address (unified addressing).
CUresult unifiedSide(CUdeviceptr address, const CopyExtent &extent, CopySide &side);
/// A box of an array, `x` in bytes.
CUresult arrayBoxSide(CUarray handle, size_t x, size_t y, size_t z, const CopyExtent &extent,
                      CopySide &side);

/// Enqueues a copy. Blocking::Yes is a call without a stream argument: it returns when the manual
/// says such a call does. Otherwise the call may still wait, where memory is pageable.
CUresult submitCopy(const CopySide &to, const CopySide &from, const CopyExtent &extent,
                    Stream &stream, Blocking blocking, SourceUse use = SourceUse::InStream);

/// Enqueues a fill with a value of 1, 2 or 4 bytes. `width` counts values.
CUresult submitFill(CUdeviceptr address, size_t pitch, uint32_t value, unsigned valueBytes,
                    size_t width, size_t height, Stream &stream, Blocking blocking);

} // namespace anywarp::driver
