// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which the units of a grid are handed out: row by row, or in tiles, where blocks of a
// column share memory (KernelInfo::WalksColumns). Tiles are kWidth units wide, so that neighbours
// in a row still meet in cache lines and pages, and kHeight high. A layer of the grid, of one z,
// is handed out after the other.
#pragma once

#include <algorithm>
#include <cstdint>

namespace anywarp::exec {

class BlockOrder {
public:
  static constexpr uint32_t kWidth = 4, kHeight = 8;

  explicit BlockOrder(bool inTiles = false) : inTiles_(inTiles) {}

  /// Coordinates of the unit with number `unit`, of units counted by `dim` in each dimension.
  void place(uint64_t unit, const uint32_t dim[3], uint32_t at[3]) const {
    const uint64_t layer = uint64_t(dim[0]) * dim[1];
    const uint64_t inLayer = unit % layer;
    at[2] = uint32_t(unit / layer);
    if (!inTiles_) {
      at[0] = uint32_t(inLayer % dim[0]);
      at[1] = uint32_t(inLayer / dim[0]);
      return;
    }
    const uint64_t band = uint64_t(dim[0]) * kHeight, inBand = inLayer % band;
    const uint32_t y = uint32_t(inLayer / band) * kHeight, height = std::min(kHeight, dim[1] - y);
    const uint32_t x = uint32_t(inBand / (kWidth * height)) * kWidth;
    const uint32_t width = std::min(kWidth, dim[0] - x);
    const uint32_t inTile = uint32_t(inBand % (kWidth * height));
    at[0] = x + inTile % width;
    at[1] = y + inTile / width;
  }

  /// The coordinates that follow, unless `at` is the last unit.
  void advance(const uint32_t dim[3], uint32_t at[3]) const {
    const uint32_t x = inTiles_ ? at[0] / kWidth * kWidth : 0; // where the tile or row begins
    const uint32_t y = inTiles_ ? at[1] / kHeight * kHeight : at[1];
    const uint32_t xEnd = inTiles_ ? std::min(x + kWidth, dim[0]) : dim[0];
    const uint32_t yEnd = inTiles_ ? std::min(y + kHeight, dim[1]) : y + 1;
    if (++at[0] < xEnd)
      return;
    at[0] = x;
    if (++at[1] < yEnd)
      return;
    at[0] = xEnd;
    at[1] = y;
    if (xEnd < dim[0])
      return;
    at[0] = 0;
    at[1] = yEnd;
    if (yEnd < dim[1])
      return;
    at[1] = 0;
    ++at[2];
  }

private:
  bool inTiles_;
};

} // namespace anywarp::exec
