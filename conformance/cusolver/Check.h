// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder share: memory that host and device see, small matrices by
// columns, and their products in double precision.
#pragma once

#include "../Check.h"

#include <cmath>
#include <complex>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <limits>
#include <type_traits>
#include <vector>

#define OK(call) EXPECT(CUSOLVER_STATUS_SUCCESS, call)
#define WAIT() EXPECT(cudaSuccess, cudaDeviceSynchronize())

using Z = std::complex<double>;
inline Z wide(float x) { return x; }
inline Z wide(double x) { return x; }
inline Z wide(cuComplex x) { return {x.x, x.y}; }
inline Z wide(cuDoubleComplex x) { return {x.x, x.y}; }
inline void narrow(float &x, Z v) { x = float(v.real()); }
inline void narrow(double &x, Z v) { x = v.real(); }
inline void narrow(cuComplex &x, Z v) { x = {float(v.real()), float(v.imag())}; }
inline void narrow(cuDoubleComplex &x, Z v) { x = {v.real(), v.imag()}; }

template <typename T> inline constexpr bool isComplex = false;
template <> inline constexpr bool isComplex<cuComplex> = true;
template <> inline constexpr bool isComplex<cuDoubleComplex> = true;
template <typename T>
using Real = std::conditional_t<std::is_same_v<T, double> || std::is_same_v<T, cuDoubleComplex>,
                                double, float>;
template <typename T> inline constexpr double epsilon = std::numeric_limits<Real<T>>::epsilon();

/// Memory for both sides; freed with the process.
template <typename T> T *memory(size_t count) {
  T *p = nullptr;
  EXPECT(cudaSuccess, cudaMallocManaged(&p, (count ? count : 1) * sizeof(T)));
  return p;
}

/// A matrix by columns, in double precision.
struct Matrix {
  int m = 0, n = 0;
  std::vector<Z> data;
  Matrix(int m, int n) : m(m), n(n), data(size_t(m) * n) {}
  Z &operator()(int i, int j) { return data[i + size_t(j) * m]; }
  Z operator()(int i, int j) const { return data[i + size_t(j) * m]; }
  template <typename T> static Matrix from(const T *p, int m, int n, int ld) {
    Matrix r(m, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        r(i, j) = wide(p[i + size_t(j) * ld]);
    return r;
  }
  template <typename T> T *device(int ld) const {
    T *p = memory<T>(size_t(ld) * n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < ld; ++i)
        narrow(p[i + size_t(j) * ld], i < m ? (*this)(i, j) : Z(77));
    return p;
  }
  template <typename T> T *device() const { return device<T>(m); }
  Matrix adjoint() const {
    Matrix r(n, m);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        r(j, i) = std::conj((*this)(i, j));
    return r;
  }
  Matrix transposed() const {
    Matrix r = adjoint();
    for (Z &x : r.data)
      x = std::conj(x);
    return r;
  }
  double norm() const {
    double sum = 0;
    for (Z x : data)
      sum += std::norm(x);
    return std::sqrt(sum);
  }
  /// Columns from `first` on.
  Matrix columns(int first, int count) const {
    Matrix r(m, count);
    std::copy_n(data.begin() + size_t(first) * m, size_t(count) * m, r.data.begin());
    return r;
  }
};
inline Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix r(a.m, b.n);
  for (int j = 0; j < b.n; ++j)
    for (int k = 0; k < a.n; ++k)
      for (int i = 0; i < a.m; ++i)
        r(i, j) += a(i, k) * b(k, j);
  return r;
}
inline Matrix operator-(Matrix a, const Matrix &b) {
  for (size_t i = 0; i < a.data.size(); ++i)
    a.data[i] -= b.data[i];
  return a;
}
inline Matrix identity(int n) {
  Matrix r(n, n);
  for (int i = 0; i < n; ++i)
    r(i, i) = 1;
  return r;
}
template <typename R> Matrix diagonal(const R *d, int n) {
  Matrix r(n, n);
  for (int i = 0; i < n; ++i)
    r(i, i) = d[i];
  return r;
}

/// Small integers, complex where T is.
template <typename T> Matrix random(int m, int n, unsigned seed) {
  Matrix r(m, n);
  unsigned state = seed * 2654435761u + 1;
  auto next = [&] { return double(int((state = state * 1664525u + 1013904223u) >> 24) % 11 - 5); };
  for (Z &x : r.data)
    x = isComplex<T> ? Z(next(), next()) : Z(next(), 0);
  return r;
}
template <typename T> Matrix hermitian(int n, unsigned seed) {
  Matrix a = random<T>(n, n, seed), b = a.adjoint();
  for (size_t i = 0; i < a.data.size(); ++i)
    a.data[i] += b.data[i];
  return a;
}
template <typename T> Matrix positive(int n, unsigned seed) {
  Matrix a = random<T>(n, n, seed);
  Matrix r = a * a.adjoint();
  for (int i = 0; i < n; ++i)
    r(i, i) += n;
  return r;
}

/// difference small beside scale: a modest multiple of the type's precision.
template <typename T> bool near(const Matrix &a, const Matrix &b, double times = 30) {
  const double scale = std::max({a.norm(), b.norm(), 1.0});
  const double found = (a - b).norm();
  const bool good = found <= times * std::max({a.m, a.n, 4}) * epsilon<T> * scale;
  if (!good)
    std::printf("  difference %g of %g\n", found, scale);
  return good;
}
template <typename T> bool isUnitary(const Matrix &q) {
  return near<T>(q.adjoint() * q, identity(q.n));
}

/// The four forms of a function: D(potrf)<T>.
template <typename T, typename S, typename D, typename C, typename ZZ>
auto pick(S s, D d, C c, ZZ z) {
  if constexpr (std::is_same_v<T, float>)
    return s;
  else if constexpr (std::is_same_v<T, double>)
    return d;
  else if constexpr (std::is_same_v<T, cuComplex>)
    return c;
  else
    return z;
}
#define FORM(name)                                                                                 \
  pick<T>(cusolverDnS##name, cusolverDnD##name, cusolverDnC##name, cusolverDnZ##name)
/// Names that differ: sy and he, or and un.
#define FORM2(real, complex)                                                                       \
  pick<T>(cusolverDnS##real, cusolverDnD##real, cusolverDnC##complex, cusolverDnZ##complex)

template <typename F> void forAllTypes(F test) {
  test(float());
  test(double());
  test(cuComplex());
  test(cuDoubleComplex());
}
template <typename T> cudaDataType dataType() {
  return pick<T>(CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F);
}
