// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Once a kernel had to be compiled, those that follow it in the text are compiled before they are
// launched. The program may end, fork, unload the module or reset the device meanwhile, and hears
// of what cannot be compiled at its launch only.
// clang-format off: lines of lit
// RUN: rm -rf %t.cache && nvcc -std=c++17 -Xlinker --export-dynamic %s -o %t -lcuda -ldl
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=0 CUDA_CACHE_PATH=%t.cache %t wait %t.cache 2>%t.log
// RUN: FileCheck %s < %t.log --allow-empty --check-prefix=QUIET
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 %t fail 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 %t exit
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 %t threads
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 %t fork
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 %t reset
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 %t unload
// RUN: env ANYWARP_WORKERS=1 CUDA_CACHE_DISABLE=1 ANYWARP_TRACE=jit %t exit 2>&1 | FileCheck %s --check-prefix=ALONE
// QUIET-NOT: {{.}}
// FAIL: kernel '{{.*}}unfit{{.*}}' cannot be compiled
// FAIL-NEXT: refused
// ALONE: compiled {{.*}}first
// ALONE-NOT: compiled
// clang-format on
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <cuda.h>
#include <dlfcn.h>

// Libraries find this one. What a compilation made may not be destroyed under another.
static std::atomic<int> destructors;
extern "C" int __cxa_atexit(void (*function)(void *), void *object, void *library) {
  Dl_info info;
  destructors += object && dladdr(reinterpret_cast<void *>(function), &info) &&
                 std::strstr(info.dli_fname, "libcuda.so");
  using Register = int(void (*)(void *), void *, void *);
  return reinterpret_cast<Register *>(dlsym(RTLD_NEXT, "__cxa_atexit"))(function, object, library);
}

__global__ void first(unsigned *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void second(unsigned *out) { out[threadIdx.x] *= 2; }

__device__ unsigned meet(unsigned depth) {
  __syncthreads();
  return depth > 1 ? meet(depth - 1) * meet(depth - 2) + 1 : depth;
}
__global__ void unfit(unsigned *out) { out[threadIdx.x] = meet(out[0]); }

// A kernel that takes long to compile.
template <int N> __device__ void mix(unsigned (&s)[8]) {
  if constexpr (N > 0) {
    for (int i = 0; i < 8; ++i)
      s[i] = (s[i] << 5 | s[i] >> 27) * 0x9e3779b1u ^ (s[(i + N % 7 + 1) % 8] + 0x01234567u * N);
    mix<N - 1>(s);
  }
}
template <int N> __global__ void heavy(unsigned *out) {
  unsigned s[8];
  for (int i = 0; i < 8; ++i)
    s[i] = out[threadIdx.x] + i;
  mix<N>(s);
  unsigned sum = 0;
  for (unsigned v : s)
    sum += v;
  out[threadIdx.x] = sum;
}
template __global__ void heavy<20>(unsigned *);
template __global__ void heavy<22>(unsigned *);

static size_t objectsIn(const char *folder) {
  std::error_code error;
  size_t count = 0;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    count += it->path().extension() == ".awobj";
  return count;
}

static int launch(void (*kernel)(unsigned *), unsigned *out) {
  kernel<<<1, 64>>>(out);
  return cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
}

int main(int, char **argv) {
  unsigned *out;
  if (cudaMallocManaged(&out, 256) != cudaSuccess || launch(first, out))
    return 1;
  const std::string mode = argv[1];
  if (mode == "wait") { // first, second and the heavy ones, two of which are launched while they
                        // are compiled
    if (launch(heavy<21>, out) || launch(heavy<23>, out))
      return 2;
    for (int i = 0; objectsIn(argv[2]) < 6; ++i) {
      if (i == 6000)
        return 3;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return launch(first, out) || launch(second, out) || out[10] != 20;
  }
  if (mode == "fail") {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    unfit<<<1, 64>>>(out);
    if (cudaGetLastError() == cudaSuccess)
      return 4;
    std::fputs("refused\n", stderr);
    return launch(second, out) || out[10] != 20;
  }
  if (mode == "fork") {
    const pid_t child = fork();
    if (!child)
      std::exit(5);
    int status = 0;
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 5 || launch(second, out) || out[10] != 20;
  }
  if (mode == "reset")
    return cudaDeviceReset() != cudaSuccess || cudaMallocManaged(&out, 256) != cudaSuccess ||
           launch(first, out) || launch(second, out) || out[10] != 20;
  if (mode == "unload") {
    // Three kernels under different names each time, so that each module is new to all caches.
    for (int i = 0; i < 20; ++i) {
      std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";
      for (const char *name : {"a", "b", "c"})
        text += std::string(".visible .entry ") + name + std::to_string(i) +
                "(.param .u64 p) { .reg .b64 %rd<2>; .reg .b32 %r<3>; ld.param.u64 %rd1, [p]; "
                "mov.u32 %r1, %tid.x;"
                " st.global.u32 [%rd1], 7; ret; }\n";
      CUmodule module;
      CUfunction function;
      void *parameters[] = {&out};
      if (cuModuleLoadData(&module, text.c_str()) ||
          cuModuleGetFunction(&function, module, ("b" + std::to_string(i)).c_str()) ||
          cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr) ||
          cuModuleUnload(module) || out[0] != 7)
        return 6;
    }
    return 0;
  }
  if (mode == "threads") // the process ends while others compile and wait for kernels
    for (auto *kernel : {heavy<20>, heavy<21>, heavy<22>, heavy<23>})
      std::thread([=] { (void)launch(kernel, out); }).detach();
  else if (mode != "exit")
    return 7;
  return destructors != 0;
}
