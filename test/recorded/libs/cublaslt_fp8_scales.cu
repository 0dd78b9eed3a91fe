// cublasLt fp8: scale pointers of A, B, C, D, amax of D and of aux, results in half, bf16, float, e4m3, e5m2, saturation, scale modes, fast accumulation, epilogues with fp8
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
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
template <class T> constexpr cudaDataType typeOf() { return std::is_same<T, float>::value ? CUDA_R_32F : std::is_same<T, double>::value ? CUDA_R_64F : std::is_same<T, cuComplex>::value ? CUDA_C_32F : std::is_same<T, cuDoubleComplex>::value ? CUDA_C_64F : std::is_same<T, __half>::value ? CUDA_R_16F : std::is_same<T, __nv_bfloat16>::value ? CUDA_R_16BF : std::is_same<T, int8_t>::value ? CUDA_R_8I : std::is_same<T, __nv_fp8_e4m3>::value ? CUDA_R_8F_E4M3 : std::is_same<T, __nv_fp8_e5m2>::value ? CUDA_R_8F_E5M2 : CUDA_R_32I; }
template <class T> constexpr bool isComplex() { return std::is_same<T, cuComplex>::value || std::is_same<T, cuDoubleComplex>::value; }
template <class T> struct RealOf { typedef T type; };
template <> struct RealOf<cuComplex> { typedef float type; };
template <> struct RealOf<cuDoubleComplex> { typedef double type; };
#include <cublasLt.h>
cublasLtHandle_t h;
template <class A, class B, class C, class D> void go(const char *n, int flags, int epi = 1) {
  const int m = 32, w = 48, k = 64; A *a = dev(ints<A>(m * k, 1, 5)); B *b = dev(ints<B>(k * w, 2, 5)); C *c = dev(ints<C>(m * w, 3, 5)); D *d = devz<D>(m * w); float *sa = dev(std::vector<float>{2}), *sb = dev(std::vector<float>{0.5f}), *sc = dev(std::vector<float>{4}), *sd = dev(std::vector<float>{0.25f}), *amax = devz<float>(1), *aamax = devz<float>(1), al = 1, be = flags & 16 ? 1 : 0;
  cublasLtMatmulDesc_t o; OK(cublasLtMatmulDescCreate(&o, CUBLAS_COMPUTE_32F, CUDA_R_32F)); auto set = [&](int at, auto v) { int s = cublasLtMatmulDescSetAttribute(o, (cublasLtMatmulDescAttributes_t)at, &v, sizeof v); if (s) printf("attribute %d: %d\n", at, s); }; set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T); if (flags & 1) set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, sa); if (flags & 2) set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, sb); if (flags & 4) set(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, sc); if (flags & 8) set(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, sd); if (flags & 32) set(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, amax); if (flags & 64) set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, int8_t(1)); __nv_bfloat16 *bias = dev(ints<__nv_bfloat16>(m, 4)); __half *hbias = dev(ints<__half>(m, 4)); if (epi != 1) { set(CUBLASLT_MATMUL_DESC_EPILOGUE, epi); if (epi & 128) { set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, devz<char>(1 << 14)); set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(128)); } if (epi & 4) { if (typeOf<D>() == CUDA_R_16F) set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, hbias); else set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias); } }
  cublasLtMatrixLayout_t la, lb, lc, ld; OK(cublasLtMatrixLayoutCreate(&la, typeOf<A>(), k, m, k)); OK(cublasLtMatrixLayoutCreate(&lb, typeOf<B>(), k, w, k)); OK(cublasLtMatrixLayoutCreate(&lc, typeOf<C>(), m, w, m)); OK(cublasLtMatrixLayoutCreate(&ld, typeOf<D>(), m, w, m)); void *ws = buf(1 << 22); int s = hush([&] { return cublasLtMatmul(h, o, &al, a, la, b, lb, &be, c, lc, d, ld, nullptr, ws, 1 << 22, 0); }); printf("%s flags %d epilogue %d: %d", n, flags, epi, s); if (s) { printf("\n"); return; } auto v = get(d, m * w); show("", std::vector<D>(v.begin() + 40, v.begin() + 50)); if (flags & 32) show("amax", amax, 1); hashed("all", d, m * w);
}
int main() {
  OK(cublasLtCreate(&h)); typedef __nv_fp8_e4m3 E4; typedef __nv_fp8_e5m2 E5; typedef __nv_bfloat16 BF; digits = 3; tiny = 1e-3;
  for (int f : {0, 1, 3, 7, 15, 19, 23, 31, 64, 32, 47, 63}) { go<E4, E4, BF, BF>("e4e4 bf bf", f); go<E4, E4, __half, __half>("e4e4 h h", f); go<E4, E5, float, float>("e4e5 f f", f); go<E5, E4, BF, E4>("e5e4 bf e4", f); go<E4, E4, BF, E4>("e4e4 bf e4", f); go<E4, E4, __half, E4>("e4e4 h e4", f); go<E4, E5, BF, E5>("e4e5 bf e5", f); go<E5, E5, BF, BF>("e5e5", f); }
  for (int e : {2, 4, 6, 32, 36, 130, 134, 160, 164}) { go<E4, E4, BF, BF>("bf", 3, e); go<E4, E4, BF, E4>("e4", 11, e); go<E4, E4, __half, __half>("h", 3, e); if (e != 164) go<E4, E4, float, float>("f", 0, e); }
  // conversion to e4m3 saturates
  { E4 *a = dev(std::vector<E4>(1024, E4(16.f))), *d = devz<E4>(1024); BF *c = devz<BF>(1024); float al = 1, be = 0; cublasLtMatmulDesc_t o; OK(cublasLtMatmulDescCreate(&o, CUBLAS_COMPUTE_32F, CUDA_R_32F)); auto t = CUBLAS_OP_T; OK(cublasLtMatmulDescSetAttribute(o, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t)); cublasLtMatrixLayout_t l, lc; OK(cublasLtMatrixLayoutCreate(&l, CUDA_R_8F_E4M3, 32, 32, 32)); OK(cublasLtMatrixLayoutCreate(&lc, CUDA_R_16BF, 32, 32, 32)); OK(cublasLtMatmul(h, o, &al, a, l, a, l, &be, c, lc, d, l, nullptr, nullptr, 0, 0)); show("saturated", d, 3); al = -1; OK(cublasLtMatmul(h, o, &al, a, l, a, l, &be, c, lc, d, l, nullptr, nullptr, 0, 0)); show("saturated", d, 3); al = NAN; OK(cublasLtMatmul(h, o, &al, a, l, a, l, &be, c, lc, d, l, nullptr, nullptr, 0, 0)); show("nan", d, 3); }
  sync("end");
}
