// cuFFT: PlanMany in six types with odd strides and distances, ranks 1 to 3, in and out of place, primes up to 1009, work areas given by the caller, Xt half and bf16, estimates
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
#include <cufft.h>
#include <cufftXt.h>
#define PICKT(T, f, d) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return f(a...); else return d(a...); }
template <class R> struct Cx { typedef cufftComplex type; }; template <> struct Cx<double> { typedef cufftDoubleComplex type; };
template <class T> static void few(const char *n, const std::vector<T> &v, size_t k = 6) { show(n, std::vector<T>(v.begin(), v.begin() + std::min(k, v.size()))); }
template <class R> void all(const char *n) {
  typedef typename Cx<R>::type C; bool f = sizeof(R) == 4; auto c2c = f ? CUFFT_C2C : CUFFT_Z2Z, r2c = f ? CUFFT_R2C : CUFFT_D2Z, c2r = f ? CUFFT_C2R : CUFFT_Z2D; printf("%s\n", n); digits = 3; tiny = f ? 2e-3 : 1e-9;
  for (int len : {1, 2, 3, 16, 17, 30, 97, 127, 128, 210, 251, 509, 1009, 1024, 2187}) { cufftHandle p; OK(cufftPlan1d(&p, len, c2c, 2)); C *x = dev(ints<C>(2 * len, len)), *y = devz<C>(2 * len); OK(PICKT(R, cufftExecC2C, cufftExecZ2Z)(p, x, y, CUFFT_FORWARD)); printf("len %d", len); few("", get(y, 2 * len)); OK(PICKT(R, cufftExecC2C, cufftExecZ2Z)(p, y, y, CUFFT_INVERSE)); auto v = get(y, 2 * len); for (auto &q : v) q.x /= len, q.y /= len; few("back", v); OK(cufftDestroy(p)); }
  // strides: rank 1, 2, 3
  struct Case { int rank; int nn[3]; int in[3]; int is, id; int on[3]; int os, od; int batch; } cases[] = {{1, {12}, {12}, 3, 1, {12}, 1, 12, 3}, {1, {15}, {20}, 1, 20, {15}, 2, 31, 2}, {2, {4, 6}, {5, 7}, 1, 40, {4, 8}, 2, 70, 2}, {2, {5, 3}, {5, 3}, 2, 1, {6, 4}, 1, 30, 2}, {3, {2, 3, 4}, {3, 4, 5}, 1, 64, {2, 3, 6}, 1, 40, 2}, {3, {3, 5, 2}, {3, 5, 2}, 3, 1, {3, 5, 2}, 1, 31, 3}};
  for (auto &c : cases) { size_t total = 512; cufftHandle p; int s = cufftPlanMany(&p, c.rank, c.nn, c.in, c.is, c.id, c.on, c.os, c.od, c2c, c.batch); C *x = dev(ints<C>(total, 5)), *y = dev(ints<C>(total, 6)); int e = s ? 0 : (int)PICKT(R, cufftExecC2C, cufftExecZ2Z)(p, x, y, CUFFT_INVERSE); printf("many rank %d: %d %d", c.rank, s, e); auto v = get(y, total); few("", v, 12); few("tail", std::vector<C>(v.begin() + c.od, v.end()), 6); OK(cufftDestroy(p)); s = cufftPlanMany(&p, c.rank, c.nn, c.in, c.is, c.id, c.on, c.os, c.od, r2c, c.batch); R *rx = dev(ints<R>(total * 2, 7)); y = dev(ints<C>(total, 6)); e = s ? 0 : (int)PICKT(R, cufftExecR2C, cufftExecD2Z)(p, rx, y); printf("r2c: %d %d", s, e); few("", get(y, total), 10); OK(cufftDestroy(p));
    // spectrum made by the forward transform of contiguous data, then back
    cufftHandle q; OK(cufftPlanMany(&p, c.rank, c.nn, nullptr, 1, 0, nullptr, 1, 0, r2c, c.batch)); OK(cufftPlanMany(&q, c.rank, c.nn, nullptr, 1, 0, nullptr, 1, 0, c2r, c.batch)); C *z = devz<C>(total); OK(PICKT(R, cufftExecR2C, cufftExecD2Z)(p, rx, z)); R *ry = devz<R>(total * 2); OK(PICKT(R, cufftExecC2R, cufftExecZ2D)(q, z, ry)); few("c2r", get(ry, total), 10); OK(cufftDestroy(p)); OK(cufftDestroy(q)); }
  // own work area, in place r2c and c2r
  { cufftHandle p, q; size_t w, g, e; OK(cufftCreate(&p)); OK(cufftSetAutoAllocation(p, 0)); OK(cufftMakePlan2d(p, 12, 10, r2c, &w)); OK(cufftGetSize(p, &g)); printf("sizes agree %d\n", w == g); OK(cufftSetWorkArea(p, buf(w + 16))); OK(cufftCreate(&q)); OK(cufftSetAutoAllocation(q, 0)); OK(cufftMakePlan2d(q, 12, 10, c2r, &e)); OK(cufftSetWorkArea(q, buf(e + 16))); auto v = ints<R>(12 * 12, 9); R *x = dev(v); OK(PICKT(R, cufftExecR2C, cufftExecD2Z)(p, x, (C *)x)); few("in place", get((C *)x, 72), 8); OK(PICKT(R, cufftExecC2R, cufftExecZ2D)(q, (C *)x, x)); few("back", get(x, 144), 10); OK(cufftDestroy(p)); OK(cufftDestroy(q)); }
}
template <class H> void small(const char *n, cudaDataType ct, cudaDataType rt) { struct C { H x, y; }; digits = 1; tiny = 0.6; for (auto len : {2ll, 8ll, 64ll, 256ll, 12ll, 100ll}) { cufftHandle p; size_t w = 0; OK(cufftCreate(&p)); int s = hush([&] { return cufftXtMakePlanMany(p, 1, &len, nullptr, 1, len, ct, nullptr, 1, len, ct, 2, &w, ct); }); printf("%s %d: %d", n, (int)len, s); if (s) { printf("\n"); continue; } auto v = ints<H>(len * 4, 3, 5); H *x = dev(v), *y = devz<H>(len * 4); OK(cufftXtExec(p, x, y, CUFFT_FORWARD)); few("", get(y, len * 4), 6); OK(cufftXtExec(p, y, y, CUFFT_INVERSE)); auto b = get(y, len * 4); double e = 0; for (size_t i = 0; i < b.size(); ++i) e = std::max(e, std::abs(double(float(b[i])) / len - double(float(v[i])))); printf("back good %d\n", e < 0.2); OK(cufftDestroy(p)); OK(cufftCreate(&p)); s = hush([&] { return cufftXtMakePlanMany(p, 1, &len, nullptr, 1, len, rt, nullptr, 1, len, ct, 1, &w, ct); }); printf("r2c %d", s); if (!s) { OK(cufftXtExec(p, x, y, CUFFT_FORWARD)); few("", get(y, len), 6); } else printf("\n"); } }
int main() { all<float>("float"); all<double>("double"); small<__half>("half", CUDA_C_16F, CUDA_R_16F); small<__nv_bfloat16>("bf16", CUDA_C_16BF, CUDA_R_16BF); 
  size_t w; int n2[2] = {16, 20}; for (auto t : {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D}) printf("estimates %d: %d %d %d %d\n", t, (int)cufftEstimate1d(100, t, 3, &w), (int)cufftEstimate2d(16, 20, t, &w), (int)cufftEstimate3d(4, 5, 6, t, &w), (int)cufftEstimateMany(2, n2, nullptr, 1, 0, nullptr, 1, 0, t, 2, &w)); int v; for (int k = 0; k < 3; ++k) ST(cufftGetProperty((libraryPropertyType)k, &v)); OK(cufftGetVersion(&v)); printf("version %d\n", v / 1000); sync("end"); }
