// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/grid/BlockOrder.h"

#include <array>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using anywarp::exec::BlockOrder;

namespace {
using Place = std::array<uint32_t, 3>;

/// Where each unit of a grid of `dim` is, by its number.
std::vector<Place> placesOf(const BlockOrder &order, const Place &dim) {
  std::vector<Place> places(size_t(dim[0]) * dim[1] * dim[2]);
  for (size_t unit = 0; unit < places.size(); ++unit)
    order.place(unit, dim.data(), places[unit].data());
  return places;
}

const Place kGrids[] = {{1, 1, 1},  {5, 1, 1}, {1, 9, 1}, {4, 8, 1},  {8, 16, 2},
                        {7, 11, 3}, {3, 2, 2}, {9, 8, 1}, {13, 25, 1}};
} // namespace

TEST(BlockOrder, EachBlockHasOneNumber) {
  for (bool inTiles : {false, true})
    for (const Place &dim : kGrids) {
      const std::vector<Place> places = placesOf(BlockOrder(inTiles), dim);
      const std::set<Place> different(places.begin(), places.end());
      EXPECT_EQ(different.size(), places.size());
      for (const Place &place : places)
        for (int i = 0; i < 3; ++i)
          EXPECT_LT(place[i], dim[i]);
    }
}

TEST(BlockOrder, AdvancesFromNumberToNumber) {
  for (bool inTiles : {false, true})
    for (const Place &dim : kGrids) {
      const BlockOrder order(inTiles);
      const std::vector<Place> places = placesOf(order, dim);
      Place at = places[0];
      for (size_t unit = 1; unit < places.size(); ++unit) {
        order.advance(dim.data(), at.data());
        EXPECT_EQ(at, places[unit]) << "unit " << unit << " of " << dim[0] << " x " << dim[1];
      }
    }
}

TEST(BlockOrder, RowsComeOneAfterTheOther) {
  EXPECT_EQ(
      placesOf(BlockOrder(), {2, 2, 2}),
      (std::vector<Place>{
          {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}));
}

TEST(BlockOrder, ATileEndsBeforeTheNextBegins) {
  const Place dim = {10, 20, 1};
  const std::vector<Place> places = placesOf(BlockOrder(/*inTiles=*/true), dim);
  std::set<std::pair<uint32_t, uint32_t>> ended;
  std::pair<uint32_t, uint32_t> running = {0, 0};
  for (const Place &place : places) {
    const std::pair tile = {place[0] / BlockOrder::kWidth, place[1] / BlockOrder::kHeight};
    if (tile != running)
      EXPECT_TRUE(ended.insert(running).second);
    running = tile;
    EXPECT_FALSE(ended.count(tile));
  }
  EXPECT_EQ(places[1], (Place{1, 0, 0}));
  EXPECT_EQ(places[4], (Place{0, 1, 0}));
  EXPECT_EQ(places[32], (Place{4, 0, 0}));
}
