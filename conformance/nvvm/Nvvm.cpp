// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler of LLVM IR: text of both ages, several modules, options; the PTX runs through the
// driver; what is wrong is an error with a log.
#include "../Check.h"
#include "Modules.h"

#include <nvJitLink.h>
#include <nvvm.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#define OK(call) EXPECT(0, call)

class Program {
public:
  Program() { OK(nvvmCreateProgram(&handle)); }
  ~Program() {
    OK(nvvmDestroyProgram(&handle));
    CHECK(!handle);
  }
  Program &add(const char *text, const char *name = "module", bool isLazy = false) {
    OK((isLazy ? nvvmLazyAddModuleToProgram : nvvmAddModuleToProgram)(handle, text,
                                                                      std::strlen(text), name));
    return *this;
  }
  nvvmResult verify(std::vector<const char *> options = {}) {
    return nvvmVerifyProgram(handle, int(options.size()), options.data());
  }
  nvvmResult compile(std::vector<const char *> options = {}) {
    return nvvmCompileProgram(handle, int(options.size()), options.data());
  }
  std::string text(nvvmResult (*sizeOf)(nvvmProgram, size_t *),
                   nvvmResult (*get)(nvvmProgram, char *)) {
    size_t size = 0;
    OK(sizeOf(handle, &size));
    std::string text(size, '?');
    OK(get(handle, text.data()));
    CHECK(size >= 1 && text.back() == '\0');
    text.resize(size - 1);
    return text;
  }
  std::string ptx() { return text(nvvmGetCompiledResultSize, nvvmGetCompiledResult); }
  std::string log() { return text(nvvmGetProgramLogSize, nvvmGetProgramLog); }

  nvvmProgram handle = nullptr;
};

/// Runs the kernel k with the values' place, and what else it takes.
template <class T, class... More>
static std::vector<T> run(const std::string &ptx, std::vector<T> values, More... more) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  size_t bytes = values.size() * sizeof(T);
  OK(cuModuleLoadData(&module, ptx.c_str()));
  OK(cuModuleGetFunction(&function, module, "k"));
  OK(cuMemAlloc(&memory, bytes));
  OK(cuMemcpyHtoD(memory, values.data(), bytes));
  void *arguments[] = {&memory, &more...};
  OK(cuLaunchKernel(function, 1, 1, 1, unsigned(values.size()), 1, 1, 0, nullptr, arguments,
                    nullptr));
  OK(cuMemcpyDtoH(values.data(), memory, bytes));
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
  return values;
}

/// Whose library this is stands in its PTX.
static bool isNvidias() {
  Program program;
  program.add(kTyped).add(kTwice);
  OK(program.compile());
  return program.ptx().find("NVIDIA NVVM Compiler") != std::string::npos;
}

static void programs() {
  const bool isLazy = !isNvidias(); // which takes only bitcode so
  for (const char *arch : {"-arch=compute_75", "-arch=compute_90"})
    for (const char *level : {"-opt=3", "-opt=0"}) {
      Program program;
      program.add(kTyped).add(kTwice, "twice", isLazy);
      OK(program.verify());
      CHECK(program.ptx().empty());
      OK(program.compile({arch, level}));
      CHECK(program.log().empty());
      std::string ptx = program.ptx();
      CHECK(ptx.find(".entry k(") != std::string::npos);
      CHECK(ptx.find("unused") == std::string::npos || !isLazy); // nobody asked for it
      CHECK((run<int>(ptx, {0, 0, 0, 0}) == std::vector<int>{2, 20, 200, 2000}));
    }
  Program newer;
  newer.add(kOpaque);
  OK(newer.compile({"-arch=compute_120"}));
  CHECK(newer.ptx().find(".target sm_120") != std::string::npos);
  CHECK(newer.ptx().find("fma.rn.f32") != std::string::npos);
  if (newer.compile({"-arch=compute_90"}) == NVVM_SUCCESS) // ours only
    CHECK(run<float>(newer.ptx(), {4}).front() == 9);
}

