// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms by KissFFT, which is compiled in: what works without FFTW. It computes in double
// precision. Lengths with other prime factors than 2, 3 and 5 go through a convolution (L.
// Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", 1970).
#include <algorithm>
#include <complex>
#include <kissfft/kissfft.hh>
#include <optional>
#include <vector>

#include "cufft/backend/Backend.h"
#include "cufft/backend/Roots.h"

namespace anywarp::cufft {

namespace {
using Complex = std::complex<double>;

bool isSmooth(int64_t n) {
  for (int64_t p : {2, 3, 5})
    while (n % p == 0)
      n /= p;
  return n == 1;
}

/// One line of `n` numbers.
class Line {
public:
  Line(int64_t n, bool inverse)
      : n_(size_t(n)), isDirect_(isSmooth(n)), length_(isDirect_ ? n_ : roundedUp(n_)),
        first_(length_, isDirect_ && inverse) {
    if (isDirect_)
      return;
    second_.emplace(length_, true);
    const Roots roots(2 * n, inverse ? 1 : -1);
    chirp_.resize(n_);
    for (size_t k = 0; k < n_; ++k)
      chirp_[k] = roots.at(uint64_t(k) * k % (2 * n_));
    std::vector<Complex> filter(length_);
    for (size_t k = 0; k < n_; ++k)
      filter[k] = filter[(length_ - k) % length_] = std::conj(chirp_[k]) / double(length_);
    spectrum_.resize(length_);
    first_.transform(filter.data(), spectrum_.data());
  }
  void run(const Complex *in, Complex *out) const {
    if (n_ == 1) // to KissFFT a factor like others, which need its scratch memory
      *out = *in;
    else if (isDirect_)
      first_.transform(in, out);
    else
      convolve(in, out);
  }

private:
  void convolve(const Complex *in, Complex *out) const {
    std::vector<Complex> a(length_), b(length_);
    for (size_t k = 0; k < n_; ++k)
      a[k] = in[k] * chirp_[k];
    first_.transform(a.data(), b.data());
    for (size_t k = 0; k < length_; ++k)
      b[k] *= spectrum_[k];
    second_->transform(b.data(), a.data());
    for (size_t k = 0; k < n_; ++k)
      out[k] = a[k] * chirp_[k];
  }
  static size_t roundedUp(size_t n) {
    size_t power = 1;
    while (power < 2 * n)
      power *= 2;
    return power;
  }
  size_t n_;
  bool isDirect_;
  size_t length_;
  kissfft<double> first_; ///< lengths of 2, 3 and 5: its scratch memory is not used
  std::optional<kissfft<double>> second_;
  std::vector<Complex> chirp_, spectrum_;
};

template <typename Real> class KissTransform final : public Transform {
public:
  explicit KissTransform(const Problem &problem) : problem_(problem) {
    const bool inverse = problem.kind == Kind::Inverse || problem.kind == Kind::ComplexToReal;
    for (int i = 0; i < problem.rank; ++i) {
      lines_.emplace_back(problem.axes[size_t(i)].n, inverse);
      shape_[size_t(i)] = problem.axes[size_t(i)].n;
    }
    if (problem.isReal())
      shape_[size_t(problem.rank - 1)] = halfOf(problem.last().n);
  }
  bool prepare(uintptr_t) const override { return true; }
  void execute(const void *in, void *out) const override {
    std::array<int64_t, kMostLoops> turn{};
    for (int64_t i = problem_.count(); i > 0; --i) {
      int64_t from = 0, to = 0;
      for (int k = 0; k < problem_.loops; ++k) {
        from += turn[size_t(k)] * problem_.loop[size_t(k)].in;
        to += turn[size_t(k)] * problem_.loop[size_t(k)].out;
      }
      one(static_cast<const Real *>(in) + from * (problem_.bytesIn() / int64_t(sizeof(Real))),
          static_cast<Real *>(out) + to * (problem_.bytesOut() / int64_t(sizeof(Real))));
      for (int k = 0; k < problem_.loops && ++turn[size_t(k)] == problem_.loop[size_t(k)].n; ++k)
        turn[size_t(k)] = 0;
    }
  }

private:
  /// Calls visit(index in a dense array of shape_, offset by `stride`) for the first number of each
  /// line along the last axis.
  template <typename Visit> void forEachRow(int64_t Axis::*stride, Visit visit) const {
    const int outer = problem_.rank - 1;
    const int64_t rows0 = outer > 0 ? shape_[0] : 1, rows1 = outer > 1 ? shape_[1] : 1;
    const int64_t length = shape_[size_t(outer)];
    for (int64_t i = 0; i < rows0; ++i)
      for (int64_t j = 0; j < rows1; ++j)
        visit((i * rows1 + j) * length, (outer > 0 ? i * problem_.axes[0].*stride : 0) +
                                            (outer > 1 ? j * problem_.axes[1].*stride : 0));
  }
  void one(const Real *in, Real *out) const {
    const size_t last = size_t(problem_.rank - 1);
    const Axis &axis = problem_.axes[last];
    std::vector<Complex> all(size_t(shape_[0] * shape_[1] * shape_[2]));
    std::vector<Complex> line(size_t(axis.n)), result(size_t(axis.n));
    forEachRow(&Axis::in, [&](int64_t at, int64_t offset) {
      if (problem_.kind == Kind::RealToComplex) {
        for (int64_t k = 0; k < axis.n; ++k)
          line[size_t(k)] = in[offset + k * axis.in];
        lines_[last].run(line.data(), result.data());
        std::copy_n(result.begin(), shape_[last], all.begin() + at);
        return;
      }
      for (int64_t k = 0; k < shape_[last]; ++k) {
        const Real *number = in + 2 * (offset + k * axis.in);
        all[size_t(at + k)] = {number[0], number[1]};
      }
    });
    leadingAxes(all);
    forEachRow(&Axis::out, [&](int64_t at, int64_t offset) {
      Complex *row = all.data() + at;
      if (problem_.kind == Kind::ComplexToReal) {
        for (int64_t k = 0; k < axis.n; ++k)
          line[size_t(k)] = k < shape_[last] ? row[k] : std::conj(row[axis.n - k]);
        // Of the numbers that are their own mirror images only the real parts count.
        line[0] = line[0].real();
        if (axis.n % 2 == 0)
          line[size_t(axis.n / 2)] = line[size_t(axis.n / 2)].real();
        lines_[last].run(line.data(), result.data());
        for (int64_t k = 0; k < axis.n; ++k)
          out[offset + k * axis.out] = Real(result[size_t(k)].real());
        return;
      }
      if (problem_.kind != Kind::RealToComplex) {
        lines_[last].run(row, result.data());
        row = result.data();
      }
      for (int64_t k = 0; k < shape_[last]; ++k) {
        Real *number = out + 2 * (offset + k * axis.out);
        number[0] = Real(row[k].real());
        number[1] = Real(row[k].imag());
      }
    });
  }
  void leadingAxes(std::vector<Complex> &all) const {
    for (int axis = 0; axis + 1 < problem_.rank; ++axis) {
      const int64_t n = shape_[size_t(axis)];
      int64_t stride = 1;
      for (int i = axis + 1; i < problem_.rank; ++i)
        stride *= shape_[size_t(i)];
      std::vector<Complex> line(static_cast<size_t>(n)), result(static_cast<size_t>(n));
      for (int64_t start = 0; start < int64_t(all.size()); start += n * stride)
        for (int64_t j = 0; j < stride; ++j) {
          Complex *first = all.data() + start + j;
          for (int64_t k = 0; k < n; ++k)
            line[size_t(k)] = first[k * stride];
          lines_[size_t(axis)].run(line.data(), result.data());
          for (int64_t k = 0; k < n; ++k)
            first[k * stride] = result[size_t(k)];
        }
    }
  }

  const Problem problem_;
  std::array<int64_t, kMostAxes> shape_{1, 1, 1}; ///< on the complex side
  std::vector<Line> lines_;
};
} // namespace

std::shared_ptr<const Transform> makeKiss(const Problem &problem) {
  if (problem.precision == Precision::Double)
    return std::make_shared<KissTransform<double>>(problem);
  return std::make_shared<KissTransform<float>>(problem);
}

} // namespace anywarp::cufft
