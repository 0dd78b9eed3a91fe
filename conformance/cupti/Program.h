// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that is watched: a fill, a kernel and a copy in each of two streams.
#pragma once
#include "../Check.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cupti.h>
#include <string>

inline std::string nameOf(const std::string &text) { return text; }

inline const char kPtx[] = R"(.version 7.0
.target sm_50
.address_size 64
.visible .entry scale(.param .u64 data) {
  .shared .align 4 .b8 tile[512];
  .reg .u64 %a<4>;
  .reg .u32 %r<6>;
  ld.param.u64 %a0, [data];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mad.lo.u32 %r3, %r1, %r2, %r0;
  mul.wide.u32 %a1, %r3, 4;
  add.u64 %a2, %a0, %a1;
  ld.global.u32 %r4, [%a2];
  mov.u64 %a3, tile;
  st.shared.u32 [%a3], %r4;
  mul.lo.u32 %r4, %r4, 3;
  st.global.u32 [%a2], %r4;
  ret;
})";

constexpr unsigned kBlocks = 8, kThreads = 128;
constexpr size_t kBytes = kBlocks * kThreads * 4;

struct Program {
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr;
  cudaStream_t streams[2];
  unsigned *device[2];
  unsigned *host = nullptr;

  Program() {
    EQUAL(cudaSuccess,
          cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    EQUAL(cudaSuccess, cudaLibraryGetKernel(&kernel, library, "scale"));
    EQUAL(cudaSuccess, cudaMallocHost(reinterpret_cast<void **>(&host), kBytes));
    for (int i = 0; i < 2; ++i) {
      EQUAL(cudaSuccess, cudaStreamCreate(&streams[i]));
      EQUAL(cudaSuccess, cudaMalloc(reinterpret_cast<void **>(&device[i]), kBytes));
    }
  }
  ~Program() {
    for (int i = 0; i < 2; ++i) {
      EQUAL(cudaSuccess, cudaStreamDestroy(streams[i]));
      EQUAL(cudaSuccess, cudaFree(device[i]));
    }
    EQUAL(cudaSuccess, cudaFreeHost(host));
    EQUAL(cudaSuccess, cudaLibraryUnload(library));
  }
  /// A fill, a kernel and a copy in each stream.
  void run() {
    for (int i = 0; i < 2; ++i) {
      EQUAL(cudaSuccess, cudaMemsetAsync(device[i], 0x01, kBytes, streams[i]));
      void *arguments[] = {&device[i]};
      EQUAL(cudaSuccess, cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(kBlocks),
                                          dim3(kThreads), arguments, 64, streams[i]));
      EQUAL(cudaSuccess,
            cudaMemcpyAsync(host, device[i], kBytes, cudaMemcpyDeviceToHost, streams[i]));
    }
    for (cudaStream_t stream : streams)
      EQUAL(cudaSuccess, cudaStreamSynchronize(stream));
    EQUAL(0x03030303u, host[kBlocks * kThreads - 1]);
  }
};
