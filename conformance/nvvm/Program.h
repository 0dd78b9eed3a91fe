// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of the compiler of LLVM IR share: a program, and a run of what it becomes.
#pragma once
#include "../Check.h"
#include "Modules.h"

#include <cstring>
#include <cuda.h>
#include <nvvm.h>
#include <string>
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
std::vector<T> run(const std::string &ptx, std::vector<T> values, More... more) {
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
inline bool isNvidias() {
  Program program;
  program.add(kTyped).add(kTwice);
  OK(program.compile());
  return program.ptx().find("NVIDIA NVVM Compiler") != std::string::npos;
}

inline void usePrimary() {
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));
}
