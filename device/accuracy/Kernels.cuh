// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Accuracy.cu measures on the device: distances of floats, sums over results, and the kernels
// that walk over arguments.
#pragma once

/// The worst result: its error as a float, which orders like its bits, above the argument's bits.
struct Worst {
  unsigned long long ulps, fromRounded, sum;
};

inline __device__ unsigned placeOf(float f) {
  unsigned bits = __float_as_uint(f);
  return bits >> 31 ? 0x80000000u - (bits & 0x7fffffffu) : 0x80000000u + bits;
}

/// |value - exact| in ulps of exact; 1e30 where one is NaN and the other is not.
inline __device__ float ulpsOf(float value, double exact) {
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
inline __device__ float stepsOf(float value, double exact) {
  if (isnan(value) || isnan(exact))
    return isnan(value) && isnan(exact) ? 0.0f : 1e30f;
  unsigned a = placeOf(value), b = placeOf(float(exact));
  return float(a > b ? a - b : b - a);
}
inline __device__ unsigned long long spread(unsigned long long i) {
  i = (i + 1) * 0x9e3779b97f4a7c15ull;
  i = (i ^ i >> 32) * 0xd6e8feb86659fd93ull;
  return i ^ i >> 29;
}
inline __device__ unsigned long long mixed(unsigned argument, float value) {
  unsigned bits = isnan(value) ? 0x7fffffffu : __float_as_uint(value);
  return spread((unsigned long long)argument << 32 | bits);
}
inline __device__ void enter(Worst *worst, float ulps, float steps, unsigned argument,
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

/// Functions with a bound of their own at each argument: F::excess(x) is the error in parts of the
/// bound.
template <class F>
__global__ void scanBounded(Worst *worst, unsigned step, unsigned long long count) {
  unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
  float excess = 0;
  unsigned at = 0;
  unsigned long long sum = 0;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    unsigned bits = unsigned(i * step);
    float x = __uint_as_float(bits), value = F::of(x);
    sum += mixed(bits, value);
    float e = F::excess(x, value);
    at = e > excess ? bits : at;
    excess = e > excess ? e : excess;
  }
  enter(worst, excess, 0, at, sum);
}
/// The same for pairs.
template <class F> __global__ void scanBounded2(Worst *worst, unsigned long long count) {
  unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
  float excess = 0;
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
    sum += mixed(a ^ b * 3, value);
    float e = F::excess(x, y, value);
    at = e > excess ? unsigned(i) : at;
    excess = e > excess ? e : excess;
  }
  enter(worst, excess, 0, at, sum);
}
