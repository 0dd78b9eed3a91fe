// cuBLAS gemv batches of half, bfloat16 and float in all names, 32 and 64 bits: operations, strides, scales, degenerate sizes
#include "Recorded.h"
#include <cublas_v2.h>
cublasHandle_t h;
template <class A, class Y, class F, class G> void one(const char *n, F strided, G batched) {
  float al = 2, be = -1; auto a0 = ints<A>(600, 1, 5), x0 = ints<A>(100, 2, 5); auto y0 = ints<Y>(100, 3, 5);
  for (int op = 0; op < 3; ++op) for (auto [m, k, ld, ix, iy, nb] : {std::array<int, 6>{8, 6, 8, 1, 1, 3}, {5, 7, 6, 2, -1, 2}, {16, 16, 16, -1, 1, 2}, {0, 4, 4, 1, 1, 2}, {4, 0, 4, 1, 1, 2}, {8, 6, 7, 1, 1, 2}, {8, 6, 8, 0, 1, 2}, {8, 6, 8, 1, 1, 0}, {8, 6, 8, 1, 1, -1}}) {
    A *a = dev(a0), *x = dev(x0); Y *y = dev(y0); int s = (int)hush([&] { return strided((cublasOperation_t)op, m, k, &al, a, ld, 130, x, ix, 10, &be, y, iy, 20, nb); }); printf("%s op %d %d %d ld %d inc %d %d batch %d: %d", n, op, m, k, ld, ix, iy, nb, s); hashed("", y, 100);
    y = dev(y0); std::vector<A *> pa, px; std::vector<Y *> py; for (int i = 0; i < 3; ++i) pa.push_back(a + i * 130), px.push_back(x + i * 10), py.push_back(y + i * 20); s = (int)hush([&] { return batched((cublasOperation_t)op, m, k, &al, dev(pa), ld, dev(px), ix, &be, dev(py), iy, nb); }); printf(" batched: %d", s); hashed("", y, 100); }
}
#define BOTH(name, A, Y) one<A, Y>(#name, [](auto... a) { return cublas##name##StridedBatched(h, a...); }, [](auto... a) { return cublas##name##Batched(h, a...); }); one<A, Y>(#name "_64", [](auto... a) { return cublas##name##StridedBatched_64(h, a...); }, [](auto... a) { return cublas##name##Batched_64(h, a...); })
int main() { OK(cublasCreate(&h)); BOTH(HSHgemv, __half, __half); BOTH(HSSgemv, __half, float); BOTH(TSTgemv, __nv_bfloat16, __nv_bfloat16); BOTH(TSSgemv, __nv_bfloat16, float); BOTH(Sgemv, float, float); sync("end"); }
