// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/SharedFile.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace anywarp::driver {

uint64_t inodeOf(int descriptor) {
  struct stat file;
  return fstat(descriptor, &file) == 0 ? file.st_ino : 0;
}

SharedFile::SharedFile(Kind kind, int descriptor)
    : kind(kind), process(getpid()), descriptor(descriptor), inode(inodeOf(descriptor)) {}

bool SharedFile::isOwn() const { return process == getpid(); }

int SharedFile::open() const {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/fd/%d", process, descriptor);
  int own = ::open(path, O_RDWR | O_CLOEXEC);
  if (own < 0)
    return -1;
  struct stat file;
  int seals = fcntl(own, F_GET_SEALS);
  if (seals >= 0 && (seals & kSharedSeals) == kSharedSeals && fstat(own, &file) == 0 &&
      uint64_t(file.st_ino) == inode && uint64_t(file.st_size) >= fileBytes &&
      offset <= fileBytes && bytes <= fileBytes - offset)
    return own;
  close(own);
  return -1;
}

} // namespace anywarp::driver
