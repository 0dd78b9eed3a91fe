// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills as the streams see them: rows and slices of bytes at plain addresses. Every copy
// of the API, of whatever dimension and between whatever memory, is brought into this form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driver/base/Api.h"
#include "driver/stream/Action.h"
#include "driver/stream/WorkOrigin.h"

namespace anywarp::driver {

/// One endpoint of a copy.
struct CopyEndpoint {
  char *address = nullptr; ///< of the first byte
  size_t pitch = 0;        ///< from row to row
  size_t slicePitch = 0;   ///< from slice to slice
  bool isHost = false;     ///< host memory, pinned or not
  bool isManaged = false;
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

/// Copies, now. ILLEGAL_ADDRESS if memory went meanwhile.
CUresult runCopy(const CopyEndpoint &to, const CopyEndpoint &from, const CopyExtent &extent,
                 const std::vector<void *> &host = {});

/// A fill with a value of 1, 2 or 4 bytes. `width` counts values.
struct Fill {
  char *address = nullptr;
  size_t pitch = 0;
  uint32_t value = 0;
  unsigned valueBytes = 1;
  size_t width = 0, height = 1;
  bool isMapped = false; ///< as in CopyEndpoint; found out by checkFill
  bool isEmpty() const { return !width || !height; }
  /// Fills, now. ILLEGAL_ADDRESS if the memory went meanwhile.
  CUresult run(const std::vector<void *> &host = {}) const;

private:
  void fillRow(char *row) const;
};
/// A copy that was placed. `ofDevice`: it reaches managed memory as a device does
/// (ManagedAccess.h).
class CopyAction final : public Action {
public:
  CopyAction(const CopyEndpoint &to, const CopyEndpoint &from, const CopyExtent &extent,
             bool ofDevice)
      : to_(to), from_(from), extent_(extent), ofDevice_(ofDevice) {}
  /// Takes the source's bytes now: the program may change them from now on.
  void stage();
  CUresult run(const Turn &turn) const override;
  const char *awaited() const override { return ofDevice_ ? "a copy" : nullptr; }
  void tellUses(const Command &command, const Stream &stream) const override;
  WorkOrigin origin;

private:
  CopyEndpoint stagedEndpoint() const;
  CopyEndpoint to_, from_;
  CopyExtent extent_;
  bool ofDevice_;
  std::vector<char> staged_; ///< empty: the source is read when the copy runs
};

/// A fill that was checked.
class FillAction final : public Action {
public:
  FillAction(const Fill &fill, bool ofDevice) : fill_(fill), ofDevice_(ofDevice) {}
  CUresult run(const Turn &turn) const override;
  const char *awaited() const override { return ofDevice_ ? "a fill" : nullptr; }
  void tellUses(const Command &command, const Stream &stream) const override;
  WorkOrigin origin;

private:
  Fill fill_;
  bool ofDevice_;
};

/// Checks alignment and bounds; `isHost`: the host sees the memory.
CUresult checkFill(Fill &fill, bool &isHost);

/// What the records of copies have in common, in another one: two dimensions and three, 32-bit
/// sizes and 64-bit ones.
template <typename To, typename From> To widenEndpoints(const From &copy) {
  To wide{};
  wide.srcXInBytes = copy.srcXInBytes;
  wide.srcY = copy.srcY;
  wide.srcMemoryType = copy.srcMemoryType;
  wide.srcHost = copy.srcHost;
  wide.srcDevice = copy.srcDevice;
  wide.srcArray = copy.srcArray;
  wide.srcPitch = copy.srcPitch;
  wide.dstXInBytes = copy.dstXInBytes;
  wide.dstY = copy.dstY;
  wide.dstMemoryType = copy.dstMemoryType;
  wide.dstHost = copy.dstHost;
  wide.dstDevice = copy.dstDevice;
  wide.dstArray = copy.dstArray;
  wide.dstPitch = copy.dstPitch;
  wide.WidthInBytes = copy.WidthInBytes;
  wide.Height = copy.Height;
  return wide;
}

/// Checks a copy in the form of the API.
CUresult placeCopy(const CUDA_MEMCPY3D &copy, CopyEndpoint &to, CopyEndpoint &from,
                   CopyExtent &extent);

/// Checks the endpoints of a copy that the program named by address.
CUresult deviceEndpoint(CUdeviceptr address, const CopyExtent &extent, CopyEndpoint &endpoint);
CUresult hostEndpoint(const void *address, const CopyExtent &extent, CopyEndpoint &endpoint);
/// Either of the two, found out by the address (unified addressing).
CUresult unifiedEndpoint(CUdeviceptr address, const CopyExtent &extent, CopyEndpoint &endpoint);
/// A box of an array, `x` in bytes.
CUresult arrayBoxEndpoint(CUarray handle, size_t x, size_t y, size_t z, const CopyExtent &extent,
                          CopyEndpoint &endpoint);

/// Enqueues a copy. Blocking::Yes is a call without a stream argument: it returns when the manual
/// says such a call does. Otherwise the call may still wait, where memory is pageable.
CUresult submitCopy(const CopyEndpoint &to, const CopyEndpoint &from, const CopyExtent &extent,
                    Stream &stream, Blocking blocking, SourceUse use = SourceUse::InStream);

/// Checks and enqueues a fill.
CUresult submitFill(Fill fill, Stream &stream, Blocking blocking);

} // namespace anywarp::driver
