// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run-time compiler: programs with headers, options and name expressions, run through the
// driver; what is wrong is an error with a log, whatever the source is.
#define NVRTC_GET_TYPE_NAME 1
#include "Program.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#ifndef AW_TEST_INCLUDE
#define AW_TEST_INCLUDE "" // where the headers of this project are built
#endif

/// Runs the kernel with one pointer to an int; answers what it wrote there.
static int run(const void *image, const char *kernel, int before = 0) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr place;
  int result = -1;
  CHECK(cuModuleLoadData(&module, image) == CUDA_SUCCESS);
  if (cuModuleGetFunction(&function, module, kernel) != CUDA_SUCCESS) {
    CHECK(!"the kernel is there");
    return -1;
  }
  CHECK(cuMemAlloc(&place, sizeof(int)) == CUDA_SUCCESS);
  CHECK(cuMemcpyHtoD(place, &before, sizeof(int)) == CUDA_SUCCESS);
  void *arguments[] = {&place};
  CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoH(&result, place, sizeof(int)) == CUDA_SUCCESS);
  CHECK(cuMemFree(place) == CUDA_SUCCESS);
  CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
  return result;
}

/// Where CUDA's headers are, as an option. This project's library knows by itself.
static const char *cudaInclude() {
  const char *home = std::getenv("CUDA_HOME");
  static std::string option = std::string("-I") + (home ? home : "/usr/local/cuda") + "/include";
  return option.c_str();
}

/// Where a toolkit has <nv/target>.
static std::string ccclInclude() { return std::string(cudaInclude()) + "/cccl"; }

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

static void names() {
  Program program(
      "namespace n { __constant__ int table[4]; __device__ double plain; }\n"
      "template <class T, int N> __global__ void kernel(T *p) { *p = T(N) + sizeof(T); }\n"
      "static __global__ void hidden(int *p) { *p = 5; }\n"
      "template <class T> __device__ T variable = 3;");
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcAddNameExpression(program.handle, nullptr));
  std::string type;
  OK(nvrtcGetTypeName<unsigned char>(&type));
  CHECK(type == "unsigned char");
  OK(nvrtcGetTypeName<const int &>(&type));
  CHECK(type == "int const&");
  for (const char *expression : {"kernel<int, 7>", "&kernel<double,3>", "hidden", "&n::table",
                                 "&n::plain", "&variable<short>"})
    OK(nvrtcAddNameExpression(program.handle, expression));
  const char *name = nullptr;
  EXPECT(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
         nvrtcGetLoweredName(program.handle, "hidden", &name));
  OK(program.compile());
  CHECK(program.lowered("kernel<int, 7>") == "_Z6kernelIiLi7EEvPT_");
  CHECK(program.lowered("&kernel<double,3>") == "_Z6kernelIdLi3EEvPT_");
  CHECK(program.lowered("&n::table") == "_ZN1n5tableE");
  CHECK(program.lowered("&n::plain") == "_ZN1n5plainE");
  EXPECT(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
         nvrtcGetLoweredName(program.handle, "kernel<int,7>", &name));
  EXPECT(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
         nvrtcAddNameExpression(program.handle, "hidden"));
  std::string ptx = program.ptx();
  CHECK(run(ptx.c_str(), "_Z6kernelIiLi7EEvPT_") == 11);
  CHECK(run(ptx.c_str(), program.lowered("hidden").c_str()) == 5);
  CUmodule module;
  CUdeviceptr address;
  size_t size = 0;
  CHECK(cuModuleLoadData(&module, ptx.c_str()) == CUDA_SUCCESS);
  CHECK(cuModuleGetGlobal(&address, &size, module, "_ZN1n5tableE") == CUDA_SUCCESS && size == 16);
  CHECK(cuModuleGetGlobal(&address, &size, module, program.lowered("&variable<short>").c_str()) ==
        CUDA_SUCCESS);
  CHECK(size == 2);
  CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
}

