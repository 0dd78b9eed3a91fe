// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The PTX compiler as a static library: its results, and that the driver runs what comes out.
#include "../Check.h"

#include <nvPTXCompiler.h>

#include <cuda.h>

#include <cstring>
#include <string>
#include <vector>

#define OK(call) EXPECT(NVPTXCOMPILE_SUCCESS, call)

static const std::string kHead = ".version 7.5\n.target sm_75\n.address_size 64\n";
static const std::string kKernel = kHead +
                                   ".visible .entry k(.param .u64 p) {\n.reg .b64 %a;\n"
                                   "ld.param.u64 %a, [p];\nst.global.u32 [%a], 42;\nret;\n}\n";

static nvPTXCompilerHandle make(const std::string &text) {
  nvPTXCompilerHandle handle = nullptr;
  OK(nvPTXCompilerCreate(&handle, text.size(), text.c_str()));
  return handle;
}

static nvPTXCompileResult compile(nvPTXCompilerHandle handle,
                                  const std::vector<const char *> &options) {
  return nvPTXCompilerCompile(handle, int(options.size()), options.data());
}

static std::string errorLog(nvPTXCompilerHandle handle) {
  size_t size = 0;
  OK(nvPTXCompilerGetErrorLogSize(handle, &size));
  std::string log(size, '?');
  if (size)
    OK(nvPTXCompilerGetErrorLog(handle, log.data()));
  return log;
}

static void good() {
  nvPTXCompilerHandle handle = make(kKernel);
  size_t size = 0;
  EXPECT(NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE,
         nvPTXCompilerGetCompiledProgramSize(handle, &size));
  int major = 0, minor = 0;
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0);
  cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0);
  const std::string name = "--gpu-name=sm_" + std::to_string(major * 10 + minor);
  OK(compile(handle, {name.c_str(), "--verbose", "-O3", "--maxrregcount=32"}));
  CHECK(errorLog(handle).empty());
  OK(nvPTXCompilerGetInfoLogSize(handle, &size));
  OK(nvPTXCompilerGetCompiledProgramSize(handle, &size));
  std::vector<char> image(size);
  OK(nvPTXCompilerGetCompiledProgram(handle, image.data()));
  OK(nvPTXCompilerDestroy(&handle));
  CHECK(!handle);

  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  int value = 0;
  EXPECT(CUDA_SUCCESS, cuModuleLoadData(&module, image.data()));
  EXPECT(CUDA_SUCCESS, cuModuleGetFunction(&function, module, "k"));
  EXPECT(CUDA_SUCCESS, cuMemAlloc(&memory, 4));
  void *arguments[] = {&memory};
  EXPECT(CUDA_SUCCESS, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT(CUDA_SUCCESS, cuMemcpyDtoH(&value, memory, 4));
  EXPECT(42, value);
}

static void bad() {
  nvPTXCompilerHandle handle = make(kHead + ".visible .entry k() {\nfoo.bar 3;\nret;\n}\n");
  EXPECT(NVPTXCOMPILE_ERROR_COMPILATION_FAILURE, compile(handle, {"-arch=sm_75"}));
  CHECK(errorLog(handle).find("line 5; error") != std::string::npos);
  OK(nvPTXCompilerDestroy(&handle));

  const std::string calls =
      kHead + ".extern .func other();\n.visible .entry k() {\ncall other;\nret;\n}\n";
  handle = make(calls);
  EXPECT(NVPTXCOMPILE_ERROR_COMPILATION_FAILURE, compile(handle, {"-arch=sm_75"}));
  CHECK(errorLog(handle).find("Unresolved extern function 'other'") != std::string::npos);
  OK(compile(handle, {"-arch", "sm_75", "--compile-only"})); // as an input of a link
  OK(nvPTXCompilerDestroy(&handle));

  // What compilers pass to the ptxas they know, in no manual: taken with a warning.
  handle = make(kHead + ".visible .entry k() { ret; }\n");
  OK(compile(handle, {"-arch=sm_75", "--regAllocOptLevel=2"}));
  EXPECT(NVPTXCOMPILE_ERROR_INVALID_INPUT, compile(handle, {"-arch=sm_75", "--verbos=2"}));
  OK(nvPTXCompilerDestroy(&handle));

  handle = make(".version 99.0\n.target sm_75\n.address_size 64\n");
  EXPECT(NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION, compile(handle, {"-arch=sm_75"}));
  OK(nvPTXCompilerDestroy(&handle));

  handle = make(kKernel);
  OK(compile(handle, {})); // for sm_75
  CHECK(compile(handle, {"-arch=sm_75", "--nothing"}) != NVPTXCOMPILE_SUCCESS);
  for (const char *arch : {"sm_60", "sm_90bogus", "sm_123", "sm_80a", "80", ""}) {
    const std::string option = std::string("-arch=") + arch;
    CHECK(compile(handle, {option.c_str()}) != NVPTXCOMPILE_SUCCESS);
  }
  CHECK(compile(handle, {"--maxrregcount=abc"}) != NVPTXCOMPILE_SUCCESS);
  CHECK(compile(handle, {"-Oz"}) != NVPTXCOMPILE_SUCCESS);
  OK(compile(handle, {"--opt-level", "3", "--maxrregcount", "32", "--fmad=false"}));
  OK(compile(handle, {"--entry", "k"}));
  OK(nvPTXCompilerSetFlowCallback(handle, [](void *, void *) { return 1; }, nullptr));
  EXPECT(NVPTXCOMPILE_ERROR_CANCELLED, compile(handle, {"-arch=sm_75"}));
  OK(nvPTXCompilerDestroy(&handle));

  handle = make("// for .version 99.0 or older\n" + kKernel);
  OK(compile(handle, {}));
  OK(nvPTXCompilerDestroy(&handle));

  // A variable of a known size is there all the same, an array without a length is not.
  const std::string kernel = ".visible .global .u64 q = e;\n.visible .entry k() {\nret;\n}\n";
  handle = make(kHead + ".extern .global .u32 e;\n" + kernel);
  OK(compile(handle, {"-arch=sm_75"}));
  OK(nvPTXCompilerDestroy(&handle));
  handle = make(kHead + ".extern .global .u32 e[];\n" + kernel);
  EXPECT(NVPTXCOMPILE_ERROR_COMPILATION_FAILURE, compile(handle, {"-arch=sm_75"}));
  CHECK(errorLog(handle).find("Unresolved extern variable 'e'") != std::string::npos);
  OK(nvPTXCompilerDestroy(&handle));

  unsigned major = 0, minor = 77;
  OK(nvPTXCompilerGetVersion(&major, &minor));
  CHECK(major >= 13 && minor < 10);
  size_t size;
  EXPECT(NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE, nvPTXCompilerGetErrorLogSize(nullptr, &size));
  EXPECT(NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE, compile(nullptr, {"-arch=sm_75"}));
}

int main() {
  CUcontext context;
  CUdevice device;
  EXPECT(CUDA_SUCCESS, cuInit(0));
  EXPECT(CUDA_SUCCESS, cuDeviceGet(&device, 0));
  EXPECT(CUDA_SUCCESS, cuDevicePrimaryCtxRetain(&context, device));
  EXPECT(CUDA_SUCCESS, cuCtxSetCurrent(context));
  good();
  bad();
  return finish("NvPtxCompiler");
}
