// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// XORWOW in OpenMP + SIMD: the same states and numbers as cases/Uniform.cu.
#include <cstring>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

struct Uniform {
  static constexpr int kThreads = 1 << 16;
  explicit Uniform(int turns, bool isSum)
      : turns(turns), isSum(isSum), start(kThreads * 6), ours(kThreads * 6), native(kThreads * 6),
        results(size_t(kThreads) * size_t(isSum ? 1 : turns)) {
    unsigned value = 1;
    for (size_t i = 0; i < start.size(); ++i)
      start[i] = value = value * 1664525u + 1013904223u;
    std::memcpy(ours.data(), start.data(), start.bytes());
    std::memcpy(native.data(), start.data(), start.bytes());
  }

  void runNative() {
    constexpr int kLanes = 64;
    unsigned *all = native.data();
    float *out = results.native.data();
#pragma omp parallel for schedule(static)
    for (int first = 0; first < kThreads; first += kLanes) {
      alignas(64) unsigned s[6][kLanes];
      alignas(64) float sums[kLanes] = {};
      for (int w = 0; w < 6; ++w)
        std::memcpy(s[w], all + w * kThreads + first, sizeof s[w]);
      for (int turn = 0; turn < turns; ++turn) {
        float *to = isSum ? sums : out + turn * kThreads + first;
#pragma omp simd
        for (int i = 0; i < kLanes; ++i) {
          const unsigned t = s[1][i] ^ (s[1][i] >> 2);
          s[1][i] = s[2][i];
          s[2][i] = s[3][i];
          s[3][i] = s[4][i];
          const unsigned v = s[4][i] = s[5][i];
          s[5][i] = (v ^ (v << 4)) ^ (t ^ (t << 1));
          s[0][i] += 362437;
          const float value = float(s[5][i] + s[0][i]) * 0x1p-32f + 0x1p-33f;
          to[i] = isSum ? to[i] + value : value;
        }
      }
      if (isSum)
        std::memcpy(out + first, sums, sizeof sums);
      else
        for (int w = 0; w < 6; ++w)
          std::memcpy(all + w * kThreads + first, s[w], sizeof s[w]);
    }
  }

  const int turns;
  const bool isSum;
  Buffer<unsigned> start, ours, native;
  Results<float> results;
};

std::unique_ptr<Case> make(double scale, bool isSum) {
  auto all = std::make_shared<Uniform>(std::max(4, int((isSum ? 400 : 64) * scale)), isSum);
  auto made = std::make_unique<Case>();
  made->name = isSum ? "uniformSum" : "uniform";
  made->unit = "Gnumber/s";
  made->work = double(Uniform::kThreads) * all->turns;
  made->limit = Limit::None;
  made->ours = [all] {
    uniformCuda(all->ours.data(), all->results.ours.data(), Uniform::kThreads, all->turns,
                all->isSum);
  };
  made->native = [all] { all->runNative(); };
  // Both begin anew, as they were called a different number of times.
  made->differenceToNative = [all](int form) {
    std::memcpy(all->ours.data(), all->start.data(), all->start.bytes());
    std::memcpy(all->native.data(), all->start.data(), all->start.bytes());
    uniformCuda(all->ours.data(), all->results.ours.data(), Uniform::kThreads, all->turns,
                all->isSum);
    all->runNative();
    return all->results.difference(form);
  };
  return made;
}

const Registration kUniform("uniform", [](double scale) { return make(scale, false); });
const Registration kUniformSum("uniformSum", [](double scale) { return make(scale, true); });

} // namespace
} // namespace bench
