// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eigenvalues and singular values in four types, by the functions of one type.
#include "Spectra.h"

static cusolverDnHandle_t h;
static int *info;

template <typename T> static void symmetric() {
  using R = Real<T>;
  const int n = 15, ld = 16;
  const Matrix a = hermitian<T>(n, 5);
  const auto kVector = CUSOLVER_EIG_MODE_VECTOR;
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    R *w = memory<R>(n), *reference = memory<R>(n);
    int lwork = 0, found = 0;
    T *p = a.device<T>(ld);
    OK(FORM2(syevd_bufferSize, heevd_bufferSize)(h, kVector, uplo, n, p, ld, reference, &lwork));
    OK(FORM2(syevd, heevd)(h, kVector, uplo, n, p, ld, reference, memory<T>(lwork), lwork, info));
    WAIT();
    EQUAL(0, *info);
    eigenPairs(a, p, ld, reference, n);

    auto size = FORM2(syevdx_bufferSize, heevdx_bufferSize);
    auto some = FORM2(syevdx, heevdx);
    p = a.device<T>(ld);
    OK(size(h, kVector, CUSOLVER_EIG_RANGE_I, uplo, n, p, ld, 0, 0, 3, 7, &found, w, &lwork));
    OK(some(h, kVector, CUSOLVER_EIG_RANGE_I, uplo, n, p, ld, 0, 0, 3, 7, &found, w,
            memory<T>(lwork), lwork, info));
    WAIT();
    EQUAL(5, found);
    eigenPairs(a, p, ld, w, found);
    for (int i = 0; i < 5; ++i)
      CHECK(std::abs(w[i] - reference[i + 2]) < 100 * epsilon<T> * a.norm());
    p = a.device<T>(ld);
    const R vl = (reference[3] + reference[4]) / 2, vu = (reference[9] + reference[10]) / 2;
    OK(some(h, kVector, CUSOLVER_EIG_RANGE_V, uplo, n, p, ld, vl, vu, 0, 0, &found, w,
            memory<T>(lwork), lwork, info));
    EQUAL(6, found);
    eigenPairs(a, p, ld, w, found);

    syevjInfo_t params;
    OK(cusolverDnCreateSyevjInfo(&params));
    OK(cusolverDnXsyevjSetTolerance(params, 0));
    p = a.device<T>(ld);
    OK(FORM2(syevj_bufferSize, heevj_bufferSize)(h, kVector, uplo, n, p, ld, w, &lwork, params));
    OK(FORM2(syevj, heevj)(h, kVector, uplo, n, p, ld, w, memory<T>(lwork), lwork, info, params));
    WAIT();
    EQUAL(0, *info);
    eigenPairs(a, p, ld, w, n);
    int sweeps = 0;
    double residual = -1;
    OK(cusolverDnXsyevjGetSweeps(h, params, &sweeps));
    OK(cusolverDnXsyevjGetResidual(h, params, &residual));
    CHECK(sweeps > 1 && sweeps < 20);
    CHECK(residual >= 0 && residual < 1e3 * epsilon<T> * a.norm());
    // One sweep is not enough: info is n + 1.
    OK(cusolverDnXsyevjSetMaxSweeps(params, 1));
    p = a.device<T>(ld);
    OK(FORM2(syevj, heevj)(h, kVector, uplo, n, p, ld, w, memory<T>(lwork), lwork, info, params));
    WAIT();
    EQUAL(n + 1, *info);
    OK(cusolverDnXsyevjSetMaxSweeps(params, 100));

    const int count = 3;
    T *several = memory<T>(ld * n * count);
    R *ws = memory<R>(n * count);
    int *infos = memory<int>(count);
    for (int b = 0; b < count; ++b)
      std::copy_n(hermitian<T>(n, b + 1).template device<T>(ld), ld * n, several + b * ld * n);
    OK(FORM2(syevjBatched_bufferSize, heevjBatched_bufferSize)(h, kVector, uplo, n, several, ld, ws,
                                                               &lwork, params, count));
    OK(FORM2(syevjBatched, heevjBatched)(h, kVector, uplo, n, several, ld, ws, memory<T>(lwork),
                                         lwork, infos, params, count));
    WAIT();
    for (int b = 0; b < count; ++b) {
      EQUAL(0, infos[b]);
      eigenPairs(hermitian<T>(n, b + 1), several + b * ld * n, ld, ws + b * n, n);
    }
    OK(cusolverDnDestroySyevjInfo(params));
  }
}

