// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guarded code has a version for all lanes, with plain accesses. What threads compute is held
// against the scalar reference, for numbers of threads that fill the pieces and that do not.
#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

constexpr Dim kBlock{96}, kGrid{2};

/// `body` finds %i, the thread, %n, and its elements %pin and %pout; it ends at label %end.
std::string kernel(const std::string &body) {
  return R"(
define void @k() "aw-kernel" "aw-param-bytes"="20" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %p2 = getelementptr i8, ptr %p, i64 16
  %n = load i32, ptr %p2, !invariant.load !0
  %tid = call i32 @aw.tid.x()
  %ctaid = call i32 @aw.ctaid.x()
  %first = mul i32 %ctaid, 96
  %i = add i32 %first, %tid
  %i64 = sext i32 %i to i64
  %pin = getelementptr float, ptr %in, i64 %i64
  %pout = getelementptr float, ptr %out, i64 %i64
  %inside = icmp slt i32 %i, %n
)" + body +
         "  ret void\n}\n!0 = !{}\n";
}

/// Runs at all widths. The code for 16 lanes.
std::string run(const std::string &body) {
  std::vector<float> in(256);
  for (uint32_t i = 0; i < in.size(); ++i)
    in[i] = float(int(i * 2654435761u >> 24) - 128) / 16;
  const std::string text = kernel(body);
  std::string code;
  for (unsigned width : {8, 16, 32}) {
    TestKernel compiled(text, optionsFor(width, kGrid, kBlock));
    EXPECT_TRUE(compiled.status().ok()) << compiled.status().message();
    for (uint32_t n : {0, 1, 31, 32, 64, 95, 130, 192}) {
      std::vector<float> out(256, -1), expected = out;
      auto params = [&](std::vector<float> &to) {
        return Params().add(in.data()).add(to.data()).add(n);
      };
      EXPECT_TRUE(runReference(text, kGrid, kBlock, params(expected)));
      EXPECT_TRUE(compiled.run(kGrid, kBlock, params(out)));
      EXPECT_EQ(out, expected) << "width " << width << ", n " << n;
    }
    if (width == 16)
      code = compiled.loweredText();
  }
  return code;
}

bool hasVersion(const std::string &code) { return code.find(".whole") != std::string::npos; }

TEST(WholeMasks, GuardedAccesses) {
  const std::string code = run(R"(
  br i1 %inside, label %work, label %end
work:
  %x = load float, ptr %pin
  %y = fadd float %x, 1.0
  store float %y, ptr %pout
  br label %end
end:
)");
  EXPECT_TRUE(hasVersion(code));
  EXPECT_NE(code.find("load <16 x float>"), std::string::npos) << code;
  EXPECT_NE(code.find("store <16 x float>"), std::string::npos) << code;
}

TEST(WholeMasks, ValuesThatLeaveTheGuard) {
  EXPECT_TRUE(hasVersion(run(R"(
  br i1 %inside, label %work, label %end
work:
  %x = load float, ptr %pin
  %y = fadd float %x, 1.0
  br label %end
end:
  %v = phi float [ %y, %work ], [ -3.0, %entry ]
  store float %v, ptr %pout
)")));
}

TEST(WholeMasks, LoopsAndGuardsInside) {
  EXPECT_TRUE(hasVersion(run(R"(
  br i1 %inside, label %start, label %end
start:
  %x = load float, ptr %pin
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k1, %next ]
  %sum = phi float [ %x, %start ], [ %sum1, %next ]
  %at = add i32 %i, %k
  %isSmall = icmp slt i32 %at, 100
  br i1 %isSmall, label %more, label %next
more:
  %at64 = sext i32 %at to i64
  %pat = getelementptr float, ptr %in, i64 %at64
  %z = load float, ptr %pat
  %added = fadd float %sum, %z
  br label %next
next:
  %sum1 = phi float [ %sum, %loop ], [ %added, %more ]
  %k1 = add i32 %k, 1
  %again = icmp slt i32 %k1, 5
  br i1 %again, label %loop, label %done
done:
  store float %sum1, ptr %pout
  br label %end
end:
)")));
}

/// Each thread adds numbers from its own on, and has rounds of its own.
TEST(WholeMasks, RoundsOfLanes) {
  const std::string code = run(R"(
  br i1 %inside, label %start, label %end
start:
  br label %loop
loop:
  %at = phi i32 [ %i, %start ], [ %next, %loop ]
  %sum = phi float [ 0.0, %start ], [ %sum1, %loop ]
  %count = phi i32 [ 0, %start ], [ %count1, %loop ]
  %at64 = sext i32 %at to i64
  %pat = getelementptr float, ptr %in, i64 %at64
  %x = load float, ptr %pat
  %sum1 = fadd float %sum, %x
  %count1 = add i32 %count, 1
  %next = add i32 %at, 48
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %counted = uitofp i32 %count1 to float
  %both = fadd float %sum1, %counted
  store float %both, ptr %pout
  br label %end
end:
)");
  EXPECT_TRUE(hasVersion(code));
  EXPECT_NE(code.find("leave:"), std::string::npos) << code;
}

TEST(WholeMasks, LongCodeHasNoVersion) {
  std::string body = R"(
  br i1 %inside, label %work, label %end
work:
  %x0 = load float, ptr %pin
)";
  for (int i = 0; i < 300; ++i)
    body += "  %x" + std::to_string(i + 1) + " = fdiv float %x" + std::to_string(i) + ", 1.5\n";
  EXPECT_FALSE(hasVersion(run(body + R"(
  store float %x300, ptr %pout
  br label %end
end:
)")));
}

} // namespace
} // namespace anywarp::codegen::test
