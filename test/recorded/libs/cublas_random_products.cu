// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: 600 calls of levels 2 and 3 with random routines, types, operations, triangles, sizes from
// 0 on, leading dimensions, steps and factors: statuses and exact integers, what lies between too.
#include "Recorded.h"
#include <cublas_v2.h>
static Rnd r(11);
template <class T> static void one(cublasHandle_t h, int turn) {
  const int size = 24 * 24 * 3;
  T *a = dev(ints<T>(size, turn * 3 + 1)), *b = dev(ints<T>(size, turn * 3 + 2)), *c = dev(ints<T>(size, turn * 3 + 3));
  auto op = [&] { return (cublasOperation_t)r(3); };
  auto fill = (cublasFillMode_t)r(2);
  auto side = (cublasSideMode_t)r(2);
  auto diag = (cublasDiagType_t)r(2);
  auto ta = op(), tb = op();
  int m = r(17), n = r(17), k = r(9);
  if (r(8))
    m += 1, n += 1;
  T alpha = mk<T>(Z(r(4) - 1, r(3) - 1)), beta = mk<T>(Z(r(3) - 1, r(3) - 1));
  typedef typename RealOf<T>::type R;
  R ra = R(r(4) - 1), rb = R(r(3) - 1);
  auto ld = [&](int least) { return least + r(3) + (least == 0); };
  int s = -1, what = r(isComplex<T>() ? 20 : 15);
  int la = ld(ta == CUBLAS_OP_N ? m : k), lb = ld(tb == CUBLAS_OP_N ? k : n), lc = ld(m);
  int lk = ld(ta == CUBLAS_OP_N ? n : k), ln = ld(n), lm = ld(m), le = ld(side == CUBLAS_SIDE_LEFT ? m : n);
  int ix = r(2) ? 1 + r(3) : -1 - r(2), iy = r(2) ? 1 + r(3) : -1 - r(2);
  switch (what) {
  case 0: s = PICK(T, cublasSgemm, cublasDgemm, cublasCgemm, cublasZgemm)(h, ta, tb, m, n, k, &alpha, a, la, b, lb, &beta, c, lc); break;
  case 1: s = PICK(T, cublasSgemmStridedBatched, cublasDgemmStridedBatched, cublasCgemmStridedBatched, cublasZgemmStridedBatched)(h, ta, tb, m, n, k, &alpha, a, la, r(2) ? 0 : 500, b, lb, r(2) ? 0 : 450, &beta, c, lc, 24 * 24, r(4)); break;
  case 2: s = PICK(T, cublasSsyrk, cublasDsyrk, cublasCsyrk, cublasZsyrk)(h, fill, ta, n, k, &alpha, a, lk, &beta, c, ln); break;
  case 3: s = PICK(T, cublasSsyr2k, cublasDsyr2k, cublasCsyr2k, cublasZsyr2k)(h, fill, ta, n, k, &alpha, a, lk, b, lk + 1, &beta, c, ln); break;
  case 4: s = PICK(T, cublasSsyrkx, cublasDsyrkx, cublasCsyrkx, cublasZsyrkx)(h, fill, ta, n, k, &alpha, a, lk, b, lk + 1, &beta, c, ln); break;
  case 5: s = PICK(T, cublasSsymm, cublasDsymm, cublasCsymm, cublasZsymm)(h, side, fill, m, n, &alpha, a, le, b, lm, &beta, c, lc); break;
  case 6: s = PICK(T, cublasStrmm, cublasDtrmm, cublasCtrmm, cublasZtrmm)(h, side, fill, ta, diag, m, n, &alpha, a, le, b, lm, c, lc); break;
  case 7: s = PICK(T, cublasSgeam, cublasDgeam, cublasCgeam, cublasZgeam)(h, ta, tb, m, n, &alpha, a, ld(ta == CUBLAS_OP_N ? m : n), &beta, b, ld(tb == CUBLAS_OP_N ? m : n), c, lc); break;
  case 8: s = PICK(T, cublasSdgmm, cublasDdgmm, cublasCdgmm, cublasZdgmm)(h, side, m, n, a, lm, b, ix, c, lc); break;
  case 9: s = PICK(T, cublasSgemv, cublasDgemv, cublasCgemv, cublasZgemv)(h, ta, m, n, &alpha, a, lm, b, ix, &beta, c, iy); break;
  case 10: s = PICK(T, cublasSger, cublasDger, cublasCgeru, cublasZgeru)(h, m, n, &alpha, a, ix, b, iy, c, lm); break;
  case 11: s = PICK(T, cublasStrmv, cublasDtrmv, cublasCtrmv, cublasZtrmv)(h, fill, ta, diag, n, a, ln, c, ix); break;
  case 12: s = PICK(T, cublasStpmv, cublasDtpmv, cublasCtpmv, cublasZtpmv)(h, fill, ta, diag, n, a, c, ix); break;
  case 13: s = PICK(T, cublasSgbmv, cublasDgbmv, cublasCgbmv, cublasZgbmv)(h, ta, m, n, r(3), r(3), &alpha, a, 5 + r(2), b, ix, &beta, c, iy); break;
  case 14: s = PICK(T, cublasStbmv, cublasDtbmv, cublasCtbmv, cublasZtbmv)(h, fill, ta, diag, n, r(4), a, 4 + r(3), c, ix); break;
  default:
    if constexpr (isComplex<T>()) {
      constexpr bool isC = std::is_same<T, cuComplex>::value;
#define TWO(x, y) [&](auto... p) { if constexpr (isC) return x(p...); else return y(p...); }
      switch (what) {
      case 15: s = TWO(cublasCherk, cublasZherk)(h, fill, ta, n, k, &ra, a, lk, &rb, c, ln); break;
      case 16: s = TWO(cublasCher2k, cublasZher2k)(h, fill, ta, n, k, &alpha, a, lk, b, lk + 1, &rb, c, ln); break;
      case 17: s = TWO(cublasCherkx, cublasZherkx)(h, fill, ta, n, k, &alpha, a, lk, b, lk + 1, &rb, c, ln); break;
      case 18: s = TWO(cublasChemm, cublasZhemm)(h, side, fill, m, n, &alpha, a, le, b, lm, &beta, c, lc); break;
      case 19: s = TWO(cublasChemv, cublasZhemv)(h, fill, n, &alpha, a, ln, b, ix, &beta, c, iy); break;
      }
    }
  }
  printf("%d: %d %d %d %d -> %d ", turn, what, m, n, k, s);
  hashed("c", c, size);
  for (T *p : {a, b, c})
    CK(cudaFree(p));
}
int main() {
  cublasHandle_t h;
  ST(cublasCreate(&h));
  for (int turn = 0; turn < 600; turn += 4) {
    one<float>(h, turn);
    one<double>(h, turn + 1);
    one<cuComplex>(h, turn + 2);
    one<cuDoubleComplex>(h, turn + 3);
  }
  sync("end");
}
