// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures the math functions as kernels see them.
//   accuracy [--step N] [--samples N] [NAME...]   prints the table of docs/math-accuracy.md
// Functions of one float run over all 2^32 arguments (every Nth with --step) against the function
// of double, which itself is held against quad precision. Ends with 1 if anything is beyond the
// guide's bound. The sums after "results" depend on every result: equal sums of two machines, equal
// results.
#include "device/accuracy/Judge.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device/accuracy/ArgumentBounds.cuh"
#include "device/accuracy/Kernels.cuh"

using namespace anywarp::accuracy;

#define CHECK(call)                                                                                \
  if (cudaError_t status = call; status != cudaSuccess) {                                          \
    std::printf("%s: %s\n", #call, cudaGetErrorString(status));                                    \
    std::exit(2);                                                                                  \
  }

struct Options {
  unsigned step = 1;
  std::size_t samples = 200000;
  std::vector<const char *> names;
  bool wants(const char *name) const {
    for (const char *wanted : names)
      if (!std::strcmp(wanted, name))
        return true;
    return names.empty();
  }
};
static Options options;
static bool failed = false;
constexpr double kNoBound = INFINITY; ///< the guide gives none

static float high(unsigned long long word) {
  unsigned bits = unsigned(word >> 32);
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}
static void row(const char *name, const char *domain, double bound, double ulps, double steps,
                double x, unsigned long long sum) {
  bool within = steps <= bound;
  failed |= !within;
  std::printf("| `%s` | %s | %g | %g | %.3f | %a | %016llx |%s\n", name, domain, bound, steps, ulps,
              x, sum, within ? "" : " BEYOND");
  std::fflush(stdout);
}

template <class Launch> static Worst measured(Launch launch) {
  static Worst *worst = nullptr;
  if (!worst)
    CHECK(cudaMallocManaged(&worst, sizeof(Worst)));
  *worst = {};
  launch(worst);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  return *worst;
}

template <class F> static void floats(const char *name, const char *domain, double bound) {
  if (!options.wants(name))
    return;
  Worst w = measured([](Worst *worst) {
    scan<F><<<512, 256>>>(worst, options.step, ((1ull << 32) + options.step - 1) / options.step);
  });
  unsigned bits = unsigned(w.ulps);
  float x;
  std::memcpy(&x, &bits, 4);
  row(name, domain, bound, high(w.ulps), high(w.fromRounded), x, w.sum);
}
template <class F> static void floats2(const char *name, double bound) {
  if (!options.wants(name))
    return;
  Worst w =
      measured([](Worst *worst) { scan2<F><<<512, 256>>>(worst, (1ull << 26) / options.step); });
  row(name, "pairs", bound, high(w.ulps), high(w.fromRounded), double(unsigned(w.ulps)), w.sum);
}
/// A row of ArgumentBounds.cuh: parts of the bound, so that 1 is the limit.
static void boundedRow(const char *name, const char *domain, const Worst &w) {
  unsigned bits = unsigned(w.ulps);
  float x;
  std::memcpy(&x, &bits, 4);
  bool within = high(w.ulps) <= 1;
  failed |= !within;
  std::printf("| `%s` | %s | %.3f | %a | %016llx |%s\n", name, domain, high(w.ulps), x, w.sum,
              within ? "" : " BEYOND");
  std::fflush(stdout);
}
template <class F> static void bounded(const char *name, const char *bound) {
  if (options.wants(name))
    boundedRow(name, bound, measured([](Worst *worst) {
                 scanBounded<F><<<512, 256>>>(worst, options.step,
                                              ((1ull << 32) + options.step - 1) / options.step);
               }));
}
template <class F> static void bounded2(const char *name, const char *bound) {
  if (options.wants(name))
    boundedRow(name, bound, measured([](Worst *worst) {
                 scanBounded2<F><<<512, 256>>>(worst, (1ull << 26) / options.step);
               }));
}
template <class F, typename Half> static void halves(const char *name, const char *bound) {
  if (options.wants(name))
    boundedRow(name, bound, measured([](Worst *worst) { scanHalf<F, Half><<<256, 256>>>(worst); }));
}
template <class F>
static std::vector<double> resultsOf(const std::vector<double> &x, const std::vector<double> &y) {
  std::size_t bytes = x.size() * sizeof(double);
  double *in, *in2, *out;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&in2, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, x.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(in2, y.data(), bytes, cudaMemcpyHostToDevice));
  evaluate<F><<<unsigned((x.size() + 255) / 256), 256>>>(in, in2, out, unsigned(x.size()));
  std::vector<double> results(x.size());
  CHECK(cudaMemcpy(results.data(), out, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(in));
  CHECK(cudaFree(in2));
  CHECK(cudaFree(out));
  return results;
}
/// `reference`: what the results are held against, if not what the row is called.
template <class F>
static void doubles(const char *row_, const char *domain, bool pair = false,
                    const char *reference = nullptr) {
  const char *name = reference ? reference : row_;
  if (!options.wants(row_))
    return;
  std::vector<double> x, y;
  if (pair)
    pairsOf(name, options.samples, x, y);
  else
    x = samplesOf(name, options.samples);
  if (!pair)
    y = x;
  std::vector<double> results = resultsOf<F>(x, y);
  Error e = judge(name, x, pair ? &y : nullptr, results);
  unsigned long long sum =
      measured([](Worst *worst) { digest<F><<<512, 256>>>(worst, 1ull << 22); }).sum;
  row(row_, domain, e.bound, e.ulps, e.fromRounded, e.x, sum);
}

// X(name, domain in words, condition on the float x, where else the double function is bounded)
// clang-format off
#define FUNCTIONS(X)                                                                               \
  X(exp, "all", true) X(exp2, "all", true) X(exp10, "all", true) X(expm1, "all", true)             \
  X(log, "all", true) X(log2, "all", true) X(log10, "all", true) X(log1p, "all", true)             \
  X(cbrt, "all", true) X(rcbrt, "all", true) X(sin, "all", true) X(cos, "all", true)               \
  X(tan, "all", true) X(sinpi, "all", true) X(cospi, "all", true) X(asin, "all", true)             \
  X(acos, "all", true) X(atan, "all", true) X(sinh, "all", true) X(cosh, "all", true)              \
  X(tanh, "all", true) X(asinh, "all", true) X(acosh, "all", true) X(atanh, "all", true)           \
  X(erf, "all", true) X(erfc, "all", true) X(erfcx, "all", true) X(erfinv, "all", true)            \
  X(erfcinv, "all", true) X(normcdf, "all", true) X(normcdfinv, "all", true)                       \
  X(lgamma, "outside -10.001 ... -2.264", !(x > -10.001f && x < -2.264f)) X(tgamma, "all", true)   \
  X(j0, "within ±8", fabsf(x) < 8) X(j1, "within ±8", fabsf(x) < 8)                                \
  X(y0, "within ±8", fabsf(x) < 8) X(y1, "within ±8", fabsf(x) < 8)                                \
  X(cyl_bessel_i0, "all", true) X(cyl_bessel_i1, "all", true)
// clang-format on
#define DEFINE(name, domain, condition)                                                            \
  struct F_##name {                                                                                \
    static __device__ float of(float x) { return name##f(x); }                                     \
    static __device__ double of(double x) { return name(x); }                                      \
    static __device__ double at(double x, double) { return name(x); }                              \
    static __device__ bool counts(float x) { return condition; }                                   \
  };
FUNCTIONS(DEFINE)
// Those whose float function is an instruction, with a simple exact one in double.
struct F_sqrt {
  static __device__ float of(float x) { return sqrtf(x); }
  static __device__ double of(double x) { return sqrt(x); }
  static __device__ bool counts(float) { return true; }
};
struct F_rsqrt {
  static __device__ float of(float x) { return rsqrtf(x); }
  static __device__ double of(double x) { return 1 / sqrt(x); }
  static __device__ double at(double x, double) { return rsqrt(x); }
  static __device__ bool counts(float) { return true; }
};
struct F_reciprocal {
  static __device__ float of(float x) { return 1 / x; }
  static __device__ double of(double x) { return 1 / x; }
  static __device__ bool counts(float) { return true; }
};
// Both results of one call.
#define DEFINE_PAIR(name, call, floatCall)                                                         \
  struct F_##name##_sin {                                                                          \
    static __device__ float of(float x) {                                                          \
      float s, c;                                                                                  \
      floatCall(x, &s, &c);                                                                        \
      return s;                                                                                    \
    }                                                                                              \
    static __device__ double both(double x, bool wantsCosine) {                                    \
      double s, c;                                                                                 \
      call(x, &s, &c);                                                                             \
      return wantsCosine ? c : s;                                                                  \
    }                                                                                              \
    static __device__ double of(double x) { return both(x, false); }                               \
    static __device__ double at(double x, double) { return both(x, false); }                       \
    static __device__ bool counts(float) { return true; }                                          \
  };                                                                                               \
  struct F_##name##_cos : F_##name##_sin {                                                         \
    static __device__ float of(float x) {                                                          \
      float s, c;                                                                                  \
      floatCall(x, &s, &c);                                                                        \
      return c;                                                                                    \
    }                                                                                              \
    static __device__ double of(double x) { return both(x, true); }                                \
    static __device__ double at(double x, double) { return both(x, true); }                        \
  };
