// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums by compare and exchange, over words that lanes share: each thread finds what the one before
// left, to the last bit.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

/// Parameters: float *in, double *sums (8), u64 *found. Thread i adds in[i] to sums[i / 3 % 8], and
/// keeps what it found in found[i] where `keeps`.
std::string sum(bool keeps) {
  return std::string(R"(
define void @k() "aw-kernel" {
entry:
  %params = call ptr @aw.param.base()
  %in = load ptr addrspace(1), ptr %params, !invariant.load !0
  %params1 = getelementptr i8, ptr %params, i64 8
  %sums = load ptr addrspace(1), ptr %params1, !invariant.load !0
  %params2 = getelementptr i8, ptr %params, i64 16
  %found = load ptr addrspace(1), ptr %params2, !invariant.load !0
  %t = call i32 @aw.tid.x()
  %n = call i32 @aw.ntid.x()
  %b = call i32 @aw.ctaid.x()
  %b0 = mul i32 %b, %n
  %i = add i32 %b0, %t
  %i64 = zext i32 %i to i64
  %third = udiv i32 %i, 3
  %which = urem i32 %third, 8
  %which64 = zext i32 %which to i64
  %p = getelementptr i64, ptr addrspace(1) %sums, i64 %which64
  %q = getelementptr float, ptr addrspace(1) %in, i64 %i64
  %o = getelementptr i64, ptr addrspace(1) %found, i64 %i64
  %odd = urem i32 %i, 7
  %skips = icmp eq i32 %odd, 5
  br i1 %skips, label %end, label %start
start:
  %first = load i64, ptr addrspace(1) %p
  br label %again
again:
  %expected = phi i64 [ %first, %start ], [ %old, %again ]
  %x = load float, ptr addrspace(1) %q
  %y = fpext float %x to double
  %a = bitcast i64 %expected to double
  %s = fadd double %a, %y
  %next = bitcast double %s to i64
  %pair = cmpxchg ptr addrspace(1) %p, i64 %expected, i64 %next monotonic monotonic
  %old = extractvalue { i64, i1 } %pair, 0
  %on = icmp ne i64 %expected, %old
  br i1 %on, label %again, label %done
done:
)") + (keeps ? "  store i64 %old, ptr addrspace(1) %o\n" : "") +
         R"(  br label %end
end:
  ret void
}
!0 = !{}
)";
}

TEST(SerializeRetries, eachFindsWhatTheOneBeforeLeft) {
  for (bool keeps : {false, true})
    for (Dim block : {Dim{64, 1, 1}, Dim{50, 1, 1}, Dim{7, 1, 1}}) {
      const std::string body = sum(keeps);
      std::vector<float> in(256);
      for (size_t i = 0; i < in.size(); ++i)
        in[i] = 1.0f / float(i + 3) * (i % 5 == 0 ? 1e7f : 1e-3f); // the order of sums shows
      auto run = [&](auto &&runs) {
        std::vector<double> sums(8, 0.1);
        std::vector<uint64_t> found(256);
        Params params;
        params.add(in.data()).add(sums.data()).add(found.data());
        EXPECT_TRUE(runs(params));
        return std::pair(sums, found);
      };
      const Dim grid = {3, 1, 1};
      const auto expected =
          run([&](const Params &params) { return runReference(body, grid, block, params); });
      for (unsigned width : kWidths) {
        TestKernel kernel(body, optionsFor(width, grid, block));
        ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
        EXPECT_EQ(run([&](const Params &params) { return kernel.run(grid, block, params); }),
                  expected)
            << "width " << width << "\n"
            << kernel.loweredText();
      }
    }
}

} // namespace
} // namespace anywarp::codegen::test
