// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines that lie apart in memory, a tile of neighbours at a time.
#include <algorithm>
#include <alloca.h>
#include <mutex>

#include "cufft/Roots.h"
#include "cufft/Step.h"

namespace anywarp::cufft {

namespace {

/// A tile and its copy fit a second-level cache, and have a cache line of neighbours at least.
constexpr int64_t kTileBytes = 512 << 10, kMostLines = 32, kCacheLine = 64;

struct TileParams {
  const Transform *whole, *rest; ///< of a tile; rest: of each last one, if it is a smaller one
  const Roots *twiddles;
  const char *in;
  char *out;
  int64_t n, pitch;    ///< numbers of a line; from line to line in a block's own memory
  Axis axis, lines;    ///< in complex numbers
  int64_t tile, tiles; ///< lines of a tile; tiles along `lines`
  int loops;
  Axis loop[kMostLoops];
};

template <typename Real> struct Number {
  Real re, im;
};

/// `stride`: between neighbouring lines; 1 is worth code of its own.
template <typename Real>
void gather(const Number<Real> *in, Number<Real> *tile, int64_t lines, const TileParams &p) {
  const int64_t step = p.axis.in, stride = p.lines.in, pitch = p.pitch, n = p.n;
  auto run = [&](int64_t apart) {
    for (int64_t k = 0; k < n; ++k, in += step)
      for (int64_t c = 0; c < lines; ++c)
        tile[c * pitch + k] = in[c * apart];
  };
  stride == 1 ? run(1) : run(stride);
}

template <typename Real>
void scatter(const Number<Real> *tile, Number<Real> *out, int64_t lines, const TileParams &p) {
  const int64_t step = p.axis.out, stride = p.lines.out, pitch = p.pitch, n = p.n;
  auto run = [&](int64_t apart) {
    for (int64_t k = 0; k < n; ++k, out += step)
      for (int64_t c = 0; c < lines; ++c)
        out[c * apart] = tile[c * pitch + k];
  };
  stride == 1 ? run(1) : run(stride);
}

/// Number k of the line times the root of unity of power index * k. Powers are a * b with k = a's
/// index * 2^s + b's, so that few roots are looked up.
template <typename Real>
void twiddle(Real *__restrict line, int64_t n, uint64_t index, const Roots &roots) {
  constexpr int64_t kMostInner = 64;
  int64_t inner = 8;
  while (inner < kMostInner && inner * inner < n)
    inner *= 2;
  Real re[kMostInner], im[kMostInner];
  for (int64_t b = 0; b < std::min(n, inner); ++b) {
    const std::complex<double> root = roots.at(index * uint64_t(b));
    re[b] = Real(root.real());
    im[b] = Real(root.imag());
  }
  for (int64_t a = 0; a < n; a += inner) {
    const std::complex<double> root = roots.at(index * uint64_t(a));
    const Real x = Real(root.real()), y = Real(root.imag());
    Real *__restrict numbers = line + 2 * a;
    const int64_t count = std::min(inner, n - a);
    for (int64_t b = 0; b < count; ++b) {
      const Real c = x * re[b] - y * im[b], s = x * im[b] + y * re[b];
      const Real u = numbers[2 * b], v = numbers[2 * b + 1];
      numbers[2 * b] = u * c - v * s;
      numbers[2 * b + 1] = u * s + v * c;
    }
  }
}

char *aligned(void *memory) {
  return reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(memory) + kCacheLine - 1) &
                                  ~uintptr_t(kCacheLine - 1));
}

template <typename Real> void tiles(const TileParams &p, library::Block block) {
  const auto first = int64_t(block.index % uint64_t(p.tiles)) * p.tile;
  int64_t turn = int64_t(block.index / uint64_t(p.tiles));
  int64_t inOffset = first * p.lines.in, outOffset = first * p.lines.out;
  for (int i = 0; i < p.loops; turn /= p.loop[i].n, ++i) {
    inOffset += turn % p.loop[i].n * p.loop[i].in;
    outOffset += turn % p.loop[i].n * p.loop[i].out;
  }
  const auto *in = reinterpret_cast<const Number<Real> *>(p.in) + inOffset;
  auto *out = reinterpret_cast<Number<Real> *>(p.out) + outOffset;
  const int64_t lines = std::min(p.tile, p.lines.n - first);
  const size_t bytes = size_t(lines * p.pitch) * sizeof(Number<Real>);
  auto *result = reinterpret_cast<Number<Real> *>(aligned(alloca(bytes + kCacheLine)));
  const Transform &transform = lines < p.tile ? *p.rest : *p.whole;
  if (p.axis.in == 1) {
    transform.execute(in, result);
  } else {
    auto *gathered = reinterpret_cast<Number<Real> *>(aligned(alloca(bytes + kCacheLine)));
    gather(in, gathered, lines, p);
    transform.execute(gathered, result);
  }
  if (p.twiddles)
    for (int64_t c = 0; c < lines; ++c)
      twiddle(&result[c * p.pitch].re, p.n, uint64_t(first + c), *p.twiddles);
  scatter(result, out, lines, p);
}

