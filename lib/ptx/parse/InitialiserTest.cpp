// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/TestSupport.h"

#include <cstring>

using namespace anywarp;
using namespace anywarp::ptx;

namespace {

Parsed variables(const std::string &text) {
  return parsed(".version 9.0\n.target sm_90\n.address_size 64\n" + text);
}

std::vector<uint32_t> words(const Variable &v) {
  std::vector<uint32_t> result(v.initial.size() / 4);
  if (!result.empty())
    std::memcpy(result.data(), v.initial.data(), result.size() * 4);
  return result;
}

TEST(Initialiser, NestedBracesFillRows) {
  Parsed p = variables(".global .u32 a[2][3] = {{1}, {2, 3}};\n.global .u32 b[][2] = {{1, 2}, "
                       "{3}};\n.global .v2 .u32 c[2] = {{1,2},{3,4}};\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_EQ(words(*p.module->findVariable("a")), (std::vector<uint32_t>{1, 0, 0, 2, 3}));
  EXPECT_EQ(words(*p.module->findVariable("b")), (std::vector<uint32_t>{1, 2, 3, 0}));
  EXPECT_EQ(p.module->findVariable("b")->dims[0], 2u);
  EXPECT_EQ(words(*p.module->findVariable("c")), (std::vector<uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(p.module->findVariable("a")->sizeInBytes(), 24u);
}

TEST(Initialiser, FloatsIntegersAndStrings) {
  Parsed p = variables(
      ".global .f32 f[3] = {0f7F800001, 1.5, -0f3F800000};\n.const .f64 d = 0d3FF0000000000000;\n"
      ".global .b32 b = 0f3F800000;\n.global .u8 s[] = \"a\\n\\061\";\n.global .s16 n = -2;\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_EQ(words(*p.module->findVariable("f")),
            (std::vector<uint32_t>{0x7f800001, 0x3fc00000, 0xbf800000}));
  EXPECT_EQ(words(*p.module->findVariable("b")), (std::vector<uint32_t>{0x3f800000}));
  const Variable &s = *p.module->findVariable("s");
  EXPECT_EQ(std::string(s.initial.begin(), s.initial.end()), std::string("a\n1\0", 4));
  EXPECT_EQ(s.dims[0], 4u);
  EXPECT_EQ(p.module->findVariable("n")->initial, (std::vector<uint8_t>{0xfe, 0xff}));
}

TEST(Initialiser, Addresses) {
  Parsed p = variables(".global .u32 x[4];\n.func f();\n.global .u64 a[4] = {x+4, generic(x)+8, "
                       "generic(x-4), f};\n");
  ASSERT_TRUE(p.module) << p.text();
  const auto &r = p.module->findVariable("a")->relocations;
  ASSERT_EQ(r.size(), 4u);
  EXPECT_EQ(r[0].symbol, "x");
  EXPECT_EQ(r[0].addend, 4);
  EXPECT_FALSE(r[0].generic);
  EXPECT_TRUE(r[1].generic);
  EXPECT_EQ(r[1].addend, 8);
  EXPECT_EQ(r[2].addend, -4);
  EXPECT_EQ(r[3].symbol, "f");
  EXPECT_EQ(r[3].offset, 24u);
}

TEST(Initialiser, MaskedBytesOfAnAddressAreOneRelocation) {
  std::string bytes;
  for (int i = 0; i < 8; ++i)
    bytes += std::string(", 0xFF") + std::string(size_t(2 * i), '0') + "(generic(x))";
  Parsed p = variables(".global .u32 x;\n.global .align 8 .b8 a[17] = {7" + bytes +
                       ", 0xFF00(x), 0xFF00(0x1234)};\n");
  ASSERT_TRUE(p.module) << p.text();
  const Variable &a = *p.module->findVariable("a");
  ASSERT_EQ(a.relocations.size(), 2u);
  EXPECT_EQ(a.relocations[0].offset, 1u);
  EXPECT_EQ(a.relocations[0].size, 8);
  EXPECT_EQ(a.relocations[1].size, 1);
  EXPECT_EQ(a.relocations[1].shift, 8);
  EXPECT_EQ(a.initial[10], 0x12);
}

TEST(Initialiser, OpaqueTypes) {
  Parsed p = variables(".global .samplerref s = { addr_mode_0 = clamp_to_edge, filter_mode = "
                       "linear };\n.global .texref t;\n.tex .u32 old;\n");
  ASSERT_TRUE(p.module) << p.text();
  EXPECT_EQ(p.module->findVariable("s")->fields.size(), 2u);
  EXPECT_EQ(p.module->findVariable("old")->type, Type::TexRef);
}

TEST(Initialiser, Faults) {
  auto complaint = [](const std::string &text) { return variables(text).text(); };
  EXPECT_EQ(complaint(".global .u32 a[2] = {1, 2, 3};"),
            "4:28 Greater number of elements in array initializer\n");
  EXPECT_EQ(complaint(".global .u32 a[2] = {{1}};"),
            "4:22 More braces than dimensions in array initializer\n");
  EXPECT_EQ(complaint(".global .u16 a = 1.5;"),
            "4:21 Initial value type mismatch: floating-point value for type .u16\n");
  EXPECT_EQ(complaint(".global .u64 a = nothing;"), "4:18 Unknown symbol 'nothing'\n");
  EXPECT_EQ(complaint(".global .u32 a[];"),
            "4:14 Variable 'a' has an open dimension and no initialiser\n");
  EXPECT_EQ(complaint(".shared .u32 a = 1;"),
            "4:18 Initialisers are allowed for .global and .const variables only\n");
  EXPECT_EQ(complaint(".global .u32 a[4294967296][4294967296];"),
            "4:14 Variable 'a' is too large\n");
  EXPECT_EQ(complaint(".shared .u32 a[2147483648];"),
            "4:14 Variable 'a' is too large for .shared\n");
  EXPECT_EQ(complaint(".global .align 3 .u32 a;"), "4:16 Alignment 3 is not a power of two\n");
  EXPECT_EQ(complaint(".global .pred a;"), "4:1 Type .pred is not allowed for a variable\n");
  EXPECT_EQ(complaint(".global .u32 a; .global .u32 a;"),
            "4:30 Duplicate definition of variable 'a'\n");
}

TEST(Initialiser, BracesThatWouldFillMemory) {
  std::string text = ".global .b8 a[100000][1000000] = {{1}";
  for (int i = 0; i < 5000; ++i)
    text += ",{1}";
  EXPECT_NE(variables(text + "};").text().find("Initialisers of the module hold more than 256 MB"),
            std::string::npos);
}

} // namespace