static void options() {
  Program program;
  program.add(kTyped).add(kTwice);
  OK(program.compile({"-ftz=1", "-fma=1", "-prec-div=0", "-prec-sqrt=0", "-generate-line-info"}));
  OK(program.compile({"-g", "-opt=0"}));
  for (const char *option : {"-foo", "-arch=compute_12", "-arch=sm_90", "-opt=7", "-ftz=2"}) {
    EXPECT(NVVM_ERROR_INVALID_OPTION, program.compile({option}));
    CHECK(program.log() == std::string("libnvvm : error: ") + option + " is an unsupported option");
    CHECK(program.ptx().empty());
    EXPECT(NVVM_ERROR_INVALID_OPTION, program.verify({option}));
  }
}

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

/// The device library in the file `path` follows the options.
static void library(const char *path) {
  static const char kCalls[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @__nv_sqrtf(float)
declare float @__nv_fast_sinf(float)
declare float @__nv_fadd_rn(float, float)
define float @k(float %x, float %y) {
  %a = call float @__nv_sqrtf(float %x)
  %b = call float @__nv_fast_sinf(float %a)
  %c = call float @__nv_fadd_rn(float %b, float %y)
  ret float %c
}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
)";
  std::ifstream file(path, std::ios::binary);
  std::string bitcode((std::istreambuf_iterator<char>(file)), {});
  CHECK(!bitcode.empty());
  auto compile = [&](std::vector<const char *> options) {
    Program program;
    program.add(kCalls);
    OK(nvvmLazyAddModuleToProgram(program.handle, bitcode.data(), bitcode.size(), "library"));
    OK(program.compile(options));
    return program.ptx();
  };
  std::string precise = compile({});
  for (const char *instruction : {"sqrt.rn.f32", "sin.approx.f32", "add.rn.f32"})
    CHECK(precise.find(instruction) != std::string::npos);
  std::string fast = compile({"-ftz=1", "-prec-sqrt=0"});
  for (const char *instruction : {"sqrt.approx.ftz.f32", "sin.approx.ftz.f32", "add.rn.ftz.f32"})
    CHECK(fast.find(instruction) != std::string::npos);
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

/// What -gen-lto makes of each module is linked by nvJitLink.
static void linkTime() {
  nvJitLinkHandle link;
  const char *words[] = {"-arch=sm_90", "-lto"};
  OK(nvJitLinkCreate(&link, 2, words));
  for (const char *text : {kTyped, kTwice}) {
    Program program;
    program.add(text);
    OK(program.verify({"-arch=compute_90", "-gen-lto"}));
    OK(program.compile({"-arch=compute_90", "-gen-lto"}));
    size_t size = 0;
    OK(nvvmGetCompiledResultSize(program.handle, &size));
    std::string ir(size, '?');
    OK(nvvmGetCompiledResult(program.handle, ir.data()));
    CHECK(ir.find(".entry") == std::string::npos); // not PTX
    EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
           nvJitLinkAddData(link, NVJITLINK_INPUT_CUBIN, ir.data(), size, "module"));
    OK(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, ir.data(), size, "module"));
  }
  OK(nvJitLinkComplete(link));
  size_t size = 0;
  OK(nvJitLinkGetLinkedCubinSize(link, &size));
  std::string cubin(size, '?');
  OK(nvJitLinkGetLinkedCubin(link, cubin.data()));
  if (!isNvidias()) // whose link keeps no kernel of these
    CHECK((run<int>(cubin, {0, 0, 0, 0}) == std::vector<int>{2, 20, 200, 2000}));
  OK(nvJitLinkDestroy(&link));
}

