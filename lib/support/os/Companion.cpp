// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pair of sockets, posix_spawn, descriptors by SCM_RIGHTS.
#include "support/os/Companion.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/Environment.h"

namespace anywarp {
namespace {

constexpr size_t kMostFiles = 8;

/// A copy of `file` that neither stands for a standard stream nor for one of a companion's own.
int moveUp(int file) {
  if (file < 0)
    return -1;
  const int moved = fcntl(file, F_DUPFD_CLOEXEC, kCompanionOwner + 1);
  close(file);
  return moved;
}

/// Orphans become children of such a process, and it may wait for all of its children.
bool takesOrphans() {
  int isSubreaper = 0;
  return getpid() == 1 ||
         (prctl(PR_GET_CHILD_SUBREAPER, &isSubreaper, 0, 0, 0) == 0 && isSubreaper);
}

/// What the program reads: nothing that concerns the loader. Libraries are found beside it.
std::vector<char *> environmentOfProgram() {
  std::vector<char *> list;
  for (char **variable = environ; variable && *variable; ++variable)
    if (!std::string_view(*variable).starts_with("LD_"))
      list.push_back(*variable);
  list.push_back(nullptr);
  return list;
}

/// Runs the program, which leaves a grandchild and ends.
bool spawn(const std::string &program, const std::vector<std::string> &arguments, int socket,
           int owner) {
  std::vector<char *> argv = {const_cast<char *>(program.c_str())};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char *> environment = environmentOfProgram();

  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, socket, kCompanionSocket);
  if (owner >= 0)
    posix_spawn_file_actions_adddup2(&actions, owner, kCompanionOwner);
  posix_spawn_file_actions_addclosefrom_np(&actions, kCompanionOwner + (owner >= 0));

  pid_t pid = -1;
  const bool isSpawned = posix_spawn(&pid, program.c_str(), &actions, &attributes, argv.data(),
                                     environment.data()) == 0;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  int status = 0;
  while (isSpawned && waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return isSpawned;
}

} // namespace

Circumstances Circumstances::now() {
  Circumstances now;
  now.process = getpid();
  // A thread may have rights of its own. The file has no size.
  const int file = open("/proc/thread-self/status", O_RDONLY | O_CLOEXEC);
  std::string status;
  char part[4096];
  for (ssize_t n; file >= 0 && (n = read(file, part, sizeof part)) > 0;)
    status.append(part, size_t(n));
  if (file < 0)
    return now;
  close(file);
  for (size_t at = 0, end; (end = status.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string_view line = std::string_view(status).substr(at, end + 1 - at);
    for (const char *name : {"Umask", "Uid", "Gid", "Groups", "Cap", "NoNewPrivs", "Seccomp"})
      if (line.starts_with(name))
        now.rights += line;
  }
  auto add = [&](auto value) { now.rights += std::to_string(value) + "\n"; };
  struct stat info = {};
  for (const char *path : {"/", "/proc/thread-self/ns/mnt", "/proc/thread-self/ns/user"}) {
    const bool isThere = stat(path, &info) == 0;
    add(isThere ? info.st_dev : 0);
    add(isThere ? info.st_ino : 0);
  }
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_CPU}) {
    rlimit limit = {};
    getrlimit(resource, &limit);
    add(limit.rlim_cur);
  }
  return now;
}

std::shared_ptr<Companion> Companion::start(const std::string &program,
                                            const std::vector<std::string> &arguments) {
  if (isPrivileged() || takesOrphans() || !program.starts_with('/') ||
      access(program.c_str(), X_OK) != 0)
    return nullptr;
  auto companion = std::make_shared<Companion>();
  companion->circumstances_ = Circumstances::now();
  if (companion->circumstances_.rights.empty())
    return nullptr;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return nullptr;
  companion->socket_ = moveUp(ends[0]);
  const int other = moveUp(ends[1]);
  const int owner = moveUp(int(syscall(SYS_pidfd_open, getpid(), 0)));
  struct stat info;
  if (companion->socket_ >= 0 && fstat(companion->socket_, &info) == 0)
    companion->inode_ = info.st_ino;
  const bool isGood = companion->inode_ && other >= 0 && spawn(program, arguments, other, owner);
  for (const int file : {other, owner})
    if (file >= 0)
      close(file);
  return isGood ? companion : nullptr;
}

bool Companion::holdsSocket() const {
  struct stat info;
  return socket_ >= 0 && fstat(socket_, &info) == 0 && S_ISSOCK(info.st_mode) &&
         info.st_ino == inode_;
}

bool Companion::isOfThisProcess() const {
  return holdsSocket() && circumstances_ == Circumstances::now();
}

bool Companion::send(std::initializer_list<int> files) const { return sendFiles(socket_, files); }

Companion::~Companion() {
  if (holdsSocket())
    close(socket_);
}

namespace {

/// A byte with descriptors beside it.
struct FileMessage {
  char byte = 0;
  iovec data = {&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostFiles * sizeof(int))] = {};
  msghdr message = {};

  explicit FileMessage(size_t files) {
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(files * sizeof(int));
  }
  FileMessage(const FileMessage &) = delete;
  cmsghdr *header() { return CMSG_FIRSTHDR(&message); }
};

} // namespace

bool sendFiles(int socket, std::initializer_list<int> files) {
  FileMessage out(files.size());
  cmsghdr *header = out.header();
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
  std::memcpy(CMSG_DATA(header), files.begin(), files.size() * sizeof(int));
  ssize_t sent;
  while ((sent = sendmsg(socket, &out.message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
    ;
  return sent == 1;
}

std::optional<std::vector<int>> receiveFiles(int socket, size_t most) {
  FileMessage in(most);
  ssize_t got;
  while ((got = recvmsg(socket, &in.message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
    ;
  if (got != 1)
    return std::nullopt;
  std::vector<int> files;
  cmsghdr *header = in.header();
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
    return files;
  files.resize((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
  std::memcpy(files.data(), CMSG_DATA(header), files.size() * sizeof(int));
  return files;
}

} // namespace anywarp
