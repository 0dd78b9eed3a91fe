// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that takes long to compile begins with code that is made quickly. The optimised code
// takes over, is what the disk gets, and gives the same. Modules may go meanwhile. How many lanes
// run together depends on the processor's registers.
// clang-format off: lines of lit
// RUN: rm -rf %t.cache && nvcc -std=c++17 %s -o %t -lcuda
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=0 CUDA_CACHE_PATH=%t.cache ANYWARP_TRACE=jit %t %t.cache 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=0 CUDA_CACHE_PATH=%t.cache ANYWARP_TRACE=jit %t %t.cache 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 ANYWARP_TIER=optimized ANYWARP_TRACE=jit %t 2>&1 | FileCheck %s --check-prefix=WAITS
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 ANYWARP_TIER=quick ANYWARP_TRACE=jit %t 2>&1 | FileCheck %s --check-prefix=QUICK
// RUN: env ANYWARP_WORKERS=4 CUDA_CACHE_DISABLE=1 ANYWARP_TIER=switched %t unload
// FIRST: mixed{{.*}}: W {{16|32}}, object from quick compiler
// FIRST: mixed{{.*}}: optimised code takes over
// FIRST: sum d08e87d6
// SECOND-NOT: compiler
// SECOND: mixed{{.*}}: W {{16|32}}, object from disk
// SECOND-NOT: compiler
// SECOND: sum d08e87d6
// WAITS-NOT: quick compiler
// WAITS: sum d08e87d6
// QUICK-NOT: takes over
// QUICK: sum d08e87d6
// clang-format on
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

#include <cuda.h>

constexpr unsigned kThreads = 256, kBlocks = 64;

__global__ void mixed(unsigned *out) {
  unsigned s[8], i = blockIdx.x * kThreads + threadIdx.x;
  for (unsigned k = 0; k < 8; ++k)
    s[k] = i * 0x9e3779b1u + k;
  for (unsigned round = 0; round < 9; ++round)
#pragma unroll
    for (unsigned k = 0; k < 64; ++k)
      s[k % 8] = (s[k % 8] << 5 | s[k % 8] >> 27) * 0x9e3779b1u ^ (s[(k + 3) % 8] + round * k);
  unsigned sum = 0;
  for (unsigned v : s)
    sum = sum * 31 + v;
  out[i] = sum;
}

static unsigned run(unsigned *out) {
  std::memset(out, 0, kBlocks * kThreads * sizeof *out);
  mixed<<<kBlocks, kThreads>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 0;
  unsigned sum = 0;
  for (unsigned i = 0; i < kBlocks * kThreads; ++i)
    sum = sum * 31 + out[i];
  return sum;
}

/// The quick object and the optimised one.
static bool hasBothObjects(const char *folder) {
  std::error_code error;
  int found = 0;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    found += it->path().extension() == ".awobj";
  return found == 2;
}

/// Modules that go while their code is still being optimised, each new to all caches.
static int unload(unsigned *out) {
  for (int i = 0; i < 10; ++i) {
    std::string text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 step;\n"
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %rd<2>; .reg .b32 %r<3>;\n"
        "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [step];\nmov.u32 %r2, %tid.x;\n";
    for (int k = 0; k < 200; ++k)
      text += "mad.lo.u32 %r1, %r1, %r2, " + std::to_string(1000 * i + k) + ";\n";
    text += "st.global.u32 [%rd1], %r1;\nret; }\n"; // thread 0: the last number
    CUmodule module;
    CUfunction function;
    void *parameters[] = {&out};
    if (cuModuleLoadData(&module, text.c_str()) || cuModuleGetFunction(&function, module, "k") ||
        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr) ||
        cuModuleUnload(module) || out[0] != unsigned(1000 * i + 199))
      return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  unsigned *out;
  if (cudaMallocManaged(&out, kBlocks * kThreads * sizeof *out) != cudaSuccess)
    return 1;
  if (argc > 1 && !std::strcmp(argv[1], "unload"))
    return unload(out);
  const unsigned first = run(out);
  for (int i = 0; i < 9; ++i) // what is launched ten times is worth optimising, however short
    run(out);
  for (int i = 0; argc > 1 && !hasBothObjects(argv[1]) && i < 6000; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(300)); // what is kept is linked next
  const unsigned second = run(out);
  std::printf("sum %08x\n", second);
  return first != second;
}
