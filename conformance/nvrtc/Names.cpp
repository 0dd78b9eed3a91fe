// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Name expressions of the run-time compiler: what they are lowered to, which are wrong, and names
// as texts.
#define NVRTC_GET_TYPE_NAME 1
#include "Program.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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

int main() {
  usePrimary();
  names();
  wrongNames();
  staticVariables();
  textNames();
  return finish("Names");
}
