// cuSPARSE DenseToSparse of wide and tall matrices in both orders to CSR, CSC and COO, index widths, bases and types: entries in the order of a GPU's threads
#include "Recorded.h"
#include <cusparse.h>
static cusparseHandle_t h;
template <class I> constexpr cusparseIndexType_t ix() { return sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I; }
template <class T, class I> static void one(int m, int n, bool row, int fmt, int base, int every) {
  if ((row ? fmt != 1 : fmt == 1) && (row ? n : m) > 512) return;
  std::vector<T> a((size_t)(row ? m * (n + 3) : (m + 3) * n), mk<T>(Z(0, 0))); Rnd r(m * 31 + n); int ld = row ? n + 3 : m + 3; for (int i = 0; i < m; ++i) for (int j = 0; j < n; ++j) if (r(every) == 0) a[row ? i * ld + j : j * ld + i] = mk<T>(Z(r(9) - 4, 0));
  cusparseDnMatDescr_t d; OK(cusparseCreateDnMat(&d, m, n, ld, dev(a), typeOf<T>(), row ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL)); cusparseSpMatDescr_t s; I *p = devz<I>(std::max(m, n) + 1); auto b = (cusparseIndexBase_t)base; int c0 = 0;
  if (fmt == 0) c0 = cusparseCreateCsr(&s, m, n, 0, p, nullptr, nullptr, ix<I>(), ix<I>(), b, typeOf<T>()); else if (fmt == 1) c0 = cusparseCreateCsc(&s, m, n, 0, p, nullptr, nullptr, ix<I>(), ix<I>(), b, typeOf<T>()); else c0 = cusparseCreateCoo(&s, m, n, 0, nullptr, nullptr, nullptr, ix<I>(), b, typeOf<T>());
  size_t bs = 0; int c1 = cusparseDenseToSparse_bufferSize(h, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bs); void *w = buf(bs); int c2 = cusparseDenseToSparse_analysis(h, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, w); int64_t rr = 0, cc = 0, nz = 0; OK(cusparseSpMatGetSize(s, &rr, &cc, &nz)); I *j = devz<I>(nz), *k = devz<I>(nz); T *v = devz<T>(nz); int c3 = fmt == 0 ? cusparseCsrSetPointers(s, p, j, v) : fmt == 1 ? cusparseCscSetPointers(s, p, j, v) : cusparseCooSetPointers(s, k, j, v); int c4 = cusparseDenseToSparse_convert(h, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, w);
  printf("%dx%d row %d format %d base %d type %d: %d %d %d %d %d nnz %lld", m, n, row, fmt, base, (int)typeOf<T>(), c0, c1, c2, c3, c4, (long long)nz); std::vector<int> pi, ji, ki; for (auto x : get(p, (fmt == 1 ? n : m) + 1)) pi.push_back((int)x); for (auto x : get(j, nz)) ji.push_back((int)x); for (auto x : get(k, nz)) ki.push_back((int)x); unsigned long long hs = 0; for (auto *q : {&pi, &ji, &ki}) for (int x : *q) hs = (hs ^ (unsigned)x) * 1099511628211ull + 3; printf(" pattern %016llx", hs); hashed(" values", v, nz); printf(" first:"); for (int i = 0; i < 12 && i < nz; ++i) printf(" %d", ji[i]); printf("\n");
  cusparseDestroySpMat(s); cusparseDestroyDnMat(d);
}
int main() {
  OK(cusparseCreate(&h)); for (auto [m, n] : {std::pair{1, 1}, {3, 33}, {3, 64}, {5, 70}, {40, 40}, {2, 200}, {70, 5}, {200, 2}, {128, 130}, {1, 1000}, {1000, 1}, {33, 32}, {17, 500}}) for (int row = 0; row < 2; ++row) for (int fmt = 0; fmt < 3; ++fmt) for (int e : {1, 3}) { one<float, int>(m, n, row, fmt, 0, e); one<double, int64_t>(m, n, row, fmt, 1, e); if (e == 3) { one<cuComplex, int>(m, n, row, fmt, 0, e); one<__half, int>(m, n, row, fmt, 0, e); one<int8_t, int>(m, n, row, fmt, 0, e); } }
  sync("end");
}
