// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder check with, on top of ../Check.h.
#pragma once

#include "../Check.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <functional>
#include <initializer_list>
#include <string>
#include <thread>
#include <utility>
#include <vector>

inline const char *nameOf(CUresult result) {
  const char *name = nullptr;
  return cuGetErrorName(result, &name) == CUDA_SUCCESS ? name : "?";
}

/// For what NVIDIA's driver does otherwise for reasons that ours has not: it crashes on handles
/// that it did not give out, and on some other junk.
inline bool onNvidia() {
  char name[64] = "";
  return cuDeviceGetName(name, sizeof name, 0) == CUDA_SUCCESS && !std::strncmp(name, "NVIDIA", 6);
}

#define OK(call) EXPECT(CUDA_SUCCESS, call)

/// What is given to a stream after close() waits until open(). Meanwhile no other thread may
/// allocate or free: that may wait for all work of the context, and hold up the one who is to open.
class Gate {
public:
  void close(CUstream stream) { OK(cuLaunchHostFunc(stream, wait, this)); }
  void open() { isOpen_ = true; }

private:
  static void CUDA_CB wait(void *gate) {
    const auto *self = static_cast<Gate *>(gate);
    for (int i = 0; i < 10000 && !self->isOpen_; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(self->isOpen_); // within ten seconds
  }
  std::atomic<bool> isOpen_ = false;
};

inline CUcontext usePrimary(CUdevice device = 0) {
  CUcontext context = nullptr;
  OK(cuInit(0));
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));
  return context;
}

/// Each part in a process of its own, with the primary context current.
inline void inChildren(std::initializer_list<std::pair<const char *, void (*)()>> parts) {
  for (auto [name, body] : parts)
    inChild(name, [body = body] {
      usePrimary();
      body();
    });
}

/// Runs `body(0)` and `body(1)` at once, each on a thread with the same context current.
inline void onTwoThreads(const std::function<void(int)> &body) {
  CUcontext context = nullptr;
  OK(cuCtxGetCurrent(&context));
  auto run = [&](int i) {
    OK(cuCtxSetCurrent(context));
    body(i);
  };
  std::thread first(run, 0), second(run, 1);
  first.join();
  second.join();
}

/// Kernels that several programs use.
inline const char *const kPtxHead = ".version 7.0\n.target sm_70\n.address_size 64\n";

/// k(out, n): out[i] = i for all threads i < n.
inline const std::string kIotaPtx = std::string(kPtxHead) + R"(
.visible .entry iota(.param .u64 out, .param .u32 n) {
  .reg .u32 %r<6>; .reg .u64 %d<4>; .reg .pred %p;
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n];
  setp.ge.u32 %p, %r4, %r5;
  @%p ret;
  ld.param.u64 %d1, [out];
  cvta.to.global.u64 %d1, %d1;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d1, %d1, %d2;
  st.global.u32 [%d1], %r4;
  ret;
}
// Spins until *flag is not 0.
.visible .entry waitFor(.param .u64 flag) {
  .reg .u32 %r<2>; .reg .u64 %d; .reg .pred %p;
  ld.param.u64 %d, [flag];
again:
  ld.volatile.global.u32 %r1, [%d];
  setp.eq.u32 %p, %r1, 0;
  @%p bra again;
  ret;
}
// *out += 1, by one thread.
.visible .entry increment(.param .u64 out) {
  .reg .u32 %r<2>; .reg .u64 %d;
  ld.param.u64 %d, [out];
  ld.global.u32 %r1, [%d];
  add.u32 %r1, %r1, 1;
  st.global.u32 [%d], %r1;
  ret;
}
.visible .entry empty() { ret; }
)";

inline CUfunction kernelOf(CUmodule module, const char *name) {
  CUfunction function = nullptr;
  OK(cuModuleGetFunction(&function, module, name));
  return function;
}
inline CUmodule loadPtx(const std::string &text) {
  CUmodule module = nullptr;
  OK(cuModuleLoadData(&module, text.c_str()));
  return module;
}
inline CUresult launch1(CUfunction function, unsigned grid, unsigned block,
                        std::vector<void *> params, CUstream stream = nullptr) {
  return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, params.data(), nullptr);
}
