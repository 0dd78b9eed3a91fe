// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run-time compiler: programs with headers, options and name expressions, run through the
// driver; what is wrong is an error with a log, whatever the source is.
#define NVRTC_GET_TYPE_NAME 1
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <string>
#include <thread>
#include <vector>

static int failures = 0;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      ++failures;                                                                                  \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                        \
    }                                                                                              \
  } while (0)
#define EXPECT(expected, call)                                                                     \
  do {                                                                                             \
    nvrtcResult seen_ = (call);                                                                    \
    if (seen_ != (expected)) {                                                                     \
      ++failures;                                                                                  \
      std::printf("%s:%d: %s\n    answers %s, expected %s\n", __FILE__, __LINE__, #call,           \
                  nvrtcGetErrorString(seen_), nvrtcGetErrorString(expected));                      \
    }                                                                                              \
  } while (0)
#define OK(call) EXPECT(NVRTC_SUCCESS, call)

class Program {
public:
  explicit Program(const std::string &source, const char *name = "prog.cu",
                   const std::vector<std::pair<const char *, const char *>> &headers = {}) {
    std::vector<const char *> texts, names;
    for (auto &[includeName, text] : headers) {
      names.push_back(includeName);
      texts.push_back(text);
    }
    OK(nvrtcCreateProgram(&handle, source.c_str(), name, int(headers.size()), texts.data(),
                          names.data()));
  }
  ~Program() { OK(nvrtcDestroyProgram(&handle)); }

  nvrtcResult compile(const std::vector<const char *> &options = {}) {
    return nvrtcCompileProgram(handle, int(options.size()), options.data());
  }
  std::string log() {
    size_t size = 0;
    OK(nvrtcGetProgramLogSize(handle, &size));
    std::string text(size, '?');
    OK(nvrtcGetProgramLog(handle, text.data()));
    CHECK(size >= 1 && text.back() == '\0');
    text.resize(size - 1);
    return text;
  }
  std::string ptx() {
    size_t size = 0;
    OK(nvrtcGetPTXSize(handle, &size));
    std::string text(size, '?');
    OK(nvrtcGetPTX(handle, text.data()));
    return text.c_str();
  }
  std::string lowered(const char *expression) {
    const char *name = nullptr;
    OK(nvrtcGetLoweredName(handle, expression, &name));
    return name ? name : "";
  }
  bool says(const char *text) { return log().find(text) != std::string::npos; }

  nvrtcProgram handle = nullptr;
};

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

static void general() {
  int major = 0, minor = -1, count = 0;
  OK(nvrtcVersion(&major, &minor));
  CHECK(major >= 12 && minor >= 0);
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcVersion(nullptr, &minor));
  OK(nvrtcGetNumSupportedArchs(&count));
  CHECK(count > 3);
  std::vector<int> archs(static_cast<size_t>(count), 0);
  OK(nvrtcGetSupportedArchs(archs.data()));
  for (size_t i = 1; i < archs.size(); ++i)
    CHECK(archs[i - 1] < archs[i] && archs[i - 1] >= 75);
  CHECK(!std::strcmp(nvrtcGetErrorString(NVRTC_ERROR_CANCELLED), "NVRTC_ERROR_CANCELLED"));
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
  size = 7;
  OK(nvrtcGetLTOIRSize(program.handle, &size)); // no link-time optimisation (seen)
  CHECK(size == 0);

  // A value in the next word; a real architecture.
  OK(program.compile({"-arch", "sm_90", "-D", "VALUE=50", "--use_fast_math", "-lineinfo"}));
  OK(nvrtcGetCUBINSize(program.handle, &size));
  CHECK(size > 0);
  std::string cubin(size, '\0');
  OK(nvrtcGetCUBIN(program.handle, cubin.data()));
  CHECK(run(cubin.data(), "k") == 902052);

  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"--std=c++98"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-DVALUE=1", "-maxrregcount=many"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"-arch=compute_9999"}));
  EXPECT(NVRTC_ERROR_INVALID_OPTION, program.compile({"prog.cu"}));
  CHECK(program.says("prog.cu"));
}

/// A program may bring its own standard library.
static void bareEnvironment() {
  Program program(
      "typedef long long int int64_t; typedef unsigned int uint32_t;\n"
      "typedef unsigned long long uint64_t;\n"
      "namespace std { template <class T> constexpr const T &max(const T &a, const T &b)\n"
      "{ return a < b ? b : a; } template <class A, class B> struct is_same {}; }\n"
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
                                 "n::plain", "&variable<short>"})
    OK(nvrtcAddNameExpression(program.handle, expression));
  const char *name = nullptr;
  EXPECT(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
         nvrtcGetLoweredName(program.handle, "hidden", &name));
  OK(program.compile());
  CHECK(program.lowered("kernel<int, 7>") == "_Z6kernelIiLi7EEvPT_");
  CHECK(program.lowered("&kernel<double,3>") == "_Z6kernelIdLi3EEvPT_");
  CHECK(program.lowered("&n::table") == "_ZN1n5tableE");
  CHECK(program.lowered("n::plain") == "_ZN1n5plainE");
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

  Program wrong("template <class T> __global__ void kernel(T *) {}");
  OK(nvrtcAddNameExpression(wrong.handle, "kernel<nosuchtype>"));
  EXPECT(NVRTC_ERROR_COMPILATION, wrong.compile());
  CHECK(wrong.says("nosuchtype"));
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

/// The compiler is NVIDIA's: its PTX names it.
static bool isNvidias() {
  Program program("__global__ void k() {}");
  OK(program.compile());
  return program.ptx().find("Compiler Build ID") != std::string::npos;
}

static void messages() {
  Program program("__global__ void k() {\n  undeclared = 3;\n}", "dir/name.cu");
  EXPECT(NVRTC_ERROR_COMPILATION, program.compile());
  CHECK(program.says("dir/name.cu(2): error: "));
  CHECK(program.says("1 error detected in the compilation of \"dir/name.cu\"."));
  size_t size = 1;
  CHECK(nvrtcGetPTXSize(program.handle, &size) != NVRTC_SUCCESS);

  Program missing("#include <nothere.h>\n");
  EXPECT(NVRTC_ERROR_COMPILATION, missing.compile());
  CHECK(missing.says("cannot open source file \"nothere.h\""));

  Program device("int helper(int x) { return 2 * x; } extern \"C\" __global__ void k(int *p) { *p "
                 "= helper(*p); }",
                 nullptr);
  EXPECT(NVRTC_ERROR_COMPILATION, device.compile());
  CHECK(device.says("default_program"));
  OK(device.compile({"-default-device"}));
  CHECK(run(device.ptx().c_str(), "k", 21) == 42);

  EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcCompileProgram(nullptr, 0, nullptr));
  nvrtcProgram stale = nullptr;
  OK(nvrtcCreateProgram(&stale, "", "x", 0, nullptr, nullptr));
  nvrtcProgram copy = stale;
  OK(nvrtcDestroyProgram(&stale));
  if (!isNvidias()) { // which crashes
    EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcCompileProgram(copy, 0, nullptr));
    EXPECT(NVRTC_ERROR_INVALID_PROGRAM, nvrtcDestroyProgram(&copy));
  }
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&stale, nullptr, "x", 0, nullptr, nullptr));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&stale, "", "x", 1, nullptr, nullptr));
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
  bareEnvironment();
  names();
  staticVariables();
  messages();
  if (!isNvidias()) // which dies of the first
    hostile();
  inParallel();
  cancelled();
  std::printf("Nvrtc: %s\n", failures ? "FAILED" : "ok");
  return failures != 0;
}
