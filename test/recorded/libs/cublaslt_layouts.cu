// cublasLt: row order of each operand in turn, padded layouts, sizes of one, planar complex, null C, C equal to D, products in double and complex with conjugation, algorithms by id and their attributes
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
#include <cublasLt.h>
cublasLtHandle_t h;
template <class T> void orders(const char *n, cublasComputeType_t ct) {
  const int m = 8, w = 12, k = 16; for (int ord = 0; ord < 16; ++ord) for (int op = 0; op < (isComplex<T>() ? 9 : 4); ++op) { int ta = isComplex<T>() ? op % 3 : op & 1, tb = isComplex<T>() ? op / 3 : op >> 1; cublasLtMatmulDesc_t d; OK(cublasLtMatmulDescCreate(&d, ct, typeOf<T>())); auto oa = (cublasOperation_t)ta, ob = (cublasOperation_t)tb; OK(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &oa, sizeof oa)); OK(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &ob, sizeof ob)); auto lay = [&](int r, int c, int row) { cublasLtMatrixLayout_t l; OK(cublasLtMatrixLayoutCreate(&l, typeOf<T>(), r, c, (row ? c : r) + 4)); int o = row; OK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &o, sizeof o)); return l; }; auto la = lay(ta ? k : m, ta ? m : k, ord & 1), lb = lay(tb ? w : k, tb ? k : w, ord >> 1 & 1), lc = lay(m, w, ord >> 2 & 1), ld = lay(m, w, ord >> 3 & 1); T *a = dev(ints<T>(400, 1)), *b = dev(ints<T>(400, 2)), *c = dev(ints<T>(400, 3)), *o = devz<T>(400); T al = mk<T>(Z(2, 1)), be = mk<T>(Z(-1, 2)); int s = hush([&] { return cublasLtMatmul(h, d, &al, a, la, b, lb, &be, c, lc, o, ld, nullptr, nullptr, 0, 0); }); printf("%s orders %d ops %d: %d", n, ord, op, s); if (!s) hashed("", o, 400); else printf("\n"); }
}
int main() {
  OK(cublasLtCreate(&h)); orders<float>("float", CUBLAS_COMPUTE_32F); orders<double>("double", CUBLAS_COMPUTE_64F); orders<cuComplex>("complex", CUBLAS_COMPUTE_32F); orders<cuDoubleComplex>("double complex", CUBLAS_COMPUTE_64F);
  for (auto [m, w, k] : {std::tuple{1, 1, 1}, {1, 5, 3}, {5, 1, 3}, {3, 4, 1}, {7, 9, 11}, {4, 4, 0}, {129, 65, 33}}) for (int cn = 0; cn < 3; ++cn) { cublasLtMatmulDesc_t d; OK(cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F)); cublasLtMatrixLayout_t la, lb, lc; int s0 = cublasLtMatrixLayoutCreate(&la, CUDA_R_32F, m, k, m), s1 = cublasLtMatrixLayoutCreate(&lb, CUDA_R_32F, k, w, k), s2 = cublasLtMatrixLayoutCreate(&lc, CUDA_R_32F, m, w, m); if (s0 || s1 || s2) { printf("create %d %d %d\n", s0, s1, s2); continue; } float *a = dev(ints<float>(m * k + 1, 1)), *b = dev(ints<float>(k * w + 1, 2)), *o = dev(ints<float>(m * w + 1, 4)), *c = cn == 0 ? o : cn == 1 ? nullptr : dev(ints<float>(m * w + 1, 3)), al = 1, be = cn == 1 ? 0 : 2; int s = hush([&] { return cublasLtMatmul(h, d, &al, a, la, b, lb, &be, c, lc, o, lc, nullptr, nullptr, 0, 0); }); printf("%d %d %d C kind %d: %d", m, w, k, cn, s); if (!s) hashed("", o, m * w + 1); else printf("\n"); }
  // planar complex: real parts, then imaginary parts at an offset
  for (auto ct : {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_FAST_TF32}) { const int n = 16; cublasLtMatmulDesc_t d; OK(cublasLtMatmulDescCreate(&d, ct, CUDA_C_32F)); cublasLtMatrixLayout_t l; for (auto t : {CUDA_C_16F, CUDA_C_32F, CUDA_C_16BF}) { OK(cublasLtMatrixLayoutCreate(&l, t, n, n, n)); int64_t off = 4096; ST(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, &off, sizeof off)); char *a = (char *)buf(8192), *o = (char *)buf(8192); if (t == CUDA_C_16F) { auto v = ints<__half>(n * n, 1, 3), w = ints<__half>(n * n, 2, 3); CK(cudaMemcpy(a, v.data(), n * n * 2, cudaMemcpyHostToDevice)); CK(cudaMemcpy(a + 4096, w.data(), n * n * 2, cudaMemcpyHostToDevice)); } cuComplex al = {1, 0}, be = {0, 0}; int s = hush([&] { return cublasLtMatmul(h, d, &al, a, l, a, l, &be, o, l, o, l, nullptr, nullptr, 0, 0); }); printf("planar type %d: %d", t, s); if (!s && t == CUDA_C_16F) { hashed("", (__half *)o, n * n); hashed("imaginary", (__half *)(o + 4096), n * n); } else printf("\n"); } }
  cublasLtMatmulPreference_t pref; OK(cublasLtMatmulPreferenceCreate(&pref)); size_t ws = 0; OK(cublasLtMatmulPreferenceSetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &ws, sizeof ws)); for (auto [ty, cty, sty] : {std::tuple{CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F}, {CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F}, {CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F}}) { int ids[64], got = 0; int s = cublasLtMatmulAlgoGetIds(h, cty, sty, ty, ty, ty, ty, 64, ids, &got); printf("ids %d some %d\n", s, got > 0); if (!got) continue; cublasLtMatmulAlgo_t al; s = cublasLtMatmulAlgoInit(h, cty, sty, ty, ty, ty, ty, ids[0], &al); printf("init %d\n", s); for (int c : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) { size_t sw = 0; int32_t v[256]; printf("cap %d: %d", c, (int)cublasLtMatmulAlgoCapGetAttribute(&al, (cublasLtMatmulAlgoCapAttributes_t)c, v, sizeof v, &sw)); printf("\n"); } int v = 0; for (int c = 0; c < 9; ++c) { size_t sw = 0; printf("config %d: %d size %d\n", c, (int)cublasLtMatmulAlgoConfigGetAttribute(&al, (cublasLtMatmulAlgoConfigAttributes_t)c, &v, 4, &sw), (int)sw); } int one = 1; ST(cublasLtMatmulAlgoConfigSetAttribute(&al, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &one, 4)); ST(cublasLtMatmulAlgoConfigSetAttribute(&al, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &one, 2)); ST(cublasLtMatmulAlgoConfigSetAttribute(&al, (cublasLtMatmulAlgoConfigAttributes_t)50, &one, 4)); }
  int got; int ids[4]; cublasLtMatmulAlgo_t al; ST(cublasLtMatmulAlgoGetIds(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 0, ids, &got)); ST(cublasLtMatmulAlgoGetIds(nullptr, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 4, ids, &got)); ST(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 100000, &al)); ST(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_64F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 0, &al));
  sync("end");
}
