// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Residuals of cuBLAS and cuSOLVER against those of OpenBLAS, in units of the last place, both
// calculated in long double (see the README): dense-accuracy [N]. Ends with 1 if one of ours is
// more than twice theirs and more than one unit.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

namespace {

using Exact = long double;
void *library;
bool isWithin = true;

void check(int status, const char *what) {
  if (status) {
    std::fprintf(stderr, "%s answers %d\n", what, status);
    std::exit(1);
  }
}
template <typename A> const A *passed(const A &value) { return &value; }
template <typename A> A *passed(A *pointer) { return pointer; }
template <typename R, typename... A> R theirs(const std::string &name, A... arguments) {
  void *found = dlsym(library, (name + "_").c_str());
  check(!found, name.c_str());
  return reinterpret_cast<R (*)(decltype(passed(arguments))..., size_t, size_t, size_t)>(found)(
      passed(arguments)..., 1, 1, 1);
}

/// A matrix by columns in memory of the CPU device.
template <typename T> struct Matrix {
  int rows, columns;
  T *p;
  Matrix(int rows, int columns) : rows(rows), columns(columns) {
    void *memory;
    check(cudaMalloc(&memory, size_t(rows) * columns * sizeof(T) + 64), "cudaMalloc");
    p = static_cast<T *>(memory);
    std::fill_n(p, size_t(rows) * columns, T(0));
  }
  Matrix(const Matrix &other) : Matrix(other.rows, other.columns) { *this = other; }
  Matrix &operator=(const Matrix &other) {
    std::copy_n(other.p, size_t(rows) * columns, p);
    return *this;
  }
  ~Matrix() { cudaFree(p); }
  T &operator()(int i, int j) { return p[i + size_t(j) * rows]; }
  T operator()(int i, int j) const { return p[i + size_t(j) * rows]; }
};
template <typename T> Matrix<T> random(int rows, int columns, unsigned seed) {
  Matrix<T> m(rows, columns);
  for (size_t i = 0; i < size_t(rows) * columns; ++i)
    for (T unit = 1; unit > T(1e-12); unit /= T(1 << 16)) // of all bits
      m.p[i] += unit * (T((seed = seed * 1664525u + 1013904223u) >> 16) / T(1 << 16) - T(0.5));
  return m;
}
/// The Frobenius norm of want - got over that of want, in units of the last place. (The largest
/// element would tell of one number: of LU, more of its pivots' luck than of its rounding.)
template <typename T, typename Want, typename Got>
double residual(int rows, int columns, const Want &want, const Got &got) {
  Exact error = 0, size = 0;
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) {
      const Exact w = want(i, j), e = w - Exact(got(i, j));
      error += e * e;
      size += w * w;
    }
  return double(std::sqrt(error / size) / std::numeric_limits<T>::epsilon());
}
void report(const std::string &name, double ours, double other) {
  const bool ok = ours <= 2 * other || ours <= 1;
  isWithin &= ok;
  std::printf("%-8s ours %9.3f, theirs %9.3f, ratio %.2f%s\n", name.c_str(), ours, other,
              ours / other, ok ? "" : " above 2");
}
template <typename T> constexpr bool kIsFloat = std::is_same_v<T, float>;
/// Ours by either of two functions that differ by their type only.
template <typename T, typename S, typename D> auto pick(S single, D wide) {
  if constexpr (kIsFloat<T>)
    return single;
  else
    return wide;
}

