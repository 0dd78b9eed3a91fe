// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvBLAS: products of small integers, exact, at sizes on both sides of what goes to the devices; a
// triangular solution gives back what was multiplied.
#include "../Check.h"

#include <nvblas.h>
#include <vector>

static void products(int n) {
  std::vector<double> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7 - 3;
    b[i] = i % 5 - 2;
    c[i] = i % 3;
  }
  const double alpha = 2, beta = -1;
  dgemm_("n", "T", &n, &n, &n, &alpha, a.data(), &n, b.data(), &n, &beta, c.data(), &n);
  int wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int p = 0; p < n; ++p)
        sum += a[i + p * n] * b[j + p * n];
      wrong += c[i + j * n] != 2 * sum - (i + j * n) % 3;
    }
  EQUAL(0, wrong);
}

static void triangles(int n) {
  std::vector<cuComplex> a(n * n), b(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      a[i + j * n] = i == j ? cuComplex{0, 1} : cuComplex{0, 0};
      b[i + j * n] = cuComplex{float(i % 9), float(j % 4)};
    }
  for (int i = 1; i < n; ++i)
    a[i] = cuComplex{1, 0}; // the first column below the diagonal
  const auto before = b;
  const cuComplex one = {1, 0};
  ctrmm("L", "L", "N", "N", &n, &n, &one, a.data(), &n, b.data(), &n);
  EQUAL(-before[1].y + before[0].x, b[1].x); // i (x + i y) + the first row
  ctrsm_("L", "L", "N", "N", &n, &n, &one, a.data(), &n, b.data(), &n);
  int wrong = 0;
  for (int e = 0; e < n * n; ++e)
    wrong += b[e].x != before[e].x || b[e].y != before[e].y;
  EQUAL(0, wrong);
}

int main() {
  for (int n : {5, 63, 64, 200}) {
    products(n);
    triangles(n);
  }
  return failures ? 1 : 0;
}
