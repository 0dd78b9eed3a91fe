// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run-time compiler: programs with headers, options and name expressions, run through the
// driver; what is wrong is an error with a log.
#define NVRTC_GET_TYPE_NAME 1
#include "Program.h"

#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

#ifndef AW_TEST_INCLUDE
#define AW_TEST_INCLUDE "" // where the headers of this project are built
#endif

static void general() {
  int major = 0, minor = -1, count = 0;
  OK(nvrtcVersion(&major, &minor));
  CHECK(major >= 12 && minor >= 0);
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcVersion(nullptr, &minor));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetNumSupportedArchs(nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetSupportedArchs(nullptr));
  OK(nvrtcGetNumSupportedArchs(&count));
  CHECK(count > 3);
  std::vector<int> archs(static_cast<size_t>(count), 0);
  OK(nvrtcGetSupportedArchs(archs.data()));
  for (size_t i = 1; i < archs.size(); ++i)
    CHECK(archs[i - 1] < archs[i] && archs[i - 1] >= 75);
  for (int arch : archs) {
    Program program("__global__ void k() {}");
    OK(program.compile({("-arch=compute_" + std::to_string(arch)).c_str()}));
  }
  CHECK(!std::strcmp(nvrtcGetErrorString(NVRTC_ERROR_CANCELLED), "NVRTC_ERROR_CANCELLED"));
  CHECK(!std::strcmp(nvrtcGetErrorString(nvrtcResult(99)), "NVRTC_ERROR unknown"));
  size_t heap = 0;
  OK(nvrtcSetPCHHeapSize(4097));
  OK(nvrtcGetPCHHeapSize(&heap));
  CHECK(heap == 8192); // whole pages
}

static void headersAndOptions() {
  Program program(
      "#include \"outer.h\"\n#include <dir/inner.h>\n"
      "extern \"C\" __global__ void k(int *p) { *p = outer() + inner + VALUE + "
      "__CUDA_ARCH__ / 100 * 100000 + (__cplusplus > 201703L) * 10000; }",
      "prog.cu",
      {{"outer.h", "#include <dir/inner.h>\n__device__ int outer() { return 1000 * inner; }"},
       {"dir/inner.h", "#pragma once\nconstexpr int inner = 2;"}});
  OK(program.compile(
      {"--gpu-architecture=compute_80", "-DVALUE=40", "-std=c++20", "--fmad=false"}));
  CHECK(program.log().empty());
  std::string ptx = program.ptx();
  CHECK(ptx.find(".target sm_80") != std::string::npos);
  CHECK(run(ptx.c_str(), "k") == 802042 + 10000);
  size_t size = 7;
  OK(nvrtcGetCUBINSize(program.handle, &size));
  CHECK(size == 0); // a virtual architecture

  // A value in the next word; a real architecture.
  OK(program.compile({"-arch", "sm_90", "-D", "VALUE=50", "--use_fast_math", "-lineinfo"}));
  OK(nvrtcGetCUBINSize(program.handle, &size));
  CHECK(size > 0);
  std::string cubin(size, '\0');
  OK(nvrtcGetCUBIN(program.handle, cubin.data()));
  if (!isNvidias()) // machine code, which this project's driver does not run
    CHECK(run(cubin.data(), "k") == 902052);

  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"--std=c++98"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-DVALUE=1", "-maxrregcount=many"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-arch=compute_9999"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"prog.cu"}));
  CHECK(program.says("prog.cu"));
}

/// Headers of the toolkit work wherever they lie, as text, too: with all that they include.
static void copiedHeaders() {
  if (isNvidias())
    return; // its headers are not here
  const std::string include = AW_TEST_INCLUDE;
  const std::string copy = "/tmp/nvrtc-headers-" + std::to_string(getpid());
  CHECK(std::system(("cp -r " + include + " " + copy).c_str()) == 0);
  const char *source =
      "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
      "#include <cuda_fp16.h>\n#include <mma.h>\n#include <cuda_runtime.h>\n"
      "#include <cuda_pipeline.h>\n#include <device_launch_parameters.h>\n"
      "extern \"C\" __global__ void k(int *p) { auto block = "
      "cooperative_groups::this_thread_block();\n"
      "block.sync(); *p = int(block.size()) + 40 + int(__half2float(__float2half(2.0f))); }";
  // A folder that is only a part of it comes before the library's own.
  CHECK(std::system(("rm -r " + copy + "/anywarp " + copy + "/cuda_runtime_api.h").c_str()) == 0);
  Program file(source);
  OK(file.compile({("-I" + copy).c_str()}));
  CHECK(file.log().empty());
  CHECK(run(file.ptx().c_str(), "k") == 43);

  std::vector<std::string> names, texts;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(include)) {
    if (!entry.is_regular_file())
      continue;
    std::ifstream in(entry.path());
    names.push_back(entry.path().string().substr(include.size() + 1));
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  std::vector<std::pair<const char *, const char *>> headers;
  for (size_t i = 0; i < names.size(); ++i)
    headers.push_back({names[i].c_str(), texts[i].c_str()});
  Program text(source, "prog.cu", headers);
  OK(text.compile({"-no-cache"}));
  CHECK(text.log().empty());
  CHECK(run(text.ptx().c_str(), "k") == 43);
  CHECK(std::system(("rm -r " + copy).c_str()) == 0);
}

