// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that stay functions: recursion and calls through pointers.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

const char kHead[] = R"(
define void @k() "aw-kernel" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %p2 = getelementptr i8, ptr %p, i64 16
  %table = load ptr, ptr %p2, !invariant.load !0
  %tx = call i32 @aw.tid.x()
  %i64 = zext i32 %tx to i64
  %pin = getelementptr i32, ptr %in, i64 %i64
  %pout = getelementptr i32, ptr %out, i64 %i64
  %v = load i32, ptr %pin
)";

std::vector<uint32_t> input() {
  std::vector<uint32_t> in(64);
  for (uint32_t i = 0; i < in.size(); ++i)
    in[i] = i * 7 % 11;
  return in;
}

TEST(Calls, recursionWithItsOwnLocals) {
  // fib, with the argument kept in local memory over the calls
  std::string text = std::string(kHead) + R"(
  %big = icmp ugt i32 %v, 1
  br i1 %big, label %go, label %end
go:
  %r = call i32 @fib(i32 %v)
  store i32 %r, ptr %pout
  br label %end
end:
  ret void
}
define internal i32 @fib(i32 %n) "aw-function" {
entry:
  %slot = alloca i32
  store volatile i32 %n, ptr %slot
  %small = icmp ult i32 %n, 2
  br i1 %small, label %leaf, label %inner
leaf:
  ret i32 %n
inner:
  %n1 = sub i32 %n, 1
  %a = call i32 @fib(i32 %n1)
  %again = load volatile i32, ptr %slot
  %n2 = sub i32 %again, 2
  %b = call i32 @fib(i32 %n2)
  %s = add i32 %a, %b
  ret i32 %s
}
!0 = !{}
)";
  const uint32_t fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
  std::vector<uint32_t> in = input();
  for (Dim block : {Dim{64}, Dim{50}})
    for (unsigned width : kWidths) {
      std::vector<uint32_t> out(64, 0xcdcdcdcd);
      Params params;
      params.add(in.data()).add(out.data()).add(static_cast<void *>(nullptr));
      TestKernel kernel(text, optionsFor(width, {1}, block));
      ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
      ASSERT_TRUE(kernel.run({1}, block, params));
      for (uint32_t i = 0; i < 64; ++i)
        ASSERT_EQ(out[i], i < block.x && in[i] > 1 ? fib[in[i]] : 0xcdcdcdcd) << "width " << width;
    }
}

// The descriptors are the loader's; here the test's own module defines them.
const char kTargets[] = R"(
@"add3.desc" = global [7 x ptr] zeroinitializer
@"square.desc" = global [7 x ptr] zeroinitializer
@"never.desc" = global [7 x ptr] zeroinitializer
define internal i32 @plus(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
define internal i32 @add3(i32 %x) "aw-function" {
  %r = call i32 @plus(i32 %x, i32 3)
  ret i32 %r
}
define internal i32 @square(i32 %x) "aw-function" {
  %r = mul i32 %x, %x
  ret i32 %r
}
define internal i32 @never(i32 %x) "aw-function" {
  ret i32 0
}
!0 = !{}
)";

TEST(Calls, throughPointersThatDifferByLane) {
  std::string text = std::string(kHead) + R"(
  %c = icmp ugt i32 %v, 8
  br i1 %c, label %end, label %go
go:
  %odd = trunc i32 %v to i1
  %f = select i1 %odd, ptr @"add3.desc", ptr @"square.desc"
  %r = call i32 %f(i32 %v)
  store i32 %r, ptr %pout
  br label %end
end:
  ret void
}
)" + kTargets;
  std::vector<uint32_t> in = input();
  for (unsigned width : kWidths) {
    std::vector<uint32_t> out(64, 0xcdcdcdcd);
    Params params;
    params.add(in.data()).add(out.data()).add(static_cast<void *>(nullptr));
    TestKernel kernel(text, optionsFor(width, {1}, {64}));
    ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
    ASSERT_TRUE(kernel.run({1}, {64}, params));
    for (uint32_t i = 0; i < 64; ++i)
      ASSERT_EQ(out[i], in[i] > 8 ? 0xcdcdcdcd : in[i] % 2 ? in[i] + 3 : in[i] * in[i]) << i;
  }
}

