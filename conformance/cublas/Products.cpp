// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products against sums in long double: gemm, its batched forms, symm, syrk, syr2k, trmm,
// trsm, geam, dgmm, gemv, ger. The bound is the usual one: the number of terms times the rounding
// unit.
#include "Check.h"

static cublasHandle_t handle;
static const cublasOperation_t kOps[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

template <typename T, typename F> static void gemm(F routine, int m, int n, int k) {
  for (cublasOperation_t ta : kOps)
    for (cublasOperation_t tb : kOps) {
      const int lda = (ta ? k : m) + 3, ldb = (tb ? n : k) + 1, ldc = m + 2;
      auto a = numbers<T>(size_t(lda) * (ta ? m : k), 1),
           b = numbers<T>(size_t(ldb) * (tb ? k : n), 2), c = numbers<T>(size_t(ldc) * n, 3);
      Device<T> da(a), db(b), dc(c);
      const T alpha = make<T>(0.75, -0.5), beta = make<T>(-1.5, 0.25);
      OK(routine(handle, ta, tb, m, n, k, &alpha, da.p, lda, db.p, ldb, &beta, dc.p, ldc));
      auto seen = dc.get();
      int wrong = 0;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < ldc; ++i) {
          const size_t e = size_t(i) + size_t(j) * ldc;
          Exact sum = 0;
          for (int p = 0; i < m && p < k; ++p)
            sum += at(a, lda, ta, i, p) * at(b, ldb, tb, p, j);
          const Exact expected =
              i < m ? exact(alpha) * sum + exact(beta) * exact(c[e]) : exact(c[e]);
          wrong += !isClose(seen[e], expected, k + 3, std::sqrt(k + 1.0L));
        }
      EQUAL(0, wrong);
    }
}

template <typename T, typename F> static void gemmStrided(F routine) {
  const int n = 17, batch = 9;
  auto a = numbers<T>(n * n * batch, 4), b = numbers<T>(n * n * batch, 5);
  Device<T> da(a), db(b), dc(size_t(n) * n * batch);
  const T one = make<T>(1, 0), zero = make<T>(0, 0);
  OK(routine(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, da.p, n, n * n, db.p, n, 0, &zero,
             dc.p, n, n * n, batch));
  auto seen = dc.get();
  int wrong = 0;
  for (int s = 0; s < batch; ++s)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        Exact sum = 0;
        for (int p = 0; p < n; ++p)
          sum += exact(a[s * n * n + i + p * n]) * exact(b[j + p * n]);
        wrong += !isClose(seen[s * n * n + i + j * n], sum, n + 3, 5);
      }
  EQUAL(0, wrong);
}

/// Element of a full matrix of which one triangle is stored. form: 0 symmetric, 1 Hermitian.
template <typename T>
static Exact whole(const std::vector<T> &a, int lda, cublasFillMode_t uplo, bool hermitian, int i,
                   int j) {
  const bool stored = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
  const Exact x = exact(stored ? a[i + size_t(j) * lda] : a[j + size_t(i) * lda]);
  if (hermitian && i == j)
    return x.real();
  return hermitian && !stored ? std::conj(x) : x;
}

template <typename T, typename F> static void symm(F routine, bool hermitian) {
  const int m = 301, n = 270;
  for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})
    for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
      const int k = side == CUBLAS_SIDE_LEFT ? m : n;
      auto a = numbers<T>(k * k, 6), b = numbers<T>(m * n, 7), c = numbers<T>(m * n, 8);
      Device<T> da(a), db(b), dc(c);
      const T alpha = make<T>(0.5, 1), beta = make<T>(2, -1);
      OK(routine(handle, side, uplo, m, n, &alpha, da.p, k, db.p, m, &beta, dc.p, m));
      auto seen = dc.get();
      int wrong = 0;
      for (int j = 0; j < n; j += 7)
        for (int i = 0; i < m; i += 5) {
          Exact sum = 0;
          for (int p = 0; p < k; ++p)
            sum += side == CUBLAS_SIDE_LEFT
                       ? whole(a, k, uplo, hermitian, i, p) * exact(b[p + j * m])
                       : exact(b[i + p * m]) * whole(a, k, uplo, hermitian, p, j);
          wrong += !isClose(seen[i + j * m], exact(alpha) * sum + exact(beta) * exact(c[i + j * m]),
                            k, 20);
        }
      EQUAL(0, wrong);
    }
}

