// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both backends against the definition in long double: every kind, several axes, strides, in place,
// lengths with large primes.
#include "cufft/backend/Backend.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <numbers>
#include <random>
#include <vector>

namespace anywarp::cufft {
namespace {

using Exact = std::complex<long double>;

/// Along one axis of a dense array.
void transformAxis(std::vector<Exact> &all, int64_t n, int64_t stride, int sign) {
  std::vector<Exact> roots(static_cast<size_t>(n)), line(static_cast<size_t>(n));
  for (int64_t k = 0; k < n; ++k)
    roots[size_t(k)] =
        std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * (long double)(k) / n);
  for (int64_t start = 0; start < int64_t(all.size()); start += n * stride)
    for (int64_t j = 0; j < stride; ++j) {
      for (int64_t k = 0; k < n; ++k)
        line[size_t(k)] = all[size_t(start + j + k * stride)];
      for (int64_t k = 0; k < n; ++k) {
        Exact sum = 0;
        for (int64_t i = 0; i < n; ++i)
          sum += line[size_t(i)] * roots[size_t(i * k % n)];
        all[size_t(start + j + k * stride)] = sum;
      }
    }
}

/// A whole problem of one loop, on arrays of `Real` with gaps; returns the relative RMS error.
template <typename Real>
long double errorOf(const Problem &p, const Transform &transform, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int in = p.kind == Kind::RealToComplex ? 1 : 2;
  const int out = p.kind == Kind::ComplexToReal ? 1 : 2;
  auto extent = [&](int64_t Axis::*stride, int components) {
    int64_t last = 0;
    for (int i = 0; i < p.rank; ++i)
      last += (p.axes[size_t(i)].n - 1) * p.axes[size_t(i)].*stride;
    for (int i = 0; i < p.loops; ++i)
      last += (p.loop[size_t(i)].n - 1) * p.loop[size_t(i)].*stride;
    return size_t(components * (last + 1));
  };
  const size_t size = std::max(extent(&Axis::in, in), extent(&Axis::out, out));
  std::vector<Real> source(size), target(size, Real(77));
  for (Real &value : source)
    value = Real(uniform(random));
  const int64_t last = p.last().n;
  auto visit = [&](int64_t Axis::*stride, int64_t lastCount, auto use) {
    for (int64_t b = 0; b < p.count(); ++b)
      for (int64_t i = 0; i < (p.rank > 1 ? p.axes[0].n : 1); ++i)
        for (int64_t j = 0; j < (p.rank > 2 ? p.axes[1].n : 1); ++j)
          for (int64_t k = 0; k < lastCount; ++k)
            use(((b * (p.rank > 1 ? p.axes[0].n : 1) + i) * (p.rank > 2 ? p.axes[1].n : 1) + j), k,
                (p.loops ? b * p.loop[0].*stride : 0) + (p.rank > 1 ? i * p.axes[0].*stride : 0) +
                    (p.rank > 2 ? j * p.axes[1].*stride : 0) + k * p.last().*stride);
  };
  std::vector<Exact> exact(size_t(p.size() * p.count()));
  const int sign = p.kind == Kind::Forward || p.kind == Kind::RealToComplex ? -1 : 1;
  auto all = [&](auto axis) {
    int64_t stride = p.size();
    for (int i = 0; i < p.rank; ++i) {
      stride /= p.axes[size_t(i)].n;
      axis(p.axes[size_t(i)].n, stride);
    }
  };
  if (p.kind == Kind::ComplexToReal) {
    // A spectrum that belongs to real numbers: the transform of some.
    for (Exact &value : exact)
      value = Real(uniform(random));
    std::vector<Exact> spectrum = exact;
    all([&](int64_t n, int64_t stride) { transformAxis(spectrum, n, stride, -1); });
    for (Exact &value : exact)
      value *= (long double)(p.size());
    visit(&Axis::in, halfOf(last), [&](int64_t row, int64_t k, int64_t at) {
      source[size_t(2 * at)] = Real(spectrum[size_t(row * last + k)].real());
      source[size_t(2 * at + 1)] = Real(spectrum[size_t(row * last + k)].imag());
    });
  } else {
    visit(&Axis::in, last, [&](int64_t row, int64_t k, int64_t at) {
      exact[size_t(row * last + k)] =
          in == 1 ? Exact(source[size_t(at)])
                  : Exact(source[size_t(2 * at)], source[size_t(2 * at + 1)]);
    });
    all([&](int64_t n, int64_t stride) { transformAxis(exact, n, stride, sign); });
  }
  std::vector<Real> before = source;
  EXPECT_TRUE(transform.prepare(p.isInPlace ? sizeof(Real) : 0));
  Real *result = p.isInPlace ? source.data() : target.data();
  transform.execute(source.data(), result);
  if (!p.isInPlace && !p.mayDestroyInput) {
    EXPECT_EQ(before, source);
  }
  long double error = 0, norm = 1e-300L;
  visit(&Axis::out, out == 2 && p.isReal() ? halfOf(last) : last,
        [&](int64_t row, int64_t k, int64_t at) {
          const Exact want = exact[size_t(row * last + k)];
          const Exact got =
              out == 1 ? Exact(result[at]) : Exact(result[2 * at], result[2 * at + 1]);
          error += std::norm(got - want);
          norm += std::norm(want);
        });
  return std::sqrt(error / norm);
}

struct Case {
  std::vector<int64_t> n;
  int64_t batch, stride, gap; ///< stride of the last axis, gap behind each row and item
};

Problem problemOf(Kind kind, Precision precision, bool isInPlace, const Case &c) {
  Problem p;
  p.kind = kind;
  p.precision = precision;
  p.isInPlace = isInPlace;
  const bool isIn = kind == Kind::RealToComplex, isOut = kind == Kind::ComplexToReal;
  Axis next{0, isInPlace ? 1 : c.stride, isInPlace ? 1 : c.stride};
  for (size_t i = c.n.size(); i-- > 0;) {
    p.axes[i] = {c.n[i], next.in, next.out};
    int64_t in = c.n[i], out = c.n[i];
    if (i + 1 == c.n.size() && p.isReal()) {
      in = isIn ? 2 * halfOf(c.n[i]) : halfOf(c.n[i]);
      out = isOut ? 2 * halfOf(c.n[i]) : halfOf(c.n[i]);
    }
    next.in = next.in * in + (isInPlace ? 0 : c.gap);
    next.out = next.out * out + (isInPlace ? 0 : c.gap);
  }
  p.rank = int(c.n.size());
  p.mayDestroyInput = kind == Kind::ComplexToReal && p.rank > 1;
  p.addLoop({c.batch, next.in, next.out});
  return p;
}

const Case kCases[] = {{{1}, 1, 1, 0},       {{2}, 3, 1, 0},      {{8}, 5, 2, 1},
                       {{15}, 2, 1, 3},      {{127}, 1, 1, 0},    {{128}, 2, 3, 0},
                       {{1009}, 1, 1, 0},    {{1000}, 1, 1, 2},   {{4, 6}, 3, 1, 2},
                       {{13, 1}, 2, 2, 0},   {{1, 13}, 2, 1, 0},  {{31, 10}, 1, 1, 0},
                       {{3, 4, 5}, 2, 1, 1}, {{6, 7, 8}, 1, 2, 0}};

template <typename Real> void checkAll(std::shared_ptr<const Transform> (*make)(const Problem &)) {
  const auto precision = sizeof(Real) == 8 ? Precision::Double : Precision::Single;
  const long double epsilon = std::numeric_limits<Real>::epsilon();
  for (const Case &c : kCases)
    for (Kind kind : {Kind::Forward, Kind::Inverse, Kind::RealToComplex, Kind::ComplexToReal})
      for (bool isInPlace : {false, true}) {
        const Problem p = problemOf(kind, precision, isInPlace, c);
        auto transform = make(p);
        if (!transform)
          GTEST_SKIP() << "the backend is not there";
        EXPECT_LT(errorOf<Real>(p, *transform, 1), 3 * epsilon)
            << "first size " << c.n[0] << " rank " << p.rank << " kind " << int(kind)
            << " in place " << isInPlace;
      }
}

TEST(Backend, FftwSingle) { checkAll<float>(makeFftw); }
TEST(Backend, FftwDouble) { checkAll<double>(makeFftw); }
TEST(Backend, KissSingle) { checkAll<float>(makeKiss); }
TEST(Backend, KissDouble) { checkAll<double>(makeKiss); }

TEST(Backend, KeepsOneForEachProblem) {
  const Problem p = problemOf(Kind::Forward, Precision::Single, false, {{8}, 5, 2, 1});
  EXPECT_EQ(makeTransform(p), makeTransform(p));
  Problem other = p;
  other.kind = Kind::Inverse;
  EXPECT_NE(makeTransform(p), makeTransform(other));
}

/// A program beside us asks FFTW for two threads. What another thread computes does not count as
/// this one's time.
TEST(Backend, FftwHasOneThread) {
  void *library = ::dlopen("libfftw3f_threads.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    GTEST_SKIP() << "FFTW's threads are not there";
  auto initialise = reinterpret_cast<int (*)()>(::dlsym(library, "fftwf_init_threads"));
  auto set = reinterpret_cast<void (*)(int)>(::dlsym(library, "fftwf_plan_with_nthreads"));
  auto get = reinterpret_cast<int (*)()>(::dlsym(library, "fftwf_planner_nthreads"));
  ASSERT_TRUE(initialise && set && get && initialise());
  set(2);
  constexpr size_t kLength = 1 << 18, kLines = 4, kGap = 1;
  const Problem p =
      problemOf(Kind::Forward, Precision::Single, false, {{kLength}, kLines, 1, kGap});
  auto transform = makeFftw(p);
  ASSERT_TRUE(transform);
  EXPECT_EQ(2, get());
  set(1);
  std::vector<std::complex<float>> in(kLines * (kLength + kGap)), out(in.size());
  auto timeOf = [](clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  };
  const double process = timeOf(CLOCK_PROCESS_CPUTIME_ID), mine = timeOf(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < 8; ++i)
    transform->execute(in.data(), out.data());
  EXPECT_GT(timeOf(CLOCK_THREAD_CPUTIME_ID) - mine,
            0.8 * (timeOf(CLOCK_PROCESS_CPUTIME_ID) - process));
}

} // namespace
} // namespace anywarp::cufft
