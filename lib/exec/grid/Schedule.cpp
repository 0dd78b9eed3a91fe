// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/grid/Schedule.h"

#include <atomic>
#include <bit>
#include <cstdlib>
#include <utility>

#include "support/Options.h"

namespace anywarp::exec {

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014: the finisher.
static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

Schedule::Schedule(uint64_t seed) : state_(mix(seed + 1)), key_(next()) {
  // Some faults show when threads change often, others when one runs long beside a stopped one.
  constexpr uint32_t kIntervals[] = {2, 8, 64, 512};
  constexpr uint32_t kMostInFlight = 8;
  interval_ = kIntervals[next() % std::size(kIntervals)];
  unitsInFlight_ = 1 + uint32_t(next() % kMostInFlight);
}

bool Schedule::isAskedFor() { return !Options::get().schedule.empty(); }

std::optional<Schedule> Schedule::ofNextGrid() {
  if (!isAskedFor())
    return std::nullopt;
  static std::atomic<uint64_t> grids{0};
  const std::string &words = Options::get().schedule; // random:SEED
  const uint64_t seed = std::strtoull(words.c_str() + words.find(':') + 1, nullptr, 10);
  return Schedule(mix(seed) + grids.fetch_add(1, std::memory_order_relaxed));
}

uint64_t Schedule::next() { return mix(state_ += 0x9e3779b97f4a7c15); }

uint64_t Schedule::unitAt(uint64_t start, uint64_t units) const {
  // A permutation of the next power of four, walked until it hits a unit.
  const unsigned half = (unsigned(std::bit_width(units - 1)) + 1) / 2;
  const uint64_t mask = (uint64_t(1) << half) - 1;
  uint64_t at = start;
  do {
    uint64_t left = at >> half, right = at & mask;
    for (uint64_t round = 0; round < 4; ++round)
      left = std::exchange(right, left ^ (mix(right ^ key_ ^ round << 56) & mask));
    at = left << half | right;
  } while (at >= units);
  return at;
}

void Schedule::shuffle(std::span<uint32_t> order) {
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[below(i)]);
}

} // namespace anywarp::exec