DEFINE_PAIR(sincos, sincos, sincosf)
DEFINE_PAIR(sincospi, sincospi, sincospif)
// Norms of three and four numbers, made of two: the third is half of the first, the fourth half of
// the second.
#define DEFINE_NORM(name, floatCall, doubleCall, square)                                           \
  struct F_##name {                                                                                \
    static __device__ float of(float x, float y) {                                                 \
      const float v[] = {x, y, x * 0.5f, y * 0.5f};                                                \
      return floatCall;                                                                            \
    }                                                                                              \
    static __device__ double of(double x, double y) {                                              \
      const double v[] = {x, y, double(float(x) * 0.5f), double(float(y) * 0.5f)};                 \
      const double sum = square;                                                                   \
      const bool isInfinite = isinf(v[0]) || isinf(v[1]);                                          \
      const double norm = isInfinite ? double(INFINITY) : sqrt(sum);                               \
      return #name[0] == 'r' ? 1 / norm : norm;                                                    \
    }                                                                                              \
    static __device__ double at(double x, double y) {                                              \
      const double v[] = {x, y, x * 0.5, y * 0.5};                                                 \
      return doubleCall;                                                                           \
    }                                                                                              \
  };
#define SQUARE3 (v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
#define SQUARE4 (SQUARE3 + v[3] * v[3])
DEFINE_NORM(norm3d, norm3df(v[0], v[1], v[2]), norm3d(v[0], v[1], v[2]), SQUARE3)
DEFINE_NORM(norm4d, norm4df(v[0], v[1], v[2], v[3]), norm4d(v[0], v[1], v[2], v[3]), SQUARE4)
DEFINE_NORM(rnorm3d, rnorm3df(v[0], v[1], v[2]), rnorm3d(v[0], v[1], v[2]), SQUARE3)
DEFINE_NORM(rnorm4d, rnorm4df(v[0], v[1], v[2], v[3]), rnorm4d(v[0], v[1], v[2], v[3]), SQUARE4)
DEFINE_NORM(norm, normf(4, v), norm(4, v), SQUARE4)
DEFINE_NORM(rnorm, rnormf(4, v), rnorm(4, v), SQUARE4)
#define FUNCTIONS2(X)                                                                              \
  X(pow, 4) X(atan2, 3) X(hypot, 3) X(rhypot, 2) X(fmod, 0) X(remainder, 0) X(fdim, 0)
