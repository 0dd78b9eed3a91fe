// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that NVRTC compiled, loaded by the driver, reads one element too far.
//flags -lnvrtc -lcuda
#include <cuda.h>
#include <nvrtc.h>
#include <vector>
static const char kSource[] = R"(
#line 9
extern "C" __global__ void shift(const int *from, int *to) {
  int i = threadIdx.x;
  int next = from[i + 1]; //! memcheck oob global read 4 x1
  to[i] = next;
}
)";
int main() {
  nvrtcProgram program;
  const char *options[] = {"-lineinfo", "--gpu-architecture=compute_90"};
  nvrtcCreateProgram(&program, kSource, "mem_nvrtc.cu", 0, nullptr, nullptr);
  if (nvrtcCompileProgram(program, 2, options))
    return 1;
  size_t size;
  nvrtcGetPTXSize(program, &size);
  std::vector<char> ptx(size);
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);
  int *from, *to;
  cudaMalloc(&from, 256);
  cudaMalloc(&to, 256);
  cudaMemset(from, 0, 256);
  CUmodule module;
  CUfunction function;
  cuModuleLoadData(&module, ptx.data());
  cuModuleGetFunction(&function, module, "shift");
  void *arguments[] = {&from, &to};
  cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr);
  cudaDeviceSynchronize();
  cuModuleUnload(module);
  cudaFree(from);
  cudaFree(to);
}
