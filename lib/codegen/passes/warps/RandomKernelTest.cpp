// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels against the scalar reference: any control flow, structured or not, over a few
// variables, with branches on uniform, row-wise and varying conditions. TEST_SEED and TEST_ROUNDS
// continue the search beyond the fixed start.
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "codegen/passes/TestEngine.h"

namespace anywarp::codegen::test {
namespace {

constexpr int kVariables = 5;

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string kernel() {
    blocks_ = 3 + below(10);
    const bool structured = below(3) != 0;
    text_ = R"(
define void @k() "aw-kernel" {
entry:
  %p = call ptr @aw.param.base()
  %in = load ptr, ptr %p, !invariant.load !0
  %p1 = getelementptr i8, ptr %p, i64 8
  %out = load ptr, ptr %p1, !invariant.load !0
  %p2 = getelementptr i8, ptr %p, i64 16
  %n = load i32, ptr %p2, !invariant.load !0
  %tx = call i32 @aw.tid.x()
  %ty = call i32 @aw.tid.y()
  %nx = call i32 @aw.ntid.x()
  %ny = call i32 @aw.ntid.y()
  %t0 = mul i32 %ty, %nx
  %t = add i32 %t0, %tx
  %size = mul i32 %nx, %ny
  %b = call i32 @aw.ctaid.x()
  %g = mul i32 %b, %size
  %i = add i32 %g, %t
  %fuel = alloca i32
  store i32 24, ptr %fuel
)";
    for (int v = 0; v < kVariables; ++v) {
      const char *start[] = {"%i", "%tx", "%ty", "%n", "%b"};
      line("%v" + std::to_string(v) + " = alloca i32");
      line("store i32 " + std::string(start[v]) + ", ptr %v" + std::to_string(v));
    }
    line("br label %b0");
    for (int b = 0; b < blocks_; ++b) {
      text_ += "b" + std::to_string(b) + ":\n";
      for (unsigned k = 0, count = below(4); k < count; ++k)
        statement();
      terminator(b, structured);
    }
    text_ += "exit:\n";
    std::string sum = load(0);
    for (int v = 1; v < kVariables; ++v) {
      std::string m = name(), s = name();
      line(m + " = mul i32 " + sum + ", 31");
      line(s + " = add i32 " + m + ", " + load(v));
      sum = s;
    }
    std::string wide = name(), place = name();
    line(wide + " = zext i32 %i to i64");
    line(place + " = getelementptr i32, ptr %out, i64 " + wide);
    line("store i32 " + sum + ", ptr " + place);
    text_ += "  ret void\n}\n!0 = !{}\n";
    return text_;
  }

private:
  unsigned below(unsigned bound) { return unsigned(random_() % bound); }
  std::string name() { return "%x" + std::to_string(next_++); }
  void line(const std::string &text) { text_ += "  " + text + "\n"; }
  std::string load(unsigned v) {
    std::string r = name();
    line(r + " = load i32, ptr %v" + std::to_string(v));
    return r;
  }
  /// Some value: a variable, a register of the thread, a constant.
  std::string value() {
    switch (below(6)) {
    case 0:
      return std::to_string(below(40));
    case 1:
      return (const char *[]){"%n", "%ty", "%tx", "%i"}[below(4)];
    default:
      return load(below(kVariables));
    }
  }
  std::string condition() {
    std::string r = name(), a = value(), b = value();
    const char *kinds[] = {"ult", "slt", "eq", "ne", "uge", "sgt"};
    if (below(3) == 0) {
      std::string m = name();
      line(m + " = and i32 " + a + ", " + std::to_string(1u << below(6)));
      a = m;
      b = "0";
    }
    line(r + " = icmp " + kinds[below(6)] + " i32 " + a + ", " + b);
    return r;
  }
  void statement() {
    std::string to = "%v" + std::to_string(below(kVariables)), r = name();
    switch (below(9)) {
    case 0: { // a load of the input
      std::string m = name(), w = name(), q = name();
      line(m + " = and i32 " + value() + ", 1023");
      line(w + " = zext i32 " + m + " to i64");
      line(q + " = getelementptr i32, ptr %in, i64 " + w);
      line(r + " = load i32, ptr " + q);
      break;
    }
    case 1: { // a store to the thread's own words, and back
      std::string m = name(), s = name(), a = name(), w = name(), q = name();
      line(m + " = and i32 " + value() + ", 3");
      line(s + " = mul i32 %i, 4");
      line(a + " = add i32 " + s + ", " + m);
      line(w + " = zext i32 " + a + " to i64");
      std::string base = name();
      line(base + " = getelementptr i32, ptr %out, i64 2048");
      line(q + " = getelementptr i32, ptr " + base + ", i64 " + w);
      line("store i32 " + value() + ", ptr " + q);
      line(r + " = load i32, ptr " + q);
      break;
    }
    case 2: { // division
      std::string d = name();
      line(d + " = or i32 " + value() + ", 1");
      const char *ops[] = {"udiv", "urem"};
      line(r + " = " + ops[below(2)] + " i32 " + value() + ", " + d);
      break;
    }
    case 3: { // select
      std::string c = condition();
      line(r + " = select i1 " + c + ", i32 " + value() + ", i32 " + value());
      break;
    }
    case 4: { // a sum that all threads share
      std::string m = name(), w = name(), q = name(), base = name();
      line(m + " = and i32 " + value() + ", 7");
      line(w + " = zext i32 " + m + " to i64");
      line(base + " = getelementptr i32, ptr %out, i64 2040");
      line(q + " = getelementptr i32, ptr " + base + ", i64 " + w);
      line(name() + " = atomicrmw add ptr " + q + ", i32 " + value() + " monotonic");
      line(r + " = add i32 0, " + value());
      break;
    }
    default: {
      const char *ops[] = {"add", "sub", "mul", "xor", "and", "or"};
      line(r + " = " + ops[below(6)] + " i32 " + value() + ", " + value());
    }
    }
    line("store i32 " + r + ", ptr " + to);
  }
  std::string target(int from, bool structured, bool &isBack) {
    int to = structured ? from + 1 + int(below(3)) - (below(4) == 0 ? int(below(4)) : 0)
                        : int(below(unsigned(blocks_) + 1));
    to = std::max(to, 0);
    isBack = to <= from;
    return to >= blocks_ ? "exit" : "b" + std::to_string(to);
  }
  void terminator(int b, bool structured) {
    bool back0, back1;
    std::string t0 = target(b, structured, back0), t1 = target(b, structured, back1);
    std::string c = condition();
    if (back0 || back1) { // loops end
      std::string f = name(), f1 = name(), alive = name();
      line(f + " = load i32, ptr %fuel");
      line(f1 + " = sub i32 " + f + ", 1");
      line("store i32 " + f1 + ", ptr %fuel");
      line(alive + " = icmp sgt i32 " + f1 + ", 0");
      std::string go = "go" + std::to_string(b);
      line("br i1 " + alive + ", label %" + go + ", label %exit");
      text_ += go + ":\n";
    }
    if (below(5) == 0)
      line("br label %" + t0);
    else if (below(6) == 0)
      line("switch i32 " + value() + ", label %" + t0 + " [ i32 1, label %" + t1 +
           " i32 3, label %exit ]");
    else
      line("br i1 " + c + ", label %" + t0 + ", label %" + t1);
  }

