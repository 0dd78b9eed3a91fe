// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who may have a companion, and what is handed over. conformance/nvrtc/Process.cpp has one at work.
#include "support/os/Companion.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace anywarp {
namespace {

TEST(Companion, HandsOverDescriptors) {
  int ends[2], pipes[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  ASSERT_EQ(pipe(pipes), 0);
  EXPECT_TRUE(sendFiles(ends[0], {pipes[0], pipes[1]}));
  const std::vector<int> files = receiveFiles(ends[1], 3).value();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(write(files[1], "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(read(pipes[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  EXPECT_NE(fcntl(files[0], F_GETFD) & FD_CLOEXEC, 0);
  close(ends[1]);
  EXPECT_FALSE(sendFiles(ends[0], {pipes[0]}));
  EXPECT_FALSE(receiveFiles(ends[0], 3).has_value());
}

TEST(Companion, APlainByteIsNothing) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  EXPECT_EQ(send(ends[0], "x", 1, 0), 1);
  EXPECT_TRUE(receiveFiles(ends[1], 3).value().empty());
}

TEST(Companion, AProcessThatCanOpenNoMoreIsNotAlone) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  EXPECT_TRUE(sendFiles(ends[0], {STDIN_FILENO}));
  EXPECT_TRUE(sendFiles(ends[0], {STDIN_FILENO}));
  rlimit before, limit;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  limit = before;
  limit.rlim_cur = 3;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  const std::optional<std::vector<int>> none = receiveFiles(ends[1], 3);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(none && none->empty());
  EXPECT_EQ(receiveFiles(ends[1], 3).value().size(), 1u);
}

TEST(Companion, IsNotLookedUpInTheFolder) {
  const int before = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(chdir("/bin"), 0);
  EXPECT_EQ(Companion::start("true", {}), nullptr);
  EXPECT_EQ(fchdir(before), 0);
  close(before);
}

TEST(Companion, RightsAreNoticed) {
  EXPECT_EQ(Circumstances::now(), Circumstances::now());
  const Circumstances before = Circumstances::now();
  if (before.rights.empty())
    GTEST_SKIP() << "no /proc";
  const mode_t mask = umask(0123);
  EXPECT_NE(Circumstances::now(), before);
  umask(mask);
  EXPECT_EQ(Circumstances::now(), before);
  // The system call is for the thread that makes it, and a thread that ends takes nothing along.
  bool isChanged = true, isTried = false;
  std::thread([&] {
    const gid_t group = 12'345;
    const Circumstances mine = Circumstances::now();
    isTried = syscall(SYS_setgroups, size_t(1), &group) == 0;
    isChanged = Circumstances::now() != mine;
  }).join();
  EXPECT_TRUE(isChanged || !isTried);
  std::thread([&] {
    __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2] = {}, none[2] = {};
    const Circumstances mine = Circumstances::now();
    isTried = syscall(SYS_capget, &header, sets) == 0 && sets[0].effective &&
              syscall(SYS_capset, &header, none) == 0;
    isChanged = Circumstances::now() != mine;
  }).join();
  EXPECT_TRUE(isChanged || !isTried);
}

TEST(Companion, IsGoneIfItsProgramIs) {
  EXPECT_EQ(Companion::start("/nowhere/program", {}), nullptr);
  const std::shared_ptr<Companion> gone = Companion::start("/bin/true", {});
  if (!gone)
    GTEST_SKIP() << "no companion may be had here";
  EXPECT_TRUE(gone->isOfThisProcess());
  EXPECT_FALSE(gone->send({STDIN_FILENO}));
}

TEST(Companion, IsOfOneProcessAsItWas) {
  const std::shared_ptr<Companion> companion = Companion::start("/bin/true", {});
  if (!companion)
    GTEST_SKIP() << "no companion may be had here";
  if (const pid_t child = fork(); child == 0) {
    _exit(companion->isOfThisProcess());
  } else {
    int status = 1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  rlimit before, limit;
  ASSERT_EQ(getrlimit(RLIMIT_CPU, &before), 0);
  limit = before;
  limit.rlim_cur = 100'000;
  ASSERT_EQ(setrlimit(RLIMIT_CPU, &limit), 0);
  EXPECT_FALSE(companion->isOfThisProcess());
  ASSERT_EQ(setrlimit(RLIMIT_CPU, &before), 0);
  EXPECT_TRUE(companion->isOfThisProcess());
}

} // namespace
} // namespace anywarp