/// A program may bring its own standard library.
static void bareEnvironment() {
  Program program("typedef long long int int64_t; typedef unsigned int uint32_t;\n"
                  "typedef unsigned long long uint64_t;\n"
                  "namespace std { template <class T> __host__ __device__ constexpr\n"
                  "const T &max(const T &a, const T &b) { return a < b ? b : a; } template <class "
                  "A, class B> struct is_same {}; }\n"
                  "#ifndef __CUDACC_RTC__\n#error\n#endif\n"
                  "#ifdef __NVCC__\n#error\n#endif\n"
                  "extern \"C\" __global__ void k(int *p) { float4 v = make_float4(1, 4, 9, 16);\n"
                  "uint32_t n = 3; assert(n == 3); atomicAdd(p, std::max(int(sqrtf(v.w)), 2));\n"
                  "*p += int(rsqrt(0.0625f)) + int(pow(2.0f, 3)) + __popc(7); }");
  OK(program.compile());
  CHECK(run(program.ptx().c_str(), "k", 100) == 104 + 4 + 8 + 3);
}

static void messages() {
  // Of variables that nothing refers to: only where making them has no effect.
  Program unused(
      "struct S { int a; __device__ S operator+(const S &) const; }; __device__ S make();\n"
      "struct C { int a; __device__ C(int x) : a(x) {} };\n"
      "__device__ int f(int); __device__ constexpr int g(int x) { return x + 1; }\n"
      "__global__ void k(int n, int *p, S s, volatile int *v) {\n"
      "  int plain1 = n + 1; int plain2 = p[0]; int plain3 = g(2); S plain4 = s; S plain5{n};\n"
      "  int plain6[2] = {1, 2}; const S &plain7 = s; int plain8; int *plain9 = &n;\n"
      "  int call1 = f(n); int call2 = g(n); S call3 = make(); S call4 = s + s; C call5(1);\n"
      "  S call6{f(1)}; int call7 = *v; int call8 = p[0]++; const S &call9 = make(); }");
  OK(unused.compile({"-rdc=true"}));
  for (const char *name :
       {"plain1", "plain2", "plain3", "plain4", "plain5", "plain6", "plain7", "plain8", "plain9"})
    CHECK(unused.says((name + std::string("'")).c_str()) ||
          unused.says((name + std::string("\"")).c_str()));
  for (const char *name :
       {"call1", "call2", "call3", "call4", "call5", "call6", "call7", "call8", "call9"})
    CHECK(!unused.says(name));
  Program program("__global__ void k() {\n  undeclared = 3;\n}", "dir/name.cu");
  EXPECT(NVRTC_ERROR_COMPILATION, program.compile());
  CHECK(program.says("dir/name.cu(2): error: "));
  CHECK(program.says("1 error detected in the compilation of \"dir/name.cu\"."));

  Program missing("#include <nothere.h>\n");
  EXPECT(NVRTC_ERROR_COMPILATION, missing.compile());
  CHECK(missing.says("open source file \"nothere.h\""));
  // Headers have the names that the program gave them, which some look for in the log.
  const char *file = "#include <dir/inner.h>\n__device__ const char *file = __FILE__;";
  Program nested(file, "prog.cu", {{"dir/inner.h", "\n#include \"nothere.h\"\n"}});
  EXPECT(NVRTC_ERROR_COMPILATION, nested.compile());
  CHECK(nested.log().find("dir/inner.h(2): catastrophic error: ") !=
        std::string::npos); // after a line about the way there, or first
  CHECK(!nested.says("/dir/inner.h"));
  Program named(file, "some/prog.cu",
                {{"dir/inner.h", "static_assert(__FILE__[0] == 'd' && sizeof(__FILE__) == 12);"}});
  OK(named.compile({"-std=c++17"}));
  OK(named.compile({"-std=c++17", "-no-source-include"}));
  CHECK(named.ptx().find(".b8") != std::string::npos);
  CHECK(named.ptx().find("[13] = {115, 111, 109, 101, 47, 112, ") != std::string::npos);
  if (isNvidias()) { // which finds include/cccl of the toolkit only when told
    EXPECT(NVRTC_ERROR_COMPILATION, Program("#include <cuda/stream_ref>\n").compile());
  }

  Program device("int calls; int helper(int x) { ++calls; return 2 * x; } extern \"C\" __global__ "
                 "void k(int *p) { *p "
                 "= helper(*p) + calls; }",
                 nullptr);
  EXPECT(NVRTC_ERROR_COMPILATION, device.compile());
  CHECK(device.says("default_program"));
  OK(device.compile({"-default-device"}));
  CHECK(run(device.ptx().c_str(), "k", 21) == 43);

  EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcCompileProgram(nullptr, 0, nullptr));
  nvrtcProgram stale = nullptr;
  OK(nvrtcCreateProgram(&stale, "", "x", 0, nullptr, nullptr));
  nvrtcProgram copy = stale;
  OK(nvrtcDestroyProgram(&stale));
  CHECK(stale == nullptr);
  if (!isNvidias()) { // which crashes
    EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcCompileProgram(copy, 0, nullptr));
    EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcDestroyProgram(&copy));
  }
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&stale, nullptr, "x", 0, nullptr, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&stale, "", "x", 1, nullptr, nullptr));
  const char *const same[] = {"a.h", "a.h"};
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&stale, "", "x", 2, same, same));
}

int main() {
  usePrimary();
  general();
  headersAndOptions();
  copiedHeaders();
  bareEnvironment();
  messages();
  return finish("Nvrtc");
}
