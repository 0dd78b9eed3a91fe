// cuBLAS level 2: vectors of step 0: statuses, and results where only the input has one
#include "Recorded.h"
#include <cublas_v2.h>
cublasHandle_t h; const cublasFillMode_t UP[2] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
#define P4(s, d, c, z) PICK(T, cublas##s, cublas##d, cublas##c, cublas##z)
template <class T> void all(const char *n) {
  printf("%s\n", n); T al = mk<T>(Z(2, -1)), be = mk<T>(Z(-1, 1)); auto x0 = ints<T>(80, 1), y0 = ints<T>(80, 2), a0 = ints<T>(400, 3);
  for (auto [ix, iy] : {std::pair{0, 1}, {0, 2}, {1, 0}, {0, 0}}) { T *x = nullptr, *y = nullptr, *a = nullptr; auto go = [&](const char *w, auto f) { x = dev(x0); y = dev(y0); a = dev(a0); int s = (int)hush(f); printf(" %s inc %d %d: %d", w, ix, iy, s); if (iy) { hashed("", y, 80); hashed("  a", a, 400); } else printf("\n"); };
    for (int op = 0; op < 3; ++op) { auto o = (cublasOperation_t)op; go("gemv", [&] { return P4(Sgemv, Dgemv, Cgemv, Zgemv)(h, o, 7, 5, &al, a, 20, x, ix, &be, y, iy); }); go("gbmv", [&] { return P4(Sgbmv, Dgbmv, Cgbmv, Zgbmv)(h, o, 7, 5, 2, 1, &al, a, 20, x, ix, &be, y, iy); }); }
    for (auto u : UP) { go("symv", [&] { return P4(Ssymv, Dsymv, Csymv, Zsymv)(h, u, 6, &al, a, 20, x, ix, &be, y, iy); }); go("sbmv", [&] { return P4(Ssbmv, Dsbmv, Chbmv, Zhbmv)(h, u, 6, 2, &al, a, 20, x, ix, &be, y, iy); }); go("spmv", [&] { return P4(Sspmv, Dspmv, Chpmv, Zhpmv)(h, u, 6, &al, a, x, ix, &be, y, iy); }); go("syr", [&] { return P4(Ssyr, Dsyr, Csyr, Zsyr)(h, u, 6, &al, x, ix, a, 20); }); go("syr2", [&] { return P4(Ssyr2, Dsyr2, Csyr2, Zsyr2)(h, u, 6, &al, x, ix, y, iy, a, 20); }); go("trmv", [&] { return P4(Strmv, Dtrmv, Ctrmv, Ztrmv)(h, u, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 6, a, 20, y, 0); }); go("trsv", [&] { return P4(Strsv, Dtrsv, Ctrsv, Ztrsv)(h, u, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 6, a, 20, y, 0); }); }
    if constexpr (!isComplex<T>()) go("ger", [&] { return PICK(T, cublasSger, cublasDger, cublasSger, cublasDger)(h, 7, 5, &al, x, ix, y, iy, a, 20); }); else go("geru", [&] { if constexpr (std::is_same<T, cuComplex>::value) return cublasCgeru(h, 7, 5, &al, x, ix, y, iy, a, 20); else return cublasZgeru(h, 7, 5, &al, x, ix, y, iy, a, 20); }); }
}
int main() { OK(cublasCreate(&h)); all<float>("float"); all<double>("double"); all<cuComplex>("complex"); all<cuDoubleComplex>("double complex"); sync("end"); }
