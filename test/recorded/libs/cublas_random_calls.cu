// cuBLAS random calls of levels 1 to 3 in four types and both integer forms, some with a wrong argument: statuses and exact integers
#include "Recorded.h"
#include <cublas_v2.h>
static cublasHandle_t h;
template <class T, class I> static void random(int seed) {
  Rnd r(seed); typedef typename RealOf<T>::type R; const size_t N = 4096; auto a0 = ints<T>(N, seed + 1, 5), b0 = ints<T>(N, seed + 2, 5), c0 = ints<T>(N, seed + 3, 5); T al = mk<T>(Z(r(5) - 2, r(3) - 1)), be = mk<T>(Z(r(3) - 1, r(2))); R ral = R(r(5) - 2), rbe = R(r(3) - 1); constexpr bool L = sizeof(I) == 8;
  for (auto v : {&a0, &b0, &c0}) for (size_t i = 0; i < N; i += 1) if (i % 41 == 0) (*v)[i] = mk<T>(Z(1, 0));
  T *a = dev(a0), *b = dev(b0), *c = dev(c0); I m = r(14) + 1, n = r(14) + 1, k = r(14), lda = 20 + r(4), ldb = 20 + r(3), ldc = 20 + r(2); int bad = r(4) ? -1 : r(8); if (bad == 0) m = -1; if (bad == 1) n = -1; if (bad == 2) k = -1; if (bad == 3) lda = r(3); if (bad == 4) ldb = r(3); if (bad == 5) ldc = r(3); if (bad == 6) m = 0; if (bad == 7) n = 0; int incs[] = {1, 2, -1, -2, 1, 3}; I ix = incs[r(6)], iy = incs[r(6)]; auto oa = (cublasOperation_t)r(3), ob = (cublasOperation_t)r(3); auto u = (cublasFillMode_t)r(2); auto sd = (cublasSideMode_t)r(2); auto dg = (cublasDiagType_t)r(2); if (bad < 0 && r(12) == 0) u = (cublasFillMode_t)(2 + r(3)); if (bad < 0 && r(12) == 0) oa = (cublasOperation_t)(4 + r(3)); I kl = r(3), ku = r(3);
  auto go = [&](const char *w, auto f) { int s = (int)hush(f); printf("%s seed %d m %d n %d k %d ld %d %d %d inc %d %d op %d %d fill %d side %d diag %d: %d", w, seed, (int)m, (int)n, (int)k, (int)lda, (int)ldb, (int)ldc, (int)ix, (int)iy, (int)oa, (int)ob, (int)u, (int)sd, (int)dg, s); hashed("", c, N); CK(cudaMemcpy(c, c0.data(), N * sizeof(T), cudaMemcpyDefault)); };
#define G(s, d, cc, z) [&](auto... q) { if constexpr (L) return PICK(T, cublas##s##_64, cublas##d##_64, cublas##cc##_64, cublas##z##_64)(q...); else return PICK(T, cublas##s, cublas##d, cublas##cc, cublas##z)(q...); }
#define G2(cc, z) [&](auto... q) { if constexpr (!isComplex<T>()) return CUBLAS_STATUS_SUCCESS; else if constexpr (L) { if constexpr (sizeof(T) == 8) return cublas##cc##_64(q...); else return cublas##z##_64(q...); } else { if constexpr (sizeof(T) == 8) return cublas##cc(q...); else return cublas##z(q...); } }
  switch (r(26)) {
  case 0: if ((int)oa > 2 || bad == 3) break; go("gemv", [&] { return G(Sgemv, Dgemv, Cgemv, Zgemv)(h, oa, m, n, &al, a, lda, b + 100, ix, &be, c + 100, iy); }); break;
  case 1: go("gbmv", [&] { return G(Sgbmv, Dgbmv, Cgbmv, Zgbmv)(h, oa, m, n, kl, ku, &al, a, lda, b + 100, ix, &be, c + 100, iy); }); break;
  case 2: go("symv", [&] { return G(Ssymv, Dsymv, Csymv, Zsymv)(h, u, n, &al, a, lda, b + 100, ix, &be, c + 100, iy); }); break;
  case 3: go("sbmv", [&] { return G(Ssbmv, Dsbmv, Chbmv, Zhbmv)(h, u, n, kl, &al, a, lda, b + 100, ix, &be, c + 100, iy); }); break;
  case 4: go("spmv", [&] { return G(Sspmv, Dspmv, Chpmv, Zhpmv)(h, u, n, &al, a, b + 100, ix, &be, c + 100, iy); }); break;
  case 5: go("trmv", [&] { return G(Strmv, Dtrmv, Ctrmv, Ztrmv)(h, u, oa, dg, n, a, lda, c + 100, iy); }); break;
  case 6: go("tbmv", [&] { return G(Stbmv, Dtbmv, Ctbmv, Ztbmv)(h, u, oa, dg, n, kl, a, lda, c + 100, iy); }); break;
  case 7: go("tpmv", [&] { return G(Stpmv, Dtpmv, Ctpmv, Ztpmv)(h, u, oa, dg, n, a, c + 100, iy); }); break;
  case 8: go("syr", [&] { return G(Ssyr, Dsyr, Csyr, Zsyr)(h, u, n, &al, b + 100, ix, c, ldc); }); break;
  case 9: go("syr2", [&] { return G(Ssyr2, Dsyr2, Csyr2, Zsyr2)(h, u, n, &al, a + 100, ix, b + 100, iy, c, ldc); }); break;
  case 10: go("gemm", [&] { return G(Sgemm, Dgemm, Cgemm, Zgemm)(h, oa, ob, m, n, k, &al, a, lda, b, ldb, &be, c, ldc); }); break;
  case 11: go("symm", [&] { return G(Ssymm, Dsymm, Csymm, Zsymm)(h, sd, u, m, n, &al, a, lda, b, ldb, &be, c, ldc); }); break;
  case 12: go("syrk", [&] { return G(Ssyrk, Dsyrk, Csyrk, Zsyrk)(h, u, oa, n, k, &al, a, lda, &be, c, ldc); }); break;
  case 13: go("syr2k", [&] { return G(Ssyr2k, Dsyr2k, Csyr2k, Zsyr2k)(h, u, oa, n, k, &al, a, lda, b, ldb, &be, c, ldc); }); break;
  case 14: go("syrkx", [&] { return G(Ssyrkx, Dsyrkx, Csyrkx, Zsyrkx)(h, u, oa, n, k, &al, a, lda, b, ldb, &be, c, ldc); }); break;
  case 15: go("trmm", [&] { return G(Strmm, Dtrmm, Ctrmm, Ztrmm)(h, sd, u, oa, dg, m, n, &al, a, lda, b, ldb, c, ldc); }); break;
  case 16: go("trsm", [&] { return G(Strsm, Dtrsm, Ctrsm, Ztrsm)(h, sd, u, oa, CUBLAS_DIAG_UNIT, std::min<I>(m, 4), std::min<I>(n, 4), &al, a, lda, c, ldc); }); break;
  case 17: go("geam", [&] { return G(Sgeam, Dgeam, Cgeam, Zgeam)(h, oa, ob, m, n, &al, a, lda, &be, b, ldb, c, ldc); }); break;
  case 18: go("dgmm", [&] { return G(Sdgmm, Ddgmm, Cdgmm, Zdgmm)(h, sd, m, n, a, lda, b + 100, ix, c, ldc); }); break;
  case 19: go("herk", [&] { return G2(Cherk, Zherk)(h, u, oa, n, k, &ral, a, lda, &rbe, c, ldc); }); break;
  case 20: go("her2k", [&] { return G2(Cher2k, Zher2k)(h, u, oa, n, k, &al, a, lda, b, ldb, &rbe, c, ldc); }); break;
  case 21: go("hemm", [&] { return G2(Chemm, Zhemm)(h, sd, u, m, n, &al, a, lda, b, ldb, &be, c, ldc); }); break;
  case 22: go("her", [&] { return G2(Cher, Zher)(h, u, n, &ral, b + 100, ix, c, ldc); }); break;
  case 23: go("strided", [&] { return G(SgemmStridedBatched, DgemmStridedBatched, CgemmStridedBatched, ZgemmStridedBatched)(h, oa, ob, m, n, k, &al, a, lda, 300ll, b, ldb, 0ll, &be, c, ldc, 1000ll, I(r(4))); }); break;
  case 24: go("axpy", [&] { return G(Saxpy, Daxpy, Caxpy, Zaxpy)(h, n, &al, b + 100, ix, c + 100, iy); }); break;
  case 25: go("swap", [&] { return G(Sswap, Dswap, Cswap, Zswap)(h, n, b + 100, ix, c + 100, iy); }); break;
  }
  CK(cudaFree(a)); CK(cudaFree(b)); CK(cudaFree(c));
}
int main() { OK(cublasCreate(&h)); for (int s = 0; s < 700; ++s) { random<float, int>(s); random<double, int64_t>(s + 1000); random<cuComplex, int>(s + 2000); random<cuDoubleComplex, int64_t>(s + 3000); } sync("end"); }
