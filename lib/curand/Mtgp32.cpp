// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MTGP32: states take turns with 256 outputs each. They move with the work in the stream.
#include "curand/Generator.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "curand_mtgp32_host.h"
#include "curand_mtgp32dc_p_11213.h"

namespace anywarp::curand {
namespace {

template <Kind kind>
using ValueOf = std::remove_cvref_t<decltype(valueOf<kind>(std::declval<Shape>(), uint32_t()))>;

/// Converts `count` draws into values from `at` on.
void convert(const Shape &shape, uint64_t at, const uint32_t *draws, uint64_t count) {
  withKind(shape.kind, [&]<Kind kind>() {
    auto *out = static_cast<ValueOf<kind> *>(shape.to) + at;
    for (uint64_t i = 0; i < count; ++i)
      out[i] = valueOf<kind>(shape, draws[i]);
  });
}

/// A generator of the host makes a double normal value of a float one (seen).
void convertMtgp(const Shape &shape, uint64_t at, const uint32_t *draws, uint64_t count) {
  auto *out = static_cast<double *>(shape.to) + at;
  for (uint64_t i = 0; i < count; ++i)
    out[i] = scaled<Kind::NormalDouble>(shape, double(_curand_normal_icdf(draws[i])));
}

constexpr uint64_t kTurn = 256; ///< outputs of one MTGP32 state before it is the next one's turn

/// DYNAMIC depends on the GPU: here as on an H200 (seen). From state 200 on a GPU reads behind its
/// table of parameters; here the sets are used again.
constexpr uint64_t kStates = 192, kLegacyStates = 64, kDynamicStates = 924, kSets = 200;

struct MtgpState {
  bool isMade = false;
  uint32_t words[MTGPDC_N];  ///< after the turn that was begun last
  uint32_t before[MTGPDC_N]; ///< before it, where it is not finished
};

/// The seed of states that are made: another one from a turn on, when those there are get made
/// anew.
struct Seeds {
  static constexpr uint64_t kNever = ~uint64_t(0);
  uint64_t before = 0, later = 0, turn = kNever;
};

struct MtgpWork {
  Shape shape;
  MtgpState *states;
  uint64_t stateCount, position, count;
  Seeds seeds;
  bool isHost;
};

/// The state that `turn` needs.
void prepare(const MtgpWork &work, uint64_t turn) {
  const uint64_t index = turn % work.stateCount;
  MtgpState &state = work.states[index];
  const bool isLater = turn >= work.seeds.turn;
  if (state.isMade && !(isLater && turn - work.seeds.turn < work.stateCount))
    return;
  const uint64_t seed = isLater ? work.seeds.later : work.seeds.before;
  mtgp32_init_state(state.words, &mtgp32dc_params_fast_11213[index % kSets],
                    uint32_t(seed ^ (seed >> 32)) + uint32_t(index) + 1);
  state.isMade = true;
}

/// The state's next kTurn outputs.
void nextTurn(uint32_t (&state)[MTGPDC_N], const mtgp32_params_fast_t &set, uint32_t *out) {
  uint32_t words[MTGPDC_N + kTurn];
  std::memcpy(words, state, sizeof state);
  // An element depends on one that is N - pos before it: at least 128 in all sets.
  for (unsigned i = 0; i < kTurn; ++i) {
    uint32_t x = (words[i] & set.mask) ^ words[i + 1];
    x ^= x << set.sh1;
    uint32_t y = x ^ (words[i + unsigned(set.pos)] >> set.sh2);
    words[i + MTGPDC_N] = y ^ set.tbl[y & 15];
  }
  for (unsigned i = 0; i < kTurn; ++i) {
    uint32_t t = words[i + unsigned(set.pos) - 1];
    t ^= t >> 16;
    t ^= t >> 8;
    out[i] = words[i + MTGPDC_N] ^ set.tmp_tbl[t & 15];
  }
  std::memcpy(state, words + kTurn, sizeof state);
}

/// One block: one state, all its turns of the call. A call that begins within a turn makes it
/// again; one that begins with a turn always takes the state's next one, a launch of the same graph
/// too (seen).
void fillMtgp(const MtgpWork &work, library::Block block) {
  const uint64_t firstTurn = work.position / kTurn, end = work.position + work.count;
  const uint64_t index = (firstTurn + block.index) % work.stateCount;
  const mtgp32_params_fast_t &set = mtgp32dc_params_fast_11213[index % kSets];
  MtgpState &state = work.states[index];
  uint32_t outputs[kTurn];
  for (uint64_t turn = firstTurn + block.index; turn * kTurn < end; turn += work.stateCount) {
    const uint64_t from = std::max(turn * kTurn, work.position),
                   to = std::min((turn + 1) * kTurn, end);
    if (from > turn * kTurn) {
      uint32_t again[MTGPDC_N];
      std::memcpy(again, state.before, sizeof again);
      nextTurn(again, set, outputs);
    } else {
      prepare(work, turn);
      if (to < (turn + 1) * kTurn)
        std::memcpy(state.before, state.words, sizeof state.before);
      nextTurn(state.words, set, outputs);
    }
    (work.isHost && work.shape.kind == Kind::NormalDouble ? convertMtgp : convert)(
        work.shape, from - work.position, outputs + (from - turn * kTurn), to - from);
  }
}

class MtgpEngine final : public Engine {
public:
  double firstInverse() const override { return 32; }
  double firstNormal() const override { return 10000; }
  void restart(Generator &generator) override {
    settle(generator);
    states_.clear();
    generator.position = 0;
    seeds_ = {generator.seed, generator.seed, Seeds::kNever};
  }
  /// A generator of the host begins anew. On a device the states go on, and are made anew when the
  /// first one has its next turn (seen).
  void reseed(Generator &generator) override {
    if (generator.isHost || states_.empty())
      return restart(generator);
    const uint64_t count = states_.size(), next = (generator.position + kTurn - 1) / kTurn;
    if (next > seeds_.turn) {
      settle(generator);
      for (uint64_t turn = next; turn < seeds_.turn + count; ++turn)
        states_[turn % count].isMade = false; // they still wait for the seed before this one
      seeds_.before = seeds_.later;
    }
    seeds_.later = generator.seed;
    seeds_.turn = (next + count - 1) / count * count;
  }
  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    const uint64_t stateCount = generator.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? kLegacyStates
                                : generator.ordering == CURAND_ORDERING_PSEUDO_DYNAMIC
                                    ? kDynamicStates
                                    : kStates;
    if (states_.size() != stateCount)
      states_.assign(stateCount, {});
    const MtgpWork work{shape, states_.data(), stateCount,      generator.position,
                        count, seeds_,         generator.isHost};
    const uint64_t turns = (generator.position % kTurn + count + kTurn - 1) / kTurn;
    generator.position += count;
    return run<fillMtgp>(generator, "curand_mtgp32", std::min(turns, stateCount), work);
  }

private:
  std::vector<MtgpState> states_;
  Seeds seeds_;
};

} // namespace

std::unique_ptr<Engine> makeMtgp32() { return std::make_unique<MtgpEngine>(); }

} // namespace anywarp::curand
