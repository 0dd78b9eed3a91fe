// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of ours that works for this process. It is started by exec, which takes a large process
// no longer than a small one; fork copies tables of pages. It is no child of the process, which may
// wait for all of its children. It ends with the process.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace anywarp {

/// What a companion has of its process at the start, and what decides what it may do.
struct Circumstances {
  pid_t process = 0;
  /// Users, groups, capabilities, umask, confinement, root folder, limits; empty: unknown.
  std::string rights;

  static Circumstances now();
  bool operator==(const Circumstances &) const = default;
};

class Companion {
public:
  /// Runs `program`, an absolute path, with `arguments`. Null if the process may have none: a
  /// privileged one, one that orphans become children of, one whose rights are unknown, one that
  /// may not run programs. Any thread may ask.
  static std::shared_ptr<Companion> start(const std::string &program,
                                          const std::vector<std::string> &arguments);
  ~Companion();

  /// False after a fork, other rights or other limits, and if the program has closed the socket.
  bool isOfThisProcess() const;
  /// Hands over descriptors. False if nobody is there.
  bool send(std::initializer_list<int> files) const;
  /// For poll(2): it hangs up when the program has ended.
  int socket() const { return socket_; }

private:
  bool holdsSocket() const;

  Circumstances circumstances_;
  int socket_ = -1;
  ino_t inode_ = 0; ///< of the socket: programs close descriptors that they did not open
};

/// Descriptors that a companion's program begins with: the socket, and the process that it works
/// for (pidfd_open(2)), which is readable when that has ended; -1 stands for it on an old kernel.
inline constexpr int kCompanionSocket = 3, kCompanionOwner = 4;

/// Sends descriptors to whoever holds the other end. False if nobody does.
bool sendFiles(int socket, std::initializer_list<int> files);
/// Receives up to `most` of them. Fewer: this process can open no more. Nothing: nobody is there.
std::optional<std::vector<int>> receiveFiles(int socket, size_t most);

} // namespace anywarp
