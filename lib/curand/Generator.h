// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generator: what was set, where it is in its sequence, and what its engine keeps between calls.
// One thread at a time uses a generator; the engine's memory is used by work in the stream, in its
// order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "curand/Api.h"
#include "curand/Engine.h"
#include "library/Work.h"

namespace anywarp::curand {

struct Generator {
  curandRngType_t type;
  bool isHost;
  cudaStream_t stream = nullptr;
  uint64_t seed = 0;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  uint32_t dimensions = 1;
  uint64_t position = 0;
  std::unique_ptr<Engine> engine;
  std::vector<std::unique_ptr<Poisson>> poissons; ///< that work in the stream may still read
  bool isCaptured = false;                        ///< a graph may read them at any time: they stay

  bool isQuasi() const { return type >= CURAND_RNG_QUASI_DEFAULT; }
  bool has64Bits() const {
    return type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  }
  CUstream queue() const { return reinterpret_cast<CUstream>(stream); }
};

/// The live generator of that handle, or null.
Generator *find(curandGenerator_t handle);

/// Runs a body for all blocks: as work of the stream, or here and now for a host generator.
template <auto body>
curandStatus_t run(const Generator &generator, const char *name, uint64_t blocks,
                   const typename library::BodyOf<body>::Params &params) {
  if (generator.isHost) {
    for (uint64_t i = 0; i < blocks; ++i)
      body(params, library::Block{i, blocks});
    return CURAND_STATUS_SUCCESS;
  }
  CUresult result = library::launch<body>(name, generator.queue(), blocks, params);
  return result == CUDA_SUCCESS           ? CURAND_STATUS_SUCCESS
         : result == CUDA_ERROR_NO_DEVICE ? CURAND_STATUS_INITIALIZATION_FAILED
                                          : CURAND_STATUS_LAUNCH_FAILURE;
}

/// Waits for the generator's work, so that memory it uses can go.
void settle(const Generator &generator);

} // namespace anywarp::curand
