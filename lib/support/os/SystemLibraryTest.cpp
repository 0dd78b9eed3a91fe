// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which libraries are ours. This program has the note that our libraries have.
#include "support/os/SystemLibrary.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace anywarp {
namespace {

TEST(SystemLibrary, KnowsOurs) {
  EXPECT_TRUE(isOwnLibrary("/proc/self/exe"));
  EXPECT_FALSE(isOwnLibrary(pathOfCode(reinterpret_cast<const void *>(&std::abort))));
  EXPECT_FALSE(isOwnLibrary("/proc/self/status"));
  EXPECT_FALSE(isOwnLibrary("/nowhere"));
}

/// Cut off anywhere in its headers, a file is nobody's.
TEST(SystemLibrary, ReadsDamagedFiles) {
  std::ostringstream text;
  text << std::ifstream("/proc/self/exe", std::ios::binary).rdbuf();
  const std::string whole = text.str();
  std::string folder = (std::filesystem::temp_directory_path() / "aw-library-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string path = folder + "/cut";
  for (const size_t bytes : {0, 3, 20, 63, 64, 100, 200}) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, bytes);
    EXPECT_FALSE(isOwnLibrary(path)) << bytes;
  }
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace anywarp
