// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse systems, orderings and eigenvalues.
#include "SparseMatrices.h"

#include <algorithm>
#include <numeric>

template <typename T> static void systems() {
  const int side = 6, n = side * side;
  const Matrix x = random<T>(n, 1, 4);
  T *out = memory<T>(n);
  int singular = -9;
  for (int reorder = 0; reorder < 4; ++reorder) {
    const Csr<T> a(grid<T>(side, false)), s(grid<T>(side, true));
    T *b = (a.full * x).template device<T>(), *c = (s.full * x).template device<T>();
    auto good = [&] {
      EQUAL(-1, singular);
      CHECK(near<T>(Matrix::from(out, n, 1, n), x, 1e3));
      std::fill_n(reinterpret_cast<char *>(out), n * sizeof(T), 0);
      singular = -9;
    };
    OK(SP(csrlsvluHost)(h, n, a.count, descriptor, a.values, a.rows, a.columns, b, 0, reorder, out,
                        &singular));
    good();
    OK(SP(csrlsvqrHost)(h, n, a.count, descriptor, a.values, a.rows, a.columns, b, 0, reorder, out,
                        &singular));
    good();
    OK(SP(csrlsvqr)(h, n, a.count, descriptor, a.values, a.rows, a.columns, b, 0, reorder, out,
                    &singular));
    good();
    OK(SP(csrlsvcholHost)(h, n, s.count, descriptor, s.values, s.rows, s.columns, c, 0, reorder,
                          out, &singular));
    good();
    OK(SP(csrlsvchol)(h, n, s.count, descriptor, s.values, s.rows, s.columns, c, 0, reorder, out,
                      &singular));
    good();
  }
  // A matrix that needs pivots.
  Matrix p(3, 3);
  p(0, 1) = 2, p(1, 0) = 3, p(1, 2) = 1, p(2, 2) = 4;
  const Csr<T> a(p);
  const Matrix y = random<T>(3, 1, 1);
  T *b = (p * y).device<T>();
  OK(SP(csrlsvluHost)(h, 3, a.count, descriptor, a.values, a.rows, a.columns, b, 0, 0, out,
                      &singular));
  CHECK(near<T>(Matrix::from(out, 3, 1, 3), y));
  // Least squares, of full rank and of rank 2.
  for (int rank : {3, 2}) {
    Matrix tall = random<T>(8, 3, 6);
    if (rank == 2)
      for (int i = 0; i < 8; ++i)
        tall(i, 2) = tall(i, 0) * 2.0;
    const Csr<T> t(tall);
    const Matrix right = random<T>(8, 1, 7);
    int found = 0, order[3];
    Real<T> norm = -1;
    OK(SP(csrlsqvqrHost)(h, 8, 3, t.count, descriptor, t.values, t.rows, t.columns,
                         right.device<T>(), Real<T>(1e-4), &found, out, order, &norm));
    EQUAL(rank, found);
    const Matrix residual = tall * Matrix::from(out, 3, 1, 3) - right;
    CHECK(std::abs(residual.norm() - norm) < 1e3 * epsilon<T> * right.norm());
    CHECK(near<T>(tall.adjoint() * residual, Matrix(3, 1), 1e3 * tall.norm()));
  }
}

template <typename T> static void eigenvalues() {
  const int side = 4, n = side * side;
  const Matrix s = grid<T>(side, true);
  const Csr<T> a(s);
  T start, mu, *x = memory<T>(n), *x0 = random<T>(n, 1, 3).template device<T>(),
               *value = memory<T>(1);
  narrow(start, 2.0);
  for (bool onDevice : {false, true}) {
    auto call = onDevice ? SP(csreigvsi) : SP(csreigvsiHost);
    OK(call(h, n, a.count, descriptor, a.values, a.rows, a.columns, start, x0, 100,
            Real<T>(1e3 * epsilon<T>), onDevice ? value : &mu, x));
    const Z found = wide(onDevice ? *value : mu);
    Matrix v = Matrix::from(x, n, 1, n), scaled = v;
    for (Z &element : scaled.data)
      element *= found;
    CHECK(near<T>(s * v, scaled, 1e4));
  }
  // The trace's share: all eigenvalues of this matrix lie between 0 and 10.
  using C = std::conditional_t<std::is_same_v<Real<T>, float>, cuComplex, cuDoubleComplex>;
  int count = -1;
  OK(SP(csreigsHost)(h, n, a.count, descriptor, a.values, a.rows, a.columns, C{0, -1}, C{10, 1},
                     &count));
  EQUAL(n, count);
  OK(SP(csreigsHost)(h, n, a.count, descriptor, a.values, a.rows, a.columns, C{-9, -1}, C{0, 1},
                     &count));
  EQUAL(0, count);
}

