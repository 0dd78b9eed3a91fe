// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dense orthogonal factors in four types, and reductions to condensed forms.
#include "Check.h"

static cusolverDnHandle_t h;
static int *info;

template <typename T> static T *workOf(int lwork) { return memory<T>(lwork); }

template <typename T> static void qr() {
  const int m = 14, n = 9;
  const Matrix a = random<T>(m, n, 2), c = random<T>(m, 5, 3);
  T *p = a.device<T>(), *tau = memory<T>(n);
  int lwork = 0;
  OK(FORM(geqrf_bufferSize)(h, m, n, p, m, &lwork));
  OK(FORM(geqrf)(h, m, n, p, m, tau, workOf<T>(lwork), lwork, info));
  WAIT();
  Matrix r(n, n);
  const Matrix f = Matrix::from(p, m, n, m);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i)
      r(i, j) = f(i, j);
  T *q = f.device<T>();
  OK(FORM2(orgqr_bufferSize, ungqr_bufferSize)(h, m, n, n, q, m, tau, &lwork));
  OK(FORM2(orgqr, ungqr)(h, m, n, n, q, m, tau, workOf<T>(lwork), lwork, info));
  WAIT();
  const Matrix whole = Matrix::from(q, m, n, m);
  CHECK(isUnitary<T>(whole));
  CHECK(near<T>(whole * r, a));
  // Q'C's first rows; and C' Q from the right.
  const cublasOperation_t adjoint = isComplex<T> ? CUBLAS_OP_C : CUBLAS_OP_T;
  T *left = c.device<T>(), *right = c.adjoint().device<T>();
  auto size = FORM2(ormqr_bufferSize, unmqr_bufferSize);
  auto apply = FORM2(ormqr, unmqr);
  OK(size(h, CUBLAS_SIDE_LEFT, adjoint, m, 5, n, p, m, tau, left, m, &lwork));
  OK(apply(h, CUBLAS_SIDE_LEFT, adjoint, m, 5, n, p, m, tau, left, m, workOf<T>(lwork), lwork,
           info));
  OK(size(h, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, 5, m, n, p, m, tau, right, 5, &lwork));
  OK(apply(h, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, 5, m, n, p, m, tau, right, 5, workOf<T>(lwork), lwork,
           info));
  WAIT();
  const Matrix expected = whole.adjoint() * c;
  Matrix top(n, 5), side(n, 5);
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < n; ++i) {
      top(i, j) = wide(left[i + j * m]);
      side(i, j) = std::conj(wide(right[j + i * 5]));
    }
  CHECK(near<T>(top, expected));
  CHECK(near<T>(side, expected));
  // T of the compact form: Q = 1 - V T V'.
  T *t = memory<T>(n * n), *v = f.device<T>();
  for (int i = 0; i < n * n; ++i)
    narrow(t[i], 0);
  size_t device = 0, host = 0;
  const cudaDataType type = dataType<T>();
  OK(cusolverDnXlarft_bufferSize(h, nullptr, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, m, n,
                                 type, v, m, type, tau, type, t, n, type, &device, &host));
  std::vector<char> hostWork(host + 1);
  OK(cusolverDnXlarft(h, nullptr, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, m, n, type, v, m,
                      type, tau, type, t, n, type, memory<char>(device), device, hostWork.data(),
                      host));
  WAIT();
  Matrix vs(m, n);
  for (int j = 0; j < n; ++j)
    for (int i = j; i < m; ++i)
      vs(i, j) = i == j ? Z(1) : f(i, j);
  const Matrix compact = identity(m) - vs * (Matrix::from(t, n, n, n) * vs.adjoint());
  CHECK(near<T>(compact.columns(0, n), whole));
}

template <typename T> static void reductions() {
  using R = Real<T>;
  const int m = 11, n = 7;
  const Matrix a = random<T>(m, n, 12);
  T *p = a.device<T>(), *tauq = memory<T>(n), *taup = memory<T>(n);
  R *d = memory<R>(n), *e = memory<R>(n);
  int lwork = 0;
  OK(FORM(gebrd_bufferSize)(h, m, n, &lwork));
  OK(FORM(gebrd)(h, m, n, p, m, d, e, tauq, taup, workOf<T>(lwork), lwork, info));
  WAIT();
  Matrix b(n, n);
  for (int i = 0; i < n; ++i) {
    b(i, i) = d[i];
    if (i + 1 < n)
      b(i, i + 1) = e[i];
  }
  T *q = Matrix::from(p, m, n, m).template device<T>(), *v = memory<T>(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      v[i + j * n] = p[i + j * m];
  auto size = FORM2(orgbr_bufferSize, ungbr_bufferSize);
  auto make = FORM2(orgbr, ungbr);
  OK(size(h, CUBLAS_SIDE_LEFT, m, n, n, q, m, tauq, &lwork));
  OK(make(h, CUBLAS_SIDE_LEFT, m, n, n, q, m, tauq, workOf<T>(lwork), lwork, info));
  OK(size(h, CUBLAS_SIDE_RIGHT, n, n, m, v, n, taup, &lwork));
  OK(make(h, CUBLAS_SIDE_RIGHT, n, n, m, v, n, taup, workOf<T>(lwork), lwork, info));
  WAIT();
  CHECK(near<T>(Matrix::from(q, m, n, m) * b * Matrix::from(v, n, n, n), a));

  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const Matrix s = hermitian<T>(n, 3);
    T *ps = s.device<T>(), *tau = memory<T>(n);
    OK(FORM2(sytrd_bufferSize, hetrd_bufferSize)(h, uplo, n, ps, n, d, e, tau, &lwork));
    OK(FORM2(sytrd, hetrd)(h, uplo, n, ps, n, d, e, tau, workOf<T>(lwork), lwork, info));
    WAIT();
    Matrix t(n, n);
    for (int i = 0; i < n; ++i) {
      t(i, i) = d[i];
      if (i + 1 < n)
        t(i, i + 1) = t(i + 1, i) = e[i];
    }
    T *eye = identity(n).device<T>();
    OK(FORM2(ormtr_bufferSize, unmtr_bufferSize)(h, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_N, n, n, ps,
                                                 n, tau, eye, n, &lwork));
    OK(FORM2(ormtr, unmtr)(h, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_N, n, n, ps, n, tau, eye, n,
                           workOf<T>(lwork), lwork, info));
    OK(FORM2(orgtr_bufferSize, ungtr_bufferSize)(h, uplo, n, ps, n, tau, &lwork));
    OK(FORM2(orgtr, ungtr)(h, uplo, n, ps, n, tau, workOf<T>(lwork), lwork, info));
    WAIT();
    const Matrix qs = Matrix::from(ps, n, n, n);
    CHECK(isUnitary<T>(qs));
    CHECK(near<T>(qs * t * qs.adjoint(), s));
    CHECK(near<T>(Matrix::from(eye, n, n, n), qs));
  }
}

int main() {
  OK(cusolverDnCreate(&h));
  info = memory<int>(4);
  forAllTypes([]<typename T>(T) {
    qr<T>();
    reductions<T>();
  });
  OK(cusolverDnDestroy(h));
  return failures != 0;
}
