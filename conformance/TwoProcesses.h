// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two processes that are forked off before the library is used; bytes and files go between them
// over a socket.
#pragma once

#include <cstring>
#include <sys/socket.h>

#include "Check.h"

/// A message of one byte that a file descriptor goes with.
struct DescriptorMessage {
  char byte = 'x';
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec data{&byte, 1};
  msghdr message{};
  DescriptorMessage() {
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
  }
};

struct Link {
  int socket;
  template <typename T> void send(const T &value) const {
    CHECK(write(socket, &value, sizeof value) == ssize_t(sizeof value));
  }
  template <typename T> T receive() const {
    T value{};
    CHECK(read(socket, &value, sizeof value) == ssize_t(sizeof value));
    return value;
  }
  void tell() const { send('x'); }
  void await() const { (void)receive<char>(); }

  void sendDescriptor(int fd) const {
    DescriptorMessage sent;
    cmsghdr *head = CMSG_FIRSTHDR(&sent.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(head), &fd, sizeof fd);
    CHECK(sendmsg(socket, &sent.message, 0) == 1);
  }
  int receiveDescriptor() const {
    int fd = -1;
    DescriptorMessage received;
    if (recvmsg(socket, &received.message, 0) == 1 && CMSG_FIRSTHDR(&received.message))
      std::memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&received.message)), sizeof fd);
    return fd;
  }
};

/// Runs the two sides as children; a side that fails ends the other by closing its socket.
inline void twoProcesses(const char *name, void (*first)(Link), void (*second)(Link)) {
  int pair[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pid_t children[2];
  for (int i = 0; i < 2; ++i)
    if ((children[i] = fork()) == 0) {
      close(pair[1 - i]);
      failures = 0;
      alarm(60);
      (i ? second : first)(Link{pair[i]});
      std::fflush(stdout);
      _exit(failures != 0);
    }
  close(pair[0]);
  close(pair[1]);
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
      std::printf("%s: failed\n", name);
      ++failures;
    }
  }
}