#define DEFINE2(name, bound)                                                                       \
  struct F_##name {                                                                                \
    static __device__ float of(float x, float y) { return name##f(x, y); }                         \
    static __device__ double of(double x, double y) { return name(x, y); }                         \
    static __device__ double at(double x, double y) { return name(x, y); }                         \
  };
FUNCTIONS2(DEFINE2)

template <int N, bool Y> struct BesselDouble {
  static __device__ double at(double x, double) {
    return Y ? (N == 0   ? y0(x)
                : N == 1 ? y1(x)
                         : yn(N, x))
             : (N == 0   ? j0(x)
                : N == 1 ? j1(x)
                         : jn(N, x));
  }
};
template <class F>
static void farBessel(const char *name, const char *bound, char kind, int order, double low,
                      double high) {
  if (!options.wants(name))
    return;
  std::vector<double> x(options.samples);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = low + (high - low) * (double(i) + 0.37) / double(x.size());
  double at = 0, error = besselError(kind, order, x, resultsOf<F>(x, x), at) / 5e-12;
  failed |= !(error <= 1);
  std::printf("| `%s` | %s | 1 | %.3g | | %a | |%s\n", name, bound, error, at,
              error <= 1 ? "" : " BEYOND");
}

static int usage() {
  std::printf("usage: accuracy [--step N] [--samples N] [NAME...]\n");
  return 2;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    bool isStep = !std::strcmp(argv[i], "--step"), isSamples = !std::strcmp(argv[i], "--samples");
    if (!isStep && !isSamples) {
      if (argv[i][0] == '-')
        return usage();
      options.names.push_back(argv[i]);
      continue;
    }
    long value = i + 1 < argc ? std::atol(argv[++i]) : 0;
    if (value <= 0 || value > 1 << 24)
      return usage();
    (isStep ? options.step : *reinterpret_cast<unsigned *>(&options.samples)) = unsigned(value);
  }
  const char *head = "| function | arguments | bound | from rounded | ulps | worst at | results |\n"
                     "|---|---|---|---|---|---|---|\n";
  std::printf("Single precision\n\n%s", head);
  floats<F_sqrt>("sqrtf", "all", 0);
  floats<F_rsqrt>("rsqrtf", "all", 2);
  floats<F_reciprocal>("1/x", "all", 0);
