// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between the transform X of n real numbers x and the transform Z of the n / 2 complex numbers
// x[2j] + i x[2j+1]. With m = n / 2 and w = exp(-2πi / n):
//   forward: X[k] = (Z[k] + conj Z[m-k]) / 2 - i w^k (Z[k] - conj Z[m-k]) / 2,
//   inverse: Z[k] = X[k] + conj X[m-k] + i w^-k (X[k] - conj X[m-k]), as nothing is normalised.
#include <algorithm>
#include <mutex>

#include "cufft/Step.h"
#include "cufft/backend/Roots.h"

namespace anywarp::cufft {

namespace {

constexpr int64_t kBlockPairs = 4096;

struct HalvedParams {
  const Roots *roots; ///< of n, with the sign of the transform
  const char *in;
  char *out;
  int64_t half, blocks; ///< n / 2; blocks of one line
  int loops;
  Axis loop[kMostLoops];
};

template <typename Real> struct Pair {
  const Real *in;
  Real *out;
};

/// The first numbers of the block's line.
template <typename Real>
Pair<Real> lineOf(const HalvedParams &p, uint64_t index, int inUnit, int outUnit) {
  int64_t turn = int64_t(index / uint64_t(p.blocks)), in = 0, out = 0;
  for (int i = 0; i < p.loops; turn /= p.loop[i].n, ++i) {
    in += turn % p.loop[i].n * p.loop[i].in;
    out += turn % p.loop[i].n * p.loop[i].out;
  }
  return {reinterpret_cast<const Real *>(p.in) + in * inUnit,
          reinterpret_cast<Real *>(p.out) + out * outUnit};
}

template <typename Real> void behindForward(const HalvedParams &p, library::Block block) {
  Real *z = lineOf<Real>(p, block.index, 1, 2).out;
  const int64_t m = p.half, first = int64_t(block.index % uint64_t(p.blocks)) * kBlockPairs;
  for (int64_t k = first; k < std::min(first + kBlockPairs, m / 2 + 1); ++k) {
    Real *a = z + 2 * k, *b = z + 2 * (m - k);
    if (k == 0) {
      const Real re = a[0], im = a[1];
      a[0] = re + im;
      b[0] = re - im;
      a[1] = b[1] = 0;
      continue;
    }
    const std::complex<double> root = p.roots->at(uint64_t(k));
    const Real c = Real(root.real()), s = Real(root.imag());
    const Real evenRe = (a[0] + b[0]) / 2, evenIm = (a[1] - b[1]) / 2;
    const Real oddRe = (a[1] + b[1]) / 2, oddIm = (b[0] - a[0]) / 2;
    const Real re = oddRe * c - oddIm * s, im = oddRe * s + oddIm * c;
    a[0] = evenRe + re;
    a[1] = evenIm + im;
    if (k != m - k) {
      b[0] = evenRe - re;
      b[1] = im - evenIm;
    }
  }
}

template <typename Real> void beforeInverse(const HalvedParams &p, library::Block block) {
  const auto [x, z] = lineOf<Real>(p, block.index, 2, 2);
  const int64_t m = p.half, first = int64_t(block.index % uint64_t(p.blocks)) * kBlockPairs;
  for (int64_t k = first; k < std::min(first + kBlockPairs, m / 2 + 1); ++k) {
    const Real *a = x + 2 * k, *b = x + 2 * (m - k);
    if (k == 0) {
      // The imaginary parts of the ends do not count.
      const Real start = a[0], end = b[0];
      z[0] = start + end;
      z[1] = start - end;
      continue;
    }
    const std::complex<double> root = p.roots->at(uint64_t(k));
    const Real c = Real(root.real()), s = Real(root.imag());
    const Real sumRe = a[0] + b[0], sumIm = a[1] - b[1];
    const Real differenceRe = a[0] - b[0], differenceIm = a[1] + b[1];
    const Real re = differenceRe * c - differenceIm * s, im = differenceRe * s + differenceIm * c;
    Real *to = z + 2 * k, *mirror = z + 2 * (m - k);
    to[0] = sumRe - im;
    to[1] = sumIm + re;
    if (k != m - k) {
      mirror[0] = sumRe + im;
      mirror[1] = re - sumIm;
    }
  }
}

class Halved final : public Step {
public:
  Halved(const Problem &problem, Place from, Place to) : problem_(problem), from_(from), to_(to) {}
  CUresult launch(CUstream stream, const Buffers &buffers) const override {
    std::call_once(once_, [&] {
      roots_ = std::make_unique<Roots>(problem_.axes[0].n,
                                       problem_.kind == Kind::RealToComplex ? -1 : 1);
    });
    HalvedParams params{};
    params.roots = roots_.get();
    params.in = from_.of(buffers);
    params.out = to_.of(buffers);
    params.half = problem_.axes[0].n / 2;
    params.blocks = (params.half / 2 + kBlockPairs) / kBlockPairs;
    params.loops = problem_.loops;
    std::copy_n(problem_.loop.begin(), problem_.loops, params.loop);
    const auto blocks = uint64_t(params.blocks * problem_.count());
    const bool isDouble = problem_.precision == Precision::Double;
    if (problem_.kind == Kind::RealToComplex)
      return isDouble
                 ? library::launch<behindForward<double>>("cufft_real_f64", stream, blocks, params)
                 : library::launch<behindForward<float>>("cufft_real_f32", stream, blocks, params);
    return isDouble
               ? library::launch<beforeInverse<double>>("cufft_unreal_f64", stream, blocks, params)
               : library::launch<beforeInverse<float>>("cufft_unreal_f32", stream, blocks, params);
  }

private:
  const Problem problem_;
  const Place from_, to_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const Roots> roots_;
};

} // namespace

std::unique_ptr<Step> makeHalved(const Problem &problem, Place from, Place to) {
  return std::make_unique<Halved>(problem, from, to);
}

} // namespace anywarp::cufft
