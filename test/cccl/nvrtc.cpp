// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVRTC finds libcu++ and CUB without an option, silently; the system's C++ library stays closed to
// them; what the program brings along comes first.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

static std::string logText;

static nvrtcResult compile(const char *source, std::vector<const char *> texts,
                           std::vector<const char *> names, std::string *ptx = nullptr) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source, "k.cu", int(texts.size()), texts.data(), names.data());
  nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
  size_t size = 0;
  nvrtcGetProgramLogSize(program, &size);
  logText.resize(size);
  nvrtcGetProgramLog(program, logText.data());
  std::printf("%s %s\n", nvrtcGetErrorString(result), logText.c_str());
  if (ptx && result == NVRTC_SUCCESS) {
    nvrtcGetPTXSize(program, &size);
    ptx->resize(size);
    nvrtcGetPTX(program, ptx->data());
  }
  nvrtcDestroyProgram(&program);
  return result;
}

static int run(const std::string &ptx) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr out = 0;
  int value = -1;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuModuleLoadData(&module, ptx.c_str());
  cuModuleGetFunction(&kernel, module, "sum");
  cuMemAlloc(&out, sizeof value);
  void *arguments[] = {&out};
  cuLaunchKernel(kernel, 1, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr);
  cuMemcpyDtoH(&value, out, sizeof value);
  return value;
}

#define CHECK(condition)                                                                           \
  if (!(condition))                                                                                \
  return std::printf("line %d: %s\n", __LINE__, #condition), 1

int main() {
  std::string ptx;
  const char *sum = R"(
#include <cuda/std/type_traits>
#include <cuda/std/atomic>
#include <cuda/atomic>
#include <cub/block/block_reduce.cuh>
extern "C" __global__ void sum(int *out) {
  static_assert(cuda::std::is_same_v<cuda::std::remove_cv_t<const int>, int>, "");
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(threadIdx.x);
  if (threadIdx.x == 0)
    cuda::atomic_ref<int, cuda::thread_scope_device>(*out).store(sum);
})";
  CHECK(compile(sum, {}, {}, &ptx) == NVRTC_SUCCESS);
  CHECK(logText.size() <= 1);
  CHECK(run(ptx) == 127 * 128 / 2);
  CHECK(compile("#include <cuda/std/type_traits>\n#include <cstdlib>\n", {}, {}) ==
        NVRTC_ERROR_COMPILATION);
  CHECK(logText.find("could not open source file \"cstdlib\"") != std::string::npos);
  CHECK(compile("#include <cuda/atomic>\nstatic_assert(OWN == 1, \"\");\n", {"#define OWN 1\n"},
                {"cuda/atomic"}) == NVRTC_SUCCESS);
  return 0;
}
