// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose reductions come as late as they can (the test engine keeps them until it is asked):
// nobody who may know better must see that.
#include <gtest/gtest.h>
#include <llvm/ADT/ArrayRef.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

constexpr uint32_t kWords = 512;
const Dim kBlocks[] = {{64, 1, 1}, {50, 1, 1}, {7, 1, 1}, {16, 3, 1}, {1, 1, 1}, {96, 1, 1}};

/// Parameters: u32 *in, u32 *out, u32 *more, of 512 words each, as pointers to global memory. %i is
/// the linear index of the thread in the grid, %g that pointer to out[i % 8], %p that to more[i].
std::string kernel(const std::string &body) {
  return R"(
define void @k() "aw-kernel" {
entry:
  %params = call ptr @aw.param.base()
  %in.g = load ptr, ptr %params, !invariant.load !0
  %in = addrspacecast ptr %in.g to ptr addrspace(1)
  %params1 = getelementptr i8, ptr %params, i64 8
  %out.g = load ptr, ptr %params1, !invariant.load !0
  %out = addrspacecast ptr %out.g to ptr addrspace(1)
  %params2 = getelementptr i8, ptr %params, i64 16
  %more.g = load ptr, ptr %params2, !invariant.load !0
  %more = addrspacecast ptr %more.g to ptr addrspace(1)
  %tx = call i32 @aw.tid.x()
  %ty = call i32 @aw.tid.y()
  %nx = call i32 @aw.ntid.x()
  %ny = call i32 @aw.ntid.y()
  %bx = call i32 @aw.ctaid.x()
  %t0 = mul i32 %ty, %nx
  %t = add i32 %t0, %tx
  %size = mul i32 %nx, %ny
  %b = mul i32 %bx, %size
  %i = add i32 %b, %t
  %eighth = and i32 %i, 7
  %eighth64 = zext i32 %eighth to i64
  %i64 = zext i32 %i to i64
  %g = getelementptr i32, ptr addrspace(1) %out, i64 %eighth64
  %p = getelementptr i32, ptr addrspace(1) %more, i64 %i64
  %q = getelementptr i32, ptr addrspace(1) %in, i64 %i64
)" + body +
         "}\n!0 = !{}\n";
}

struct Memory {
  std::vector<uint32_t> in, out, more;
  Memory() : in(kWords), out(kWords, 1000), more(kWords, 77) {
    for (uint32_t i = 0; i < kWords; ++i)
      in[i] = i * 2654435761u >> 11;
  }
  Params params() {
    Params p;
    p.add(in.data()).add(out.data()).add(more.data());
    return p;
  }
};

/// What the kernel leaves in memory is what threads leave that run one after the other.
void checkEverywhere(const std::string &body, llvm::ArrayRef<Dim> blocks = kBlocks) {
  const Dim grid = {2, 1, 1};
  for (Dim block : blocks) {
    Memory expected;
    ASSERT_TRUE(runReference(body, grid, block, expected.params()));
    for (unsigned width : kWidths) {
      Memory memory;
      TestKernel kernel(body, optionsFor(width, grid, block));
      ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
      ASSERT_TRUE(kernel.run(grid, block, memory.params()));
      EXPECT_EQ(memory.out, expected.out) << "width " << width << "\n" << kernel.loweredText();
      EXPECT_EQ(memory.more, expected.more) << "width " << width << "\n" << kernel.loweredText();
      EXPECT_GT(events().delayed, 0u) << "width " << width << "\n" << kernel.loweredText();
      if (::testing::Test::HasFailure())
        return;
    }
  }
}

bool isDelayed(const std::string &body, CodegenOptions options) {
  TestKernel kernel(body, options);
  EXPECT_TRUE(kernel.status().ok()) << kernel.status().message();
  return kernel.loweredText().find("@aw_reduce(") != std::string::npos;
}