template <typename T> static void generalized() {
  using R = Real<T>;
  const int n = 9;
  const Matrix a = hermitian<T>(n, 5), b = positive<T>(n, 6);
  const auto kVector = CUSOLVER_EIG_MODE_VECTOR;
  const auto uplo = CUBLAS_FILL_MODE_LOWER;
  for (cusolverEigType_t type : {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3}) {
    auto check = [&](const T *vectors, const R *w, int count) {
      const Matrix v = columnsOf(vectors, n, count, n);
      const Matrix left = type == CUSOLVER_EIG_TYPE_1   ? a * v
                          : type == CUSOLVER_EIG_TYPE_2 ? a * (b * v)
                                                        : b * (a * v);
      CHECK(near<T>(left, (type == CUSOLVER_EIG_TYPE_1 ? b * v : v) * diagonal(w, count), 1e4));
    };
    int lwork = 0, found = 0;
    R *w = memory<R>(n);
    T *pa = a.device<T>(), *pb = b.device<T>();
    OK(FORM2(sygvd_bufferSize, hegvd_bufferSize)(h, type, kVector, uplo, n, pa, n, pb, n, w,
                                                 &lwork));
    OK(FORM2(sygvd, hegvd)(h, type, kVector, uplo, n, pa, n, pb, n, w, memory<T>(lwork), lwork,
                           info));
    WAIT();
    EQUAL(0, *info);
    check(pa, w, n);
    pa = a.device<T>(), pb = b.device<T>();
    OK(FORM2(sygvdx_bufferSize, hegvdx_bufferSize)(h, type, kVector, CUSOLVER_EIG_RANGE_I, uplo, n,
                                                   pa, n, pb, n, 0, 0, 2, 4, &found, w, &lwork));
    OK(FORM2(sygvdx, hegvdx)(h, type, kVector, CUSOLVER_EIG_RANGE_I, uplo, n, pa, n, pb, n, 0, 0, 2,
                             4, &found, w, memory<T>(lwork), lwork, info));
    WAIT();
    EQUAL(3, found);
    check(pa, w, 3);
    syevjInfo_t params;
    OK(cusolverDnCreateSyevjInfo(&params));
    pa = a.device<T>(), pb = b.device<T>();
    OK(FORM2(sygvj_bufferSize, hegvj_bufferSize)(h, type, kVector, uplo, n, pa, n, pb, n, w, &lwork,
                                                 params));
    OK(FORM2(sygvj, hegvj)(h, type, kVector, uplo, n, pa, n, pb, n, w, memory<T>(lwork), lwork,
                           info, params));
    WAIT();
    EQUAL(0, *info);
    check(pa, w, n);
    OK(cusolverDnDestroySyevjInfo(params));
  }
}