class Tiles final : public Step {
public:
  Tiles(const Problem &problem, const Axis &lines, int64_t roots, Place from, Place to)
      : problem_(problem), roots_(roots), from_(from), to_(to) {
    TileParams &p = params_;
    p.axis = problem.axes[0];
    p.lines = lines;
    p.n = p.axis.n;
    // An odd number of cache lines: lines of a power of two do not meet in one set of a cache.
    const int64_t numbers = kCacheLine / problem.bytesOut();
    p.pitch = ((p.n + numbers - 1) / numbers | 1) * numbers;
    p.tile = std::clamp(kTileBytes / (p.pitch * problem.bytesOut()), numbers, kMostLines);
    p.tile = std::min(p.tile, lines.n);
    p.tiles = (lines.n + p.tile - 1) / p.tile;
    p.loops = problem.loops;
    std::copy_n(problem.loop.begin(), problem.loops, p.loop);
    // Blocks read where a tile or a loop begins.
    if (p.axis.in == 1) {
      addressBits_ = uintptr_t(p.tile * lines.in);
      for (int i = 0; i < p.loops; ++i)
        addressBits_ |= uintptr_t(p.loop[i].in);
      addressBits_ *= uintptr_t(problem.bytesIn());
    }
  }
  CUresult launch(CUstream stream, const Buffers &buffers) const override {
    std::call_once(once_, [&] { makeTransforms(); });
    TileParams params = params_;
    params.in = from_.of(buffers);
    params.out = to_.of(buffers);
    params.whole = whole_.get();
    params.rest = rest_.get();
    params.twiddles = twiddles_.get();
    const uintptr_t bits =
        params.axis.in == 1 ? addressBits_ | reinterpret_cast<uintptr_t>(params.in) : 0;
    if (!whole_ || !whole_->prepare(bits) || (rest_ && !rest_->prepare(bits)))
      return CUDA_ERROR_OUT_OF_MEMORY;
    const auto blocks = uint64_t(params.tiles * problem_.count());
    return problem_.precision == Precision::Double
               ? library::launch<tiles<double>>("cufft_lines_f64", stream, blocks, params)
               : library::launch<tiles<float>>("cufft_lines_f32", stream, blocks, params);
  }

private:
  void makeTransforms() const {
    const TileParams &p = params_;
    if (roots_)
      twiddles_ = std::make_unique<Roots>(roots_, problem_.kind == Kind::Inverse ? 1 : -1);
    Problem piece;
    piece.precision = problem_.precision;
    piece.kind = problem_.kind;
    piece.mayDestroyInput = p.axis.in != 1;
    piece.addAxis({p.n, 1, 1});
    const int64_t inPitch = p.axis.in == 1 ? p.lines.in : p.pitch;
    if (const int64_t last = p.lines.n % p.tile) {
      Problem smaller = piece;
      smaller.addLoop({last, inPitch, p.pitch});
      rest_ = makeTransform(smaller);
      if (!rest_)
        return;
    }
    piece.addLoop({p.tile, inPitch, p.pitch});
    whole_ = makeTransform(piece);
  }

  const Problem problem_;
  const int64_t roots_;
  const Place from_, to_;
  TileParams params_{};
  uintptr_t addressBits_ = 0;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const Roots> twiddles_;
  mutable std::shared_ptr<const Transform> whole_, rest_;
};

} // namespace

std::unique_ptr<Step> makeTiles(const Problem &problem, const Axis &lines, int64_t roots,
                                Place from, Place to) {
  return std::make_unique<Tiles>(problem, lines, roots, from, to);
}

} // namespace anywarp::cufft
