// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels written by hand in C++ for the unit tests: functions in the form that generated code has.
// A piece that waits is a C++20 coroutine whose frame lies where the engine says: the first word of
// such a frame is the function that goes on, as KernelAbi.h asks.
#pragma once

#include <coroutine>
#include <cstdlib>

#include "exec/Launch.h"
#include "exec/Runtime.h"

namespace anywarp::exec::test {

inline constexpr uint32_t kFrameBytes = 1024;

struct PieceBody {
  void *frame;
  struct promise_type {
    PieceBody get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this).address()};
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
    void *operator new(size_t bytes, const LaunchState *, BlockState *, uint32_t, void *frame) {
      if (bytes > kFrameBytes)
        std::abort();
      return frame;
    }
    void operator delete(void *) {}
  };
};

/// `co_await wait(aw_…(…))` as generated code does it.
struct wait {
  bool suspend;
  explicit wait(bool suspend) : suspend(suspend) {}
  bool await_ready() const { return !suspend; }
  void await_suspend(std::coroutine_handle<>) {}
  void await_resume() {}
};
/// `co_await barrier0()`: a bare suspension.
inline wait barrier0() { return wait(true); }

using PieceCoroutine = PieceBody (*)(const LaunchState *, BlockState *, uint32_t, void *);
template <PieceCoroutine Body>
void pieceOf(const LaunchState *launch, BlockState *block, uint32_t piece, void *frame) {
  void *own = Body(launch, block, piece, frame).frame;
  asm volatile("" ::"r"(own) : "memory"); // the engine reads it: its stores are not dead
}

inline Kernel blockKernel(BlockFn fn, const char *name = "test") {
  Kernel k;
  k.name = name;
  k.info.abiVersion = kAbiVersion;
  k.info.simdWidth = 32;
  k.block = fn;
  return k;
}

template <PieceCoroutine Body>
Kernel pieceKernel(uint32_t simdWidth, uint32_t flags = KernelInfo::UsesBarrier) {
  Kernel k;
  k.name = "test";
  k.info.abiVersion = kAbiVersion;
  k.info.simdWidth = simdWidth;
  k.info.frameBytes = kFrameBytes;
  k.info.frameAlign = 16;
  k.info.flags = flags;
  k.piece = pieceOf<Body>;
  return k;
}

struct Dim {
  uint32_t x = 1, y = 1, z = 1;
};
inline LaunchState launchOf(Dim grid, Dim block, const void *params, Dim cluster = {}) {
  LaunchState l{};
  l.gridDim[0] = grid.x, l.gridDim[1] = grid.y, l.gridDim[2] = grid.z;
  l.blockDim[0] = block.x, l.blockDim[1] = block.y, l.blockDim[2] = block.z;
  l.clusterDim[0] = cluster.x, l.clusterDim[1] = cluster.y, l.clusterDim[2] = cluster.z;
  l.params = params;
  return l;
}

} // namespace anywarp::exec::test