TEST(Calls, throughOnePointerForAll) {
  std::string text = std::string(kHead) + R"(
  %flag = ptrtoint ptr %table to i64
  %which = icmp eq i64 %flag, 1
  %f = select i1 %which, ptr @"add3.desc", ptr @"square.desc"
  %r = call i32 %f(i32 %v)
  store i32 %r, ptr %pout
  ret void
}
)" + kTargets;
  std::vector<uint32_t> in = input();
  for (unsigned width : kWidths)
    for (uintptr_t which : {0, 1}) {
      std::vector<uint32_t> out(64);
      Params params;
      params.add(in.data()).add(out.data()).add(which);
      TestKernel kernel(text, optionsFor(width, {1}, {64}));
      ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
      ASSERT_TRUE(kernel.run({1}, {64}, params));
      for (uint32_t i = 0; i < 64; ++i)
        ASSERT_EQ(out[i], which ? in[i] + 3 : in[i] * in[i]) << i;
    }
}

TEST(Calls, aKnownPointerIsInlined) {
  std::string text = std::string(kHead) + R"(
  %r = call i32 @"square.desc"(i32 %v)
  store i32 %r, ptr %pout
  ret void
}
)" + kTargets;
  TestKernel kernel(text, optionsFor(32, {1}, {64}));
  ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
  EXPECT_EQ(kernel.loweredText().find("(ptr %launch, ptr %block, i32"), std::string::npos);
}

TEST(Calls, waitingInARecursiveFunctionIsRefused) {
  std::string text = std::string(kHead) + R"(
  call void @f(i32 %v)
  ret void
}
define internal void @f(i32 %n) "aw-function" {
  call void @aw.barrier.sync(i32 0, i32 0)
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %n1 = sub i32 %n, 1
  call void @f(i32 %n1)
  br label %end
end:
  ret void
}
!0 = !{}
)";
  TestKernel kernel(text, optionsFor(32, {1}, {64}));
  EXPECT_EQ(kernel.status().code(), StatusCode::NotSupported);
}

TEST(Calls, waitingInFunctionsCalledThroughPointers) {
  std::string text = std::string(kHead) + R"(
  %odd = trunc i32 %v to i1
  %f = select i1 %odd, ptr @"first.desc", ptr @"second.desc"
  %big = icmp ugt i32 %v, 8
  %g = select i1 %big, ptr @"square.desc", ptr %f
  %r = call i32 %g(i32 %v)
  store i32 %r, ptr %pout
  ret void
}
@"first.desc" = global [7 x ptr] zeroinitializer
@"second.desc" = global [7 x ptr] zeroinitializer
define internal i32 @first(i32 %x) "aw-function" {
  call void @aw.barrier.sync(i32 1, i32 0)
  %r = add i32 %x, 100
  ret i32 %r
}
define internal i32 @second(i32 %x) "aw-function" {
  call void @wait()
  %r = add i32 %x, 200
  ret i32 %r
}
define internal void @wait() "aw-function" {
  call void @aw.barrier.sync(i32 1, i32 0)
  ret void
}
)" + kTargets;
  std::vector<uint32_t> in = input();
  // Those of the block that do not come to the barrier are counted out by leaving.
  for (unsigned width : kWidths) {
    std::vector<uint32_t> out(64, 0xcdcdcdcd);
    Params params;
    params.add(in.data()).add(out.data()).add(static_cast<void *>(nullptr));
    TestKernel kernel(text, optionsFor(width, {1}, {64}));
    ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
    ASSERT_TRUE(kernel.run({1}, {64}, params));
    for (uint32_t i = 0; i < 64; ++i)
      ASSERT_EQ(out[i], in[i] > 8 ? in[i] * in[i] : in[i] + (in[i] % 2 ? 100 : 200)) << i;
  }
}

} // namespace
} // namespace anywarp::codegen::test