#define MEASURE(name, domain, condition) floats<F_##name>(#name "f", domain, floatBoundOf(#name));
  FUNCTIONS(MEASURE)
#define MEASURE2(name, bound) floats2<F_##name>(#name "f", bound);
  FUNCTIONS2(MEASURE2)
  floats<F_sincos_sin>("sincosf, sine", "all", 2);
  floats<F_sincos_cos>("sincosf, cosine", "all", 2);
  floats<F_sincospi_sin>("sincospif, sine", "all", 1);
  floats<F_sincospi_cos>("sincospif, cosine", "all", 1);
  floats2<F_norm3d>("norm3df", 3);
  floats2<F_norm4d>("norm4df", 3);
  floats2<F_rnorm3d>("rnorm3df", 2);
  floats2<F_rnorm4d>("rnorm4df", 2);
  floats2<F_norm>("normf", kNoBound);
  floats2<F_rnorm>("rnormf", kNoBound);
  std::printf("\nBounds by argument: part of the bound used up\n\n"
              "| function | bound | part | worst at | results |\n|---|---|---|---|---|\n");
  bounded<I__sinf>("__sinf", "2^-21.41 within ±pi");
  bounded<I__cosf>("__cosf", "2^-21.41 within ±pi");
  bounded<I__sincosf>("__sincosf", "as __sinf, __cosf");
  bounded<I__tanf>("__tanf", "2 ulps from __sinf / __cosf");
  bounded<I__expf>("__expf", "2 + floor(1.173 |x|) ulps");
  bounded<I__exp10f>("__exp10f", "2 + floor(2.97 |x|) ulps");
  bounded<I__logf>("__logf", "2^-21.41 in 0.5 ... 2, else 3 ulps");
  bounded<I__log2f>("__log2f", "2^-22 in 0.5 ... 2, else 2 ulps");
  bounded<I__log10f>("__log10f", "2^-24 in 0.5 ... 2, else 3 ulps");
  bounded<I__tanhf>("__tanhf", "2^-11 of the result");
  bounded2<I__powf>("__powf", "2 ulps from exp2f(y * __log2f(x))");
  bounded2<I__fdividef>("__fdividef", "2 ulps, |y| in 2^-126 ... 2^126");
  bounded2<R__fadd>("__fadd_r*", "exact");
  bounded2<R__fsub>("__fsub_r*", "exact");
  bounded2<R__fmul>("__fmul_r*", "exact");
  bounded2<R__fmaf>("__fmaf_r*", "exact");
  bounded2<R__fdiv>("__fdiv_r*", "exact");
  bounded<R__frcp>("__frcp_r*", "exact");
  bounded<R__fsqrt>("__fsqrt_r*", "exact");
  bounded<R__frsqrt>("__frsqrt_rn", "exact");
  bounded<BesselFloat<0, false>>("j0f far", "2.2e-6 beyond ±8");
  bounded<BesselFloat<1, false>>("j1f far", "2.2e-6 beyond ±8");
  bounded<BesselFloat<0, true>>("y0f far", "2.2e-6 beyond ±8");
  bounded<BesselFloat<1, true>>("y1f far", "2.2e-6 beyond ±8");
  bounded<BesselFloat<2, false>>("jnf 2", "2.2e-6");
  bounded<BesselFloat<128, false>>("jnf 128", "2.2e-6");
  bounded<BesselFloat<2, true>>("ynf 2", "7 ulps below 2, else 2.2e-6");
  bounded<BesselFloat<5, true>>("ynf 5", "15 ulps below 5, else 2.2e-6");
