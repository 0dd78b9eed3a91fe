// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who of a block waits, as far as it is known: for an mbarrier that was asked in vain, or at a
// barrier. Where all do or have ended, nobody is left who could complete a phase.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace anywarp::insight {

class Stalls {
public:
  struct Wait {
    uint32_t site = 0;
    uint64_t mbarrier = 0;
    uint32_t asks = 0; ///< since anything changed, the first left out
  };

  void begin(uint32_t warps) { idle_.assign(warps, 0); }
  /// `thread` asked an mbarrier whose phase is not over.
  void wait(uint32_t thread, Wait wait) {
    auto [it, isNew] = waits_.try_emplace(thread, wait);
    if (isNew || it->second.mbarrier != wait.mbarrier) { // an unrolled loop has several sites
      hasChanged_ = true;
      it->second = wait;
    } else {
      ++it->second.asks;
    }
    idle_[thread / 32] |= 1u << thread % 32;
  }
  /// Lanes of a warp stand at a barrier of another kind, or have ended.
  void rest(uint32_t warp, uint32_t lanes) {
    goOn(warp, lanes);
    idle_[warp] |= lanes;
  }
  void goOn(uint32_t warp, uint32_t lanes) {
    hasChanged_ = true;
    idle_[warp] &= ~lanes;
    std::erase_if(waits_, [&](const auto &wait) {
      return wait.first / 32 == warp && lanes >> wait.first % 32 & 1;
    });
  }

  bool allWait() const {
    return std::ranges::all_of(idle_, [](uint32_t lanes) { return !~lanes; });
  }
  /// So long that it is no wait with a limit of its own; and each thread has asked again, so that
  /// none is busy between two questions. To be called again and again.
  bool isLasting(std::chrono::steady_clock::time_point now) {
    constexpr std::chrono::seconds kPatience{1};
    constexpr uint32_t kAsks = 16;
    if (std::exchange(hasChanged_, false)) {
      since_ = now;
      for (auto &[thread, wait] : waits_)
        wait.asks = 0;
    }
    return now - since_ > kPatience &&
           std::ranges::all_of(waits_, [](const auto &w) { return w.second.asks >= kAsks; });
  }
  const std::map<uint32_t, Wait> &atMbarriers() const { return waits_; }

private:
  std::vector<uint32_t> idle_;     ///< lanes, by warp; those that are not there count
  std::map<uint32_t, Wait> waits_; ///< by thread
  bool hasChanged_ = true;
  std::chrono::steady_clock::time_point since_;
};

} // namespace anywarp::insight
