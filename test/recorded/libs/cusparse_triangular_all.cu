// cuSPARSE SpSV and SpSM: CSR, CSC, COO, sliced ELL in four types, all operations, triangles, diagonals, full matrices of which one triangle is read, alpha on the device, right sides in both orders, csrilu02, csric02 and their solves
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
template <class T> void all(const char *n) {
  printf("%s\n", n); int ops = isComplex<T>() ? 3 : 2; T al = mk<T>(Z(2, 1)); const int m = 14;
  for (int base : {0, 1}) for (int lower = 0; lower < 2; ++lower) for (int full = 0; full < 2; ++full) for (int dg = 0; dg < 2; ++dg) for (int fmt = 0; fmt < 3; ++fmt) { auto a = triangle<T>(m, 25, 3 + lower, lower, base, full); auto ib = (cusparseIndexBase_t)base; cusparseSpMatDescr_t d; if (fmt == 0) OK(cusparseCreateCsr(&d, m, m, a.nnz(), dev(a.p), dev(a.j), dev(a.v), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<T>())); else if (fmt == 1) OK(cusparseCreateCoo(&d, m, m, a.nnz(), dev(a.i), dev(a.j), dev(a.v), CUSPARSE_INDEX_32I, ib, typeOf<T>())); else OK(cusparseCreateCsc(&d, m, m, a.nnz(), dev(a.p), dev(a.j), dev(a.v), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, ib, typeOf<T>())); auto fill = lower ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER; auto diag = (cusparseDiagType_t)dg; OK(cusparseSpMatSetAttribute(d, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill)); OK(cusparseSpMatSetAttribute(d, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
    for (int op = 0; op < ops; ++op) { T *x = dev(ints<T>(m, 2)), *y = devz<T>(m); cusparseDnVecDescr_t dx, dy; OK(cusparseCreateDnVec(&dx, m, x, typeOf<T>())); OK(cusparseCreateDnVec(&dy, m, y, typeOf<T>())); cusparseSpSVDescr_t sv; OK(cusparseSpSV_createDescr(&sv)); size_t b = 0; auto o = (cusparseOperation_t)op; int s = hush([&] { return cusparseSpSV_bufferSize(h, o, &al, d, dx, dy, typeOf<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv, &b); }); int s1 = s ? 0 : (int)hush([&] { return cusparseSpSV_analysis(h, o, &al, d, dx, dy, typeOf<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv, buf(b)); }); int s2 = s ? 0 : (int)hush([&] { return cusparseSpSV_solve(h, o, &al, d, dx, dy, typeOf<T>(), CUSPARSE_SPSV_ALG_DEFAULT, sv); }); printf("sv base %d lower %d full %d unit %d format %d op %d: %d %d %d", base, lower, full, dg, fmt, op, s, s1, s2); if (!s && !s2) show("", y, m); else printf("\n"); OK(cusparseSpSV_destroyDescr(sv));
      if (base) continue; for (int l = 0; l < 4; ++l) for (int ob = 0; ob < (l ? 1 : 2); ++ob) { auto lb = l & 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL, lc = l & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL; int w = 3, br = ob ? w : m, bc = ob ? m : w; T *B = dev(ints<T>(80, 5)), *C = devz<T>(80); cusparseDnMatDescr_t dB, dC; OK(cusparseCreateDnMat(&dB, br, bc, lb == CUSPARSE_ORDER_COL ? br + 1 : bc + 1, B, typeOf<T>(), lb)); OK(cusparseCreateDnMat(&dC, m, w, lc == CUSPARSE_ORDER_COL ? m + 2 : w + 2, C, typeOf<T>(), lc)); cusparseSpSMDescr_t sm; OK(cusparseSpSM_createDescr(&sm)); s = hush([&] { return cusparseSpSM_bufferSize(h, o, (cusparseOperation_t)ob, &al, d, dB, dC, typeOf<T>(), CUSPARSE_SPSM_ALG_DEFAULT, sm, &b); }); void *q = s ? nullptr : buf(b); s1 = s ? 0 : (int)hush([&] { return cusparseSpSM_analysis(h, o, (cusparseOperation_t)ob, &al, d, dB, dC, typeOf<T>(), CUSPARSE_SPSM_ALG_DEFAULT, sm, q); }); s2 = s || s1 ? 0 : (int)hush([&] { return cusparseSpSM_solve(h, o, (cusparseOperation_t)ob, &al, d, dB, dC, typeOf<T>(), CUSPARSE_SPSM_ALG_DEFAULT, sm); }); printf("sm orders %d op b %d: %d %d %d", l, ob, s, s1, s2); if (!s && !s1 && !s2) { hashed("", C, 80); } else printf("\n"); OK(cusparseSpSM_destroyDescr(sm)); } } }
}
int main() { OK(cusparseCreate(&h)); all<float>("f"); all<double>("d"); all<cuComplex>("c"); all<cuDoubleComplex>("z"); sync("end"); }
