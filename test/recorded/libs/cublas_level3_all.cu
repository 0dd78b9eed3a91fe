// cuBLAS level 3 in four types: syrk, herk, syr2k, her2k, syrkx, herkx, trmm out of place, gemm3m, geam, dgmm, SyrkEx, Syrk3mEx, HerkEx, Herk3mEx, SgemmEx, CgemmEx
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
  printf("%s\n", n); typedef typename RealOf<T>::type R; T al = mk<T>(Z(2, 1)), be = mk<T>(Z(-1, 1)); R ra = 2, rb = -1; T *A = dev(ints<T>(200, 1)), *B = dev(ints<T>(200, 2)); auto c0 = ints<T>(100, 3);
  auto go = [&](const char *w, int p, int q, auto f) { T *c = dev(c0); int s = hush([&] { return f(c); }); printf("%s %d %d st %d", w, p, q, s); hashed("", c, 100); };
  for (auto u : UP) for (int op = 0; op < 3; ++op) { auto o = (cublasOperation_t)op; int ld = op ? 5 : 8;
    go("syrk", u, op, [&](T *c) { return PICK(T, cublasSsyrk, cublasDsyrk, cublasCsyrk, cublasZsyrk)(h, u, o, 7, 4, &al, A, ld, &be, c, 9); });
    go("syr2k", u, op, [&](T *c) { return PICK(T, cublasSsyr2k, cublasDsyr2k, cublasCsyr2k, cublasZsyr2k)(h, u, o, 7, 4, &al, A, ld, B, ld + 1, &be, c, 9); });
    go("syrkx", u, op, [&](T *c) { return PICK(T, cublasSsyrkx, cublasDsyrkx, cublasCsyrkx, cublasZsyrkx)(h, u, o, 7, 4, &al, A, ld, B, ld + 1, &be, c, 9); });
    if constexpr (isComplex<T>()) { go("herk", u, op, [&](T *c) { return PICK(T, cublasCherk, cublasCherk, cublasCherk, cublasZherk)(h, u, o, 7, 4, &ra, A, ld, &rb, c, 9); }); go("her2k", u, op, [&](T *c) { return PICK(T, cublasCher2k, cublasCher2k, cublasCher2k, cublasZher2k)(h, u, o, 7, 4, &al, A, ld, B, ld + 1, &rb, c, 9); }); go("herkx", u, op, [&](T *c) { return PICK(T, cublasCherkx, cublasCherkx, cublasCherkx, cublasZherkx)(h, u, o, 7, 4, &al, A, ld, B, ld + 1, &rb, c, 9); }); }
    for (int side = 0; side < 2; ++side) for (int dg = 0; dg < 2; ++dg) { go(side ? "trmm right" : "trmm left", u * 10 + op, dg, [&](T *c) { return PICK(T, cublasStrmm, cublasDtrmm, cublasCtrmm, cublasZtrmm)(h, (cublasSideMode_t)side, u, o, (cublasDiagType_t)dg, 7, 5, &al, A, 8, B, 8, c, 9); }); go("trmm in place", u * 10 + op, dg, [&](T *c) { return PICK(T, cublasStrmm, cublasDtrmm, cublasCtrmm, cublasZtrmm)(h, (cublasSideMode_t)side, u, o, (cublasDiagType_t)dg, 7, 5, &al, A, 8, c, 9, c, 9); }); } }
  for (int oa = 0; oa < 3; ++oa) for (int ob = 0; ob < 3; ++ob) { go("geam", oa, ob, [&](T *c) { return PICK(T, cublasSgeam, cublasDgeam, cublasCgeam, cublasZgeam)(h, (cublasOperation_t)oa, (cublasOperation_t)ob, 6, 6, &al, A, 7, &be, B, 8, c, 9); }); go("geam in place a", oa, ob, [&](T *c) { return PICK(T, cublasSgeam, cublasDgeam, cublasCgeam, cublasZgeam)(h, (cublasOperation_t)oa, (cublasOperation_t)ob, 6, 6, &al, c, 9, &be, B, 8, c, 9); }); go("geam in place b", oa, ob, [&](T *c) { return PICK(T, cublasSgeam, cublasDgeam, cublasCgeam, cublasZgeam)(h, (cublasOperation_t)oa, (cublasOperation_t)ob, 6, 6, &al, A, 7, &be, c, 9, c, 9); }); go("geam ld differs", oa, ob, [&](T *c) { return PICK(T, cublasSgeam, cublasDgeam, cublasCgeam, cublasZgeam)(h, (cublasOperation_t)oa, (cublasOperation_t)ob, 6, 6, &al, c, 10, &be, B, 8, c, 9); }); }
  T zero = mk<T>(Z(0, 0)); go("geam null", 0, 0, [&](T *c) { return PICK(T, cublasSgeam, cublasDgeam, cublasCgeam, cublasZgeam)(h, CUBLAS_OP_N, CUBLAS_OP_N, 6, 6, &zero, (T *)nullptr, 7, &be, B, 8, c, 9); }); go("geam both 0", 0, 0, [&](T *c) { return PICK(T, cublasSgeam, cublasDgeam, cublasCgeam, cublasZgeam)(h, CUBLAS_OP_N, CUBLAS_OP_N, 6, 6, &zero, A, 7, &zero, B, 8, c, 9); });
  for (int side = 0; side < 2; ++side) for (int inc : {1, 2, -1, 0, -2}) go("dgmm", side, inc, [&](T *c) { return PICK(T, cublasSdgmm, cublasDdgmm, cublasCdgmm, cublasZdgmm)(h, (cublasSideMode_t)side, 6, 5, A, 7, B + 20, inc, c, 9); }); go("dgmm in place", 0, 1, [&](T *c) { return PICK(T, cublasSdgmm, cublasDdgmm, cublasCdgmm, cublasZdgmm)(h, CUBLAS_SIDE_LEFT, 6, 5, c, 9, B, 1, c, 9); });
  if constexpr (isComplex<T>()) for (int oa = 0; oa < 3; ++oa) for (int ob = 0; ob < 3; ++ob) go("gemm3m", oa, ob, [&](T *c) { return PICK(T, cublasCgemm3m, cublasCgemm3m, cublasCgemm3m, cublasZgemm3m)(h, (cublasOperation_t)oa, (cublasOperation_t)ob, 6, 5, 7, &al, A, 9, B, 10, &be, c, 9); });
}
int main() {
  OK(cublasCreate(&h)); all<float>("float"); all<double>("double"); all<cuComplex>("complex"); all<cuDoubleComplex>("double complex");
  cuComplex al = {2, 0}, be = {-1, 0}; float fa = 2, fb = -1; for (auto u : UP) for (int op = 0; op < 3; ++op) { auto o = (cublasOperation_t)op; int ld = op ? 5 : 8; cuComplex *A = dev(ints<cuComplex>(100, 4)); auto c0 = ints<cuComplex>(100, 5); auto go = [&](const char *w, auto f) { cuComplex *c = dev(c0); int s = hush([&] { return f(c); }); printf("%s %d %d st %d", w, u, op, s); hashed("", c, 100); };
    go("CsyrkEx", [&](cuComplex *c) { return cublasCsyrkEx(h, u, o, 7, 4, &al, A, CUDA_C_32F, ld, &be, c, CUDA_C_32F, 9); }); go("Csyrk3mEx", [&](cuComplex *c) { return cublasCsyrk3mEx(h, u, o, 7, 4, &al, A, CUDA_C_32F, ld, &be, c, CUDA_C_32F, 9); }); go("CherkEx", [&](cuComplex *c) { return cublasCherkEx(h, u, o, 7, 4, &fa, A, CUDA_C_32F, ld, &fb, c, CUDA_C_32F, 9); }); go("Cherk3mEx", [&](cuComplex *c) { return cublasCherk3mEx(h, u, o, 7, 4, &fa, A, CUDA_C_32F, ld, &fb, c, CUDA_C_32F, 9); }); struct C8 { int8_t x, y; }; std::vector<C8> a8(100); for (int i = 0; i < 100; ++i) a8[i] = {int8_t(i % 5 - 2), int8_t(i % 3 - 1)}; C8 *A8 = dev(a8); go("CsyrkEx 8", [&](cuComplex *c) { return cublasCsyrkEx(h, u, o, 7, 4, &al, A8, CUDA_C_8I, ld, &be, c, CUDA_C_32F, 9); }); go("CherkEx 8", [&](cuComplex *c) { return cublasCherkEx(h, u, o, 7, 4, &fa, A8, CUDA_C_8I, ld, &fb, c, CUDA_C_32F, 9); }); go("Cherk3mEx 8", [&](cuComplex *c) { return cublasCherk3mEx(h, u, o, 7, 4, &fa, A8, CUDA_C_8I, ld, &fb, c, CUDA_C_32F, 9); }); if (u == UP[0]) for (int ob = 0; ob < 3; ++ob) { go("CgemmEx 8", [&](cuComplex *c) { return cublasCgemmEx(h, o, (cublasOperation_t)ob, 8, 8, 8, &al, A8, CUDA_C_8I, 8, A8, CUDA_C_8I, 8, &be, c, CUDA_C_32F, 9); }); go("CgemmEx", [&](cuComplex *c) { return cublasCgemmEx(h, o, (cublasOperation_t)ob, 8, 8, 8, &al, A, CUDA_C_32F, 8, A, CUDA_C_32F, 8, &be, c, CUDA_C_32F, 9); }); go("Cgemm3mEx", [&](cuComplex *c) { return cublasCgemm3mEx(h, o, (cublasOperation_t)ob, 8, 8, 8, &al, A, CUDA_C_32F, 8, A, CUDA_C_32F, 8, &be, c, CUDA_C_32F, 9); }); go("Cgemm3mEx 8", [&](cuComplex *c) { return cublasCgemm3mEx(h, o, (cublasOperation_t)ob, 8, 8, 8, &al, A8, CUDA_C_8I, 8, A8, CUDA_C_8I, 8, &be, c, CUDA_C_32F, 9); }); } }
  { auto go = [&](const char *n, auto in, auto out) { typedef decltype(in) I; typedef decltype(out) O; for (int t = 0; t < 4; ++t) { I *a = dev(ints<I>(256, 1)), *b = dev(ints<I>(256, 2)); O *c = dev(ints<O>(256, 3)); float al = 2, be = -1; int s = hush([&] { return cublasSgemmEx(h, (cublasOperation_t)(t & 1), (cublasOperation_t)(t >> 1), 16, 12, 8, &al, a, typeOf<I>(), 16, b, typeOf<I>(), 16, &be, c, typeOf<O>(), 16); }); printf("SgemmEx %s %d st %d", n, t, s); if (!s) hashed("", c, 192); else printf("\n"); } }; go("f", 0.f, 0.f); go("h h", __half(), __half()); go("h f", __half(), 0.f); go("b b", __nv_bfloat16(), __nv_bfloat16()); go("b f", __nv_bfloat16(), 0.f); go("i8 f", int8_t(), 0.f); }
  sync("end");
}