/// A name expression names a kernel or is the address of a device variable.
static void wrongNames() {
  const char *source =
      "namespace n { __constant__ int table[4]; __device__ double plain; __managed__ int managed; "
      "}\n"
      "template <class T = int> __global__ void kernel(T *) {}\n"
      "__global__ void overloaded(int *) {} __global__ void overloaded(float *) {}\n"
      "static __global__ void hidden() {}\n"
      "__device__ int function(int x) { return x; } template <class T> __device__ T variable = 3;";
  for (const char *wrong : {"nosuch", "kernel<nosuchtype>", "kernel", "n::plain", "variable<int>",
                            "overloaded", "function", "&function", "&n::managed", "&n::table[2]",
                            "3 + 4", "sizeof(int)", "int", "", "threadIdx"}) {
    Program program(source);
    OK(nvrtcAddNameExpression(program.handle, "kernel<float>"));
    OK(nvrtcAddNameExpression(program.handle, wrong));
    EXPECT(NVRTC_ERROR_COMPILATION, program.compile());
    const char *name = "";
    EXPECT(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
           nvrtcGetLoweredName(program.handle, "kernel<float>", &name));
    CHECK(name == nullptr);
  }
  Program program(source);
  const char *const good[][2] = {{"kernel<>", "_Z6kernelIiEvPT_"},
                                 {"(kernel<float>)", "_Z6kernelIfEvPT_"},
                                 {"n::table", "_ZN1n5tableE"},
                                 {"static_cast<void (*)(float *)>(overloaded)", "_Z10overloadedPf"},
                                 {"(void (*)(int *))&overloaded", "_Z10overloadedPi"},
                                 {"hidden", "_Z6hiddenv"},
                                 {"&variable<long> // what else", "_Z8variableIlE"}};
  for (auto &[expression, symbol] : good)
    OK(nvrtcAddNameExpression(program.handle, expression));
  OK(program.compile());
  for (auto &[expression, symbol] : good)
    CHECK(program.lowered(expression) == symbol);
}

/// Static variables can be reached from the host, by the names they have in the source.
static void staticVariables() {
  Program program("static __constant__ int table[4]; static __device__ int counter = 5;\n"
                  "extern \"C\" __global__ void k(int *p) { *p = table[*p] + counter; }");
  OK(program.compile());
  std::string ptx = program.ptx();
  CUmodule module;
  CUfunction function;
  CUdeviceptr table, place;
  size_t size = 0;
  int values[4] = {10, 20, 30, 40}, index = 2, result = 0;
  CHECK(cuModuleLoadData(&module, ptx.c_str()) == CUDA_SUCCESS);
  CHECK(cuModuleGetFunction(&function, module, "k") == CUDA_SUCCESS);
  CHECK(cuModuleGetGlobal(&table, &size, module, "table") == CUDA_SUCCESS && size == sizeof values);
  CHECK(cuMemcpyHtoD(table, values, sizeof values) == CUDA_SUCCESS);
  CHECK(cuModuleGetGlobal(&place, &size, module, "counter") == CUDA_SUCCESS);
  CHECK(cuMemAlloc(&place, sizeof(int)) == CUDA_SUCCESS);
  CHECK(cuMemcpyHtoD(place, &index, sizeof(int)) == CUDA_SUCCESS);
  void *arguments[] = {&place};
  CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoH(&result, place, sizeof(int)) == CUDA_SUCCESS);
  CHECK(result == 35);
  CHECK(cuMemFree(place) == CUDA_SUCCESS && cuModuleUnload(module) == CUDA_SUCCESS);
}

