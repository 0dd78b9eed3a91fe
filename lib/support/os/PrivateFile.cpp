// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Owner, mode and kind are asked of an open descriptor: a path may mean something else a moment
// later.
#include "support/os/PrivateFile.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace anywarp {

namespace {

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0)
      close(number_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  explicit operator bool() const { return number_ >= 0; }
  int operator*() const { return number_; }
  int release() { return std::exchange(number_, -1); }

private:
  int number_;
};

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

bool isLinkOfUser(const std::string &path) {
  struct stat info;
  return lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode) && info.st_uid == geteuid();
}

int openFolder(const std::string &path) {
  int folder = open(path.c_str(), kFolderFlags | O_NOFOLLOW);
  if (folder < 0 && isLinkOfUser(path))
    folder = open(path.c_str(), kFolderFlags);
  return folder;
}

/// Makes the folder and those above it.
void makeFolders(const std::string &path) {
  for (size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), 0700);
  mkdir(path.c_str(), 0700);
}

/// Writes under another name and renames.
bool replaceFile(int folder, const std::string &name,
                 std::initializer_list<std::string_view> parts) {
  FileSizeLimitFails guard;
  static std::atomic<unsigned> serial{0};
  const std::string temporary =
      name + "." + std::to_string(getpid()) + "." + std::to_string(serial++) + ".tmp";
  Descriptor file(openat(folder, temporary.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file)
    return false;
  bool written = true;
  for (std::string_view part : parts)
    written = written && writeAll(*file, part);
  written &= close(file.release()) == 0;
  if (written && renameat(folder, temporary.c_str(), folder, name.c_str()) == 0)
    return true;
  unlinkat(folder, temporary.c_str(), 0);
  return false;
}

std::string withoutSlashes(std::string path) {
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();
  return path;
}

} // namespace

bool isPrivate(int descriptor, bool orRoots) {
  struct stat info;
  return fstat(descriptor, &info) == 0 &&
         (info.st_uid == geteuid() || (orRoots && info.st_uid == 0)) &&
         !(info.st_mode & (S_IWGRP | S_IWOTH));
}

Expected<PrivateFolder> PrivateFolder::open(const std::string &name) {
  const std::string path = withoutSlashes(name);
  int opened = openFolder(path);
  if (opened < 0 && errno == ENOENT) {
    makeFolders(path);
    opened = openFolder(path);
  }
  Descriptor folder(opened);
  if (!folder)
    return Status(StatusCode::System, path + ": " + std::strerror(errno));
  if (!isPrivate(*folder))
    return Status(StatusCode::System, path + " belongs to another user, or others may write to it");
  return PrivateFolder(path);
}

int PrivateFolder::openFile(const std::string &name) const {
  Descriptor folder(openFolder(path_));
  if (!folder || !isPrivate(*folder))
    return -1;
  // O_NONBLOCK: a pipe must not hold us up.
  Descriptor file(
      openat(*folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat info;
  if (!file || !isPrivate(*file) || fstat(*file, &info) != 0 || !S_ISREG(info.st_mode))
    return -1;
  return file.release();
}

bool PrivateFolder::writeFile(const std::string &name,
                              std::initializer_list<std::string_view> parts) const {
  Descriptor folder(openFolder(path_));
  return folder && isPrivate(*folder) && replaceFile(*folder, name, parts);
}

bool writePrivateFile(const std::string &path, std::initializer_list<std::string_view> parts) {
  return replaceFile(AT_FDCWD, path, parts);
}

int openPrivateFile(const std::string &path) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600));
  struct stat info;
  if (!file || fstat(*file, &info) != 0)
    return -1;
  // Another name of the file might be one that the user did not mean.
  const bool isPlain = S_ISREG(info.st_mode);
  if (info.st_uid != geteuid() || (isPlain && info.st_nlink != 1)) {
    errno = EPERM;
    return -1;
  }
  if (isPlain && ftruncate(*file, 0) != 0)
    return -1;
  return file.release();
}

bool writeAll(int descriptor, std::string_view data) {
  while (!data.empty()) {
    ssize_t n = write(descriptor, data.data(), data.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    data.remove_prefix(size_t(n));
  }
  return true;
}

// The kernel sends SIGXFSZ to the thread that writes: blocked, it waits, and can be taken away.

FileSizeLimitFails::FileSizeLimitFails() {
  sigset_t set, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  sigpending(&pending);
  wasPending_ = sigismember(&pending, SIGXFSZ) == 1;
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

FileSizeLimitFails::~FileSizeLimitFails() {
  const int error = errno;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  constexpr timespec kNow{};
  while (!wasPending_ && sigtimedwait(&set, nullptr, &kNow) < 0 && errno == EINTR)
    ;
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = error;
}

bool resizeFile(int descriptor, off_t bytes) {
  FileSizeLimitFails guard;
  return ftruncate(descriptor, bytes) == 0;
}

} // namespace anywarp
