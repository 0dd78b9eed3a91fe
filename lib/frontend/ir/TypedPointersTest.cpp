// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ir/TypedPointers.h"

#include <gtest/gtest.h>

namespace anywarp::frontend::ir {
namespace {

std::string converted(const std::string &text) {
  std::string out = withOpaquePointers(text);
  return out.substr(0, out.size() - 1);
}

TEST(TypedPointers, pointersOfEachKindOfType) {
  EXPECT_EQ(converted("load i32, i32* %p"), "load i32, ptr %p");
  EXPECT_EQ(converted("%a = alloca i8***, align 8"), "%a = alloca ptr, align 8");
  EXPECT_EQ(converted("store %struct.s* %q, %struct.s** %p"), "store ptr %q, ptr %p");
  EXPECT_EQ(converted("%\"class.a b\"* %p"), "ptr %p");
  EXPECT_EQ(converted("[4 x i32*]* %p, <4 x float>* %q"), "ptr %p, ptr %q");
  EXPECT_EQ(converted("{ i32, { i8*, i64 } }* %p"), "ptr %p");
  EXPECT_EQ(converted("<{ i8, i32 }>* %p"), "ptr %p");
}

TEST(TypedPointers, addressSpacesStay) {
  EXPECT_EQ(converted("i32 addrspace(3)* %p"), "ptr addrspace(3) %p");
  EXPECT_EQ(converted("i32* addrspace(1)* %p"), "ptr addrspace(1) %p");
  EXPECT_EQ(converted("i32 addrspace(1)** %p"), "ptr %p");
  EXPECT_EQ(converted("addrspacecast (i32 addrspace(3)* @s to i32*)"),
            "addrspacecast (ptr addrspace(3) @s to ptr)");
}

TEST(TypedPointers, functions) {
  EXPECT_EQ(converted("!{void (i32*, float)* @k, !\"kernel\", i32 1}"),
            "!{ptr @k, !\"kernel\", i32 1}");
  EXPECT_EQ(converted("call i32 (i8*, ...) @printf(i8* %f)"),
            "call i32 (ptr, ...) @printf(ptr %f)");
  EXPECT_EQ(converted("i8* (i32 (i8*)*)* %f"), "ptr %f");
}

TEST(TypedPointers, textIsLeftAlone) {
  EXPECT_EQ(converted("@s = constant [4 x i8] c\"a*b\\00\" ; i32* here\n@t = global i32* null"),
            "@s = constant [4 x i8] c\"a*b\\00\"\n@t = global ptr null");
  EXPECT_EQ(converted("!0 = !{!\"i32*\"}"), "!0 = !{!\"i32*\"}");
}

TEST(TypedPointers, textThatIsNoIrEnds) {
  for (const char *text : {"*", "**", ")*", "a)*", "(*", "]]]*", "addrspace(1)*", "x addrspace(1)*",
                           "\"", "%\"", ";", "{}}*", ") (*", "; *"})
    EXPECT_FALSE(withOpaquePointers(text).empty()) << text;
}

} // namespace
} // namespace anywarp::frontend::ir