/// syrk, syr2k, syrkx (kind 0, 1, 2) and their Hermitian forms, over more than one tile.
template <typename T, typename A, typename B, typename F>
static void rankK(F call, int kind, bool hermitian, A alpha, B beta) {
  const int n = 300, k = 33;
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
    for (cublasOperation_t trans : {CUBLAS_OP_N, hermitian ? CUBLAS_OP_C : CUBLAS_OP_T}) {
      const int ld = trans ? k : n;
      auto a = numbers<T>(n * k, 9), b = numbers<T>(n * k, 10), c = numbers<T>(n * n, 11);
      Device<T> da(a), db(b), dc(c);
      OK(call(uplo, trans, n, k, &alpha, da.p, ld, db.p, &beta, dc.p, n));
      auto seen = dc.get();
      const Exact al = exact(alpha);
      int wrong = 0;
      auto other = [&](Exact x) { return hermitian ? std::conj(x) : x; };
      for (int j = 0; j < n; j += 3)
        for (int i = 0; i < n; i += 3) {
          const bool stored = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
          Exact expected = exact(c[i + j * n]);
          if (stored) {
            Exact sum = 0;
            auto row = [&](const std::vector<T> &x, int r, int p) {
              return trans == CUBLAS_OP_N ? exact(x[r + p * n]) : other(exact(x[p + r * k]));
            };
            for (int p = 0; p < k; ++p) {
              sum += al * row(a, i, p) * other(row(kind ? b : a, j, p));
              if (kind == 1)
                sum += other(al) * row(b, i, p) * other(row(a, j, p));
            }
            if (hermitian && i == j)
              expected = expected.real();
            expected = sum + exact(beta) * expected;
            if (hermitian && i == j)
              expected = expected.real();
          }
          wrong += !isClose(seen[i + j * n], expected, 2 * k + 4, 12);
        }
      EQUAL(0, wrong);
    }
}

template <typename T, typename S, typename M> static void triangles(S trsm, M trmm) {
  const int m = 280, n = 45;
  for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})
    for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
      for (cublasOperation_t trans : kOps)
        for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
          const int k = side == CUBLAS_SIDE_LEFT ? m : n;
          auto a = numbers<T>(k * k, 12), b = numbers<T>(m * n, 13);
          for (int j = 0; j < k; ++j)
            for (int i = 0; i < k; ++i) {
              T &x = a[i + j * k];
              const Exact small = exact(x) * 0.01L;
              x = make<T>(double(small.real()) + (i == j ? 2 : 0), double(small.imag()));
            }
          Device<T> da(a), db(b), dc(size_t(m) * n);
          const T alpha = make<T>(1.5, -0.5), inverse = make<T>(1, 0);
          OK(trmm(handle, side, uplo, trans, diag, m, n, &alpha, da.p, k, db.p, m, dc.p, m));
          auto seen = dc.get();
          auto element = [&](int i, int j) -> Exact {
            const int r = trans == CUBLAS_OP_N ? i : j, c = trans == CUBLAS_OP_N ? j : i;
            if (r == c && diag == CUBLAS_DIAG_UNIT)
              return 1;
            if (r != c && (uplo == CUBLAS_FILL_MODE_LOWER) != (r > c))
              return 0;
            return at(a, k, trans, i, j);
          };
          int wrong = 0;
          for (int j = 0; j < n; j += 4)
            for (int i = 0; i < m; i += 9) {
              Exact sum = 0;
              for (int p = 0; p < k; ++p)
                sum += side == CUBLAS_SIDE_LEFT ? element(i, p) * exact(b[p + j * m])
                                                : exact(b[i + p * m]) * element(p, j);
              wrong += !isClose(seen[i + j * m], exact(alpha) * sum, k + 4, 4);
            }
          EQUAL(0, wrong);
          // The solution of what was multiplied is what it was, times alpha.
          OK(trsm(handle, side, uplo, trans, diag, m, n, &inverse, da.p, k, dc.p, m));
          seen = dc.get();
          wrong = 0;
          for (size_t e = 0; e < seen.size(); ++e)
            wrong += !isClose(seen[e], exact(alpha) * exact(b[e]), 4 * k, 4);
          EQUAL(0, wrong);
        }
}

