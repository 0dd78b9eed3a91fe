// cuBLAS level 1 in four types: dot, dotu, dotc, nrm2, asum, scal by a real, rot of complex vectors, Ex forms with values, _64 names, negative strides
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
cublasHandle_t h;
template <class T> void ex(const char *n, cudaDataType t, cudaDataType e) {
  T *x = dev(ints<T>(24, 1)), *y = dev(ints<T>(24, 2)); printf("%s\n", n); double out[2] = {0, 0};
  auto res = [&](const char *w, int s) { std::vector<T> r(1); memcpy(&r[0], out, sizeof(T)); if (s) printf("%s status %d\n", w, s); else show(w, r); };
  for (auto [ix, iy] : {std::pair{1, 1}, {2, 1}, {-1, 2}, {1, -2}, {-2, -1}, {0, 1}}) { printf("inc %d %d ", ix, iy); res("dotEx", hush([&] { return cublasDotEx(h, 8, x, t, ix, y, t, iy, out, t, e); })); res("dotcEx", hush([&] { return cublasDotcEx(h, 8, x, t, ix, y, t, iy, out, t, e); })); }
  double al[2] = {0, 0}; if (e == CUDA_R_32F) *(float *)al = 2; else if (e == CUDA_R_64F) al[0] = 2; else if (e == CUDA_C_32F) { ((float *)al)[0] = 2; ((float *)al)[1] = 1; } else al[0] = 2, al[1] = 1;
  ST(cublasAxpyEx(h, 8, al, e, x, t, 2, y, t, -3, e)); show("y", y, 24); ST(cublasScalEx(h, 7, al, e, x, t, 3, e)); show("x", x, 24); ST(cublasCopyEx(h, 5, x, t, 2, y, t, -1)); show("y", y, 8); ST(cublasSwapEx(h, 5, x, t, -2, y, t, 4)); show("x", x, 12); show("y", y, 20); int i[2] = {-1, -1}; ST(cublasIamaxEx(h, 8, x, t, 3, i)); ST(cublasIaminEx(h, 8, x, t, 3, i + 1)); printf("iamax %d iamin %d\n", i[0], i[1]);
  ST(cublasScalEx(h, 7, al, e, x, t, -1, e)); ST(cublasScalEx(h, 7, al, e, x, t, 0, e)); show("x", x, 8);
}
int main() {
  OK(cublasCreate(&h)); ex<float>("float", CUDA_R_32F, CUDA_R_32F); ex<double>("double", CUDA_R_64F, CUDA_R_64F); ex<cuComplex>("complex", CUDA_C_32F, CUDA_C_32F); ex<cuDoubleComplex>("double complex", CUDA_C_64F, CUDA_C_64F); ex<__half>("half", CUDA_R_16F, CUDA_R_32F); ex<__nv_bfloat16>("bf16", CUDA_R_16BF, CUDA_R_32F);
  auto cx = dev(ints<cuComplex>(24, 5)), cy = dev(ints<cuComplex>(24, 6)); auto zx = dev(ints<cuDoubleComplex>(24, 7)), zy = dev(ints<cuDoubleComplex>(24, 8)); float f; double d; cuComplex c; cuDoubleComplex zz;
  for (int inc : {1, 2, -1, 0}) { OK(cublasScnrm2(h, 8, cx, inc, &f)); OK(cublasDznrm2(h, 8, zx, inc, &d)); printf("inc %d nrm2 %.5g %.5g", inc, f, d); OK(cublasScasum(h, 8, cx, inc, &f)); OK(cublasDzasum(h, 8, zx, inc, &d)); printf(" asum %g %g\n", f, d); }
  OK(cublasCdotu(h, 8, cx, -1, cy, 2, &c)); printf("dotu %g %g\n", c.x, c.y); OK(cublasZdotc(h, 8, zx, 3, zy, -2, &zz)); printf("dotc %g %g\n", zz.x, zz.y); OK(cublasZdotc_64(h, 8, zx, 3, zy, -2, &zz)); printf("dotc_64 %g %g\n", zz.x, zz.y);
  f = -2; d = 3; OK(cublasCsscal(h, 6, &f, cx, 2)); OK(cublasZdscal(h, 6, &d, zx, -2)); show("csscal", cx, 12); show("zdscal", zx, 12); float cs = 2, sn = -1; OK(cublasCsrot(h, 4, cx, 1, cy, -1, &cs, &sn)); show("x", cx, 4); show("y", cy, 4); double dc = 3; cuDoubleComplex zs = {1, 2}; OK(cublasZrot(h, 4, zx, 2, zy, 1, &dc, &zs)); show("x", zx, 8); show("y", zy, 4); dc = 1; double ds = 2; OK(cublasZdrot(h, 4, zx, 1, zy, 1, &dc, &ds)); show("x", zx, 4);
  for (auto [a, b] : {std::pair{3.0, 4.0}, {-3.0, 4.0}, {0.0, 2.0}, {2.0, 0.0}, {4.0, -3.0}, {-5.0, -12.0}}) { double p = a, q = b, r, s; OK(cublasDrotg(h, &p, &q, &r, &s)); printf("rotg %g %g: %.4g %.4g %.4g %.4g\n", a, b, p, q, r, s); cuDoubleComplex zp = {a, 1}, zq = {b, -1}, zs2; OK(cublasZrotg(h, &zp, &zq, &r, &zs2)); printf("zrotg: %.4g %.4g c %.4g s %.4g %.4g\n", zp.x, zp.y, r, zs2.x, zs2.y); }
  int big[2]; std::vector<float> m(100003, 1); m[77777] = -9; m[99999] = 9; m[50000] = 0.5f; float *M = dev(m); OK(cublasIsamax(h, 100003, M, 1, big)); OK(cublasIsamin(h, 100003, M, 1, big + 1)); printf("large %d %d\n", big[0], big[1]); OK(cublasSasum(h, 100003, M, 1, &f)); printf("%g\n", f); OK(cublasSdot(h, 100003, M, 1, M, 1, &f)); printf("%g\n", f); int64_t bl[2]; OK(cublasIsamax_64(h, 100003, M, 1, bl)); OK(cublasIsamin_64(h, 100003, M, 1, bl + 1)); printf("%lld %lld\n", (long long)bl[0], (long long)bl[1]);
  // norms that would overflow or underflow when squared
  for (double v : {1e200, 1e-200, HUGE_VAL}) { double *q = dev(std::vector<double>{3 * v, 4 * v}); OK(cublasDnrm2(h, 2, q, 1, &d)); printf("nrm2 of %g: %.6g\n", v, d); } for (float v : {1e30f, 1e-30f}) { float *q = dev(std::vector<float>{3 * v, 4 * v}); OK(cublasSnrm2(h, 2, q, 1, &f)); printf("nrm2 of %g: %.4g\n", v, f); }
  sync("end");
}
