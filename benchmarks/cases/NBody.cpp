// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native all-pairs gravity: 32 bodies in vectors against one at a time.
#include <cmath>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

void accelerate(const float *__restrict bodies, float *__restrict out, int n) {
  constexpr int kLanes = 32;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i += kLanes) {
    float x[kLanes], y[kLanes], z[kLanes], ax[kLanes] = {}, ay[kLanes] = {}, az[kLanes] = {};
    for (int l = 0; l < kLanes; ++l) {
      x[l] = bodies[4 * (i + l)];
      y[l] = bodies[4 * (i + l) + 1];
      z[l] = bodies[4 * (i + l) + 2];
    }
    for (int j = 0; j < n; ++j) {
      const float ox = bodies[4 * j], oy = bodies[4 * j + 1], oz = bodies[4 * j + 2],
                  mass = bodies[4 * j + 3];
#pragma omp simd
      for (int l = 0; l < kLanes; ++l) {
        float dx = ox - x[l], dy = oy - y[l], dz = oz - z[l];
        float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
        float s = mass * inverse * inverse * inverse;
        ax[l] += dx * s;
        ay[l] += dy * s;
        az[l] += dz * s;
      }
    }
    for (int l = 0; l < kLanes; ++l) {
      out[4 * (i + l)] = ax[l];
      out[4 * (i + l) + 1] = ay[l];
      out[4 * (i + l) + 2] = az[l];
      out[4 * (i + l) + 3] = 0;
    }
  }
}

struct NBody : Case {
  Buffer<float> bodies;
  Results<float> out;
  std::unique_ptr<OpenClKernel> cl;

  explicit NBody(int n) : bodies(4 * size_t(n)), out(4 * size_t(n)) {
    name = "nbody";
    unit = "GFLOP/s"; // 20 operations an interaction, as the literature counts
    work = 20.0 * n * n;
    limit = Limit::Flops;
    unsigned state = 7;
    for (int i = 0; i < 4 * n; ++i) {
      state = state * 1664525u + 1013904223u;
      bodies[i] = i % 4 == 3 ? 1.0f / float(n) : float(state >> 8) / float(1 << 24) * 2 - 1;
    }
    ours = [this, n] { nbodyCuda(bodies.data(), out.ours.data(), n); };
    native = [this, n] { accelerate(bodies.data(), out.native.data(), n); };
    if (OpenClKernel::isAvailable()) {
      cl = std::make_unique<OpenClKernel>("nbody");
      cl->buffer(bodies.data(), bodies.bytes()).buffer(out.pocl.data(), out.pocl.bytes()).value(n);
      pocl = [this, n] { cl->run({size_t(n)}, {256}); };
    }
    differenceToNative = [this](int form) { return out.difference(form); };
  }
};

Registration nbody("nbody",
                   [](double scale) { return std::make_unique<NBody>(scale < 1 ? 2048 : 16384); });

} // namespace
} // namespace bench
