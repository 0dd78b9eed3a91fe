// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels are compiled before they are launched, and for which blocks.
#include "driver/code/CompileAhead.h"

#include <gtest/gtest.h>

#include "ptx/Verifier.h"
#include "ptx/parse/Parser.h"

using namespace anywarp;
using exec::BlockShape;

namespace {

std::unique_ptr<ptx::Module> parse(const std::string &functions) {
  Diagnostics diagnostics;
  auto module =
      ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n" + functions, diagnostics);
  EXPECT_TRUE(module) << diagnostics.render("test");
  if (module)
    (void)ptx::verify(*module, diagnostics);
  return module;
}

std::string kernel(const std::string &name, const std::string &body = "",
                   const char *directive = "") {
  return ".visible .entry " + name + "() " + directive + " { .reg .b32 %r<9>; " + body +
         " ret; }\n";
}

class LikelyShape : public testing::Test {
protected:
  const std::unique_ptr<ptx::Module> module_ =
      parse(".func inner() { .reg .b32 %r<9>; mov.u32 %r1, %tid.y; ret; }\n" +
            kernel("linear", "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.y;") +
            kernel("plane", "mov.u32 %r1, %ntid.y;") + kernel("calling", "call inner;") +
            kernel("cube", "mov.u32 %r1, %tid.z;") + kernel("fixed", "", ".reqntid 64, 2"));
  BlockShape of(const char *name, const BlockShape &seen) {
    return driver::likelyShape(*module_, *module_->findFunction(name), seen);
  }
  static BlockShape block(uint32_t x, uint32_t y = 1, uint32_t z = 1) {
    return BlockShape::of(x, y, z, 1, 1, 1);
  }
};

TEST_F(LikelyShape, IsThatOfTheLaunchForKernelsOfItsKind) {
  EXPECT_EQ(of("linear", block(100)), block(100));
  EXPECT_EQ(of("plane", block(32, 8)), block(32, 8));
  EXPECT_EQ(of("cube", block(4, 4, 4)), block(4, 4, 4));
}

TEST_F(LikelyShape, IsTheUsualOneForOthers) {
  EXPECT_EQ(of("linear", block(32, 8)), block(256));
  EXPECT_EQ(of("plane", block(256)), block(16, 16));
  EXPECT_EQ(of("calling", block(256)), block(16, 16));
  EXPECT_EQ(of("cube", block(256)), block(8, 8, 8));
  EXPECT_EQ(of("cube", block(32, 8)), block(8, 8, 8));
  EXPECT_EQ(of("linear", block(1)), block(256)); // one thread that prepares something
}

TEST_F(LikelyShape, IsTheOneThatTheTextRequires) {
  EXPECT_EQ(of("fixed", block(256)), block(64, 2));
}

std::vector<std::string> namesOf(const std::vector<const ptx::Function *> &kernels) {
  std::vector<std::string> names;
  for (const ptx::Function *kernel : kernels)
    names.push_back(kernel->name);
  return names;
}

std::string repeat(const char *text, size_t count) {
  std::string all;
  while (count--)
    all += text;
  return all;
}

TEST(LikelyKernels, FollowTheLaunchedOne) {
  auto module =
      parse(kernel("a") + kernel("b") + ".func f() { ret; }\n" + kernel("c") + kernel("d"));
  EXPECT_EQ(namesOf(driver::likelyKernels(*module, *module->findFunction("b"))),
            (std::vector<std::string>{"c", "d", "a"}));
}

TEST(LikelyKernels, AreNeitherBrokenNorLong) {
  auto module = parse(kernel("a") + kernel("broken", "nosuchinstruction.u32 %r1, %r1;") +
                      kernel("long", repeat("add.u32 %r1, %r1, %r2;\n", 2'100)) + kernel("b"));
  EXPECT_EQ(namesOf(driver::likelyKernels(*module, *module->findFunction("a"))),
            std::vector<std::string>{"b"});
}

TEST(LikelyKernels, AreFew) {
  auto many = [](unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
      text += kernel("k" + std::to_string(i));
    return parse(text);
  };
  auto some = many(40), library = many(100);
  EXPECT_EQ(driver::likelyKernels(*some, *some->findFunction("k0")).size(), 16u);
  EXPECT_TRUE(driver::likelyKernels(*library, *library->findFunction("k0")).empty());
}

} // namespace