#define MEASURE_HALF(name, reference)                                                              \
  halves<H_##name, __half>(#name, "0 ulps, of __half");                                            \
  halves<H_##name, __nv_bfloat16>(#name " bf16", "0 ulps, of __nv_bfloat16");
  AW_HALVES(MEASURE_HALF)
  std::printf("\nDouble precision\n\n%s", head);
#define MEASURE_DOUBLE(name, domain, condition) doubles<F_##name>(#name, "samples");
  FUNCTIONS(MEASURE_DOUBLE)
#define MEASURE_DOUBLE2(name, bound) doubles<F_##name>(#name, "pairs", true);
  FUNCTIONS2(MEASURE_DOUBLE2)
  doubles<F_rsqrt>("rsqrt", "samples");
  doubles<F_sincos_sin>("sincos, sine", "samples", false, "sin");
  doubles<F_sincos_cos>("sincos, cosine", "samples", false, "cos");
  doubles<F_sincospi_sin>("sincospi, sine", "samples", false, "sinpi");
  doubles<F_sincospi_cos>("sincospi, cosine", "samples", false, "cospi");
  doubles<F_norm3d>("norm3d", "pairs", true);
  doubles<F_norm4d>("norm4d", "pairs", true);
  doubles<F_rnorm3d>("rnorm3d", "pairs", true);
  doubles<F_rnorm4d>("rnorm4d", "pairs", true);
  farBessel<BesselDouble<0, false>>("j0 far", "5e-12 beyond 8", 'j', 0, 8, 1000);
  farBessel<BesselDouble<1, false>>("j1 far", "5e-12 beyond 8", 'j', 1, 8, 1000);
  farBessel<BesselDouble<0, true>>("y0 far", "5e-12 beyond 8", 'y', 0, 8, 1000);
  farBessel<BesselDouble<1, true>>("y1 far", "5e-12 beyond 8", 'y', 1, 8, 1000);
  farBessel<BesselDouble<128, false>>("jn 128", "5e-12", 'j', 128, 0, 400);
  farBessel<BesselDouble<5, true>>("yn 5", "5e-12 beyond 1.5 n", 'y', 5, 7.5, 400);
  std::printf("\naccuracy: %s\n", failed ? "beyond a bound" : "ok");
  return failed;
}
