// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eigenvalues and singular values in four types, by the functions that take the type.
#include "Spectra.h"

static cusolverDnHandle_t h;
static int *info;

template <typename T> static void generic() {
  using R = Real<T>;
  const cudaDataType t = dataType<T>(), r = pick<T>(CUDA_R_32F, CUDA_R_64F, CUDA_R_32F, CUDA_R_64F);
  const auto kVector = CUSOLVER_EIG_MODE_VECTOR, kNone = CUSOLVER_EIG_MODE_NOVECTOR;
  const int n = 10;
  size_t db = 0, hb = 0;
  std::vector<char> host(1 << 16);
  R *w = memory<R>(2 * n);
  const Matrix a = hermitian<T>(n, 5), g = random<T>(n, n, 3);
  T *p = a.device<T>();
  OK(cusolverDnXsyevd_bufferSize(h, nullptr, kVector, CUBLAS_FILL_MODE_LOWER, n, t, p, n, r, w, t,
                                 &db, &hb));
  OK(cusolverDnXsyevd(h, nullptr, kVector, CUBLAS_FILL_MODE_LOWER, n, t, p, n, r, w, t,
                      memory<char>(db), db, host.data(), hb, info));
  WAIT();
  eigenPairs(a, p, n, w, n);
  int64_t found = 0;
  R vl = -1e3, vu = 0;
  p = a.device<T>();
  OK(cusolverDnXsyevdx_bufferSize(h, nullptr, kVector, CUSOLVER_EIG_RANGE_V, CUBLAS_FILL_MODE_LOWER,
                                  n, t, p, n, &vl, &vu, 0, 0, &found, r, w, t, &db, &hb));
  OK(cusolverDnXsyevdx(h, nullptr, kVector, CUSOLVER_EIG_RANGE_V, CUBLAS_FILL_MODE_LOWER, n, t, p,
                       n, &vl, &vu, 0, 0, &found, r, w, t, memory<char>(db), db, host.data(), hb,
                       info));
  WAIT();
  CHECK(found > 0 && found < n);
  eigenPairs(a, p, n, w, int(found));
  const int count = 3;
  T *several = memory<T>(n * n * count);
  R *ws = memory<R>(n * count);
  int *infos = memory<int>(count);
  for (int b = 0; b < count; ++b)
    std::copy_n(hermitian<T>(n, b + 1).template device<T>(), n * n, several + b * n * n);
  OK(cusolverDnXsyevBatched_bufferSize(h, nullptr, kVector, CUBLAS_FILL_MODE_UPPER, n, t, several,
                                       n, r, ws, t, &db, &hb, count));
  OK(cusolverDnXsyevBatched(h, nullptr, kVector, CUBLAS_FILL_MODE_UPPER, n, t, several, n, r, ws, t,
                            memory<char>(db), db, host.data(), hb, infos, count));
  WAIT();
  for (int b = 0; b < count; ++b)
    eigenPairs(hermitian<T>(n, b + 1), several + b * n * n, n, ws + b * n, n);

  // Any square matrix: the eigenvalues in complex numbers, the vectors as LAPACK packs them.
  const cudaDataType c = pick<T>(CUDA_C_32F, CUDA_C_64F, CUDA_C_32F, CUDA_C_64F);
  using C = std::conditional_t<std::is_same_v<R, float>, cuComplex, cuDoubleComplex>;
  C *values = memory<C>(n);
  T *vectors = memory<T>(n * n);
  p = g.device<T>();
  OK(cusolverDnXgeev_bufferSize(h, nullptr, kNone, kVector, n, t, p, n, c, values, t, nullptr, 1, t,
                                vectors, n, t, &db, &hb));
  OK(cusolverDnXgeev(h, nullptr, kNone, kVector, n, t, p, n, c, values, t, nullptr, 1, t, vectors,
                     n, t, memory<char>(db), db, host.data(), hb, info));
  WAIT();
  EQUAL(0, *info);
  for (int j = 0; j < n; ++j) {
    Matrix v(n, 1);
    const bool isPair = !isComplex<T> && wide(values[j]).imag() > 0 && j + 1 < n;
    for (int i = 0; i < n; ++i)
      v(i, 0) = isPair ? Z(wide(vectors[i + j * n]).real(), wide(vectors[i + (j + 1) * n]).real())
                       : wide(vectors[i + j * n]);
    Matrix scaled = v;
    for (Z &x : scaled.data)
      x *= wide(values[j]);
    CHECK(near<T>(g * v, scaled, 1e3));
    j += isPair;
  }

  for (auto [m, k] : {std::pair{13, 6}, {6, 13}})
    for (int econ : {0, 1}) {
      const Matrix b = random<T>(m, k, 4);
      const int narrow = std::min(m, k);
      T *pb = b.device<T>(), *u = memory<T>(m * m), *v = memory<T>(k * k);
      R *s = memory<R>(narrow);
      double sigma = -1;
      OK(cusolverDnXgesvdp_bufferSize(h, nullptr, kVector, econ, m, k, t, pb, m, r, s, t, u, m, t,
                                      v, k, t, &db, &hb));
      OK(cusolverDnXgesvdp(h, nullptr, kVector, econ, m, k, t, pb, m, r, s, t, u, m, t, v, k, t,
                           memory<char>(db), db, host.data(), hb, info, &sigma));
      WAIT();
      singularTriples(b, u, m, s, v, k, econ ? narrow : m, econ ? narrow : k);
      // A matrix of rank 2 is found whole by two triples.
      const Matrix low = random<T>(m, 2, 1) * random<T>(2, k, 2);
      pb = low.device<T>();
      OK(cusolverDnXgesvdr_bufferSize(h, nullptr, 'S', 'S', m, k, 2, 2, 2, t, pb, m, r, s, t, u, m,
                                      t, v, k, t, &db, &hb));
      OK(cusolverDnXgesvdr(h, nullptr, 'S', 'S', m, k, 2, 2, 2, t, pb, m, r, s, t, u, m, t, v, k, t,
                           memory<char>(db), db, host.data(), hb, info));
      WAIT();
      CHECK(near<T>(columnsOf(u, m, 2, m) * diagonal(s, 2) * columnsOf(v, k, 2, k).adjoint(), low));
    }
}

int main() {
  OK(cusolverDnCreate(&h));
  info = memory<int>(4);
  forAllTypes([]<typename T>(T) { generic<T>(); });
  OK(cusolverDnDestroy(h));
  return failures != 0;
}
