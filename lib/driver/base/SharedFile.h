// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one process tells another so that it finds a file in memory: the number of the descriptor in
// the process that shares it. The file is opened through /proc, which asks the system's permissions
// of both processes (the same user); its inode tells whether it still is the one that was meant.
#pragma once

#include <cstdint>
#include <fcntl.h>

namespace anywarp::driver {

/// What a file has that is shared: nobody can change its size.
inline constexpr int kSharedSeals = F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;

/// The bytes of a CUipcMemHandle, a CUipcEventHandle or a CUmemPoolPtrExportData.
struct SharedFile {
  enum class Kind : uint32_t { Memory = 0x4d435041, Event = 0x45435041, PoolPointer = 0x50435041 };
  Kind kind;
  int32_t process, descriptor;
  uint32_t reserved = 0;
  uint64_t inode;
  uint64_t offset = 0; ///< of the allocation in the file
  uint64_t bytes = 0;  ///< of the allocation
  uint64_t fileBytes = 0;
  uint64_t pool = 0; ///< PoolPointer: inode of the pool's file

  SharedFile(Kind kind, int descriptor);
  /// From a handle: false if it is none of that kind.
  SharedFile() = default;
  template <typename Handle> bool read(const Handle &handle, Kind wanted) {
    static_assert(sizeof *this <= sizeof handle);
    __builtin_memcpy(this, &handle, sizeof *this);
    return kind == wanted && process > 0 && descriptor >= 0;
  }
  template <typename Handle> void write(Handle &handle) const {
    handle = {};
    __builtin_memcpy(&handle, this, sizeof *this);
  }
  bool isOwn() const;
  /// A descriptor of the file, which nobody can shrink; negative if the other process has gone, or
  /// does not share with this one.
  int open() const;
};

uint64_t inodeOf(int descriptor);

} // namespace anywarp::driver