template <typename T> static void jacobiSvd() {
  using R = Real<T>;
  const auto kVector = CUSOLVER_EIG_MODE_VECTOR;
  for (auto [m, n] : {std::pair{12, 7}, {7, 12}, {8, 8}})
    for (int econ : {0, 1})
      for (int kind : {0, 1, 2, 3}) {
        // Of full rank, with two equal columns, of rank 1 and of rank 2.
        Matrix a =
            kind < 2 ? random<T>(m, n, 9) : random<T>(m, kind - 1, 1) * random<T>(kind - 1, n, 2);
        if (kind == 1)
          for (int i = 0; i < m; ++i)
            a(i, 2) = a(i, 0);
        const int narrow = std::min(m, n);
        T *p = a.device<T>(), *u = memory<T>(m * m), *v = memory<T>(n * n);
        R *s = memory<R>(narrow);
        int lwork = 0;
        gesvdjInfo_t params;
        OK(cusolverDnCreateGesvdjInfo(&params));
        OK(FORM(gesvdj_bufferSize)(h, kVector, econ, m, n, p, m, s, u, m, v, n, &lwork, params));
        OK(FORM(gesvdj)(h, kVector, econ, m, n, p, m, s, u, m, v, n, memory<T>(lwork), lwork, info,
                        params));
        WAIT();
        EQUAL(0, *info);
        singularTriples(a, u, m, s, v, n, econ ? narrow : m, econ ? narrow : n);
        int sweeps = 0;
        OK(cusolverDnXgesvdjGetSweeps(h, params, &sweeps));
        CHECK(sweeps > 1 && sweeps < 20);
        double residual = -1;
        OK(cusolverDnXgesvdjGetResidual(h, params, &residual));
        CHECK(residual >= 0 && residual < 1e3 * epsilon<T> * a.norm());
        const int count = 2;
        T *as = memory<T>(m * n * count), *us = memory<T>(m * m * count),
          *vs = memory<T>(n * n * count);
        R *ss = memory<R>(narrow * count);
        int *infos = memory<int>(count);
        for (int b = 0; b < count; ++b)
          std::copy_n(random<T>(m, n, b + 1).template device<T>(), m * n, as + b * m * n);
        OK(FORM(gesvdjBatched_bufferSize)(h, kVector, m, n, as, m, ss, us, m, vs, n, &lwork, params,
                                          count));
        OK(FORM(gesvdjBatched)(h, kVector, m, n, as, m, ss, us, m, vs, n, memory<T>(lwork), lwork,
                               infos, params, count));
        WAIT();
        for (int b = 0; b < count; ++b)
          singularTriples(random<T>(m, n, b + 1), us + b * m * m, m, ss + b * narrow,
                          vs + b * n * n, n, m, n);
        OK(cusolverDnDestroyGesvdjInfo(params));
      }
  // Tall matrices of full rank, and fewer values than there are.
  const int m = 20, n = 5, count = 2;
  for (int rank : {5, 3}) {
    T *as = memory<T>(m * n * count), *us = memory<T>(m * n * count),
      *vs = memory<T>(n * n * count);
    R *ss = memory<R>(n * count);
    int *infos = memory<int>(count), lwork = 0;
    double residuals[count];
    for (int b = 0; b < count; ++b)
      std::copy_n(random<T>(m, n, b + 1).template device<T>(), m * n, as + b * m * n);
    OK(FORM(gesvdaStridedBatched_bufferSize)(h, kVector, rank, m, n, as, m, m * n, ss, n, us, m,
                                             m * n, vs, n, n * n, &lwork, count));
    OK(FORM(gesvdaStridedBatched)(h, kVector, rank, m, n, as, m, m * n, ss, n, us, m, m * n, vs, n,
                                  n * n, memory<T>(lwork), lwork, infos, residuals, count));
    WAIT();
    for (int b = 0; b < count; ++b) {
      const Matrix a = random<T>(m, n, b + 1);
      const Matrix left = columnsOf(us + b * m * n, m, rank, m),
                   right = columnsOf(vs + b * n * n, n, rank, n);
      // Of the values that were asked for, not of those left out.
      CHECK((a * right - left * diagonal(ss + b * n, rank)).norm() < 1e3 * epsilon<T> * a.norm());
      CHECK(residuals[b] >= 0 && residuals[b] < 1e3 * epsilon<T> * a.norm());
      CHECK(near<T>(left.adjoint() * a * right, diagonal(ss + b * n, rank)));
    }
  }
}

int main() {
  OK(cusolverDnCreate(&h));
  info = memory<int>(4);
  forAllTypes([]<typename T>(T) {
    symmetric<T>();
    generalized<T>();
    jacobiSvd<T>();
  });
  OK(cusolverDnDestroy(h));
  return failures != 0;
}