/// A loop that loads, and reduces at an address that depends on what it loaded.
std::string histogram(const std::string &operation, const std::string &type = "i32") {
  const std::string value = type == "i32" ? "%v" : "%w";
  return kernel(R"(
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %k64 = zext i32 %k to i64
  %from = getelementptr i32, ptr addrspace(1) %q, i64 %k64
  %v = load i32, ptr addrspace(1) %from
  %w = zext i32 %v to i64
  %bin = and i64 %w, 31
  %to = getelementptr )" +
                type + R"(, ptr addrspace(1) %out, i64 %bin
  atomicrmw )" + operation +
                " ptr addrspace(1) %to, " + type + " " + value + R"( monotonic
  %k1 = add i32 %k, 1
  %on = icmp ult i32 %k1, 9
  br i1 %on, label %loop, label %end
end:
  ret void
)");
}

TEST(DelayReductions, ofEveryKind) {
  for (const char *operation : {"add", "and", "or", "xor", "min", "max", "umin", "umax"})
    for (const char *type : {"i32", "i64"})
      checkEverywhere(histogram(operation, type), Dim{50, 1, 1});
}

TEST(DelayReductions, ofAHistogram) { checkEverywhere(histogram("add")); }

/// `%to`: the word `%bin` (i64, below 64) of out, in the forms that addresses come in.
const char *const kPlaces[] = {
    R"(
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %bin)",
    // A sum whose offset has a bound.
    R"(
  %base = ptrtoint ptr addrspace(1) %out to i64
  %offset = shl i64 %bin, 2
  %sum = add i64 %base, %offset
  %to = inttoptr i64 %sum to ptr addrspace(1))",
    // The common part lies below all that is combined.
    R"(
  %base0 = ptrtoint ptr addrspace(1) %out to i64
  %base = sub i64 %base0, 1024
  %raised = or i64 %bin, 256
  %offset = shl i64 %raised, 2
  %sum = add i64 %offset, %base
  %to = inttoptr i64 %sum to ptr addrspace(1))",
};

/// From the second row on the engine has an array: lanes that are off, and few lanes, too.
TEST(DelayReductions, ofCloseAddressesAreCombinedWithoutACall) {
  for (const char *place : kPlaces) {
    const std::string body = kernel(R"(
  %v = load i32, ptr addrspace(1) %q
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %rare = mul i32 %k, 5
  %bits = lshr i32 %v, %k
  %some = and i32 %bits, 3
  %skip = icmp eq i32 %some, 0
  %few = icmp ugt i32 %rare, %i
  %off = and i1 %skip, %few
  br i1 %off, label %next, label %add
add:
  %w = add i32 %v, %k
  %w64 = zext i32 %w to i64
  %bin = and i64 %w64, 63)" + std::string(place) +
                                    R"(
  atomicrmw add ptr addrspace(1) %to, i32 %w monotonic
  br label %next
next:
  %k1 = add i32 %k, 1
  %on = icmp ult i32 %k1, 12
  br i1 %on, label %loop, label %end
end:
  ret void
)");
    checkEverywhere(body);
    for (unsigned width : {8u, 16u, 32u}) {
      Memory memory;
      TestKernel kernel(body, optionsFor(width, {2, 1, 1}, {64, 1, 1}));
      ASSERT_TRUE(kernel.run({2, 1, 1}, {64, 1, 1}, memory.params()));
      EXPECT_GT(events().dense, 0u) << "width " << width << place;
    }
  }
}

