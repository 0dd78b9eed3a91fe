// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the PTX says of mathematics by the options, of architectures, of warps and of lines.
#include "Program.h"

#include <cstdlib>

/// The function's text.
static std::string bodyOf(const std::string &ptx, const char *name) {
  size_t begin = ptx.find(std::string(" ") + name + "(\n");
  if (begin == std::string::npos)
    begin = ptx.find(std::string(" ") + name + "()");
  CHECK(begin != std::string::npos);
  return begin == std::string::npos ? "" : ptx.substr(begin, ptx.find("\n}", begin) - begin);
}

struct Choice {
  std::vector<const char *> options;
  const char *quotient, *root, *rounded, *sum, *fastSum, *flushes;
};

static void mathematics() {
  const Choice choices[] = {
      {{}, "div.rn.f32", "sqrt.rn.f32", "sqrt.rn.f32", "fma.rn.f32", "fma.rn.f32", " 70"},
      {{"-prec-div=0", "-prec-sqrt=0"},
       "div.full.f32",
       "sqrt.approx.f32",
       "sqrt.rn.f32",
       "fma.rn.f32",
       "fma.rn.f32",
       " 70"},
      {{"-prec-div=0", "-prec-sqrt=0", "-ftz=1"},
       "div.full.ftz.f32",
       "sqrt.approx.ftz.f32",
       "sqrt.rn.f32",
       "fma.rn.ftz.f32",
       "fma.rn.ftz.f32",
       " 71"},
      {{"-fma=0"}, "div.rn.f32", "sqrt.rn.f32", "sqrt.rn.f32", "mul.rn.f32", "fma.rn.f32", " 70"},
      {{"-opt=0"}, "div.rn.f32", "sqrt.rn.f32", "sqrt.rn.f32", "mul.", "mul.", ""},
  };
  for (const Choice &choice : choices) {
    Program program;
    program.add(kMath);
    OK(program.compile(choice.options));
    CHECK(program.log().find("overriding noinline attribute") != std::string::npos);
    std::string ptx = program.ptx();
    auto expect = [&](const char *function, const char *instruction) {
      if (bodyOf(ptx, function).find(instruction) != std::string::npos)
        return;
      ++failures;
      std::printf("no %s in %s\n", instruction, bodyOf(ptx, function).c_str());
    };
    expect("quotient", choice.quotient);
    expect("root", choice.root);
    expect("rounded", choice.rounded);
    expect("sum", choice.sum);
    expect("fastsum", choice.fastSum);
    expect("flushes", choice.flushes);
    bool isOptimized = *choice.flushes;
    if (isOptimized) // in constant memory, side by side
      expect("pair", "ld.const.v2.f32");
    if (std::strstr(choice.root, "approx"))
      expect("reciprocal",
             std::strstr(choice.root, "ftz") ? "rsqrt.approx.ftz.f32" : "rsqrt.approx.f32");
    if (!std::strcmp(choice.fastSum, "mul."))
      CHECK(ptx.find("fma.rn") == std::string::npos);
  }
  // The same question as LLVM's intrinsic, in which our libdevice asks it.
  if (isNvidias())
    return;
  Program program;
  std::string text = kMath;
  for (size_t at; (at = text.find("@__nvvm_reflect")) != std::string::npos;)
    text.replace(at, 15, "@llvm.nvvm.reflect");
  program.add(text.c_str());
  OK(program.compile({"-ftz=1"}));
  CHECK(bodyOf(program.ptx(), "flushes").find(" 71") != std::string::npos);
}

/// Each architecture that the compiler has is named in the text.
static void architectures() {
  for (const char *arch : {"75", "80", "86", "87", "88", "89", "90", "90a", "100", "120", "121"}) {
    Program program;
    program.add(kMath);
    OK(program.compile({("-arch=compute_" + std::string(arch)).c_str()}));
    CHECK(program.ptx().find(".target sm_" + std::string(arch)) != std::string::npos);
  }
}

static void warps() {
  for (const char *level : {"-opt=3", "-opt=0"}) {
    Program program;
    program.add(kWarp);
    OK(program.compile({"-arch=compute_90", level}));
    CHECK(program.ptx().find(".maxclusterrank 4") != std::string::npos);
    std::vector<unsigned> expected(32);
    for (unsigned t = 0; t < 32; ++t)
      expected[t] =
          0x55555555 ^ (t % 2 ? 0xAAAAAAAA : 0x55555555) ^ (t ? t - 1 : 0) << 8 ^ (1 | 4 | 8);
    CHECK(run<unsigned>(program.ptx(), std::vector<unsigned>(32)) == expected);
  }
}

/// The modules say what is described, whatever the options are.
static void lines() {
  for (const char *emission : {"DebugDirectivesOnly", "LineTablesOnly", "FullDebug"})
    for (const char *option : {"-opt=3", "-generate-line-info"}) {
      std::string text = kLine;
      text.replace(text.find("EMISSION"), 8, emission);
      Program program;
      program.add(text.c_str());
      OK(program.compile({"-arch=compute_90", option, "-prec-div=0"}));
      std::string ptx = program.ptx();
      CHECK(ptx.find(".loc\t1 42 3") != std::string::npos);
      CHECK(ptx.find("divide.py\"") != std::string::npos);
      CHECK(ptx.find("div.full.f32") != std::string::npos);
      bool hasSections = ptx.find(".debug_info") != std::string::npos;
      CHECK(hasSections == (std::strcmp(emission, "DebugDirectivesOnly") != 0));
      CHECK(ptx.find("keep.py\"") != std::string::npos);
      if (!hasSections) { // .loc tells what is inlined
        const char *file = ".file\t";
        const size_t row = ptx.rfind(file, ptx.find("keep.py\""));
        const int number = std::atoi(ptx.c_str() + row + std::strlen(file));
        const std::string place = ".loc\t" + std::to_string(number) + " 7 5, function_name $L";
        CHECK(ptx.find(place) != std::string::npos);
        CHECK(ptx.find(", inlined_at 1 42 3") != std::string::npos);
      }
      CHECK(run<float>(ptx, {0}, 3.0f, 4.0f) == std::vector<float>{0.75f});
    }
}

int main() {
  usePrimary();
  mathematics();
  architectures();
  warps();
  lines();
  return finish("NvvmText");
}