static bool isPermutation(const std::vector<int> &p) {
  std::vector<int> sorted = p;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < p.size(); ++i)
    if (sorted[i] != int(i))
      return false;
  return true;
}
static void orderings() {
  using T = double;
  const int side = 12, n = side * side;
  const Matrix s = grid<T>(side, true);
  const Csr<T> a(s);
  int isSymmetric = -1;
  OK(cusolverSpXcsrissymHost(h, n, a.count, descriptor, a.rows, a.rows + 1, a.columns,
                             &isSymmetric));
  EQUAL(1, isSymmetric);
  std::vector<int> p(n);
  OK(cusolverSpXcsrsymrcmHost(h, n, a.count, descriptor, a.rows, a.columns, p.data()));
  CHECK(isPermutation(p));
  int width = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (s(p[i], p[j]) != Z(0))
        width = std::max(width, std::abs(i - j));
  CHECK(width <= side + 1);
  OK(cusolverSpXcsrsymmdqHost(h, n, a.count, descriptor, a.rows, a.columns, p.data()));
  CHECK(isPermutation(p));
  OK(cusolverSpXcsrsymamdHost(h, n, a.count, descriptor, a.rows, a.columns, p.data()));
  CHECK(isPermutation(p));
  OK(cusolverSpXcsrmetisndHost(h, n, a.count, descriptor, a.rows, a.columns, nullptr, p.data()));
  CHECK(isPermutation(p));
  // B = A(p, q), its values by the map.
  std::vector<int> q(n), map(a.count);
  for (int i = 0; i < n; ++i)
    q[i] = (i * 5 + 3) % n;
  std::iota(map.begin(), map.end(), 0);
  size_t bytes = 0;
  OK(cusolverSpXcsrperm_bufferSizeHost(h, n, n, a.count, descriptor, a.rows, a.columns, p.data(),
                                       q.data(), &bytes));
  std::vector<char> buffer(bytes);
  std::vector<int> rows(a.rows, a.rows + n + 1), columns(a.columns, a.columns + a.count);
  OK(cusolverSpXcsrpermHost(h, n, n, a.count, descriptor, rows.data(), columns.data(), p.data(),
                            q.data(), map.data(), buffer.data()));
  for (int i = 0; i < n; ++i)
    for (int k = rows[i]; k < rows[i + 1]; ++k)
      CHECK(Z(a.values[map[k]]) == s(p[i], q[columns[k]]));
  // A diagonal without zeros.
  Matrix cyclic(5, 5);
  for (int i = 0; i < 5; ++i)
    cyclic(i, (i + 2) % 5) = 1;
  const Csr<T> c(cyclic);
  int found = 0, order[5];
  OK(cusolverSpDcsrzfdHost(h, 5, c.count, descriptor, c.values, c.rows, c.columns, order, &found));
  EQUAL(5, found);
  for (int i = 0; i < 5; ++i)
    CHECK(cyclic(order[i], i) == Z(1));
}

int main() {
  OK(cusolverSpCreate(&h));
  cusparseCreateMatDescr(&descriptor);
  forAllTypes([]<typename T>(T) {
    systems<T>();
    eigenvalues<T>();
  });
  orderings();
  OK(cusolverSpDestroy(h));
  return failures != 0;
}