TEST(DelayReductions, ofOneWord) {
  checkEverywhere(kernel(R"(
  %v = load i32, ptr addrspace(1) %q
  %odd = trunc i32 %v to i1
  br i1 %odd, label %count, label %end
count:
  atomicrmw add ptr addrspace(1) %out, i32 %v monotonic
  br label %end
end:
  ret void
)"));
}

TEST(DelayReductions, areSeenByTheThreadsOwnLoads) {
  checkEverywhere(kernel(R"(
  atomicrmw add ptr addrspace(1) %p, i32 %i monotonic
  %v = load i32, ptr addrspace(1) %p
  %w = mul i32 %v, 3
  store i32 %w, ptr addrspace(1) %p
  atomicrmw add ptr addrspace(1) %p, i32 5 monotonic
  ret void
)"));
}

TEST(DelayReductions, areSeenByLoadsAtOtherAddressesOfTheLoop) {
  // An iteration loads what the one before reduced: addresses that no analysis knows.
  checkEverywhere(kernel(R"(
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %x = phi i32 [ 1, %entry ], [ %v, %loop ]
  atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
  %inside = ptrtoint ptr addrspace(1) %p to i64
  %again = inttoptr i64 %inside to ptr
  %v = load i32, ptr %again
  %k1 = add i32 %k, 1
  %on = icmp ult i32 %k1, 5
  br i1 %on, label %loop, label %end
end:
  ret void
)"));
}

TEST(DelayReductions, comeBeforeTheThreadsOwnStores) {
  checkEverywhere(kernel(R"(
  atomicrmw add ptr addrspace(1) %p, i32 5 monotonic
  store i32 %i, ptr addrspace(1) %p
  ret void
)"));
}

TEST(DelayReductions, comeBeforeOthersOfTheSamePlace) {
  checkEverywhere(kernel(R"(
  atomicrmw add ptr addrspace(1) %p, i32 5 monotonic
  atomicrmw xchg ptr addrspace(1) %p, i32 %i monotonic
  atomicrmw add ptr addrspace(1) %p, i32 6 monotonic
  atomicrmw umax ptr addrspace(1) %p, i32 40 monotonic
  atomicrmw add ptr addrspace(1) %p, i32 6 monotonic
  ret void
)"));
}

TEST(DelayReductions, comeBeforeStrongAccessesOfTheSamePlace) {
  for (const char *access : {"load volatile i32, ptr addrspace(1) %p",
                             "load atomic i32, ptr addrspace(1) %p monotonic, align 4",
                             "atomicrmw or ptr addrspace(1) %p, i32 0 monotonic"})
    checkEverywhere(kernel(std::string(R"(
  atomicrmw add ptr addrspace(1) %p, i32 %i monotonic
  %v = )") + access + R"(
  %w = mul i32 %v, 3
  store i32 %w, ptr addrspace(1) %p
  ret void
)"));
}

/// Runs one block whose threads add 1 to out[i % 8], do `between` and end the grid by a trap:
/// memory must have what came before `between`, if that tells others of it.
std::vector<uint32_t> leftAtTrap(const std::string &between, unsigned width) {
  Memory memory;
  TestKernel kernel(test::kernel("  atomicrmw add ptr addrspace(1) %g, i32 1 monotonic\n" +
                                 between + "  call void @aw.trap()\n  unreachable\n"),
                    optionsFor(width, {1, 1, 1}, {8, 1, 1}));
  EXPECT_TRUE(kernel.status().ok()) << kernel.status().message();
  kernel.run({1, 1, 1}, {8, 1, 1}, memory.params());
  EXPECT_EQ(events().fault, exec::Fault::Trap);
  memory.out.resize(8);
  return memory.out;
}

TEST(DelayReductions, comeBeforeWhatOthersCanSee) {
  const std::vector<uint32_t> all(8, 1001);
  for (unsigned width : {8u, 16u, 32u}) {
    // The test engine refuses the first at odd places.
    EXPECT_NE(leftAtTrap("", width), all) << "nothing is late: the test shows nothing";
    EXPECT_NE(leftAtTrap("  store i32 1, ptr addrspace(1) %p\n", width), all);
    EXPECT_EQ(leftAtTrap("  fence seq_cst\n", width), all);
    EXPECT_EQ(leftAtTrap("  fence syncscope(\"singlethread\") acq_rel\n", width), all);
    EXPECT_EQ(leftAtTrap("  store volatile i32 1, ptr addrspace(1) %p\n", width), all);
    EXPECT_EQ(leftAtTrap("  %v = load volatile i32, ptr addrspace(1) %p\n", width), all);
    EXPECT_EQ(leftAtTrap("  store atomic i32 1, ptr addrspace(1) %p release, align 4\n", width),
              all);
    EXPECT_EQ(
        leftAtTrap("  %c = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic monotonic\n", width),
        all);
    EXPECT_EQ(leftAtTrap("  call void @aw.sleep(i32 1)\n", width), all);
  }
}

TEST(DelayReductions, areSeenBehindBarriersAndWarpInstructions) {
  for (const char *meeting :
       {"call void @aw.barrier.sync(i32 0, i32 0)", "call void @aw.warp.sync(i32 -1)"})
    for (unsigned width : kWidths) {
      // Thread i adds to a word that its neighbour i ^ 1 reads.
      const std::string body = kernel(std::string(R"(
  %other = xor i32 %i, 1
  %other64 = zext i32 %other to i64
  %r = getelementptr i32, ptr addrspace(1) %more, i64 %other64
  atomicrmw add ptr addrspace(1) %r, i32 %i monotonic
  )") + meeting + R"(
  %v = load i32, ptr addrspace(1) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i64
  store i32 %v, ptr addrspace(1) %o
  ret void
)");
      Memory memory;
      TestKernel kernel(body, optionsFor(width, {1, 1, 1}, {64, 1, 1}));
      ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
      ASSERT_TRUE(kernel.run({1, 1, 1}, {64, 1, 1}, memory.params()));
      EXPECT_GT(events().delayed, 0u);
      for (uint32_t i = 0; i < 64; ++i)
        ASSERT_EQ(memory.out[i], 77 + (i ^ 1)) << "thread " << i << ", width " << width << "\n"
                                               << kernel.loweredText();
    }
}

TEST(DelayReductions, notWhereTheyTellOfEach) {
  const CodegenOptions plain = optionsFor(32, {1, 1, 1}, {64, 1, 1});
  const std::string body = histogram("add");
  EXPECT_TRUE(isDelayed(body, plain));
  for (bool CodegenOptions::*option :
       {&CodegenOptions::debug, &CodegenOptions::strict, &CodegenOptions::observed}) {
    CodegenOptions options = plain;
    options.*option = true;
    EXPECT_FALSE(isDelayed(body, options));
  }
  CodegenOptions options = plain;
  options.optLevel = 0;
  EXPECT_FALSE(isDelayed(body, options));
}

TEST(DelayReductions, notWhereTheResultOrTheOrderShows) {
  const CodegenOptions options = optionsFor(32, {1, 1, 1}, {64, 1, 1});
  EXPECT_FALSE(isDelayed(kernel(R"(
  %v = atomicrmw add ptr addrspace(1) %g, i32 1 monotonic
  store i32 %v, ptr addrspace(1) %p
  ret void
)"),
                         options));
  EXPECT_FALSE(isDelayed(kernel(R"(
  atomicrmw add ptr addrspace(1) %g, i32 1 release
  atomicrmw volatile add ptr addrspace(1) %g, i32 1 monotonic
  atomicrmw xchg ptr addrspace(1) %g, i32 1 monotonic
  atomicrmw fadd ptr addrspace(1) %g, float 1.0 monotonic
  ret void
)"),
                         options));
  // A loop that waits for another thread.
  EXPECT_FALSE(isDelayed(kernel(R"(
  atomicrmw add ptr addrspace(1) %g, i32 1 monotonic
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %out
  %on = icmp ne i32 %v, 7
  br i1 %on, label %loop, label %end
end:
  ret void
)"),
                         options));
}

} // namespace
} // namespace anywarp::codegen::test
