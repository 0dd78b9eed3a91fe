// cuBLAS hermitian routines with imaginary parts on the diagonals of their operands: which are read, which are set to 0; exact integers
#include "Recorded.h"
#include <cublas_v2.h>
static cublasHandle_t h;
template <class T> static void all(const char *name) {
  typedef typename RealOf<T>::type R; const int n = 4, ld = 5; auto a0 = ints<T>(64, 3, 5), b0 = ints<T>(64, 5, 5), c0 = ints<T>(64, 9, 5); for (auto *v : {&a0, &b0, &c0}) for (int i = 0; i < 64; ++i) (*v)[i] = mk<T>(Z(z((*v)[i]).real(), i % 5 + 1));
  auto go = [&](const char *w, int p, auto f) { T *a = dev(a0), *b = dev(b0), *c = dev(c0); int s = (int)hush([&] { return f(a, b, c); }); printf("%s %s %d: %d", name, w, p, s); show("", c, 20); cudaFree(a), cudaFree(b), cudaFree(c); };
#define G(c, z) [&](auto... q) { if constexpr (sizeof(T) == 8) return cublas##c(q...); else return cublas##z(q...); }
  for (int q = 0; q < 12; ++q) { T al = mk<T>(Z(q % 3 == 0 ? 0 : 1, q % 3 == 2 ? 1 : 0)), be = mk<T>(Z(q / 3 % 2, 0)); R ra = q % 3, rb = q / 3 % 2; auto u = q / 6 ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
    go("hemv", q, [&](T *a, T *b, T *c) { return G(Chemv, Zhemv)(h, u, n, &al, a, ld, b, 1, &be, c, 1); });
    go("hpmv", q, [&](T *a, T *b, T *c) { return G(Chpmv, Zhpmv)(h, u, n, &al, a, b, 1, &be, c, 1); });
    go("hbmv", q, [&](T *a, T *b, T *c) { return G(Chbmv, Zhbmv)(h, u, n, 2, &al, a, ld, b, 1, &be, c, 1); });
    go("her", q, [&](T *a, T *b, T *c) { return G(Cher, Zher)(h, u, n, &ra, a, 1, c, ld); });
    go("hpr", q, [&](T *a, T *b, T *c) { return G(Chpr, Zhpr)(h, u, n, &ra, a, 1, c); });
    go("her2", q, [&](T *a, T *b, T *c) { return G(Cher2, Zher2)(h, u, n, &al, a, 1, b, 1, c, ld); });
    go("hpr2", q, [&](T *a, T *b, T *c) { return G(Chpr2, Zhpr2)(h, u, n, &al, a, 1, b, 1, c); });
    for (auto s : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) go("hemm", q, [&](T *a, T *b, T *c) { return G(Chemm, Zhemm)(h, s, u, n, n, &al, a, ld, b, ld, &be, c, ld); });
    for (auto op : {CUBLAS_OP_N, CUBLAS_OP_C, CUBLAS_OP_T}) for (int k : {0, 3}) { R rs = rb;
      go("herk", k, [&](T *a, T *b, T *c) { return G(Cherk, Zherk)(h, u, op, n, k, &ra, a, ld, &rs, c, ld); });
      go("her2k", k, [&](T *a, T *b, T *c) { return G(Cher2k, Zher2k)(h, u, op, n, k, &al, a, ld, b, ld, &rs, c, ld); });
      go("herkx", k, [&](T *a, T *b, T *c) { return G(Cherkx, Zherkx)(h, u, op, n, k, &al, a, ld, b, ld, &rs, c, ld); });
      if constexpr (sizeof(T) == 8) { go("herkEx", k, [&](T *a, T *b, T *c) { return cublasCherkEx(h, u, op, n, k, &ra, a, CUDA_C_32F, ld, &rs, c, CUDA_C_32F, ld); }); go("herk3mEx", k, [&](T *a, T *b, T *c) { return cublasCherk3mEx(h, u, op, n, k, &ra, a, CUDA_C_32F, ld, &rs, c, CUDA_C_32F, ld); }); }
    }
  }
}
int main() { OK(cublasCreate(&h)); all<cuComplex>("c"); all<cuDoubleComplex>("z"); sync("end"); }
