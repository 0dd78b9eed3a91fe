// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The language of the run-time compiler: extensions that it refuses, execution spaces, macros.
#include "Program.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#ifndef AW_TEST_INCLUDE
#define AW_TEST_INCLUDE "" // where the headers of this project are built
#endif

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

/// The runtime's functions for device code are those of relocatable code; CUB calls them there.
static void deviceRuntime() {
  const char *source =
      "extern \"C\" __device__ int f(cudaError_t e) {\n"
      "  int device, value;\n"
      "  if (cudaGetDevice(&device) || cudaGetErrorString(e))\n"
      "    cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device);\n"
      "  return (int)cudaGetLastError() + value;\n}";
  Program relocatable(source);
  OK(relocatable.compile({"-rdc=true"}));
  CHECK(relocatable.ptx().find("__cudaCDP2GetLastError") != std::string::npos);
  Program whole(source);
  EXPECT(NVRTC_ERROR_COMPILATION, whole.compile());
  Program synchronizes("__device__ int f() { return cudaDeviceSynchronize(); }"); // since CUDA 12
  EXPECT(NVRTC_ERROR_COMPILATION, synchronizes.compile({"-rdc=true"}));
}

/// Private variables are in the text, used or not, under their own names. cuda.coop reads numbers
/// there.
static void privateVariables() {
  for (const char *option : {"-rdc=true", "-rdc=false"}) {
    Program program("__device__ constexpr unsigned size = 12;\nstatic __device__ int unused = 3;\n"
                    "static __constant__ int number = 4;\n"
                    "extern \"C\" __global__ void k(int *p) { *p = size; }");
    OK(program.compile({option}));
    const std::string ptx = program.ptx();
    for (const char *line :
         {"\n.global .align 4 .u32 size = 12;", "\n.global .align 4 .u32 unused = 3;",
          "\n.const .align 4 .u32 number = 4;"})
      CHECK(ptx.find(line) != std::string::npos);
  }
}

int main() {
  usePrimary();
  extensions();
  privateVariables();
  deviceRuntime();
  spaces();
  macros();
  return finish("Language");
}