template <typename T> void run(int n) {
  const std::string letter = kIsFloat<T> ? "s" : "d";
  cublasHandle_t blas;
  cusolverDnHandle_t solver;
  check(cublasCreate(&blas), "cublasCreate");
  check(cusolverDnCreate(&solver), "cusolverDnCreate");
  const Matrix<T> a = random<T>(n, n, 1), b = random<T>(n, n, 2);
  Matrix<T> spd = random<T>(n, n, 3);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i)
      spd(j, i) = spd(i, j) = i == j ? T(n) : spd(i, j);
  const T one = 1, zero = 0;
  Matrix<int> memory(n + 4, 1);
  int *info = memory.p, *pivots = memory.p + 4, hostInfo = 0, lwork = 0;
  Matrix<T> work(n, 4 * n + 256), tau(n, 1);
  auto sum = [&](const auto &left, const auto &right, int count) {
    return [=, &left, &right](int i, int j) {
      Exact total = 0;
      for (int k = 0; k < count; ++k)
        total += Exact(left(i, k)) * Exact(right(k, j));
      return total;
    };
  };
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  {
    Matrix<T> ours(n, n), other(n, n);
    check(pick<T>(cublasSgemm, cublasDgemm)(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.p, n,
                                            b.p, n, &zero, ours.p, n),
          "gemm");
    cudaDeviceSynchronize();
    theirs<void>(letter + "gemm", 'N', 'N', n, n, n, one, a.p, n, b.p, n, zero, other.p, n);
    report(letter + "gemm", residual<T>(n, n, sum(a, b, n), ours),
           residual<T>(n, n, sum(a, b, n), other));
    check(pick<T>(cublasSgemv, cublasDgemv)(blas, CUBLAS_OP_T, n, n, &one, a.p, n, b.p, 1, &zero,
                                            ours.p, 1),
          "gemv");
    cudaDeviceSynchronize();
    theirs<void>(letter + "gemv", 'T', n, n, one, a.p, n, b.p, 1, zero, other.p, 1);
    auto flipped = [&](int i, int k) { return a(k, i); };
    report(letter + "gemv", residual<T>(n, 1, sum(flipped, b, n), ours),
           residual<T>(n, 1, sum(flipped, b, n), other));
    ours = other = b;
    check(pick<T>(cublasStrsm, cublasDtrsm)(blas, CUBLAS_SIDE_LEFT, lower, CUBLAS_OP_N,
                                            CUBLAS_DIAG_NON_UNIT, n, n, &one, spd.p, n, ours.p, n),
          "trsm");
    cudaDeviceSynchronize();
    theirs<void>(letter + "trsm", 'L', 'L', 'N', 'N', n, n, one, spd.p, n, other.p, n);
    auto triangle = [&](int i, int k) { return k <= i ? spd(i, k) : T(0); };
    report(letter + "trsm", residual<T>(n, n, b, sum(triangle, ours, n)),
           residual<T>(n, n, b, sum(triangle, other, n)));
  }
  {
    Matrix<T> ours = spd, other = spd;
    check(pick<T>(cusolverDnSpotrf, cusolverDnDpotrf)(solver, lower, n, ours.p, n, work.p,
                                                      n * (4 * n + 256), info),
          "potrf");
    cudaDeviceSynchronize();
    theirs<void>(letter + "potrf", 'L', n, other.p, n, &hostInfo);
    auto product = [&](const Matrix<T> &l) {
      return [&](int i, int j) {
        Exact total = 0;
        for (int k = 0; k <= std::min(i, j); ++k)
          total += Exact(l(i, k)) * Exact(l(j, k));
        return total;
      };
    };
    report(letter + "potrf", residual<T>(n, n, spd, product(ours)),
           residual<T>(n, n, spd, product(other)));
  }
  {
    Matrix<T> ours = a, other = a;
    std::vector<int> otherPivots(n);
    check(
        pick<T>(cusolverDnSgetrf, cusolverDnDgetrf)(solver, n, n, ours.p, n, work.p, pivots, info),
        "getrf");
    cudaDeviceSynchronize();
    theirs<void>(letter + "getrf", n, n, other.p, n, otherPivots.data(), &hostInfo);
    auto of = [&](const Matrix<T> &lu, const int *exchanged) {
      std::vector<int> order(n);
      for (int i = 0; i < n; ++i)
        order[i] = i;
      for (int i = 0; i < n; ++i)
        std::swap(order[i], order[exchanged[i] - 1]);
      return residual<T>(
          n, n, [&](int i, int j) { return a(order[i], j); },
          [&](int i, int j) {
            Exact total = 0;
            for (int k = 0; k <= std::min(i, j); ++k)
              total += (k == i ? Exact(1) : Exact(lu(i, k))) * Exact(lu(k, j));
            return total;
          });
    };
    report(letter + "getrf", of(ours, pivots), of(other, otherPivots.data()));
  }
  {
    // A'A = R'R: the orthogonal factor is not needed.
    Matrix<T> ours = a, other = a;
    check(pick<T>(cusolverDnSgeqrf_bufferSize, cusolverDnDgeqrf_bufferSize)(solver, n, n, ours.p, n,
                                                                            &lwork),
          "geqrf");
    check(pick<T>(cusolverDnSgeqrf, cusolverDnDgeqrf)(solver, n, n, ours.p, n, tau.p, work.p,
                                                      n * (4 * n + 256), info),
          "geqrf");
    cudaDeviceSynchronize();
    theirs<void>(letter + "geqrf", n, n, other.p, n, tau.p, work.p, n * (4 * n + 256), &hostInfo);
    auto square = [&](const Matrix<T> &m, bool isUpper) {
      return [&m, isUpper, n](int i, int j) {
        Exact total = 0;
        for (int k = 0; k < (isUpper ? std::min(i, j) + 1 : n); ++k)
          total += Exact(m(k, i)) * Exact(m(k, j));
        return total;
      };
    };
    report(letter + "geqrf", residual<T>(n, n, square(a, false), square(ours, true)),
           residual<T>(n, n, square(a, false), square(other, true)));
  }
  {
    Matrix<T> ours = spd, other = spd, w(n, 1), otherW(n, 1);
    check(pick<T>(cusolverDnSsyevd_bufferSize, cusolverDnDsyevd_bufferSize)(
              solver, CUSOLVER_EIG_MODE_VECTOR, lower, n, ours.p, n, w.p, &lwork),
          "syevd");
    Matrix<T> space(lwork, 1);
    check(pick<T>(cusolverDnSsyevd, cusolverDnDsyevd)(solver, CUSOLVER_EIG_MODE_VECTOR, lower, n,
                                                      ours.p, n, w.p, space.p, lwork, info),
          "syevd");
    cudaDeviceSynchronize();
    std::vector<T> big(size_t(3) * n * n + 10 * n + 10);
    std::vector<int> integers(10 * n + 10);
    theirs<void>(letter + "syevd", 'V', 'L', n, other.p, n, otherW.p, big.data(), int(big.size()),
                 integers.data(), int(integers.size()), &hostInfo);
    auto of = [&](const Matrix<T> &v, const Matrix<T> &values) {
      return residual<T>(n, n, sum(spd, v, n),
                         [&](int i, int j) { return Exact(v(i, j)) * Exact(values(j, 0)); });
    };
    report(letter + "syevd", of(ours, w), of(other, otherW));
  }
  {
    Matrix<T> ours = a, other = a, s(n, 1), u(n, n), vt(n, n), s2(n, 1), u2(n, n), vt2(n, n);
    check(pick<T>(cusolverDnSgesvd_bufferSize, cusolverDnDgesvd_bufferSize)(solver, n, n, &lwork),
          "gesvd");
    Matrix<T> space(lwork, 1);
    check(pick<T>(cusolverDnSgesvd, cusolverDnDgesvd)(solver, 'A', 'A', n, n, ours.p, n, s.p, u.p,
                                                      n, vt.p, n, space.p, lwork, nullptr, info),
          "gesvd");
    cudaDeviceSynchronize();
    std::vector<T> big(size_t(5) * n * n + 100 * n);
    theirs<void>(letter + "gesvd", 'A', 'A', n, n, other.p, n, s2.p, u2.p, n, vt2.p, n, big.data(),
                 int(big.size()), &hostInfo);
    auto of = [&](const Matrix<T> &left, const Matrix<T> &values, const Matrix<T> &right) {
      return residual<T>(n, n, a, [&](int i, int j) {
        Exact total = 0;
        for (int k = 0; k < n; ++k)
          total += Exact(left(i, k)) * Exact(values(k, 0)) * Exact(right(k, j));
        return total;
      });
    };
    report(letter + "gesvd", of(u, s, vt), of(u2, s2, vt2));
  }
  cublasDestroy(blas);
  cusolverDnDestroy(solver);
}

} // namespace

int main(int argc, char **argv) {
  for (const char *name : {"openblas-pthread/libopenblas.so.0", "libopenblas.so.0"})
    if (!library)
      library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "OpenBLAS is not there (Debian: libopenblas0-pthread)\n");
    return 1;
  }
  const int n = argc > 1 ? std::atoi(argv[1]) : 530;
  run<float>(n);
  run<double>(n);
  return isWithin ? 0 : 1;
}
