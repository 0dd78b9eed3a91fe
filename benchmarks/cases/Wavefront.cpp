// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native form of the alignment: tiles of 16 × 16 cells, those of an antidiagonal in parallel.
#include <algorithm>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

constexpr int kTile = 16, kPenalty = 10;

void align(const int *__restrict similarity, int *__restrict score, int length) {
  const int width = length + 1, tiles = length / kTile;
  for (int d = 0; d < 2 * tiles - 1; ++d) {
    const int from = std::max(0, d - tiles + 1), to = std::min(d, tiles - 1);
#pragma omp parallel for schedule(static)
    for (int row = from; row <= to; ++row) {
      const int corner = row * kTile * width + (d - row) * kTile;
      int cell[kTile + 1][kTile + 1], similar[kTile][kTile];
      for (int y = 0; y <= kTile; ++y)
        cell[y][0] = score[corner + width * y];
      for (int x = 0; x <= kTile; ++x)
        cell[0][x] = score[corner + x];
      for (int y = 0; y < kTile; ++y)
        for (int x = 0; x < kTile; ++x)
          similar[y][x] = similarity[corner + width * (y + 1) + x + 1];
      for (int y = 1; y <= kTile; ++y)
        for (int x = 1; x <= kTile; ++x)
          cell[y][x] = std::max(cell[y - 1][x - 1] + similar[y - 1][x - 1],
                                std::max(cell[y][x - 1], cell[y - 1][x]) - kPenalty);
      for (int y = 1; y <= kTile; ++y)
        for (int x = 1; x <= kTile; ++x)
          score[corner + width * y + x] = cell[y][x];
    }
  }
}

struct Wavefront : Case {
  Buffer<int> similarity;
  Results<int> score;

  explicit Wavefront(int length)
      : similarity(size_t(length + 1) * (length + 1)), score(size_t(length + 1) * (length + 1)) {
    name = "wavefront";
    unit = "Gcells/s";
    work = double(length) * length;
    for (size_t i = 0; i < similarity.size(); ++i)
      similarity[i] = int(i * 2654435761u >> 28) - 6;
    for (Buffer<int> *s : {&score.ours, &score.native})
      for (int i = 0; i <= length; ++i)
        (*s)[i] = (*s)[size_t(i) * (length + 1)] = -kPenalty * i;
    ours = [this, length] { alignCuda(similarity.data(), score.ours.data(), length, kPenalty); };
    native = [this, length] { align(similarity.data(), score.native.data(), length); };
    differenceToNative = [this](int form) { return score.difference(form); };
  }
};

Registration wavefront("wavefront", [](double scale) {
  return std::make_unique<Wavefront>(scale < 1 ? 256 : 2048);
});

} // namespace
} // namespace bench
