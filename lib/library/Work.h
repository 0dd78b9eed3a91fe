// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of a library in a stream. A body is a C++ function that runs once for each block, on any
// worker and in any order; blocks must not depend on each other. To the driver it is a kernel
// (driver/Native.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "driver/Native.h"
#include "runtime/core/Driver.h"

namespace anywarp::library {

/// The block that a body runs for.
struct Block {
  uint64_t index, count;
};

/// Most bytes of a body's parameters.
inline constexpr size_t kMostParamBytes = 32764;

/// One body as the driver knows it.
class Kernel {
public:
  Kernel(const char *name, exec::BlockFn block, uint32_t paramBytes)
      : native_{name, block, paramBytes} {}
  CUresult launch(CUstream stream, uint64_t blocks, const void *params);
  CUresult launch(driver::JointLaunch &launch);

private:
  CUresult load(CUkernel &kernel);
  const driver::NativeKernel native_;
  std::atomic<CUkernel> kernel_{nullptr};
};

template <auto body> struct BodyOf;
template <typename P, void (*body)(const P &, Block)> struct BodyOf<body> {
  static_assert(std::is_trivially_copyable_v<P> && sizeof(P) <= kMostParamBytes &&
                alignof(P) <= 16);
  using Params = P;
  /// The parameters are followed by the number of blocks, as a grid may have a few more.
  struct Passed {
    P params;
    uint64_t blocks;
  };
};

template <auto body> Kernel &kernelOf(const char *name) {
  using Passed = typename BodyOf<body>::Passed;
  static Kernel kernel(
      name,
      [](const exec::LaunchState *state, exec::BlockState *block) {
        const auto &passed = *static_cast<const Passed *>(state->params);
        const uint64_t index =
            block->blockIdx[0] + uint64_t(state->gridDim[0]) * block->blockIdx[1];
        if (index < passed.blocks)
          body(passed.params, Block{index, passed.blocks});
      },
      sizeof(Passed));
  return kernel;
}

/// Gives the stream work: body(params, Block) for `blocks` blocks. 0 blocks: nothing to do. `name`
/// is what profilers and faults call it; one for each body. The result is the driver's.
template <auto body>
CUresult launch(const char *name, CUstream stream, uint64_t blocks,
                const typename BodyOf<body>::Params &params) {
  const typename BodyOf<body>::Passed passed{params, blocks};
  return blocks ? kernelOf<body>(name).launch(stream, blocks, &passed) : CUDA_SUCCESS;
}

/// The same for several streams at once; `launch` says which, and how (driver/Native.h).
template <auto body>
CUresult launch(const char *name, driver::JointLaunch &launch, uint64_t blocks,
                const typename BodyOf<body>::Params &params) {
  const typename BodyOf<body>::Passed passed{params, blocks};
  launch.params = &passed;
  launch.blocks = blocks;
  return kernelOf<body>(name).launch(launch);
}

/// The driver's functions, with the driver loaded and initialised.
inline const runtime::DriverCalls &cu() { return runtime::driver().legacy; }

/// CUDA_SUCCESS, with a context current: the calling thread's, else the primary one of device 0.
CUresult ensureContext();
/// Waits for the stream's work, for results in host memory. Refused while the stream is captured.
CUresult synchronize(CUstream stream);
/// Before memory that the stream's work uses goes: waits for it. The stream may be captured, or
/// destroyed by the program.
CUresult settle(CUstream stream);
/// True while the stream's work becomes nodes of a graph.
bool isCapturing(CUstream stream);

/// Memory that work in one stream uses: allocated and given back in the order of the stream.
class Scratch {
public:
  Scratch(CUstream stream, size_t bytes);
  ~Scratch();
  Scratch(const Scratch &) = delete;
  CUresult result() const { return result_; }
  template <typename T = char> T *get() const { return reinterpret_cast<T *>(address_); }

private:
  CUstream stream_;
  CUdeviceptr address_ = 0;
  CUresult result_ = CUDA_SUCCESS;
};

} // namespace anywarp::library
