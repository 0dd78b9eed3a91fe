// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Level 1 against sums in long double, over several blocks and with strides; half precision; sizes
// with nothing to do.
#include "Check.h"

#include <cuda_fp16.h>

static cublasHandle_t handle;

template <typename T> struct Names;
#define NAMES(T, L, R, dotName)                                                                    \
  template <> struct Names<T> {                                                                    \
    static constexpr auto axpy = cublas##L##axpy;                                                  \
    static constexpr auto copy = cublas##L##copy;                                                  \
    static constexpr auto swap = cublas##L##swap;                                                  \
    static constexpr auto scal = cublas##L##scal;                                                  \
    static constexpr auto rot = cublas##L##rot;                                                    \
    static constexpr auto nrm2 = cublas##R##nrm2;                                                  \
    static constexpr auto asum = cublas##R##asum;                                                  \
    static constexpr auto dot = cublas##dotName;                                                   \
  };
NAMES(float, S, S, Sdot)
NAMES(double, D, D, Ddot)
NAMES(cuComplex, C, Sc, Cdotc)
NAMES(cuDoubleComplex, Z, Dz, Zdotc)

template <typename T> static void level1(int n, int incx, int incy) {
  using N = Names<T>;
  auto x = numbers<T>(size_t(n) * std::abs(incx), 1), y = numbers<T>(size_t(n) * std::abs(incy), 2);
  Device<T> dx(x), dy(y);
  auto ix = [&](int i) { return size_t(incx > 0 ? i * incx : (i - n + 1) * incx); };
  auto iy = [&](int i) { return size_t(incy > 0 ? i * incy : (i - n + 1) * incy); };
  const T alpha = make<T>(1.5, -0.25), s = make<T>(0.6, 0.1);
  const Real<T> c = Real<T>(0.8);
  Exact dot = 0;
  long double squares = 0, sizes = 0;
  for (int i = 0; i < n; ++i) {
    dot += std::conj(exact(x[ix(i)])) * exact(y[iy(i)]);
    squares += std::norm(exact(x[ix(i)]));
    sizes += std::abs(exact(x[ix(i)]).real()) + std::abs(exact(x[ix(i)]).imag());
  }
  T sum = alpha;
  OK(N::dot(handle, n, dx.p, incx, dy.p, incy, &sum));
  CHECK(isClose(sum, dot, 64, std::sqrt((long double)n)));
  if (incx > 0) {
    Real<T> real = -1;
    OK(N::nrm2(handle, n, dx.p, incx, &real));
    CHECK(isClose(real, std::sqrt(squares), 4, 0));
    OK(N::asum(handle, n, dx.p, incx, &real));
    CHECK(isClose(real, sizes, 64, 0));
  }
  OK(N::axpy(handle, n, &alpha, dx.p, incx, dy.p, incy));
  OK(N::rot(handle, n, dx.p, incx, dy.p, incy, &c, &s));
  auto seenX = dx.get(), seenY = dy.get();
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const Exact a = exact(x[ix(i)]), b = exact(alpha) * a + exact(y[iy(i)]);
    wrong += !isClose(seenX[ix(i)], (long double)c * a + exact(s) * b, 8, 2);
    wrong += !isClose(seenY[iy(i)], (long double)c * b - std::conj(exact(s)) * a, 8, 2);
  }
  EQUAL(0, wrong);
  // Copies are exact.
  OK(N::copy(handle, n, dx.p, incx, dy.p, incy));
  OK(N::swap(handle, n, dx.p, incx, dy.p, incy));
  seenY = dy.get();
  for (int i = 0; i < n; ++i)
    wrong += exact(seenY[iy(i)]) != exact(seenX[ix(i)]);
  EQUAL(0, wrong);
}

/// Squares of these leave the range of their type.
static void extremes() {
  for (double size : {1e-300, 1e300}) {
    Device<double> x(std::vector<double>{3 * size, 0, -4 * size});
    double norm = 0;
    OK(cublasDnrm2(handle, 3, x.p, 1, &norm));
    CHECK(std::fabs(norm / size - 5) < 1e-14);
  }
  Device<double> infinite(std::vector<double>{1, INFINITY, 2}),
      none(std::vector<double>{1, NAN, 2});
  double norm = 0;
  OK(cublasDnrm2(handle, 3, infinite.p, 1, &norm));
  CHECK(std::isinf(norm));
  OK(cublasDnrm2(handle, 3, none.p, 1, &norm));
  CHECK(std::isnan(norm));
}

static void nothingToDo() {
  Device<float> x(std::vector<float>{5, 6});
  float result = -1;
  int index = -1;
  for (int n : {0, -3}) { // seen
    OK(cublasSdot(handle, n, x.p, 1, x.p, 1, &result));
    EQUAL(0, result);
    OK(cublasSnrm2(handle, n, x.p, 1, &result));
    EQUAL(0, result);
    OK(cublasSasum(handle, n, x.p, 1, &result));
    EQUAL(0, result);
    OK(cublasIsamax(handle, n, x.p, 1, &index));
    EQUAL(0, index);
    OK(cublasSscal(handle, n, &result, x.p, 1));
  }
  OK(cublasSnrm2(handle, 2, x.p, 0, &result)); // seen
  EQUAL(0, result);
  EQUAL(5, x.get()[0]);
}

/// Half precision is summed in float and rounded once.
static void halves() {
  std::vector<__half> ones(4097, __float2half(1));
  Device<__half> x(ones), r(size_t(1));
  __half sum;
  OK(cublasDotEx(handle, 2048, x.p, CUDA_R_16F, 1, x.p, CUDA_R_16F, 1, &sum, CUDA_R_16F,
                 CUDA_R_32F));
  EQUAL(2048, __half2float(sum));
  // seen: sums of half precision are single precision
  float total = 0;
  EXPECT(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasAsumEx(handle, 4097, x.p, CUDA_R_16F, 1, &sum, CUDA_R_16F, CUDA_R_32F));
  OK(cublasAsumEx(handle, 4097, x.p, CUDA_R_16F, 1, &total, CUDA_R_32F, CUDA_R_32F));
  EQUAL(4097, total);
  const float alpha = 3;
  OK(cublasScalEx(handle, 4097, &alpha, CUDA_R_32F, x.p, CUDA_R_16F, 1, CUDA_R_32F));
  EQUAL(3, __half2float(x.get()[4096]));
  EXPECT(CUBLAS_STATUS_NOT_SUPPORTED, cublasDotEx(handle, 4, x.p, CUDA_R_16F, 1, x.p, CUDA_R_32F, 1,
                                                  &sum, CUDA_R_16F, CUDA_R_32F));
}

// Zeros keep their signs; a cosine that is too small for a float is 0, and z is 1 then (seen).
static void smallRotations() {
  float a = 0.0f, b = -0.0f, c = 9, s = 9;
  OK(cublasSrotg(handle, &a, &b, &c, &s));
  CHECK(!std::signbit(a) && std::signbit(b) && c == 1 && s == 0);
  a = 1e-30f, b = 1e30f;
  OK(cublasSrotg(handle, &a, &b, &c, &s));
  CHECK(b == 1 && c == 0 && s == 1);
}

int main() {
  OK(cublasCreate(&handle));
  for (int n : {1, 100, 100001})
    for (int inc : {1, 2, -1}) {
      level1<float>(n, 1, inc);
      level1<double>(n, inc, 3);
      level1<cuComplex>(n, inc, 1);
      level1<cuDoubleComplex>(n, 2, inc);
    }
  extremes();
  nothingToDo();
  smallRotations();
  halves();
  OK(cublasDestroy(handle));
  return failures ? 1 : 0;
}
