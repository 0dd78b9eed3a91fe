// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device printf against the host's printf, and its own rules: packed arguments, result, bad
// formats.
#include "exec/calls/Printf.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <tuple>

#pragma clang diagnostic ignored "-Wformat-security"

namespace anywarp::exec {
namespace {

/// Packs arguments as the compiler does: natural alignment, at least 4 bytes, doubles.
class Packed {
public:
  template <typename... Ts> explicit Packed(Ts... values) { (add(promoted(values)), ...); }
  const void *data() const { return bytes_; }

private:
  static int promoted(char value) { return value; } // as C does for variable arguments
  template <typename T> static T promoted(T value) { return value; }
  template <typename T> void add(T value) {
    size_ = (size_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    std::memcpy(bytes_ + size_, &value, sizeof value);
    size_ += sizeof(T);
  }
  alignas(16) char bytes_[512] = {};
  size_t size_ = 0;
};

template <typename... Ts> std::string device(const char *format, Ts... values) {
  std::string out;
  Packed packed(values...);
  EXPECT_EQ(formatPrintf(out, format, sizeof...(values) ? packed.data() : nullptr),
            std::min<size_t>(sizeof...(values), 32))
      << format;
  return out;
}
template <typename... Ts> std::string host(const char *format, Ts... values) {
  char buffer[1024];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}
#define EXPECT_LIKE_HOST(...) EXPECT_EQ(device(__VA_ARGS__), host(__VA_ARGS__))

TEST(Printf, PrintsLikeTheHost) {
  EXPECT_LIKE_HOST("plain\n");
  EXPECT_LIKE_HOST("%d %i %u %x %X %o", -5, 7, 9u, 0xbeefu, 0xbeefu, 8u);
  EXPECT_LIKE_HOST("%5d|%-5d|%05d|%+d|% d|%.3d", 42, 42, 42, 42, 42, 42);
  EXPECT_LIKE_HOST("%lld %llu %llx %ld", -1ll, ~0ull, 0x123456789abcull, -7l);
  EXPECT_LIKE_HOST("%hd %hu %hhd %hhu", 70000, 70000, 300, 300);
  EXPECT_LIKE_HOST("%f %e %g %a %G %E", 1.5, 1.5e10, 1e-10, 1.0, 1e20, -2.5);
  EXPECT_LIKE_HOST("%8.3f|%-10.2e|%+.0f|%#g", 3.14159, 31415.9, 2.5, 1.0);
  EXPECT_LIKE_HOST("%c%c%5c", 'a', 'b', 'c');
  EXPECT_LIKE_HOST("%s|%10s|%-10s|%.2s", "text", "right", "left", "cut");
  EXPECT_LIKE_HOST("%p", reinterpret_cast<void *>(0x1234));
  EXPECT_LIKE_HOST("%p", static_cast<void *>(nullptr));
  EXPECT_LIKE_HOST("%*d|%-*d|%*d", 6, 1, 6, 2, -6, 3);
  EXPECT_LIKE_HOST("%d%%%d", 1, 2);
  EXPECT_LIKE_HOST("%#x %#o", 255, 8);
}

TEST(Printf, OtherConversionsAreText) {
  EXPECT_EQ(device("%zu %jd|%td %Lf|%.*f %d", 5), "%zu %jd|%td %Lf|%.*f 5");
}

TEST(Printf, KeepsAlignmentBetweenArguments) {
  EXPECT_LIKE_HOST("%d %f %d %lld %c %s", 1, 2.5, 3, 4ll, 'x', "y");
}

TEST(Printf, WideFieldsAndLongTexts) {
  EXPECT_EQ(device("%1000d", 1), std::string(999, ' ') + "1");
  EXPECT_EQ(device("%.600f", 0.0), "0." + std::string(600, '0'));
  EXPECT_LE(device("%999999999d", 1).size(), 5000u);
  EXPECT_LE(device("%.999999999f", 1.0).size(), 5000u);
  std::string text(10000, 'x');
  EXPECT_EQ(device("%s", text.c_str()), text);
}

TEST(Printf, MalformedFormatsAreSafe) {
  std::string out;
  for (const char *format :
       {"%", "%5", "%-", "%.", "%l", "%k", "100%\n", "%#-+ 0#-+ 0#-+ 0k", "%lll"})
    formatPrintf(out, format, nullptr);
  EXPECT_EQ(device("%k %y"), "%k %y");
  out.clear();
  EXPECT_EQ(formatPrintf(out, nullptr, nullptr), uint32_t(-1));
}

TEST(Printf, PercentNStoresNothing) {
  int target = 5;
  EXPECT_EQ(device("ab%nc", &target), "abc");
  EXPECT_EQ(target, 5);
}

TEST(Printf, ThirtyTwoArgumentsAtMost) {
  std::string format, expected;
  for (int i = 1; i <= 32; ++i) {
    format += "%d ";
    expected += "7 ";
  }
  const auto print = [&](const char *rest) {
    return std::apply(
        [&](auto... values) { return device((format + rest).c_str(), values...); },
        std::tuple_cat(std::array<int, 32>{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
                                           7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7},
                       std::tuple(8, 9)));
  };
  EXPECT_EQ(print("%d|%5.2f|%*d|%%|%k end"), expected + "%d|%5.2f|%*d|%|%k end");
}

TEST(Printf, NullString) { EXPECT_EQ(device("%s", static_cast<const char *>(nullptr)), "(null)"); }

} // namespace
} // namespace anywarp::exec
