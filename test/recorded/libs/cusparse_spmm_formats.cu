// cuSPARSE SpMM: blocked ELL, BSR, CSR, CSC, COO batches (shared or own indices), algorithms, orders, operations, half and int8; SDDMM in CSR and BSR with batches and half
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuComplex.h>
#include <tuple>
#include <array>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <complex>
#include <string>
#include <vector>
#include <cmath>
#include <fcntl.h>
#include <unistd.h>
// Many lines: each 32 of them are one digest; with SHOW in the environment they are printed as well.
struct Lines { unsigned long long h = 0; int n = 0; char text[4096]; int used = 0; bool shows = getenv("SHOW"); void end() { fprintf(stdout, "%d: %016llx\n", n, h); h = 0; } ~Lines() { if (used) text[used++] = '\n', line(); if (n % 32) end(); } void line() { for (int i = 0; i < used; ++i) h = (h ^ (unsigned char)text[i]) * 1099511628211ull + 7; if (shows) fwrite(text, 1, used, stdout); used = 0; if (++n % 32 == 0) end(); } };
static Lines lines;
template <class... A> static void say(const char *f, A... a) { char b[4096]; int k = snprintf(b, sizeof b, f, a...); for (int i = 0; i < k; ++i) { lines.text[lines.used++] = b[i]; if (b[i] == '\n' || lines.used > 4000) lines.line(); } }
#define printf say
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// The library may write its own message about a bad argument to standard output: that text is dropped.
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
#define OK(x) do { int s_ = (int)hush([&] { return x; }); if (s_) printf("line %d: %s -> %d\n", __LINE__, #x, s_); } while (0)
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
static void *buf(size_t n) { void *p; CK(cudaMalloc(&p, n + 256)); CK(cudaMemset(p, 0, n + 256)); return p; }
typedef std::complex<double> Z;
template <class T> inline Z z(T x) { return Z(double(float(x)), 0); }
template <> inline Z z(double x) { return x; }
template <> inline Z z(int x) { return double(x); }
template <> inline Z z(int64_t x) { return double(x); }
template <> inline Z z(cuComplex x) { return Z(x.x, x.y); }
template <> inline Z z(cuDoubleComplex x) { return Z(x.x, x.y); }
template <class T> inline T mk(Z v) { return T(float(v.real())); }
template <> inline double mk(Z v) { return v.real(); }
template <> inline int mk(Z v) { return int(v.real()); }
template <> inline int8_t mk(Z v) { return int8_t(v.real()); }
template <> inline cuComplex mk(Z v) { return {float(v.real()), float(v.imag())}; }
template <> inline cuDoubleComplex mk(Z v) { return {v.real(), v.imag()}; }
static int digits = 4; static double tiny = 1e-6;
static void num(double y) { if (std::isnan(y)) printf(" nan"); else printf(" %.*g", digits, std::fabs(y) < tiny ? 0.0 : y); }
template <class T> static void show(const char *name, const std::vector<T> &v) { printf("%s:", name); for (auto x : v) { Z y = z(x); num(y.real()); if (std::is_same<T, cuComplex>::value || std::is_same<T, cuDoubleComplex>::value) { printf(","); num(y.imag()); } } printf("\n"); }
template <class T> static void show(const char *name, const T *d, size_t n) { show(name, get(d, n)); }
template <class T> static void hashed(const char *name, const T *d, size_t n) { unsigned long long h = 0; for (auto x : get(d, n)) { Z y = z(x); for (double p : {y.real(), y.imag()}) { h = (h ^ (p != p ? 0x7ff8ull << 48 : (unsigned long long)llround(p))) * 0x9e3779b97f4a7c15ull; h ^= h >> 29; } } printf("%s hash %016llx\n", name, h); }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
static int lineBuffered = (setvbuf(stdout, nullptr, _IOLBF, 1 << 16), 0);
struct Rnd { unsigned s; explicit Rnd(unsigned seed = 1) : s(seed * 2654435761u + 12345u) {} int operator()(int n) { s = s * 1664525u + 1013904223u; return int((s >> 10) % unsigned(n)); } };
template <class T> static std::vector<T> ints(size_t n, unsigned seed, int range = 7) { Rnd r(seed); std::vector<T> v(n); for (auto &x : v) { double a = r(range) - range / 2, b = r(range) - range / 2; x = mk<T>(Z(a, b)); } return v; }
template <class T> constexpr cudaDataType typeOf() { return std::is_same<T, float>::value ? CUDA_R_32F : std::is_same<T, double>::value ? CUDA_R_64F : std::is_same<T, cuComplex>::value ? CUDA_C_32F : std::is_same<T, cuDoubleComplex>::value ? CUDA_C_64F : std::is_same<T, __half>::value ? CUDA_R_16F : std::is_same<T, __nv_bfloat16>::value ? CUDA_R_16BF : std::is_same<T, int8_t>::value ? CUDA_R_8I : CUDA_R_32I; }
template <class T> constexpr bool isComplex() { return std::is_same<T, cuComplex>::value || std::is_same<T, cuDoubleComplex>::value; }
template <class T> struct RealOf { typedef T type; };
template <> struct RealOf<cuComplex> { typedef float type; };
template <> struct RealOf<cuDoubleComplex> { typedef double type; };
#include <cusparse.h>
#define PICK(T, s, d, c, z) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return s(a...); else if constexpr (std::is_same<T, double>::value) return d(a...); else if constexpr (std::is_same<T, cuComplex>::value) return c(a...); else return z(a...); }
template <class T> struct Csr { int m, n, base; std::vector<int> p, j, i; std::vector<T> v; int nnz() const { return int(j.size()); } };
template <class T> static Csr<T> sparse(int m, int n, int percent, unsigned seed, int base = 0, int range = 7) { Rnd r(seed); Csr<T> a{m, n, base, {base}, {}, {}, {}}; for (int i = 0; i < m; ++i) { for (int j = 0; j < n; ++j) if (r(100) < percent && i != 2) { a.j.push_back(j + base); a.i.push_back(i + base); double x = r(range) - range / 2, y = r(range) - range / 2; a.v.push_back(mk<T>(Z(x == 0 ? 1 : x, y))); } a.p.push_back(int(a.j.size()) + base); } return a; }
// a triangular matrix with a diagonal of ones, twos and minus ones
template <class T> static Csr<T> triangle(int n, int percent, unsigned seed, bool lower, int base = 0, bool other = false) { Rnd r(seed); Csr<T> a{n, n, base, {base}, {}, {}, {}}; for (int i = 0; i < n; ++i) { for (int j = 0; j < n; ++j) { bool in = i == j || ((lower ? j < i : j > i) || other) && r(100) < percent; if (!in) continue; a.j.push_back(j + base); a.i.push_back(i + base); double x = r(3) - 1, y = r(3) - 1; a.v.push_back(i == j ? mk<T>(Z(i % 3 == 2 ? -1 : 1, 0)) : mk<T>(Z(x, y))); } a.p.push_back(int(a.j.size()) + base); } return a; }
cusparseHandle_t h;
template <class A, class B, class C, class S> void mm(const char *n, cusparseSpMatDescr_t m, int rows, int cols, cusparseOperation_t oa, cusparseOperation_t ob, cusparseOrder_t lb, cusparseOrder_t lc, cusparseSpMMAlg_t alg, int batch = 1, int stride = -1) {
  int k = oa ? rows : cols, mo = oa ? cols : rows, w = 16; int br = ob ? w : k, bc = ob ? k : w, ldb = (lb == CUSPARSE_ORDER_COL ? br : bc) + 3, ldc = (lc == CUSPARSE_ORDER_COL ? mo : w) + 2; if (sizeof(B) < 4) ldb = (ldb + 7) / 8 * 8, ldc = (ldc + 7) / 8 * 8; int sb = ldb * (lb == CUSPARSE_ORDER_COL ? bc : br), sc = ldc * (lc == CUSPARSE_ORDER_COL ? w : mo); B *b = dev(ints<B>(sb * batch, 2, 5)); C *c = dev(ints<C>(sc * batch, 3, 5)); cusparseDnMatDescr_t db, dc; OK(cusparseCreateDnMat(&db, br, bc, ldb, b, typeOf<B>(), lb)); OK(cusparseCreateDnMat(&dc, mo, w, ldc, c, typeOf<C>(), lc)); if (batch > 1) { OK(cusparseDnMatSetStridedBatch(db, batch, stride < 0 ? sb : stride)); OK(cusparseDnMatSetStridedBatch(dc, batch, sc)); }
  S al = mk<S>(Z(2, 1)), be = mk<S>(Z(-1, 0)); size_t z = 0; int s = hush([&] { return cusparseSpMM_bufferSize(h, oa, ob, &al, m, db, &be, dc, typeOf<S>(), alg, &z); }); void *q = s ? nullptr : buf(z); int s1 = s ? 0 : (int)hush([&] { return cusparseSpMM_preprocess(h, oa, ob, &al, m, db, &be, dc, typeOf<S>(), alg, q); }), s2 = s ? 0 : (int)hush([&] { return cusparseSpMM(h, oa, ob, &al, m, db, &be, dc, typeOf<S>(), alg, q); }); printf("%s ops %d%d orders %d%d alg %d: %d %d %d", n, oa, ob, lb, lc, alg, s, s1, s2); if (!s && !s2) hashed("", c, sc * batch); else printf("\n");
}
template <class A, class B, class C, class S> void all(const char *n) {
  printf("%s\n", n); auto O = [](int x) { return (cusparseOperation_t)x; }; for (int base : {0, 1}) { auto ib = (cusparseIndexBase_t)base; auto a = sparse<A>(33, 27, 18, 5, base, 5); cusparseSpMatDescr_t csr, csc, coo; int *p = dev(a.p), *j = dev(a.j), *i = dev(a.i); A *v = dev(a.v); OK(cusparseCreateCsr(&csr, 33, 27, a.nnz(), p, j, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<A>())); OK(cusparseCreateCsc(&csc, 27, 33, a.nnz(), p, j, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<A>())); OK(cusparseCreateCoo(&coo, 33, 27, a.nnz(), i, j, v, CUSPARSE_INDEX_32I, ib, typeOf<A>()));
    int most = isComplex<A>() ? 3 : 2; for (int oa = 0; oa < most; ++oa) for (int ob = 0; ob < most; ++ob) for (int l = 0; l < 4; ++l) { auto lb = l & 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL, lc = l & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL; for (auto alg : {CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG2}) mm<A, B, C, S>("csr", csr, 33, 27, O(oa), O(ob), lb, lc, alg); if (base == 0) mm<A, B, C, S>("csc", csc, 27, 33, O(oa), O(ob), lb, lc, CUSPARSE_SPMM_ALG_DEFAULT), mm<A, B, C, S>("coo", coo, 33, 27, O(oa), O(ob), lb, lc, CUSPARSE_SPMM_COO_ALG4); }
    const int nb = 3; auto b0 = sparse<A>(8, 6, 40, 7, base, 5); std::vector<A> vs; for (int q = 0; q < nb; ++q) for (auto x : ints<A>(b0.nnz(), 30 + q, 5)) vs.push_back(x); cusparseSpMatDescr_t bc, bo; A *bv = dev(vs); OK(cusparseCreateCsr(&bc, 8, 6, b0.nnz(), dev(b0.p), dev(b0.j), bv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<A>())); OK(cusparseCsrSetStridedBatch(bc, nb, 0, b0.nnz())); for (auto alg : {CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3}) mm<A, B, C, S>("csr batch", bc, 8, 6, O(0), O(0), CUSPARSE_ORDER_COL, CUSPARSE_ORDER_COL, alg, nb), mm<A, B, C, S>("csr batch", bc, 8, 6, O(0), O(0), CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_ROW, alg, nb); mm<A, B, C, S>("csr batch one b", bc, 8, 6, O(0), O(0), CUSPARSE_ORDER_COL, CUSPARSE_ORDER_COL, CUSPARSE_SPMM_CSR_ALG2, nb, 0); std::vector<int> bi, bj; for (int q = 0; q < nb; ++q) bi.insert(bi.end(), b0.i.begin(), b0.i.end()), bj.insert(bj.end(), b0.j.begin(), b0.j.end()); OK(cusparseCreateCoo(&bo, 8, 6, b0.nnz(), dev(bi), dev(bj), bv, CUSPARSE_INDEX_32I, ib, typeOf<A>())); OK(cusparseCooSetStridedBatch(bo, nb, b0.nnz())); for (auto alg : {CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_COO_ALG3, CUSPARSE_SPMM_COO_ALG4}) mm<A, B, C, S>("coo batch", bo, 8, 6, O(0), O(0), CUSPARSE_ORDER_COL, CUSPARSE_ORDER_COL, alg, nb);
    // blocked ELL: 8-blocks, 32 x 24 of which 2 blocks a row, unsorted places
    { std::vector<int> cols = {0, 2, 1, 2, 0, 1, 2, 0}; for (auto &c : cols) if (c >= 0) c += base; cusparseSpMatDescr_t ell; OK(cusparseCreateBlockedEll(&ell, 32, 24, 8, 16, dev(cols), dev(ints<A>(32 * 16, 4, 5)), CUSPARSE_INDEX_32I, ib, typeOf<A>())); for (int ob = 0; ob < 2; ++ob) for (int l = 0; l < 4; ++l) mm<A, B, C, S>("ell", ell, 32, 24, O(0), O(ob), l & 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL, l & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL, l == 3 ? CUSPARSE_SPMM_BLOCKED_ELL_ALG1 : CUSPARSE_SPMM_ALG_DEFAULT); mm<A, B, C, S>("ell", ell, 32, 24, O(1), O(0), CUSPARSE_ORDER_COL, CUSPARSE_ORDER_COL, CUSPARSE_SPMM_ALG_DEFAULT); }
    for (auto ord : {CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL}) { std::vector<int> bp = {base, base + 2, base + 2, base + 5}, bj2 = {base, base + 3, base, base + 1, base + 2}; cusparseSpMatDescr_t bsr; OK(cusparseCreateBsr(&bsr, 3, 4, 5, 4, 4, dev(bp), dev(bj2), dev(ints<A>(80, 4, 5)), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<A>(), ord)); for (int op = 0; op < 2; ++op) mm<A, B, C, S>("bsr", bsr, 12, 16, O(0), O(op), CUSPARSE_ORDER_COL, CUSPARSE_ORDER_COL, CUSPARSE_SPMM_ALG_DEFAULT), mm<A, B, C, S>("bsr", bsr, 12, 16, O(0), O(op), CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_ROW, CUSPARSE_SPMM_BSR_ALG1); }
    // SDDMM
    for (int op = 0; op < 4; ++op) for (int l = 0; l < 4; ++l) { auto oa = O(op & 1), ob = O(op >> 1); auto la = l & 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL, lb = l & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL; int m = 32, k = 16, w = 24; int ar = oa ? k : m, ac = oa ? m : k, br = ob ? w : k, bcc = ob ? k : w; cusparseDnMatDescr_t da, db; OK(cusparseCreateDnMat(&da, ar, ac, la == CUSPARSE_ORDER_COL ? ar : ac, dev(ints<A>(m * k, 1, 5)), typeOf<A>(), la)); OK(cusparseCreateDnMat(&db, br, bcc, lb == CUSPARSE_ORDER_COL ? br : bcc, dev(ints<B>(w * k, 2, 5)), typeOf<B>(), lb)); auto pat = sparse<C>(m, w, 20, 9, base, 5); cusparseSpMatDescr_t dc; C *cv = dev(pat.v); OK(cusparseCreateCsr(&dc, m, w, pat.nnz(), dev(pat.p), dev(pat.j), cv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<C>())); S al = mk<S>(Z(2, 1)), be = mk<S>(Z(-1, 0)); size_t zz = 0; int s = hush([&] { return cusparseSDDMM_bufferSize(h, oa, ob, &al, da, db, &be, dc, typeOf<S>(), CUSPARSE_SDDMM_ALG_DEFAULT, &zz); }); void *q = s ? nullptr : buf(zz); int s1 = s ? 0 : (int)hush([&] { return cusparseSDDMM_preprocess(h, oa, ob, &al, da, db, &be, dc, typeOf<S>(), CUSPARSE_SDDMM_ALG_DEFAULT, q); }), s2 = s ? 0 : (int)hush([&] { return cusparseSDDMM(h, oa, ob, &al, da, db, &be, dc, typeOf<S>(), CUSPARSE_SDDMM_ALG_DEFAULT, q); }); printf("sddmm %d %d: %d %d %d", op, l, s, s1, s2); if (!s && !s2) hashed("", cv, pat.nnz()); else printf("\n");
      std::vector<int> bp = {base, base + 1, base + 3, base + 3, base + 4}, bj3 = {base + 1, base, base + 2, base + 1}; C *bv3 = dev(ints<C>(256, 8, 5)); cusparseSpMatDescr_t db3; OK(cusparseCreateBsr(&db3, 4, 3, 4, 8, 8, dev(bp), dev(bj3), bv3, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<C>(), CUSPARSE_ORDER_ROW)); s = hush([&] { return cusparseSDDMM_bufferSize(h, oa, ob, &al, da, db, &be, db3, typeOf<S>(), CUSPARSE_SDDMM_ALG_DEFAULT, &zz); }); s2 = s ? 0 : (int)hush([&] { return cusparseSDDMM(h, oa, ob, &al, da, db, &be, db3, typeOf<S>(), CUSPARSE_SDDMM_ALG_DEFAULT, buf(zz)); }); printf("sddmm bsr %d %d: %d %d", op, l, s, s2); if (!s && !s2) hashed("", bv3, 256); else printf("\n"); } }
}
int main() { OK(cusparseCreate(&h)); all<float, float, float, float>("f"); all<double, double, double, double>("d"); all<cuComplex, cuComplex, cuComplex, cuComplex>("c"); all<__half, __half, __half, float>("h h"); all<__half, __half, float, float>("h f"); all<__nv_bfloat16, __nv_bfloat16, float, float>("b f"); all<int8_t, int8_t, int, int>("i8 i32"); all<int8_t, int8_t, float, float>("i8 f"); sync("end"); }
