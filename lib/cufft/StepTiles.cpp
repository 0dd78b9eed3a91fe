// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines that lie apart in memory, a tile of neighbours at a time.
#include <algorithm>
#include <alloca.h>
#include <cstring>
#include <immintrin.h>
#include <mutex>

#include "cufft/Step.h"
#include "cufft/backend/Roots.h"
#include "library/Processor.h"

namespace anywarp::cufft {

namespace {

/// A tile and its copy fit a second-level cache, and have a cache line of neighbours at least.
constexpr int64_t kTileBytes = 512 << 10, kMostLines = 32, kCacheLine = 64;
/// Of larger results, lines of memory are written past the caches, whole: they would be gone before
/// anybody reads them, and reading them first takes most of the time where they lie far apart.
constexpr int64_t kLargeBytes = 8 << 20;
/// Lines of this length are transformed one by one: as fast, and one plan serves every tile.
constexpr int64_t kLongEnough = 128;

struct TileParams {
  /// Of a tile, or of each of its lines; rest: of each last tile, if it is a smaller one.
  const Transform *whole, *rest;
  const Roots *twiddles;
  const char *in;
  char *out;
  int64_t n, pitch;    ///< numbers of a line; from line to line in a block's own memory
  Axis axis, lines;    ///< in complex numbers
  int64_t tile, tiles; ///< lines of a tile; tiles along `lines`
  bool isLarge;        ///< kLargeBytes
  int loops;
  Axis loop[kMostLoops];
};

template <typename Real> struct Number {
  Real re, im;
};

/// Four numbers of single precision.
using Four = uint64_t __attribute__((vector_size(32)));

/// Four numbers of four rows become columns. PastCaches: those are aligned for Four.
template <bool PastCaches>
AW_EVERYWHERE void transposeFour(const Number<float> *in, int64_t inStep, Number<float> *out,
                                 int64_t outStep) {
  Four m[4], halves[4];
  for (int i = 0; i < 4; ++i)
    std::memcpy(&m[i], in + i * inStep, sizeof m[i]);
  for (int i = 0; i < 4; i += 2) {
    halves[i] = __builtin_shufflevector(m[i], m[i + 1], 0, 4, 2, 6);
    halves[i + 1] = __builtin_shufflevector(m[i], m[i + 1], 1, 5, 3, 7);
  }
  for (int i = 0; i < 2; ++i) {
    m[i] = __builtin_shufflevector(halves[i], halves[i + 2], 0, 1, 4, 5);
    m[i + 2] = __builtin_shufflevector(halves[i], halves[i + 2], 2, 3, 6, 7);
  }
  for (int i = 0; i < 4; ++i)
    if constexpr (PastCaches)
      __builtin_nontemporal_store(m[i], reinterpret_cast<Four *>(out + i * outStep));
    else
      std::memcpy(out + i * outStep, &m[i], sizeof m[i]);
}

/// `rows` rows of `columns` neighbours become columns.
template <bool PastCaches = false, typename Real>
AW_EVERYWHERE void transpose(const Number<Real> *in, int64_t inStep, Number<Real> *out,
                             int64_t outStep, int64_t rows, int64_t columns) {
  constexpr int64_t kSquare = 64 / sizeof(Number<Real>); // with cache lines as sides
  for (int64_t r = 0; r < rows; r += kSquare)
    for (int64_t c = 0; c < columns; c += kSquare) {
      const int64_t height = std::min(kSquare, rows - r), width = std::min(kSquare, columns - c);
      const Number<Real> *from = in + r * inStep + c;
      Number<Real> *to = out + c * outStep + r;
      if constexpr (sizeof(Real) == 4) {
        if (height == kSquare && width == kSquare) {
          for (int k = 0; k < kSquare; k += 4) // a line of memory of `to` at a time
            for (int i = 0; i < kSquare; i += 4)
              transposeFour<PastCaches>(from + i * inStep + k, inStep, to + k * outStep + i,
                                        outStep);
          continue;
        }
      }
      for (int64_t i = 0; i < height; ++i)
        for (int64_t k = 0; k < width; ++k)
          to[k * outStep + i] = from[i * inStep + k];
    }
}

/// The numbers of `lines` neighbouring lines, line by line.
template <typename Real>
AW_EVERYWHERE void gather(const Number<Real> *in, Number<Real> *tile, int64_t lines,
                          const TileParams &p) {
  if (p.lines.in == 1)
    return transpose(in, p.axis.in, tile, p.pitch, p.n, lines);
  for (int64_t k = 0; k < p.n; ++k, in += p.axis.in)
    for (int64_t c = 0; c < lines; ++c)
      tile[c * p.pitch + k] = in[c * p.lines.in];
}

template <typename Real>
AW_EVERYWHERE void scatter(const Number<Real> *tile, Number<Real> *out, int64_t lines,
                           const TileParams &p) {
  if (p.lines.out == 1) {
    const auto bits = reinterpret_cast<uintptr_t>(out) | uintptr_t(p.axis.out) * sizeof(*out);
    if (!p.isLarge || bits % kCacheLine != 0)
      return transpose(tile, p.pitch, out, p.axis.out, lines, p.n);
    transpose</*PastCaches=*/true>(tile, p.pitch, out, p.axis.out, lines, p.n);
    _mm_sfence(); // before anybody is told that the block is over
    return;
  }
  for (int64_t k = 0; k < p.n; ++k, out += p.axis.out)
    for (int64_t c = 0; c < lines; ++c)
      out[c * p.lines.out] = tile[c * p.pitch + k];
}

AW_EVERYWHERE std::complex<double> product(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Powers of the root of unity of power `index`, in order. Products of several are good enough in
/// single precision only.
template <typename Real> class Powers {
public:
  AW_EVERYWHERE Powers(const Roots &roots, uint64_t index, uint64_t last)
      : roots_(roots), index_(index),
        step_(sizeof(Real) == 4 && index <= last ? roots.at(index) : std::complex<double>(1)) {}
  AW_EVERYWHERE std::complex<double> next() {
    if constexpr (sizeof(Real) == 8)
      return roots_.at(index_ * count_++);
    const std::complex<double> root = power_;
    power_ = product(power_, step_);
    return root;
  }

private:
  const Roots &roots_;
  const uint64_t index_;
  uint64_t count_ = 0;
  const std::complex<double> step_;
  std::complex<double> power_ = 1;
};

/// Number k of the line times the root of unity of power index * k. Powers are a * b with k = a's
/// index * 2^s + b's, so that few roots are needed.
template <typename Real>
AW_EVERYWHERE void twiddle(Real *__restrict line, int64_t n, uint64_t index, const Roots &roots) {
  constexpr int64_t kMostInner = 64;
  int64_t inner = 8;
  while (inner < kMostInner && inner * inner < n)
    inner *= 2;
  const uint64_t last = index * uint64_t(n - 1);
  Real re[kMostInner], im[kMostInner];
  Powers<Real> small(roots, index, last), large(roots, index * uint64_t(inner), last);
  for (int64_t b = 0; b < std::min(n, inner); ++b) {
    const std::complex<double> root = small.next();
    re[b] = Real(root.real());
    im[b] = Real(root.imag());
  }
  for (int64_t a = 0; a < n; a += inner) {
    const std::complex<double> root = large.next();
    const Real x = Real(root.real()), y = Real(root.imag());
    Real *__restrict numbers = line + 2 * a;
    auto turn = [&](int64_t count) AW_EVERYWHERE_LAMBDA {
      for (int64_t b = 0; b < count; ++b) {
        const Real c = x * re[b] - y * im[b], s = x * im[b] + y * re[b];
        const Real u = numbers[2 * b], v = numbers[2 * b + 1];
        numbers[2 * b] = u * c - v * s;
        numbers[2 * b + 1] = u * s + v * c;
      }
    };
    turn(std::min(inner, n - a));
  }
}

char *aligned(void *memory) {
  return reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(memory) + kCacheLine - 1) &
                                  ~uintptr_t(kCacheLine - 1));
}

template <typename Real> AW_EVERYWHERE void tile(const TileParams &p, library::Block block) {
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
  const Number<Real> *from = in;
  int64_t fromPitch = p.lines.in;
  if (p.axis.in != 1) {
    auto *gathered = reinterpret_cast<Number<Real> *>(aligned(alloca(bytes + kCacheLine)));
    gather(in, gathered, lines, p);
    from = gathered;
    fromPitch = p.pitch;
  }
  if (p.n < kLongEnough)
    (lines < p.tile ? p.rest : p.whole)->execute(from, result);
  else
    for (int64_t c = 0; c < lines; ++c)
      p.whole->execute(from + c * fromPitch, result + c * p.pitch);
  if (p.twiddles)
    for (int64_t c = 0; c < lines; ++c)
      twiddle(&result[c * p.pitch].re, p.n, uint64_t(first + c), *p.twiddles);
  scatter(result, out, lines, p);
}

template <typename Real> void tiles(const TileParams &p, library::Block block) {
  library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA { tile<Real>(p, block); });
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
    // Tiles of one size, in whole cache lines.
    const int64_t even = (lines.n + p.tiles - 1) / p.tiles;
    p.tile = std::min(p.tile, (even + numbers - 1) / numbers * numbers);
    p.isLarge = problem.count() * lines.n * p.n * problem.bytesOut() >= kLargeBytes;
    p.loops = problem.loops;
    std::copy_n(problem.loop.begin(), problem.loops, p.loop);
    // Blocks read where a tile, a line or a loop begins.
    if (p.axis.in == 1) {
      addressBits_ = uintptr_t(p.n < kLongEnough ? p.tile * lines.in : lines.in);
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
    if (p.n >= kLongEnough) {
      whole_ = makeTransform(piece);
      return;
    }
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
