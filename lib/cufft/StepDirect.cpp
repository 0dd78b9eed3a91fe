// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that are the backend's transforms.
#include <algorithm>
#include <mutex>

#include "cufft/Step.h"

namespace anywarp::cufft {

namespace {

/// Numbers of a block, about: 10 µs or more.
constexpr int64_t kBlockNumbers = 8192;
constexpr int64_t kMostBlocks = 1024;

struct DirectParams {
  const Transform *whole, *rest; ///< rest: of the last block, if it is a shorter one
  const char *in;
  char *out;
  int64_t inStep, outStep; ///< bytes between blocks
};

void direct(const DirectParams &p, library::Block block) {
  const Transform &transform = p.rest && block.index + 1 == block.count ? *p.rest : *p.whole;
  transform.execute(p.in + int64_t(block.index) * p.inStep,
                    p.out + int64_t(block.index) * p.outStep);
}

class Direct final : public Step {
public:
  Direct(const Problem &problem, Place from, Place to) : problem_(problem), from_(from), to_(to) {
    if (!problem.loops)
      return;
    for (int i = 1; i < problem.loops; ++i)
      if (problem.loop[size_t(i)].n > problem.loop[split_].n)
        split_ = size_t(i);
    const Axis &loop = problem.loop[split_];
    const int64_t turn = problem.size() * (problem.count() / loop.n);
    chunk_ = std::max({int64_t(1), kBlockNumbers / std::max(turn, int64_t(1)),
                       (loop.n + kMostBlocks - 1) / kMostBlocks});
    // Neighbouring lines share cache lines, and multiples keep addresses aligned.
    const int64_t unit = loop.in == 1 || loop.out == 1 ? 16 : 4;
    if (chunk_ > 1 || unit == 16)
      chunk_ = (chunk_ + unit - 1) / unit * unit;
    chunk_ = std::min(chunk_, loop.n);
    blocks_ = (loop.n + chunk_ - 1) / chunk_;
    inStep_ = chunk_ * loop.in * problem.bytesIn();
    outStep_ = chunk_ * loop.out * problem.bytesOut();
  }
  CUresult launch(CUstream stream, const Buffers &buffers) const override {
    std::call_once(once_, [&] { makeTransforms(); });
    const DirectParams params{whole_.get(),    rest_.get(), from_.of(buffers),
                              to_.of(buffers), inStep_,     outStep_};
    const uintptr_t bits = reinterpret_cast<uintptr_t>(params.in) |
                           reinterpret_cast<uintptr_t>(params.out) | uintptr_t(inStep_) |
                           uintptr_t(outStep_);
    if (!whole_ || !whole_->prepare(bits) || (rest_ && !rest_->prepare(bits)))
      return CUDA_ERROR_OUT_OF_MEMORY;
    return library::launch<direct>("cufft_transform", stream, uint64_t(blocks_), params);
  }

private:
  void makeTransforms() const {
    Problem piece = problem_;
    if (piece.loops) {
      if (const int64_t last = piece.loop[split_].n % chunk_) {
        piece.loop[split_].n = last;
        rest_ = makeTransform(piece);
        if (!rest_)
          return;
      }
      piece.loop[split_].n = chunk_;
    }
    whole_ = makeTransform(piece);
  }

  const Problem problem_;
  const Place from_, to_;
  size_t split_ = 0; ///< the loop that blocks share
  int64_t chunk_ = 1, blocks_ = 1, inStep_ = 0, outStep_ = 0;
  mutable std::once_flag once_;
  mutable std::shared_ptr<const Transform> whole_, rest_;
};

} // namespace

std::unique_ptr<Step> makeDirect(const Problem &problem, Place from, Place to) {
  return std::make_unique<Direct>(problem, from, to);
}

} // namespace anywarp::cufft
