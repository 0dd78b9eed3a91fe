// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who may have written what is read, links, modes, and the limit of file sizes.
#include "support/os/PrivateFile.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace anywarp {
namespace {

class PrivateFileTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aw-private-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    top_ = pattern;
    folder_ = top_ / "a" / "b";
  }
  void TearDown() override { fs::remove_all(top_); }

  static bool opens(const fs::path &path) { return bool(PrivateFolder::open(path.string())); }
  static bool has(const PrivateFolder &folder, const char *name) {
    int file = folder.openFile(name);
    if (file >= 0)
      close(file);
    return file >= 0;
  }
  static mode_t modeOf(const fs::path &path) {
    struct stat info;
    return stat(path.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
  }

  fs::path top_, folder_;
};

TEST_F(PrivateFileTest, FoldersAndFilesAreTheUsersAlone) {
  mode_t before = umask(0);
  auto folder = PrivateFolder::open(folder_.string());
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder->writeFile("x", {"one", "two"}));
  umask(before);
  EXPECT_EQ(modeOf(folder_), 0700u);
  EXPECT_EQ(modeOf(folder_.parent_path()), 0700u);
  EXPECT_EQ(modeOf(folder_ / "x"), 0600u);
  std::string text;
  std::ifstream(folder_ / "x") >> text;
  EXPECT_EQ(text, "onetwo");
}

TEST_F(PrivateFileTest, WhatOthersMayWriteIsNotRead) {
  auto folder = PrivateFolder::open(folder_.string());
  ASSERT_TRUE(folder && folder->writeFile("x", {"x"}));
  EXPECT_TRUE(has(*folder, "x"));
  for (mode_t mode : {0620, 0602}) {
    chmod((folder_ / "x").c_str(), mode);
    EXPECT_FALSE(has(*folder, "x"));
  }
  chmod((folder_ / "x").c_str(), 0644);
  EXPECT_TRUE(has(*folder, "x"));
  for (mode_t mode : {0770, 0707, 01777}) {
    chmod(folder_.c_str(), mode);
    EXPECT_FALSE(has(*folder, "x"));
    EXPECT_FALSE(folder->writeFile("y", {"y"}));
    EXPECT_FALSE(opens(folder_));
  }
}

TEST_F(PrivateFileTest, WhatAnotherUserOwnsIsNotRead) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  auto folder = PrivateFolder::open(folder_.string());
  ASSERT_TRUE(folder && folder->writeFile("x", {"x"}));
  ASSERT_EQ(chown((folder_ / "x").c_str(), 65534, 65534), 0);
  EXPECT_FALSE(has(*folder, "x"));
  ASSERT_EQ(chown((folder_ / "x").c_str(), 0, 0), 0);
  EXPECT_TRUE(has(*folder, "x"));
  ASSERT_EQ(chown(folder_.c_str(), 65534, 65534), 0);
  EXPECT_FALSE(has(*folder, "x"));
  EXPECT_FALSE(opens(folder_));
  fs::path link = top_ / "link";
  fs::create_symlink(top_ / "a", link);
  EXPECT_TRUE(opens(link));
  ASSERT_EQ(lchown(link.c_str(), 65534, 65534), 0);
  EXPECT_FALSE(opens(link));
}

TEST_F(PrivateFileTest, LinksPipesAndFoldersAreNotFiles) {
  auto folder = PrivateFolder::open(folder_.string());
  ASSERT_TRUE(folder && folder->writeFile("x", {"x"}));
  fs::create_symlink("x", folder_ / "link");
  EXPECT_FALSE(has(*folder, "link"));
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(has(*folder, "pipe"));
  fs::create_directory(folder_ / "sub");
  EXPECT_FALSE(has(*folder, "sub"));
  // Writing replaces a link, not what it leads to.
  std::ofstream(top_ / "victim") << "kept";
  fs::create_symlink(top_ / "victim", folder_ / "z");
  EXPECT_TRUE(folder->writeFile("z", {"new"}));
  EXPECT_EQ(fs::file_size(top_ / "victim"), 4u);
}

TEST_F(PrivateFileTest, FilesOfTheUsersChoice) {
  std::string path = (top_ / "core").string();
  for (int i = 0; i < 2; ++i) { // made, then emptied
    int file = openPrivateFile(path);
    ASSERT_GE(file, 0);
    EXPECT_TRUE(writeAll(file, "text"));
    close(file);
    EXPECT_EQ(fs::file_size(path), 4u);
    EXPECT_EQ(modeOf(path), 0600u);
  }
  fs::create_symlink(path, top_ / "link");
  EXPECT_LT(openPrivateFile((top_ / "link").string()), 0);
  fs::create_hard_link(path, top_ / "second");
  EXPECT_LT(openPrivateFile((top_ / "second").string()), 0);
  EXPECT_EQ(fs::file_size(path), 4u);
}

TEST_F(PrivateFileTest, TheLimitOfFileSizesIsAFailure) {
  auto folder = PrivateFolder::open(folder_.string());
  ASSERT_TRUE(folder);
  rlimit before, none;
  getrlimit(RLIMIT_FSIZE, &before);
  none = before;
  none.rlim_cur = 0;
  setrlimit(RLIMIT_FSIZE, &none);
  bool isWritten = folder->writeFile("x", {"x"}); // SIGXFSZ would end the test
  int file = open((top_ / "y").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  bool isResized = resizeFile(file, 4096);
  setrlimit(RLIMIT_FSIZE, &before);
  close(file);
  EXPECT_FALSE(isWritten);
  EXPECT_FALSE(isResized);
  EXPECT_TRUE(fs::is_empty(folder_));
  sigset_t pending, mask;
  sigpending(&pending);
  EXPECT_FALSE(sigismember(&pending, SIGXFSZ));
  pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  EXPECT_FALSE(sigismember(&mask, SIGXFSZ));
}

} // namespace
} // namespace anywarp
