// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Environment of privileged and other processes.
#include "support/Environment.h"

#include <algorithm>
#include <cstdlib>
#include <limits.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

namespace anywarp {

bool isPrivileged() {
  static const bool privileged = getauxval(AT_SECURE) != 0;
  return privileged;
}

const char *readEnvironment(const char *name) { return secure_getenv(name); }

/// In a folder with the sticky bit, as /tmp, nobody moves what belongs to others.
static bool isOnlyOurs(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 && (info.st_uid == 0 || info.st_uid == geteuid()) &&
         (!(info.st_mode & (S_IWGRP | S_IWOTH)) ||
          (S_ISDIR(info.st_mode) && (info.st_mode & S_ISVTX)));
}

bool isSafeToLoad(const std::string &path) {
  if (!isPrivileged())
    return true;
  char resolved[PATH_MAX];
  if (!realpath(path.c_str(), resolved))
    return false;
  std::string at = resolved;
  for (; at.size() > 1; at.resize(std::max<size_t>(at.rfind('/'), 1)))
    if (!isOnlyOurs(at.c_str()))
      return false;
  return isOnlyOurs("/");
}

} // namespace anywarp
