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

using namespace anywarp::accuracy;

#define CHECK(call)                                                                                \
  if (cudaError_t status = call; status != cudaSuccess) {                                          \
    std::printf("%s: %s\n", #call, cudaGetErrorString(status));                                    \
    std::exit(2);                                                                                  \
  }

/// The worst result: its error as a float, which orders like its bits, above the argument's bits.
struct Worst {
  unsigned long long ulps, fromRounded, sum;
};

__device__ unsigned placeOf(float f) {
  unsigned bits = __float_as_uint(f);
  return bits >> 31 ? 0x80000000u - (bits & 0x7fffffffu) : 0x80000000u + bits;
}

/// |value - exact| in ulps of exact; 1e30 where one is NaN and the other is not.
__device__ float ulpsOf(float value, double exact) {
  if (isnan(value) || isnan(exact))
    return isnan(value) && isnan(exact) ? 0.0f : 1e30f;
  float rounded = float(exact);
  if (value == rounded && isinf(value))
    return 0.0f;
  int exponent = int(__double_as_longlong(exact) >> 52 & 0x7ff) - 1023;
  exponent = exponent < -126 ? -126 : exponent > 127 ? 127 : exponent;
  double wide = isinf(value) ? copysign(0x1p128, double(value)) : double(value);
  return float(fabs(wide - exact) * __longlong_as_double((long long)(1023 + 23 - exponent) << 52));
}
__device__ float stepsOf(float value, double exact) {
  if (isnan(value) || isnan(exact))
    return isnan(value) && isnan(exact) ? 0.0f : 1e30f;
  unsigned a = placeOf(value), b = placeOf(float(exact));
  return float(a > b ? a - b : b - a);
}
__device__ unsigned long long spread(unsigned long long i) {
  i = (i + 1) * 0x9e3779b97f4a7c15ull;
  i = (i ^ i >> 32) * 0xd6e8feb86659fd93ull;
  return i ^ i >> 29;
}
__device__ unsigned long long mixed(unsigned argument, float value) {
  unsigned bits = isnan(value) ? 0x7fffffffu : __float_as_uint(value);
  return spread((unsigned long long)argument << 32 | bits);
}
__device__ void enter(Worst *worst, float ulps, float steps, unsigned argument,
                      unsigned long long sum) {
  atomicMax(&worst->ulps, (unsigned long long)__float_as_uint(ulps) << 32 | argument);
  atomicMax(&worst->fromRounded, (unsigned long long)__float_as_uint(steps) << 32 | argument);
  atomicAdd(&worst->sum, sum);
}

/// Every `step`th float; those that `F::counts` denies have no bound in ulps.
template <class F> __global__ void scan(Worst *worst, unsigned step, unsigned long long count) {
  unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
  float ulps = 0, steps = 0;
  unsigned at = 0;
  unsigned long long sum = 0;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    unsigned bits = unsigned(i * step);
    float x = __uint_as_float(bits), value = F::of(x);
    double exact = F::of(double(x));
    sum += mixed(bits, value);
    bool counts = F::counts(x);
    float e = counts ? ulpsOf(value, exact) : 0.0f, s = counts ? stepsOf(value, exact) : 0.0f;
    at = e > ulps ? bits : at;
    ulps = e > ulps ? e : ulps;
    steps = s > steps ? s : steps;
  }
  enter(worst, ulps, steps, at, sum);
}
/// Pairs of floats: half of them with any exponents, half near 1.
template <class F> __global__ void scan2(Worst *worst, unsigned long long count) {
  unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
  float ulps = 0, steps = 0;
  unsigned at = 0;
  unsigned long long sum = 0;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    unsigned long long r = spread(i);
    unsigned a = unsigned(r), b = unsigned(r >> 32);
    if (i & 1) {
      a = (a & 0x81ffffffu) | 0x3e000000u;
      b = (b & 0x83ffffffu) | 0x3e000000u;
    }
    float x = __uint_as_float(a), y = __uint_as_float(b), value = F::of(x, y);
    double exact = F::of(double(x), double(y));
    sum += mixed(a ^ b * 3, value);
    float e = ulpsOf(value, exact), s = stepsOf(value, exact);
    at = e > ulps ? unsigned(i) : at;
    ulps = e > ulps ? e : ulps;
    steps = s > steps ? s : steps;
  }
  enter(worst, ulps, steps, at, sum);
}
/// A sum over results in double precision, half of the arguments with any exponents, half near 1.
template <class F> __global__ void digest(Worst *worst, unsigned long long count) {
  unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x, sum = 0;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    unsigned long long a = spread(i), b = spread(~i);
    if (i & 1) {
      a = (a & 0x800fffffffffffffull) | (1015 + (a >> 52 & 15)) << 52;
      b = (b & 0x800fffffffffffffull) | (1015 + (b >> 52 & 15)) << 52;
    }
    double value = F::at(__longlong_as_double((long long)a), __longlong_as_double((long long)b));
    unsigned long long bits =
        isnan(value) ? ~0ull : (unsigned long long)__double_as_longlong(value);
    sum += spread(a ^ bits);
  }
  enter(worst, 0, 0, 0, sum);
}
template <class F>
__global__ void evaluate(const double *x, const double *y, double *out, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = F::at(x[i], y[i]);
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
template <class F> static void doubles(const char *name, const char *domain, bool pair = false) {
  if (!options.wants(name))
    return;
  std::vector<double> x, y;
  if (pair)
    pairsOf(name, options.samples, x, y);
  else
    x = samplesOf(name, options.samples);
  if (!pair)
    y = x;
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
  Error e = judge(name, x, pair ? &y : nullptr, results);
  unsigned long long sum =
      measured([](Worst *worst) { digest<F><<<512, 256>>>(worst, 1ull << 22); }).sum;
  row(name, domain, e.bound, e.ulps, e.fromRounded, e.x, sum);
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
  static __device__ bool counts(float) { return true; }
};
struct F_reciprocal {
  static __device__ float of(float x) { return 1 / x; }
  static __device__ double of(double x) { return 1 / x; }
  static __device__ bool counts(float) { return true; }
};
#define FUNCTIONS2(X)                                                                              \
  X(pow, 4) X(atan2, 3) X(hypot, 3) X(rhypot, 2) X(fmod, 0) X(remainder, 0) X(fdim, 0)
#define DEFINE2(name, bound)                                                                       \
  struct F_##name {                                                                                \
    static __device__ float of(float x, float y) { return name##f(x, y); }                         \
    static __device__ double of(double x, double y) { return name(x, y); }                         \
    static __device__ double at(double x, double y) { return name(x, y); }                         \
  };
FUNCTIONS2(DEFINE2)

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
  std::printf("\nDouble precision\n\n%s", head);
#define MEASURE_DOUBLE(name, domain, condition) doubles<F_##name>(#name, "samples");
  FUNCTIONS(MEASURE_DOUBLE)
#define MEASURE_DOUBLE2(name, bound) doubles<F_##name>(#name, "pairs", true);
  FUNCTIONS2(MEASURE_DOUBLE2)
  std::printf("\naccuracy: %s\n", failed ? "beyond a bound" : "ok");
  return failed;
}
