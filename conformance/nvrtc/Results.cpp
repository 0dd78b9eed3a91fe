// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program of the run-time compiler holds in every state, whatever its options and its source
// are; several at once, and one that is cancelled.
#include "Program.h"

#include <cstring>
#include <string>
#include <thread>
#include <vector>

/// Every getter in every state: what was not made is empty, and asking for it is no error.
static void results() {
  auto sizes = [](nvrtcProgram handle) {
    size_t ptx = 77, cubin = 77, ltoIr = 77, optixIr = 77;
    OK(nvrtcGetPTXSize(handle, &ptx));
    OK(nvrtcGetCUBINSize(handle, &cubin));
    OK(nvrtcGetLTOIRSize(handle, &ltoIr));
    OK(nvrtcGetOptiXIRSize(handle, &optixIr));
    return (ptx > 1    ? "ptx "
            : ptx == 1 ? ""
                       : "none ") +
           std::string(cubin ? "cubin " : "") + (ltoIr ? "lto " : "") + (optixIr ? "optix " : "");
  };
  const char *name;
  char bytes[4] = "???";
  Program program("extern \"C\" __global__ void k(int *p) { *p = 1; }");
  OK(nvrtcAddNameExpression(program.handle, "k"));
  CHECK(sizes(program.handle) == "" && program.log().empty());
  OK(nvrtcGetPTX(program.handle, bytes));
  CHECK(!std::strcmp(bytes, ""));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-nope"}));
  CHECK(sizes(program.handle) == "" && !program.log().empty());
  OK(nvrtcAddNameExpression(program.handle, "&*k")); // nothing was compiled
  OK(program.compile());
  CHECK(sizes(program.handle) == "ptx " && program.lowered("&*k") == "k");
  EXPECT(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
         nvrtcAddNameExpression(program.handle, "k"));
  EXPECT(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, nvrtcGetLoweredName(program.handle, "no", &name));
  CHECK(name == nullptr);
  OK(program.compile({"-arch=sm_80"}));
  CHECK(sizes(program.handle) == "ptx cubin ");
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-nope"}));
  CHECK(sizes(program.handle) == "cubin " && program.lowered("k") == "k");
  OK(program.compile({"-arch=sm_80", "-fdevice-syntax-only"}));
  CHECK(program.ptx().find(".target sm_80") != std::string::npos);
  CHECK(program.ptx().find("entry") == std::string::npos);
  CHECK(program.lowered("k") == "k"); // still

  Program failing("extern \"C\" __global__ void k(int *p) { nonsense }");
  OK(nvrtcAddNameExpression(failing.handle, "k"));
  EXPECT(NVRTC_ERROR_COMPILATION, failing.compile({"-arch=sm_80"}));
  CHECK(sizes(failing.handle) == "");
  EXPECT(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
         nvrtcGetLoweredName(failing.handle, "k", &name));
  EXPECT(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED, nvrtcGetPCHCreateStatus(failing.handle));

  Program linked("extern \"C\" __global__ void k() {}");
  OK(nvrtcAddNameExpression(linked.handle, "k"));
  OK(linked.compile({"-arch=sm_80", "-dlto"}));
  CHECK(sizes(linked.handle) == "lto ");
  CHECK(linked.lowered("k") == "k");

  EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcGetPTXSize(nullptr, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetPTXSize(program.handle, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetPTX(program.handle, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetLTOIR(program.handle, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetProgramLogSize(program.handle, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetLoweredName(program.handle, "k", nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcCompileProgram(program.handle, -1, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, nvrtcCompileProgram(program.handle, 1, nullptr));
  const char *const noWord = nullptr;
  EXPECT(NVRTC_ERROR_INVALID_OPTION, nvrtcCompileProgram(program.handle, 1, &noWord));
  EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcCreateProgram(nullptr, "", "x", 0, nullptr, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcSetFlowCallback(program.handle, nullptr, nullptr));
}

/// Codes, and that options are read as the guide writes them (the unit test of lib/nvrtc has more).
static void options() {
  Program program("extern \"C\" __global__ void k(int *p) { int unused; *p = 1; }");
  OK(program.compile());
  CHECK(program.says("prog.cu(1): warning"));
  OK(program.compile({"-w"}));
  CHECK(program.log().empty());
  OK(program.compile({"-diag-suppress=177"}));
  CHECK(program.log().empty());
  EXPECT(NVRTC_ERROR_COMPILATION, program.compile({"-diag-error", "177"}));
  OK(program.compile({"-diag-error=177", "-diag-warn=177"}));
  EXPECT(NVRTC_ERROR_COMPILATION, program.compile({"-diag-suppress=5000"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-diag-suppress=all"}));
  OK(program.compile({"-w", "-arch=sm_80", "-arch=sm_90"}));
  CHECK(program.says("warning"));
  CHECK(program.ptx().find(".target sm_90") != std::string::npos);
  OK(program.compile({"-w", "-std=c++17", "-std=c++17", "-fmad=true", "-fmad=true"}));
  CHECK(program.log().empty());
  for (const char *wrong : {"", "-Werror", "--arch=sm_80", "-device-debug", "-arch sm_80",
                            "-G=true", "-ftz", "-ftz=1", "-arch=sm_72", "-arch=lto_80",
                            "-std=c++23", "-dopt=off", "-jtd=102", "-O3", "-time", "-opt-info=all"})
    EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({wrong}));
  for (const char *wrong : {"-arch=compute_80a", "-D", "-D1", "-include=nothere.h"})
    EXPECT(NVRTC_ERROR_COMPILATION, program.compile({wrong}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-dc", "-rdc=false"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-ewp", "-dc"}));
  OK(program.compile({"-w", "-time=-"}));
  CHECK(program.says("prog.cu, "));
  EXPECT(NVRTC_ERROR_TIME_FILE_WRITE_FAILED, program.compile({"-time="}));
  EXPECT(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED, program.compile({"-fdevice-time-trace="}));
}

/// None of these may end the process.
static void hostile() {
  std::string deep = "__device__ int f() { return ";
  deep += std::string(200000, '(');
  std::vector<std::string> sources = {
      deep,
      "template <int N> struct S { static const int v = S<N + 1>::v; }; __device__ int x = "
      "S<0>::v;",
      "constexpr int f(int n) { for (;;) ++n; } __device__ int x = f(0);",
      "#include __FILE__\n",
      "#pragma clang __debug crash\n",
      "#pragma clang __debug llvm_fatal_error\n",
      "\x80\xff\xfe binary \x01",
      "__global__ void k() { asm volatile(\"{ nonsense\"",
      "extern \"C\" __global__ void k() { int a[1ll << 60]; a[0] = 1; }",
  };
  for (const std::string &source : sources) {
    Program program(source);
    CHECK(program.compile() != NVRTC_SUCCESS);
    CHECK(!program.log().empty());
  }
}

static void inParallel() {
  std::vector<std::thread> threads;
  std::vector<std::string> texts(6);
  for (size_t i = 0; i < texts.size(); ++i)
    threads.emplace_back([i, &texts] {
      std::string number = std::to_string(i);
      Program program("extern \"C\" __global__ void k(int *p) { *p = " + number + "00; }");
      // Options that set global switches of the compiler.
      OK(program.compile({i % 2 ? "-prec-div=false" : "-prec-div=true", "-arch=compute_75"}));
      texts[i] = program.ptx();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < texts.size(); ++i)
    CHECK(run(texts[i].c_str(), "k") == int(i) * 100);
}

static void cancelled() {
  Program program("__global__ void k() {}");
  int asked = 0;
  OK(nvrtcSetFlowCallback(
      program.handle, [](void *payload, void *) { return ++*static_cast<int *>(payload), 1; },
      &asked));
  EXPECT(NVRTC_ERROR_CANCELLED, program.compile({"--no-cache"}));
  CHECK(asked == 1);
  OK(nvrtcSetFlowCallback(
      program.handle, [](void *payload, void *) { return ++*static_cast<int *>(payload), 0; },
      &asked));
  OK(program.compile());
}

int main() {
  usePrimary();
  results();
  options();
  if (!isNvidias()) // which dies of the first
    hostile();
  inParallel();
  cancelled();
  return finish("Results");
}
