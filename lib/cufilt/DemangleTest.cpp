// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <cstring>
#include <string>

#include <gtest/gtest.h>
#include <nv_decode.h>

namespace {

std::string nameOf(const char *id) {
  int status = 1;
  char *name = __cu_demangle(id, nullptr, nullptr, &status);
  EXPECT_EQ(status, 0);
  std::string text = name ? name : "";
  free(name);
  return text;
}

// The names of the manual's examples.
TEST(Demangle, Names) {
  EXPECT_EQ(nameOf("_ZN8clstmp01I5cls01E13clstmp01_mf01Ev"), "clstmp01<cls01>::clstmp01_mf01()");
  EXPECT_EQ(nameOf("_ZN6Scope15Func1Enez"), "Scope1::Func1(__int128, long double, ...)");
  EXPECT_EQ(nameOf("_Z1fIiEbl"), "bool f<int>(long)");
}

TEST(Demangle, NoNames) {
  for (const char *id : {"B@d_iDentiFier", "", "i", "main", "_Zx", "_ZN6Scope1"}) {
    int status = 1;
    EXPECT_EQ(__cu_demangle(id, nullptr, nullptr, &status), nullptr) << id;
    EXPECT_EQ(status, -2) << id;
    EXPECT_EQ(__cu_demangle(id, nullptr, nullptr, nullptr), nullptr) << id;
  }
}

TEST(Demangle, Arguments) {
  int status = 1;
  EXPECT_EQ(__cu_demangle(nullptr, nullptr, nullptr, &status), nullptr);
  EXPECT_EQ(status, -3);
  char *buffer = static_cast<char *>(malloc(8));
  EXPECT_EQ(__cu_demangle("_Z1fv", buffer, nullptr, &status), nullptr);
  EXPECT_EQ(status, -3);
  free(buffer);
}

TEST(Demangle, Memory) {
  int status = 1;
  size_t length = 1000;
  char *buffer = static_cast<char *>(malloc(length));
  char *name = __cu_demangle("_Z1fIiEbl", buffer, &length, &status);
  EXPECT_EQ(name, buffer);
  EXPECT_STREQ(name, "bool f<int>(long)");
  EXPECT_EQ(status, 0);
  EXPECT_EQ(length, 1000u);
  free(name);

  length = 4; // grows
  name = __cu_demangle("_Z1fIiEbl", static_cast<char *>(malloc(length)), &length, &status);
  EXPECT_STREQ(name, "bool f<int>(long)");
  EXPECT_EQ(status, 0);
  EXPECT_GT(length, strlen("bool f<int>(long)"));
  free(name);

  length = 0;
  name = __cu_demangle("_Z1fIiEbl", nullptr, &length, &status);
  EXPECT_STREQ(name, "bool f<int>(long)");
  EXPECT_GT(length, strlen("bool f<int>(long)"));
  free(name);
}

} // namespace
