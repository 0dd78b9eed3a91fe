// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dense linear systems in four types: factors multiply to the matrix, solutions solve, infos tell
// what the manual says.
#include "Check.h"

static cusolverDnHandle_t h;
static int *info;

template <typename T> static T *workOf(int lwork) { return memory<T>(lwork); }

template <typename T> static void cholesky() {
  const int n = 17, ld = 19;
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const Matrix a = positive<T>(n, 3);
    T *p = a.device<T>(ld);
    int lwork = 0;
    OK(FORM(potrf_bufferSize)(h, uplo, n, p, ld, &lwork));
    OK(FORM(potrf)(h, uplo, n, p, ld, workOf<T>(lwork), lwork, info));
    WAIT();
    EQUAL(0, *info);
    Matrix l = Matrix::from(p, n, n, ld);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) {
          CHECK(l(i, j) == a(i, j)); // the other triangle is left alone
          l(i, j) = 0;
        }
    CHECK(near<T>(uplo == CUBLAS_FILL_MODE_LOWER ? l * l.adjoint() : l.adjoint() * l, a));
    // L'L and U U'
    T *product = Matrix::from(p, n, n, ld).template device<T>(ld);
    OK(FORM(lauum_bufferSize)(h, uplo, n, product, ld, &lwork));
    OK(FORM(lauum)(h, uplo, n, product, ld, workOf<T>(lwork), lwork, info));
    WAIT();
    Matrix square = uplo == CUBLAS_FILL_MODE_LOWER ? l.adjoint() * l : l * l.adjoint();
    Matrix half = Matrix::from(product, n, n, ld);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
          half(i, j) = std::conj(half(j, i));
    CHECK(near<T>(half, square));
    const Matrix x = random<T>(n, 3, 5);
    T *b = (a * x).device<T>();
    OK(FORM(potrs)(h, uplo, n, 3, p, ld, b, n, info));
    WAIT();
    CHECK(near<T>(Matrix::from(b, n, 3, n), x, 1e4));
  }
}

template <typename T> static void lu() {
  const int m = 13;
  for (int n : {13, 9, 16}) {
    const Matrix a = random<T>(m, n, 7);
    T *p = a.device<T>();
    int lwork = 0, *pivots = memory<int>(16);
    OK(FORM(getrf_bufferSize)(h, m, n, p, m, &lwork));
    OK(FORM(getrf)(h, m, n, p, m, workOf<T>(lwork), pivots, info));
    WAIT();
    EQUAL(0, *info);
    const int k = std::min(m, n);
    const Matrix f = Matrix::from(p, m, n, m);
    Matrix l(m, k), u(k, n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        if (i > j)
          l(i, j) = f(i, j);
        else
          u(i, j) = f(i, j);
    for (int i = 0; i < k; ++i)
      l(i, i) = 1;
    // laswp brings the rows of A into the order of the factors.
    T *rows = a.device<T>();
    OK(FORM(laswp)(h, n, rows, m, 1, k, pivots, 1));
    WAIT();
    CHECK(near<T>(l * u, Matrix::from(rows, m, n, m)));
    OK(FORM(laswp)(h, n, rows, m, 1, k, pivots, -1));
    WAIT();
    CHECK(near<T>(a, Matrix::from(rows, m, n, m), 0));
    if (n != m)
      continue;
    for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
      const Matrix x = random<T>(n, 2, 8);
      const Matrix of = op == CUBLAS_OP_N ? a : op == CUBLAS_OP_T ? a.transposed() : a.adjoint();
      T *b = (of * x).device<T>();
      OK(FORM(getrs)(h, op, n, 2, p, n, pivots, b, n, info));
      WAIT();
      CHECK(near<T>(Matrix::from(b, n, 2, n), x, 1e4));
    }
  }
  // Without pivots, of a matrix that needs none.
  const Matrix a = positive<T>(m, 4), x = random<T>(m, 2, 8);
  T *p = a.device<T>(), *b = (a * x).device<T>();
  OK(FORM(getrf)(h, m, m, p, m, workOf<T>(100), nullptr, info));
  OK(FORM(getrs)(h, CUBLAS_OP_N, m, 2, p, m, nullptr, b, m, info));
  WAIT();
  CHECK(near<T>(Matrix::from(b, m, 2, m), x, 1e4));
  // The first zero pivot.
  Matrix singular = identity(5);
  singular(2, 2) = 0;
  OK(FORM(getrf)(h, 5, 5, singular.device<T>(), 5, workOf<T>(100), memory<int>(5), info));
  WAIT();
  EQUAL(3, *info);
}

