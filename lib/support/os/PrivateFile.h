// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that nobody but the user may have made or changed: caches of machine code and of compiler
// state, core dumps, maps for the profiler. Thread-safe.
#pragma once

#include <csignal>
#include <initializer_list>
#include <string>
#include <string_view>

#include "support/Status.h"

namespace anywarp {

/// A folder of cache files. It and each file of it must belong to the effective user, and neither
/// group nor others may write to them: what is found there is run. Holds no descriptor, as programs
/// may close any.
class PrivateFolder {
public:
  /// The folder at `path`, made with mode 0700 if missing. A link is followed if it is the user's.
  static Expected<PrivateFolder> open(const std::string &path);

  const std::string &path() const { return path_; }
  /// A descriptor for reading a file of the folder; -1 if there is none that can be trusted.
  int openFile(const std::string &name) const;
  /// Writes a file of mode 0600 that appears as a whole or not at all.
  bool writeFile(const std::string &name, std::initializer_list<std::string_view> parts) const;

private:
  explicit PrivateFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// A descriptor for writing the file at `path`, emptied or made with mode 0600; -1 with errno if it
/// is a link, another user's, or cannot be written.
int openPrivateFile(const std::string &path);

/// Replaces the file at `path` by one of mode 0600 that appears as a whole or not at all.
bool writePrivateFile(const std::string &path, std::initializer_list<std::string_view> parts);

/// True if `descriptor` is a file or folder of the effective user, or of root, that no other may
/// write to.
bool isPrivate(int descriptor, bool orRoots = false);

/// Writes all of `data`.
bool writeAll(int descriptor, std::string_view data);

/// While it lives, what exceeds the limit of file sizes (`ulimit -f`) fails with EFBIG on this
/// thread; SIGXFSZ would end the program.
class FileSizeLimitFails {
public:
  FileSizeLimitFails();
  ~FileSizeLimitFails();
  FileSizeLimitFails(const FileSizeLimitFails &) = delete;
  FileSizeLimitFails &operator=(const FileSizeLimitFails &) = delete;

private:
  sigset_t before_;
  bool wasPending_;
};

/// ftruncate(2) that fails beyond the limit of file sizes.
bool resizeFile(int descriptor, off_t bytes);

} // namespace anywarp