/// Whose columns are shared out: 8,197 rows, and columns that are no multiple of anything.
template <typename T, typename V> static void largeMatrix(V gemv) {
  const int m = 8197, n = 527, lda = 8200;
  const auto a = numbers<T>(size_t(lda) * n, 31), x = numbers<T>(size_t(2) * n, 32),
             y = numbers<T>(m, 33);
  Device<T> da(a), dx(x), dy(y);
  const T alpha = make<T>(2, 0), beta = make<T>(-0.5, 0), none = make<T>(0, 0);
  OK(gemv(handle, CUBLAS_OP_N, m, n, &alpha, da.p, lda, dx.p, -2, &beta, dy.p, 1));
  const auto seen = dy.get();
  std::vector<long double> sums(size_t(m), 0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      sums[size_t(i)] += (long double)(a[size_t(i) + size_t(j) * lda]) * x[size_t(n - 1 - j) * 2];
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    wrong += !isClose(seen[size_t(i)], 2 * sums[size_t(i)] - y[size_t(i)] / 2, n + 3, std::sqrt(n));
  EQUAL(0, wrong);
  // Captured it takes no memory, and computes the same bits.
  cudaStream_t stream, before;
  cudaGraph_t graph;
  cudaGraphExec_t work;
  size_t nodes = 0;
  OK(cublasGetStream(handle, &before));
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  OK(cublasSetStream(handle, stream));
  CHECK(cudaMemcpy(dy.p, y.data(), m * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  OK(gemv(handle, CUBLAS_OP_N, m, n, &alpha, da.p, lda, dx.p, -2, &beta, dy.p, 1));
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess);
  EQUAL(1, nodes);
  CHECK(cudaGraphInstantiate(&work, graph, 0) == cudaSuccess);
  CHECK(cudaGraphLaunch(work, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(dy.get() == seen);
  CHECK(cudaGraphExecDestroy(work) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
  OK(cublasSetStream(handle, before));
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  OK(gemv(handle, CUBLAS_OP_N, m, n, &none, da.p, lda, dx.p, 1, &beta, dy.p, 1));
  const auto halved = dy.get();
  for (int i = 0; i < m; ++i)
    wrong += halved[size_t(i)] != seen[size_t(i)] * T(-0.5);
  EQUAL(0, wrong);
}

template <typename T, typename V, typename G> static void vectors(V gemv, G ger) {
  const int m = 1030, n = 77;
  for (cublasOperation_t trans : kOps)
    for (int inc : {1, 2, -3}) {
      const int rows = trans ? n : m, columns = trans ? m : n;
      const size_t sx = size_t(columns) * std::abs(inc), sy = size_t(rows) * std::abs(inc);
      auto a = numbers<T>(size_t(m) * n, 14), x = numbers<T>(sx, 15), y = numbers<T>(sy, 16);
      Device<T> da(a), dx(x), dy(y);
      const T alpha = make<T>(2, 0.5), beta = make<T>(-0.5, 1);
      OK(gemv(handle, trans, m, n, &alpha, da.p, m, dx.p, inc, &beta, dy.p, inc));
      auto seen = dy.get();
      auto place = [&](int i, int count) {
        return size_t(inc > 0 ? i * inc : (i - count + 1) * inc);
      };
      int wrong = 0;
      for (int i = 0; i < rows; ++i) {
        Exact sum = 0;
        for (int j = 0; j < columns; ++j)
          sum += at(a, m, trans, i, j) * exact(x[place(j, columns)]);
        const size_t e = place(i, rows);
        wrong += !isClose(seen[e], exact(alpha) * sum + exact(beta) * exact(y[e]), columns + 3,
                          std::sqrt(columns));
      }
      EQUAL(0, wrong);
    }
  auto x = numbers<T>(m, 17), y = numbers<T>(n, 18), a = numbers<T>(size_t(m) * n, 19);
  Device<T> dx(x), dy(y), da(a);
  const T alpha = make<T>(0.25, 3);
  OK(ger(handle, m, n, &alpha, dx.p, 1, dy.p, 1, da.p, m));
  auto seen = da.get();
  int wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      wrong +=
          !isClose(seen[i + size_t(j) * m],
                   exact(alpha) * exact(x[i]) * exact(y[j]) + exact(a[i + size_t(j) * m]), 4, 4);
  EQUAL(0, wrong);
}

template <typename T, typename G, typename D> static void sums(G geam, D dgmm) {
  const int m = 65, n = 40;
  auto a = numbers<T>(m * n, 20), b = numbers<T>(m * n, 21), x = numbers<T>(2 * m, 22);
  Device<T> da(a), db(b), dc(size_t(m) * n), dx(x);
  const T alpha = make<T>(2, 1), beta = make<T>(-3, 0.5);
  OK(geam(handle, CUBLAS_OP_N, CUBLAS_OP_C, m, n, &alpha, da.p, m, &beta, db.p, n, dc.p, m));
  auto seen = dc.get();
  int wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      wrong += !isClose(
          seen[i + j * m],
          exact(alpha) * exact(a[i + j * m]) + exact(beta) * std::conj(exact(b[j + i * n])), 4, 4);
  EQUAL(0, wrong);
  OK(dgmm(handle, CUBLAS_SIDE_LEFT, m, n, da.p, m, dx.p, 2, dc.p, m));
  seen = dc.get();
  wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      wrong += !isClose(seen[i + j * m], exact(a[i + j * m]) * exact(x[2 * i]), 4);
  EQUAL(0, wrong);
}

#define ALL(T, L, R, ger)                                                                          \
  gemm<T>(cublas##L##gemm, 37, 29, 41);                                                            \
  gemm<T>(cublas##L##gemm, 5, 7, 3);                                                               \
  gemm<T>(cublas##L##gemm, 300, 270, 20);                                                          \
  gemmStrided<T>(cublas##L##gemmStridedBatched);                                                   \
  symm<T>(cublas##L##symm, false);                                                                 \
  triangles<T>(cublas##L##trsm, cublas##L##trmm);                                                  \
  vectors<T>(cublas##L##gemv, cublas##ger);                                                        \
  sums<T>(cublas##L##geam, cublas##L##dgmm);                                                       \
  {                                                                                                \
    const T alpha = make<T>(1.25, 0.5), beta = make<T>(0.5, -1);                                   \
    auto one = [](auto u, auto t, int n, int k, auto al, auto a, int ld, auto, auto be, auto c,    \
                  int ldc) { return cublas##L##syrk(handle, u, t, n, k, al, a, ld, be, c, ldc); }; \
    auto two = [](auto u, auto t, int n, int k, auto al, auto a, int ld, auto b, auto be, auto c,  \
                  int ldc) {                                                                       \
      return cublas##L##syr2k(handle, u, t, n, k, al, a, ld, b, ld, be, c, ldc);                   \
    };                                                                                             \
    auto cross = [](auto u, auto t, int n, int k, auto al, auto a, int ld, auto b, auto be,        \
                    auto c, int ldc) {                                                             \
      return cublas##L##syrkx(handle, u, t, n, k, al, a, ld, b, ld, be, c, ldc);                   \
    };                                                                                             \
    rankK<T>(one, 0, false, alpha, beta);                                                          \
    rankK<T>(two, 1, false, alpha, beta);                                                          \
    rankK<T>(cross, 2, false, alpha, beta);                                                        \
  }
#define HERMITIAN(T, L, R)                                                                         \
  symm<T>(cublas##L##hemm, true);                                                                  \
  {                                                                                                \
    const T alpha = make<T>(1.25, 0.5);                                                            \
    auto one = [](auto u, auto t, int n, int k, auto al, auto a, int ld, auto, auto be, auto c,    \
                  int ldc) { return cublas##L##herk(handle, u, t, n, k, al, a, ld, be, c, ldc); }; \
    auto two = [](auto u, auto t, int n, int k, auto al, auto a, int ld, auto b, auto be, auto c,  \
                  int ldc) {                                                                       \
      return cublas##L##her2k(handle, u, t, n, k, al, a, ld, b, ld, be, c, ldc);                   \
    };                                                                                             \
    rankK<T>(one, 0, true, R(1.25), R(0.5));                                                       \
    rankK<T>(two, 1, true, alpha, R(0.5));                                                         \
  }

int main() {
  OK(cublasCreate(&handle));
  ALL(float, S, float, Sger)
  ALL(double, D, double, Dger)
  ALL(cuComplex, C, float, Cgeru)
  ALL(cuDoubleComplex, Z, double, Zgeru)
  HERMITIAN(cuComplex, C, float)
  HERMITIAN(cuDoubleComplex, Z, double)
  largeMatrix<float>(cublasSgemv);
  largeMatrix<double>(cublasDgemv);
  OK(cublasDestroy(handle));
  return failures ? 1 : 0;
}
