// cuSPARSE SpMV of mixed types: 8-bit, half, bfloat16 and real matrices with complex vectors, all formats, sliced ELL of odd sizes: statuses, exact integers
#include "Recorded.h"
#include <cusparse.h>
cusparseHandle_t h;
template <class A, class X, class Y, class U> void one(const char *nm, cudaDataType compute) {
  for (int fmt = 0; fmt < 5; ++fmt) for (int op = 0; op < 3; ++op) {
    const int m = 9, n = 11; auto s = sparse<A>(m, n, 35, 21, 0, 5); std::vector<int> cp(n + 1, 0), ci; std::vector<A> cv; auto I = CUSPARSE_INDEX_32I; auto B0 = CUSPARSE_INDEX_BASE_ZERO;
    for (int j = 0; j < n; ++j) { for (int q = 0; q < s.nnz(); ++q) if (s.j[q] == j) ci.push_back(s.i[q]), cv.push_back(s.v[q]); cp[j + 1] = (int)ci.size(); }
    cusparseSpMatDescr_t M; int sc = -1; A *v = dev(s.v); int *p = dev(s.p), *j = dev(s.j), *i = dev(s.i);
    if (fmt == 0) sc = cusparseCreateCsr(&M, m, n, s.nnz(), p, j, v, I, I, B0, typeOf<A>());
    if (fmt == 1) sc = cusparseCreateCsc(&M, m, n, s.nnz(), dev(cp), dev(ci), dev(cv), I, I, B0, typeOf<A>());
    if (fmt == 2) sc = cusparseCreateCoo(&M, m, n, s.nnz(), i, j, v, I, B0, typeOf<A>());
    if (fmt == 3) { const int S = 4, ns = (m + S - 1) / S; std::vector<int> off{0}, col; std::vector<A> val; for (int q = 0; q < ns; ++q) { int w = 0; for (int r = q * S; r < std::min(m, q * S + S); ++r) w = std::max(w, s.p[r + 1] - s.p[r]); for (int t = 0; t < w; ++t) for (int r = q * S; r < q * S + S; ++r) { bool in = r < m && t < s.p[r + 1] - s.p[r]; col.push_back(in ? s.j[s.p[r] + t] : -1); val.push_back(in ? s.v[s.p[r] + t] : mk<A>(0)); } off.push_back((int)col.size()); } sc = cusparseCreateSlicedEll(&M, m, n, s.nnz(), (int64_t)col.size(), S, dev(off), dev(col), dev(val), I, I, B0, typeOf<A>()); }
    if (fmt == 4) { auto b = sparse<A>(3, 4, 60, 9, 0, 5); sc = cusparseCreateBsr(&M, 3, 4, b.nnz(), 3, 3, dev(b.p), dev(b.j), dev(ints<A>(b.nnz() * 9, 4, 5)), I, I, B0, typeOf<A>(), CUSPARSE_ORDER_COL); }
    printf("%s fmt %d op %d create %d", nm, fmt, op, sc); if (sc) { printf("\n"); continue; }
    int rows = fmt == 4 ? 9 : m, cols = fmt == 4 ? 12 : n; cusparseDnVecDescr_t vx, vy; X *x = dev(ints<X>(16, 5, 5)); Y *y = dev(ints<Y>(16, 6, 5)); OK(cusparseCreateDnVec(&vx, op ? rows : cols, x, typeOf<X>())); OK(cusparseCreateDnVec(&vy, op ? cols : rows, y, typeOf<Y>()));
    U al = mk<U>(Z(3, 0)), be = mk<U>(Z(2, 0)); size_t zz = 0; auto O = (cusparseOperation_t)op; auto G = CUSPARSE_SPMV_ALG_DEFAULT;
    int s0 = hush([&] { return cusparseSpMV_bufferSize(h, O, &al, M, vx, &be, vy, compute, G, &zz); }); void *w = buf(zz); int s1 = hush([&] { return cusparseSpMV_preprocess(h, O, &al, M, vx, &be, vy, compute, G, w); }), s2 = hush([&] { return cusparseSpMV(h, O, &al, M, vx, &be, vy, compute, G, w); });
    printf(" %d %d %d", s0, s1, s2); if (!s2) show("", y, op ? cols : rows); else printf("\n"); cusparseDestroySpMat(M); cusparseDestroyDnVec(vx); cusparseDestroyDnVec(vy);
  }
}
int main() { OK(cusparseCreate(&h));
  one<int8_t, int8_t, int, int>("8888i", CUDA_R_32I); one<int8_t, int8_t, float, float>("88f", CUDA_R_32F); one<__half, __half, float, float>("hhf", CUDA_R_32F); one<__half, __half, __half, float>("hhh", CUDA_R_32F); one<__nv_bfloat16, __nv_bfloat16, float, float>("bbf", CUDA_R_32F); one<__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float>("bbb", CUDA_R_32F);
  one<float, cuComplex, cuComplex, cuComplex>("fcc", CUDA_C_32F); one<double, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex>("dzz", CUDA_C_64F); one<float, float, float, double>("fffd", CUDA_R_64F); one<float, double, double, double>("fdd", CUDA_R_64F); one<cuComplex, cuComplex, cuComplex, cuComplex>("ccc", CUDA_C_32F); one<cuDoubleComplex, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex>("zzz", CUDA_C_64F); one<double, double, double, double>("ddd", CUDA_R_64F); one<int8_t, int8_t, int8_t, int>("888", CUDA_R_32I); one<__half, float, float, float>("hff", CUDA_R_32F);
  sync("end"); }