template <typename T> static void ldlt() {
  const int n = 12;
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
    for (bool isPivoted : {true, false}) {
      // Complex matrices are symmetric, not Hermitian.
      Matrix a = random<T>(n, n, 6), b = a.transposed();
      for (size_t i = 0; i < a.data.size(); ++i)
        a.data[i] += b.data[i];
      if (!isPivoted)
        for (int i = 0; i < n; ++i)
          a(i, i) += 60;
      T *p = a.device<T>();
      int lwork = 0, *pivots = isPivoted ? memory<int>(n) : nullptr;
      OK(FORM(sytrf_bufferSize)(h, n, p, n, &lwork));
      OK(FORM(sytrf)(h, uplo, n, p, n, pivots, workOf<T>(lwork), lwork, info));
      WAIT();
      EQUAL(0, *info);
      int64_t *wide = isPivoted ? memory<int64_t>(n) : nullptr;
      for (int i = 0; i < n && isPivoted; ++i)
        wide[i] = pivots[i];
      const Matrix x = random<T>(n, 2, 8);
      T *rhs = (a * x).device<T>();
      size_t device = 0, host = 0;
      const cudaDataType type = dataType<T>();
      OK(cusolverDnXsytrs_bufferSize(h, uplo, n, 2, type, p, n, wide, type, rhs, n, &device,
                                     &host));
      std::vector<char> hostWork(host + 1);
      OK(cusolverDnXsytrs(h, uplo, n, 2, type, p, n, wide, type, rhs, n, memory<char>(device),
                          device, hostWork.data(), host, info));
      WAIT();
      CHECK(near<T>(Matrix::from(rhs, n, 2, n), x, 1e4));
      OK(FORM(sytri_bufferSize)(h, uplo, n, p, n, pivots, &lwork));
      OK(FORM(sytri)(h, uplo, n, p, n, pivots, workOf<T>(lwork), lwork, info));
      WAIT();
      Matrix inverse = Matrix::from(p, n, n, n);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
            inverse(i, j) = inverse(j, i);
      CHECK(near<T>(a * inverse, identity(n), 1e4));
    }
}

/// Large enough for a factorization in parts: solutions, infos, the triangle that is left alone.
template <typename T> static void large() {
  const int n = 700;
  const Matrix x = random<T>(n, 1, 4);
  Matrix a = random<T>(n, n, 3), s = hermitian<T>(n, 5);
  for (int i = 0; i < n; ++i)
    s(i, i) += 20.0 * n;
  int lwork = 0, *pivots = memory<int>(n);
  T *p = a.device<T>(), *b = (a * x).device<T>();
  OK(FORM(getrf_bufferSize)(h, n, n, p, n, &lwork));
  OK(FORM(getrf)(h, n, n, p, n, workOf<T>(lwork), pivots, info));
  OK(FORM(getrs)(h, CUBLAS_OP_N, n, 1, p, n, pivots, b, n, info + 1));
  WAIT();
  EQUAL(0, *info);
  CHECK(near<T>(a * Matrix::from(b, n, 1, n), a * x));
  // Column 600 is zero: the first zero pivot is there, and not in an earlier part.
  for (int i = 0; i < n; ++i)
    a(i, 600) = 0;
  OK(FORM(getrf)(h, n, n, a.device<T>(), n, workOf<T>(lwork), pivots, info));
  WAIT();
  EQUAL(601, *info);
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    p = s.device<T>(), b = (s * x).device<T>();
    OK(FORM(potrf_bufferSize)(h, uplo, n, p, n, &lwork));
    OK(FORM(potrf)(h, uplo, n, p, n, workOf<T>(lwork), lwork, info));
    OK(FORM(potrs)(h, uplo, n, 1, p, n, b, n, info + 1));
    WAIT();
    EQUAL(0, *info);
    CHECK(near<T>(Matrix::from(b, n, 1, n), x));
    const Matrix f = Matrix::from(p, n, n, n);
    bool isKept = true;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
          isKept &= f(i, j) == s(i, j);
    CHECK(isKept);
    for (double pivot : {-1.0, double(NAN)}) {
      Matrix bad = s;
      bad(555, 555) = pivot;
      T *q = bad.device<T>();
      OK(FORM(potrf)(h, uplo, n, q, n, workOf<T>(lwork), lwork, info));
      WAIT();
      EQUAL(556, *info);
      CHECK(std::isnan(std::real(Matrix::from(q, n, n, n)(555, 555))));
    }
  }
}

/// A QR factorization in parts: Q R is the matrix, of more rows or more columns.
template <typename T> static void largeQr() {
  for (auto [m, n] : {std::pair{700, 620}, {600, 700}}) {
    const int k = std::min(m, n);
    const Matrix a = random<T>(m, n, 6);
    T *p = a.device<T>(), *tau = memory<T>(k);
    int lwork = 0;
    OK(FORM(geqrf_bufferSize)(h, m, n, p, m, &lwork));
    OK(FORM(geqrf)(h, m, n, p, m, tau, workOf<T>(lwork), lwork, info));
    WAIT();
    EQUAL(0, *info);
    Matrix r = Matrix::from(p, m, n, m);
    for (int j = 0; j < n; ++j)
      for (int i = j + 1; i < m; ++i)
        r(i, j) = 0;
    T *product = r.template device<T>();
    OK(FORM2(ormqr_bufferSize, unmqr_bufferSize)(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, n, k, p, m,
                                                 tau, product, m, &lwork));
    OK(FORM2(ormqr, unmqr)(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, n, k, p, m, tau, product, m,
                           workOf<T>(lwork), lwork, info));
    WAIT();
    CHECK(near<T>(Matrix::from(product, m, n, m), a));
  }
}

int main() {
  OK(cusolverDnCreate(&h));
  info = memory<int>(4);
  forAllTypes([]<typename T>(T) {
    cholesky<T>();
    lu<T>();
    ldlt<T>();
    large<T>();
    largeQr<T>();
  });
  OK(cusolverDnDestroy(h));
  return failures != 0;
}
