// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of NVRTC as an object, and checks that count what fails.
#pragma once

#include "../Check.h"

#include <cstdlib>
#include <cuda.h>
#include <nvrtc.h>

#include <string>
#include <utility>
#include <vector>

inline std::string nameOf(nvrtcResult result) { return nvrtcGetErrorString(result); }
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

/// The compiler is NVIDIA's: its PTX names it.
inline bool isNvidias() {
  Program program("__global__ void k() {}");
  OK(program.compile());
  return program.ptx().find("Compiler Build ID") != std::string::npos;
}

/// Runs the kernel with one pointer to an int; answers what it wrote there.
inline int run(const void *image, const char *kernel, int before = 0) {
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
inline const char *cudaInclude() {
  const char *home = std::getenv("CUDA_HOME");
  static std::string option = std::string("-I") + (home ? home : "/usr/local/cuda") + "/include";
  return option.c_str();
}

/// Where a toolkit has <nv/target>.
inline std::string ccclInclude() { return std::string(cudaInclude()) + "/cccl"; }

/// The primary context of the first device is current from then on.
inline void usePrimary() {
  CUcontext context;
  CUdevice device = 0;
  CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS);
  CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
}
