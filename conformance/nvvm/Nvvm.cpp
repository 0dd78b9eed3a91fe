// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler of LLVM IR: text of both ages, several modules, options; the PTX runs through the
// driver; what is wrong is an error with a log.
#include "Program.h"

#include <fstream>
#include <iterator>
#include <nvJitLink.h>
#include <thread>

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
  usePrimary();
  programs();
  if (count > 1)
    library(words[1]);
  options();
  linkTime();
  wrongModules();
  dialects();
  wrongArguments();
  threads();
  return finish("Nvvm");
}