  std::mt19937 random_;
  std::string text_;
  int blocks_ = 0;
  int next_ = 0;
};

TEST(RandomKernel, agreesWithTheScalarReference) {
  unsigned seed = 1, rounds = 25;
  if (const char *text = std::getenv("TEST_SEED"))
    seed = unsigned(std::atoi(text));
  if (const char *text = std::getenv("TEST_ROUNDS"))
    rounds = unsigned(std::atoi(text));
  std::vector<uint32_t> in(1024);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = uint32_t(i * 2654435761u >> 9) % 64;
  const Dim blocks[] = {{64}, {50}, {16, 4}, {5, 7}, {32, 2}, {4, 8}, {8, 3}, {16}, {11}, {8}, {1}};
  for (unsigned round = 0; round < rounds; ++round) {
    std::string text = Generator(seed + round).kernel();
    Dim block = blocks[(seed + round) % std::size(blocks)], grid{2};
    std::vector<uint32_t> expected(4096);
    Params reference;
    reference.add(in.data()).add(expected.data()).add(uint32_t(13));
    ASSERT_TRUE(runReference(text, grid, block, reference));
    for (unsigned width : {0u, 1u, 8u, 16u, 32u}) { // 0: chosen by cost
      std::vector<uint32_t> out(4096);
      Params params;
      params.add(in.data()).add(out.data()).add(uint32_t(13));
      CodegenOptions options = optionsFor(width, grid, block);
      options.jam = (const unsigned[]){0, 2, 3}[round % 3];
      TestKernel kernel(text, options);
      ASSERT_TRUE(kernel.status().ok()) << kernel.status().message();
      ASSERT_TRUE(kernel.run(grid, block, params));
      for (size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], expected[i])
            << "word " << i << ", width " << width << ", jam " << options.jam << ", seed "
            << seed + round << ", block " << block.x << "x" << block.y
            << (std::getenv("TEST_SEED") ? text + kernel.loweredText() : "");
    }
  }
}

} // namespace
} // namespace anywarp::codegen::test
