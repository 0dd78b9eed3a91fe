// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of cuBLAS share: numbers, device arrays, references in long double.
#pragma once

#include "../Check.h"

#include <cmath>
#include <complex>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <limits>
#include <string>
#include <vector>

inline std::string nameOf(const std::string &text) { return text; }
inline std::string nameOf(cublasStatus_t status) { return cublasGetStatusName(status); }
inline std::string nameOf(cudaError_t error) { return cudaGetErrorName(error); }
#define OK(call) EXPECT(CUBLAS_STATUS_SUCCESS, call)
#define DONE(call) EXPECT(cudaSuccess, call)

using Exact = std::complex<long double>;

inline Exact exact(float x) { return x; }
inline Exact exact(double x) { return x; }
inline Exact exact(cuComplex x) { return {x.x, x.y}; }
inline Exact exact(cuDoubleComplex x) { return {x.x, x.y}; }
template <typename T> T make(double a, double b) {
  if constexpr (std::is_floating_point_v<T>)
    return T(a);
  else
    return T{decltype(T::x)(a), decltype(T::x)(b)};
}
template <typename T> constexpr bool isComplex = !std::is_floating_point_v<T>;
template <typename T> struct RealPart {
  using Type = T;
};
template <> struct RealPart<cuComplex> {
  using Type = float;
};
template <> struct RealPart<cuDoubleComplex> {
  using Type = double;
};
template <typename T> using Real = typename RealPart<T>::Type;

/// Numbers in [-1, 1), the same in every run.
struct Random {
  unsigned long long state;
  explicit Random(unsigned seed) : state(seed * 0x9e3779b97f4a7c15ull + 1) {}
  double operator()() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return double(state >> 11) / double(1ull << 52) - 1;
  }
};
template <typename T> std::vector<T> numbers(size_t count, unsigned seed) {
  Random random(seed);
  std::vector<T> result(count);
  for (T &x : result) {
    const double a = random(), b = random();
    x = make<T>(a, b);
  }
  return result;
}

/// An array in device memory with a copy of the host's numbers.
template <typename T> struct Device {
  T *p = nullptr;
  size_t count;
  explicit Device(const std::vector<T> &v) : count(v.size()) {
    DONE(cudaMalloc(reinterpret_cast<void **>(&p), (count + 1) * sizeof(T)));
    DONE(cudaMemcpy(p, v.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  explicit Device(size_t n) : Device(std::vector<T>(n)) {}
  Device(const Device &) = delete;
  ~Device() { cudaFree(p); }
  operator T *() const { return p; }
  std::vector<T> get() const {
    std::vector<T> v(count);
    DONE(cudaMemcpy(v.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }
};

/// |seen - expected| is at most `terms` roundings of numbers of size `size`.
template <typename T>
bool isClose(T seen, Exact expected, long double terms, long double size = 1) {
  const long double unit = std::numeric_limits<Real<T>>::epsilon();
  return std::abs(exact(seen) - expected) <= 2 * terms * unit * (size + std::abs(expected));
}

/// A matrix as op(A) sees it, in long double.
template <typename T>
Exact at(const std::vector<T> &a, int lda, cublasOperation_t op, int i, int j) {
  const Exact x =
      exact(op == CUBLAS_OP_N ? a[size_t(i) + size_t(j) * lda] : a[size_t(j) + size_t(i) * lda]);
  return op == CUBLAS_OP_C ? std::conj(x) : x;
}