static void wrongModules() {
  Program none;
  EXPECT(NVVM_ERROR_NO_MODULE_IN_PROGRAM, none.compile());
  EXPECT(NVVM_ERROR_NO_MODULE_IN_PROGRAM, none.verify());

  Program junk;
  junk.add("hello", "m");
  EXPECT(NVVM_ERROR_INVALID_IR, junk.verify());
  EXPECT(NVVM_ERROR_COMPILATION, junk.compile());
  CHECK(junk.log().find("m (1, 0): parse expected top-level entity") == 0);

  Program versionless;
  versionless.add(kVersionless);
  EXPECT(NVVM_ERROR_IR_VERSION_MISMATCH, versionless.compile());
  CHECK(versionless.log().find("incompatible") != std::string::npos);

  Program twice;
  twice.add(kTyped).add(kTwice).add(kTwice, "again");
  EXPECT(NVVM_ERROR_COMPILATION, twice.compile());
  CHECK(!twice.log().empty());

  Program broken; // no terminator
  broken.add("define void @f() {\n  %x = add i32 1, 1\n}\n");
  EXPECT(NVVM_ERROR_INVALID_IR, broken.verify());

  // Damaged bitcode, and what no back end can do anything with.
  std::string bitcode = "BC\xC0\xDE";
  bitcode.resize(4096, '\x5a');
  Program damaged;
  OK(nvvmAddModuleToProgram(damaged.handle, bitcode.data(), bitcode.size(), "damaged"));
  CHECK(damaged.compile() != NVVM_SUCCESS);
  CHECK(!damaged.log().empty());
  Program host;
  host.add("target triple = \"x86_64-unknown-linux-gnu\"\ndefine void @f() {\n  ret void\n}\n"
           "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n");
  EXPECT(NVVM_ERROR_COMPILATION, host.compile());
  Program unknown;
  unknown.add(
      "define ptx_kernel void @k(ptr %p) {\n  call void asm sideeffect \"\", \"{nonsense}\"()\n"
      "  %v = load i4096, ptr %p\n  %w = sdiv i4096 %v, 3\n  store i4096 %w, ptr %p\n  ret "
      "void\n}\n"
      "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n");
  nvvmResult result = unknown.compile();
  CHECK(result == NVVM_SUCCESS || (result == NVVM_ERROR_COMPILATION && !unknown.log().empty()));
}

static void dialects() {
  int older = 0, newer = 0;
  OK(nvvmLLVMVersion("compute_90", &older));
  EXPECT(7, older);
  OK(nvvmLLVMVersion("compute_120", &newer));
  CHECK(newer > older);
  EXPECT(NVVM_ERROR_INVALID_INPUT, nvvmLLVMVersion("compute_90", nullptr));
  EXPECT(NVVM_ERROR_INVALID_OPTION, nvvmLLVMVersion("compute_1", &newer));
}

static void wrongArguments() {
  int a = 0, b = 0, c = 0, d = 0;
  OK(nvvmVersion(&a, &b));
  EXPECT(2, a);
  OK(nvvmIRVersion(&a, &b, &c, &d));
  EXPECT(2, a);
  EXPECT(3, c);
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmCreateProgram(nullptr));
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmDestroyProgram(nullptr));
  nvvmProgram nobody = nullptr;
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmDestroyProgram(&nobody));
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmAddModuleToProgram(nullptr, "x", 1, "x"));
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmCompileProgram(nullptr, 0, nullptr));
  CHECK(!std::strcmp(nvvmGetErrorString(NVVM_ERROR_INVALID_IR), "NVVM_ERROR_INVALID_IR"));
}

static void threads() {
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back([] {
      for (int round = 0; round < 3; ++round) {
        Program program;
        program.add(kTyped).add(kTwice);
        OK(program.compile());
        CHECK(!program.ptx().empty());
      }
    });
  for (std::thread &thread : all)
    thread.join();
}

int main(int count, char **words) {
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));
  programs();
  mathematics();
  architectures();
  if (count > 1)
    library(words[1]);
  options();
  linkTime();
  warps();
  lines();
  wrongModules();
  dialects();
  wrongArguments();
  threads();
  return finish("Nvvm");
}