/// A text is found by the words of the #include alone, before any file, and lies in no folder.
static void textNames() {
  struct Case {
    const char *include, *inA, *name, *missing; ///< null: compiles
  };
  for (const Case &each :
       {Case{"dir/a.h", "b.h", "b.h", nullptr}, Case{"dir/a.h", "b.h", "dir/b.h", "b.h"},
        Case{"dir/a.h", "../b.h", "../b.h", nullptr}, Case{"dir/a.h", "../b.h", "b.h", "../b.h"},
        Case{"../x/../a.h", "x/../b.h", "x/../b.h", nullptr},
        Case{"a.h", "x/../b.h", "b.h", "x/../b.h"}, Case{"a.h", "./b.h", "b.h", "./b.h"},
        Case{"a.h", "b.h", "./b.h", "b.h"}, Case{"/absolute/a.h", "/b.h", "/b.h", nullptr},
        Case{"/absolute/a.h", "b.h", "/absolute/b.h", "b.h"}}) {
    std::string source = std::string("#include \"") + each.include +
                         "\"\nstatic_assert(sizeof(file) == 1 + " +
                         std::to_string(std::strlen(each.include)) + ", \"__FILE__\");";
    std::string a =
        std::string("__device__ const char file[] = __FILE__;\n#include \"") + each.inA + "\"\n";
    Program program(source, "prog.cu", {{each.include, a.c_str()}, {each.name, "\n"}});
    EXPECT(each.missing ? NVRTC_ERROR_COMPILATION : NVRTC_SUCCESS, program.compile());
    if (each.missing)
      CHECK(program.says(("open source file \"" + std::string(each.missing) + "\"").c_str()));
  }
  const std::string folder = "/tmp/nvrtc-names-" + std::to_string(getpid());
  CHECK(std::system(("mkdir -p " + folder + "/dir").c_str()) == 0);
  std::ofstream(folder + "/dir/a.h") << "#include \"b.h\"\n";
  std::ofstream(folder + "/dir/b.h") << "#error a file\n";
  Program first("#include <dir/a.h>\n", "prog.cu", {{"b.h", "\n"}});
  OK(first.compile({("-I" + folder).c_str()}));
  Program file("#include <dir/a.h>\n", "prog.cu", {{"dir/b.h", "\n"}});
  EXPECT(NVRTC_ERROR_COMPILATION, file.compile({("-I" + folder).c_str()}));
  CHECK(std::system(("rm -r " + folder).c_str()) == 0);
  // Types of its own, that cuda.h makes others of.
  Program types(
      "#include <cuda.h>\n__device__ cuuint64_t value; __device__ unsigned long long *p = &value;",
      "prog.cu",
      {{"stdint.h", "typedef unsigned uint32_t; typedef unsigned long long uint64_t;\n"},
       {"stddef.h", "\n"},
       {"stdlib.h", "\n"}});
  if (!isNvidias()) // its cuda.h is for host code alone
    OK(types.compile({cudaInclude()}));
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

/// What NVRTC takes beyond C++17.
static void extensions() {
  const std::string members =
      "struct B { int first; }; struct S : B { int second; };\ntemplate <class T> struct Checks { "
      "static_assert(!(&((T *)0)->first), \"\"); };\n__global__ void k() { Checks<S> c; "
      "(void)c; }\n";
  for (const char *good :
       {"", "static_assert(!(&(((S *)0)->first)));",
        "__device__ constexpr int operator\"\"d(unsigned long long v) { return v; }"}) {
    Program program(members + good);
    OK(program.compile());
  }
  Program narrowing(
      "__global__ void k(int *p, int n) { float f{n}; int a[] = {1.5}; *p = f + a[0]; }");
  OK(narrowing.compile());
  CHECK(narrowing.says("arrow")); // a warning
  OK(narrowing.compile({"-diag-suppress=2361"}));
  CHECK(narrowing.log().empty());
  EXPECT(NVRTC_ERROR_COMPILATION, narrowing.compile({"-diag-error=2361"}));

  // Launches in device code need no declaration.
  Program launch("__global__ void child(int *p) { *p = 1; }\n"
                 "__global__ void k(int *p) { child<<<1, 1>>>(p); }");
  OK(launch.compile({"-rdc=true"}));
  EXPECT(NVRTC_ERROR_COMPILATION, launch.compile());

  Program wrong(members + "static_assert(!(&((S *)0)->second), \"second\");");
  EXPECT(NVRTC_ERROR_COMPILATION, wrong.compile());
}

/// What has no execution or memory space belongs to the host, and NVRTC compiles nothing of the
/// host, called or not; -default-device changes that.
static void spaces() {
  const std::string kernel = "\nextern \"C\" __global__ void k(int *p) { *p = 1; }";
  for (const char *host : {"int h() { return 1; }",
                           "int h();",
                           "constexpr int h() { return 1; }",
                           "static int h();",
                           "template <class T> T h(T t) { return t; }",
                           "extern \"C\" int h(int);",
                           "namespace n { inline int h() { return 1; } }",
                           "struct S { int f() { return 1; } };",
                           "struct S { S() {} };",
                           "struct S { virtual ~S() = default; };",
                           "struct S { S(); }; S::S() = default;",
                           "struct S { friend int g(S); };",
                           "int h() = delete;",
                           "template <class T> struct S { int f() { return 1; } };",
                           "int v;",
                           "static int v = 3;",
                           "extern int v;",
                           "const char *v = \"v\";",
                           "struct S { static int v; };",
                           "auto lambda = [](int x) { return x; };",
                           "__device__ int f(int (*)(int) = [](int x) { return x; });",
                           "__device__ void f() { struct L { int g() { return 1; } }; }",
                           "int main() { return 0; }"}) {
    Program program(host + kernel);
    EXPECT(NVRTC_ERROR_COMPILATION, program.compile());
    CHECK(program.says("prog.cu(1): error"));
    OK(program.compile({"-default-device"}));
  }
  // A kernel has its space, in whatever form it is instantiated.
  for (const char *made :
       {"template __global__ void k<7>(int *);", "template __global__ decltype(k<7>) k<7>;",
        "template <> __global__ void k<7>(int *p) { *p = h() + 7; }"}) {
    Program program("int h() { return 1; } template <int N> __global__ void k(int *p) { *p = h() + "
                    "N; }\n" +
                    std::string(made));
    OK(nvrtcAddNameExpression(program.handle, "k<7>"));
    OK(program.compile({"-default-device"}));
    const char *name = nullptr;
    OK(nvrtcGetLoweredName(program.handle, "k<7>", &name));
    CHECK(name && run(program.ptx().c_str(), name, 0) == 8);
  }
  // Declared in our headers, and by CCCL again.
  for (const char *space : {"__device__ ", ""}) {
    Program program(
        std::string("extern \"C\" ") + space +
        "void *__cuda_syscall_aligned_malloc(size_t, size_t);"
        "__global__ void k(int *p) { *p = __cuda_syscall_aligned_malloc(8, 64) != 0; }");
    OK(program.compile({"-default-device"}));
  }
  for (const char *host : {"__host__ int h() { return 1; }", "struct S { __host__ S() {} };"}) {
    Program program(host + kernel);
    EXPECT(NVRTC_ERROR_COMPILATION, program.compile());
    EXPECT(NVRTC_ERROR_COMPILATION, program.compile({"-default-device"}));
  }
  for (
      const char *device :
      {"struct S { S() = default; S(const S &) = default; ~S() = default; S &operator=(S &&) = "
       "default; };",
       "struct S { S(int) = delete; void f() = delete; __device__ virtual ~S() = default; };",
       "const int v = 3; constexpr float w[2] = {1, 2}; __device__ float f(int i) { return w[i] + "
       "v; }",
       "struct S { static const int v = 1; static constexpr float w = 2; };",
       "__device__ int f() { auto l = [](int x) { return x; }; static int n = 2; return l(n++); }",
       "struct B { __device__ B(int) {} }; struct D : B { using B::B; }; __device__ void f() { D "
       "d(1); }",
       "template <class T> struct S { __device__ S(T) {} }; S(int) -> S<int>;",
       // Later declarations have the space of the first.
       "__device__ int f(); int f() { return 1; } __device__ int g() { return f(); }",
       "struct S { __device__ int f(); }; int S::f() { return 1; } __device__ int g() { return "
       "S().f(); }",
       "template <class T> struct S { __host__ __device__ int f(); };\n"
       "template <class T> int S<T>::f() { return 1; } __device__ int g() { return S<int>().f(); }",
       "template <class T> __device__ T f(T t) { return t; } template int f<int>(int);\n"
       "template <> float f<float>(float x) { return x; } __device__ float g() { return f(1.0f); }",
       "__device__ int f(int); struct S { friend int f(int); };",
       "template <class T> const T v = 3; __device__ int f() { return v<int>; }"}) {
    Program program(device + kernel);
    OK(program.compile());
  }
  // Only where a constant is needed a function has to be one.
  Program never(
      "__device__ int f(int x) { return x; } __device__ constexpr int g() { return f(1); }\n"
      "__global__ void k(int *p) { *p = g(); }");
  OK(never.compile());
  Program needed(
      "__device__ int f(int x) { return x; } __device__ constexpr int g() { return f(1); }\n"
      "static_assert(g() == 1, \"\"); __global__ void k() {}");
  EXPECT(NVRTC_ERROR_COMPILATION, needed.compile());
  // Without an include; 128-bit integers are an option.
  Program library(
      "__global__ void k(int *p) { int a = 3, b = std::move(a); b += std::forward<int>(a);\n"
      "std::initializer_list<int> list = {1, 2, b}; for (int each : list) *p += each;\n"
      "for (int each : {4, 5}) *p += each; *p += list.size(); }");
  OK(library.compile());
  EXPECT(NVRTC_ERROR_COMPILATION,
         library.compile({"-builtin-move-forward=false", "-builtin-initializer-list=false"}));
  // NV_IF_TARGET as well, and a source may yet include its header.
  for (const char *include : {"", "#include <nv/target>\n"}) {
    Program target(
        std::string(include) +
        "__global__ void k(int *p) { NV_IF_ELSE_TARGET(NV_IS_DEVICE, *p = 1;, *p = q;)\n"
        "NV_IF_TARGET(NV_PROVIDES_SM_75, (*p = 2;), (*p = q;))\n"
        "switch (*p) { case 0: NV_IF_TARGET(NV_IS_DEVICE, (int i = 4; *p = i;)) default: ; }\n"
        "NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_90, (*p = 3;), NV_IS_HOST, (*p = q;)) }");
    OK(target.compile({"-arch=compute_90", cudaInclude(), ccclInclude().c_str()}));
  }
  // So are the marks around deprecated names in copies of NVIDIA's headers.
  Program marks("__NV_SILENCE_DEPRECATION_BEGIN\n__device__ double f(double4 v) { return v.x; }\n"
                "__NV_SILENCE_DEPRECATION_END\n");
  OK(marks.compile());
  // It is inside NVRTC: no file of that name is read for it.
  Program inside("__global__ void k(int *p) { NV_IF_TARGET(NV_IS_DEVICE, (*p = 1;)) }", "prog.cu",
                 {{"nv/target", "#error not asked for\n"}});
  OK(inside.compile());
  // Our headers leave the names of the C and C++ libraries to the source.
  Program names(
      "#if defined(INT_MAX) || defined(CHAR_BIT)\n#error\n#endif\n"
      "#include <cuda_fp16.h>\n#include <cuComplex.h>\n"
      "typedef signed char int8_t; typedef long long int64_t; typedef unsigned long long "
      "uint64_t;\nnamespace std { template <class...> struct tuple_size; struct pair {}; }\n"
      "struct A { __device__ A(int) {} }; __global__ void k(A *p) { new (p) A(3); }");
  OK(names.compile({cudaInclude()}));
  Program wide("__device__ __int128 wide;");
  EXPECT(NVRTC_ERROR_COMPILATION, wide.compile());
  OK(wide.compile({"-device-int128"}));
}

static void macros() {
  auto holds = [](const char *condition, const std::vector<const char *> &options = {}) {
    Program program("#if !(" + std::string(condition) + ")\n#error\n#endif");
    OK(program.compile(options));
  };
  holds("__CUDACC__ && __CUDACC_RTC__ && __CUDA_ARCH__ == 750 && __CUDACC_VER_MAJOR__ >= 13");
  holds("CUDART_VERSION >= 13000 && __LP64__ && __cplusplus == 201703L");
  holds("!defined(__NVCC__) && !defined(__GNUC__) && !defined(__clang__) && !defined(__linux__)");
  // Nor does NVIDIA's tell of the host's instructions and libraries.
  holds("!defined(__SSE2__) && !defined(__MMX__) && !defined(__ELF__) && !defined(_GNU_SOURCE) && "
        "!defined(_LP64) && !defined(__GXX_RTTI) && !defined(__FLOAT128__) && !defined(__NVPTX__)");
  holds(
      "__CUDA_FTZ == 0 && __CUDA_PREC_DIV == 1 && __CUDA_PREC_SQRT == 1 && __USE_FAST_MATH__ == 0");
  holds("__CUDA_FTZ == 1 && __CUDA_PREC_DIV == 0 && __USE_FAST_MATH__ == 1", {"-use_fast_math"});
  holds("__CUDA_FTZ == 0 && __CUDA_PREC_DIV == 0", {"-ftz=false", "-use_fast_math"});
  holds("!defined(__CUDACC_RDC__) && !defined(__CUDACC_EWP__) && !defined(__CUDACC_DEBUG__)");
  holds("defined(__CUDACC_RDC__)", {"-dc"});
  holds("defined(__CUDACC_RDC__)", {"-rdc=true"});
  holds("defined(__CUDACC_EWP__)", {"-ewp"});
  holds("defined(__CUDACC_DEBUG__)", {"-G"});
  holds("__CUDACC_RTC_MINIMAL__", {"-minimal"});
  holds("__CUDACC_RTC_INT128__", {"-device-int128"});
  holds("__CUDA_ARCH_FAMILY_SPECIFIC__ == 1000 && __CUDA_ARCH_SPECIFIC__ == 1000",
        {"-arch=sm_100a"});
  holds("__CUDA_ARCH_FEAT_SM90_ALL && __CUDA_ARCH_FAMILY_SPECIFIC__ == 900 && __CUDA_ARCH_LIST__ "
        "== 900",
        {"-arch=sm_90a"});
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
  CUcontext context;
  CUdevice device = 0;
  CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS);
  CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  general();
  headersAndOptions();
  copiedHeaders();
  bareEnvironment();
  names();
  wrongNames();
  staticVariables();
  textNames();
  messages();
  results();
  extensions();
  spaces();
  macros();
  options();
  if (!isNvidias()) // which dies of the first
    hostile();
  inParallel();
  cancelled();
  return finish("Nvrtc");
}
