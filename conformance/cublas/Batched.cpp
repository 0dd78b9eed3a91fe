// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of small products and factorizations: each matrix against sums in long double, those of
// an incomplete group at the batch's end, too.
#include "Check.h"

static cublasHandle_t handle;

/// `count` matrices of n columns, `ld` apart, and the array of their addresses.
template <typename T> struct Batch {
  int n, ld, count;
  std::vector<T> before;
  Device<T> data;
  Device<T *> each;
  Batch(int n, int ld, int count, unsigned seed)
      : n(n), ld(ld), count(count), before(numbers<T>(size_t(ld) * n * count, seed)), data(before),
        each(addresses()) {}
  std::vector<T *> addresses() const {
    std::vector<T *> list;
    for (int k = 0; k < count; ++k)
      list.push_back(data.p + size_t(ld) * n * k);
    return list;
  }
  std::vector<T> matrix(const std::vector<T> &all, int k) const {
    const auto first = all.begin() + ptrdiff_t(ld) * n * k;
    return {first, first + ptrdiff_t(ld) * n};
  }
};

template <typename T, typename Strided, typename Listed>
static void products(Strided strided, Listed listed, int n, int count) {
  const T alpha = make<T>(1.5, -0.5), beta = make<T>(0.25, 1);
  const long long each = (long long)(n + 1) * n;
  for (auto opA : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
    for (auto opB : {CUBLAS_OP_N, CUBLAS_OP_C}) {
      Batch<T> a(n, n + 1, count, 1), b(n, n + 1, count, 2), c(n, n + 1, count, 3),
          d(n, n + 1, count, 3);
      OK(strided(handle, opA, opB, n, n, n, &alpha, a.data.p, n + 1, each, b.data.p, n + 1, each,
                 &beta, c.data.p, n + 1, each, count));
      OK(listed(handle, opA, opB, n, n, n, &alpha, a.each.p, n + 1, b.each.p, n + 1, &beta,
                d.each.p, n + 1, count));
      const auto seen = c.data.get(), other = d.data.get();
      int wrong = 0;
      for (int k = 0; k < count; ++k) {
        const auto x = a.matrix(a.before, k), y = b.matrix(b.before, k),
                   old = c.matrix(c.before, k), result = c.matrix(seen, k),
                   same = d.matrix(other, k);
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < n; ++i) {
            Exact sum = 0;
            for (int q = 0; q < n; ++q)
              sum += at(x, n + 1, opA, i, q) * at(y, n + 1, opB, q, j);
            const size_t place = size_t(i) + size_t(j) * (n + 1);
            const Exact want = exact(alpha) * sum + exact(beta) * exact(old[place]);
            wrong += !isClose(result[place], want, n + 4, n);
            wrong += !isClose(same[place], want, n + 4, n);
          }
      }
      EQUAL(0, wrong);
    }
}

/// P A = L U of each; without pivots P is 1. Rows are far from dependent.
template <typename T, typename F>
static void factors(F getrfBatched, int n, int count, bool isPivoted) {
  Batch<T> a(n, n + 2, count, 4);
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < n; ++i) { // the greatest of each row is at another place where rows move
      const int row = isPivoted ? (i * 5 + k) % n : i;
      a.before[size_t(row) + size_t(i) * (n + 2) + size_t(n + 2) * n * k] = make<T>(2.0 * n, 1);
    }
  DONE(cudaMemcpy(a.data.p, a.before.data(), a.before.size() * sizeof(T), cudaMemcpyHostToDevice));
  Device<int> pivots(size_t(n) * count), info(std::vector<int>(size_t(count), -7));
  OK(getrfBatched(handle, n, a.each.p, n + 2, isPivoted ? pivots.p : nullptr, info.p, count));
  const auto all = a.data.get();
  const auto exchanged = pivots.get(), infos = info.get();
  int wrong = 0;
  for (int k = 0; k < count; ++k) {
    auto before = a.matrix(a.before, k);
    const auto lu = a.matrix(all, k);
    wrong += infos[size_t(k)] != 0;
    for (int i = 0; i < n && isPivoted; ++i) {
      const int other = exchanged[size_t(i) + size_t(n) * k] - 1;
      wrong += other < i || other >= n;
      for (int j = 0; j < n; ++j)
        std::swap(before[size_t(i) + size_t(j) * (n + 2)],
                  before[size_t(other) + size_t(j) * (n + 2)]);
    }
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        Exact sum = 0;
        for (int q = 0; q <= std::min(i, j); ++q)
          sum += (q == i ? Exact(1) : at(lu, n + 2, CUBLAS_OP_N, i, q)) *
                 at(lu, n + 2, CUBLAS_OP_N, q, j);
        wrong += !isClose(before[size_t(i) + size_t(j) * (n + 2)], sum, 2 * n, 2 * n);
      }
  }
  EQUAL(0, wrong);
}

template <typename T, typename S, typename L, typename F>
static void all(S strided, L listed, F getrfBatched) {
  for (int n : {1, 8, 19, 64, 65})
    products<T>(strided, listed, n, 5);
  for (int n : {3, 16, 63, 64, 65}) // 16 floats or 8 doubles are a group
    for (int count : {1, 23})
      for (bool isPivoted : {true, false})
        factors<T>(getrfBatched, n, count, isPivoted);
}

int main() {
  OK(cublasCreate(&handle));
  all<float>(cublasSgemmStridedBatched, cublasSgemmBatched, cublasSgetrfBatched);
  all<double>(cublasDgemmStridedBatched, cublasDgemmBatched, cublasDgetrfBatched);
  all<cuComplex>(cublasCgemmStridedBatched, cublasCgemmBatched, cublasCgetrfBatched);
  all<cuDoubleComplex>(cublasZgemmStridedBatched, cublasZgemmBatched, cublasZgetrfBatched);
  OK(cublasDestroy(handle));
  return failures ? 1 : 0;
}
