// cuBLAS level 2 in four types: gbmv, sbmv, hbmv, tbmv, tbsv, ger, geru, gerc, syr, her, syr2, her2, spr, hpr, spr2, hpr2 with strides, triangles, bandwidths
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
#include <cublas_v2.h>
cublasHandle_t h; const cublasFillMode_t UP[2] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
#define PICK(T, s, d, c, z) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return s(a...); else if constexpr (std::is_same<T, double>::value) return d(a...); else if constexpr (std::is_same<T, cuComplex>::value) return c(a...); else return z(a...); }
template <class T> void all(const char *n) {
  printf("%s\n", n); typedef typename RealOf<T>::type R; T al = mk<T>(Z(2, 1)), be = mk<T>(Z(-1, 1)); R ra = 2; T *x = dev(ints<T>(40, 1)), *x2 = dev(ints<T>(40, 2)); auto y0 = ints<T>(40, 3), a0 = ints<T>(160, 4);
  for (int op = 0; op < 3; ++op) for (auto [kl, ku] : {std::pair{1, 2}, {0, 0}, {4, 1}, {0, 3}}) { T *y = dev(y0), *a = dev(a0); OK((PICK(T, cublasSgbmv, cublasDgbmv, cublasCgbmv, cublasZgbmv)(h, (cublasOperation_t)op, 6, 5, kl, ku, &al, a, kl + ku + 2, x, 2, &be, y, -1))); printf("gbmv %d %d %d", op, kl, ku); show("", y, 7); }
  for (auto u : UP) for (int k : {0, 2, 4}) { T *y = dev(y0), *a = dev(a0); OK((PICK(T, cublasSsbmv, cublasDsbmv, cublasChbmv, cublasZhbmv)(h, u, 5, k, &al, a, k + 2, x, -1, &be, y, 2))); printf("sbmv %d %d", u, k); show("", y, 10); }
  for (auto u : UP) for (int op = 0; op < 3; ++op) for (int dg = 0; dg < 2; ++dg) { T *v = dev(y0), *a = dev(a0); OK((PICK(T, cublasStbmv, cublasDtbmv, cublasCtbmv, cublasZtbmv)(h, u, (cublasOperation_t)op, (cublasDiagType_t)dg, 6, 2, a, 4, v, op == 1 ? -1 : 1))); printf("tbmv %d %d %d", u, op, dg); show("", v, 6); }
  for (auto u : UP) { auto go = [&](const char *w, auto f) { T *a = dev(a0); int s = f(a); printf("%s %d st %d", w, u, s); hashed("", a, 160); show("", a, 8); };
    if constexpr (!isComplex<T>()) { if (u == UP[0]) go("ger", [&](T *a) { return PICK(T, cublasSger, cublasDger, cublasSger, cublasDger)(h, 5, 4, &al, x, 2, x2, -1, a, 6); }); go("syr", [&](T *a) { return PICK(T, cublasSsyr, cublasDsyr, cublasSsyr, cublasDsyr)(h, u, 5, &al, x, -2, a, 6); }); go("syr2", [&](T *a) { return PICK(T, cublasSsyr2, cublasDsyr2, cublasSsyr2, cublasDsyr2)(h, u, 5, &al, x, 1, x2, 3, a, 6); }); go("spr", [&](T *a) { return PICK(T, cublasSspr, cublasDspr, cublasSspr, cublasDspr)(h, u, 5, &al, x, -1, a); }); go("spr2", [&](T *a) { return PICK(T, cublasSspr2, cublasDspr2, cublasSspr2, cublasDspr2)(h, u, 5, &al, x, 2, x2, 1, a); }); }
    else { if (u == UP[0]) { go("geru", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasCgeru(h, 5, 4, &al, x, 2, x2, -1, a, 6); else return cublasZgeru(h, 5, 4, &al, x, 2, x2, -1, a, 6); }); go("gerc", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasCgerc(h, 5, 4, &al, x, 2, x2, -1, a, 6); else return cublasZgerc(h, 5, 4, &al, x, 2, x2, -1, a, 6); }); }
      go("her", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasCher(h, u, 5, &ra, x, -2, a, 6); else return cublasZher(h, u, 5, &ra, x, -2, a, 6); }); go("her2", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasCher2(h, u, 5, &al, x, 1, x2, 3, a, 6); else return cublasZher2(h, u, 5, &al, x, 1, x2, 3, a, 6); }); go("hpr", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasChpr(h, u, 5, &ra, x, -1, a); else return cublasZhpr(h, u, 5, &ra, x, -1, a); }); go("hpr2", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasChpr2(h, u, 5, &al, x, 2, x2, 1, a); else return cublasZhpr2(h, u, 5, &al, x, 2, x2, 1, a); }); go("syr", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasCsyr(h, u, 5, &al, x, 1, a, 6); else return cublasZsyr(h, u, 5, &al, x, 1, a, 6); }); go("syr2", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasCsyr2(h, u, 5, &al, x, 1, x2, 1, a, 6); else return cublasZsyr2(h, u, 5, &al, x, 1, x2, 1, a, 6); }); R zero = 0; go("her alpha 0", [&](T *a) { if constexpr (std::is_same<T, cuComplex>::value) return cublasCher(h, u, 5, &zero, x, 1, a, 6); else return cublasZher(h, u, 5, &zero, x, 1, a, 6); }); } }
  // banded solves with a diagonal of ones and twos
  for (auto u : UP) for (int op = 0; op < 3; ++op) for (int dg = 0; dg < 2; ++dg) { std::vector<T> a(4 * 6); for (int j = 0; j < 6; ++j) for (int i = 0; i < 4; ++i) a[j * 4 + i] = mk<T>(Z(i == (u == UP[0] ? 0 : 2) ? 1 + (j & 1) : (i + j) % 3 - 1, i == (u == UP[0] ? 0 : 2) ? 0 : i - 1)); T *v = dev(y0), *A = dev(a); OK((PICK(T, cublasStbsv, cublasDtbsv, cublasCtbsv, cublasZtbsv)(h, u, (cublasOperation_t)op, (cublasDiagType_t)dg, 6, 2, A, 4, v, 2))); printf("tbsv %d %d %d", u, op, dg); show("", v, 12); }
}
int main() { OK(cublasCreate(&h)); all<float>("float"); all<double>("double"); all<cuComplex>("complex"); all<cuDoubleComplex>("double complex"); sync("end"); }
