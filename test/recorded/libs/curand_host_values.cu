// cuRAND host API: all generators and orderings, uniform, normal, log-normal in both precisions, Poisson of many means, 64-bit, offsets, seeds, odd lengths; counts and sums rounded, raw bits exact
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
#include <curand.h>
static unsigned long long bits(const void *d, size_t n) { std::vector<unsigned char> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n, cudaMemcpyDeviceToHost)); unsigned long long h = 1469598103934665603ull; for (auto x : v) h = (h ^ x) * 1099511628211ull; return h; }
int main() {
  digits = 3; tiny = 1e-9; struct { const char *n; curandRngType_t t; bool quasi, wide; } gs[] = {{"default", CURAND_RNG_PSEUDO_DEFAULT, 0, 0}, {"xorwow", CURAND_RNG_PSEUDO_XORWOW, 0, 0}, {"mrg", CURAND_RNG_PSEUDO_MRG32K3A, 0, 0}, {"mtgp", CURAND_RNG_PSEUDO_MTGP32, 0, 0}, {"mt", CURAND_RNG_PSEUDO_MT19937, 0, 0}, {"philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, 0, 0}, {"quasi default", CURAND_RNG_QUASI_DEFAULT, 1, 0}, {"sobol32", CURAND_RNG_QUASI_SOBOL32, 1, 0}, {"scrambled 32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, 1, 0}, {"sobol64", CURAND_RNG_QUASI_SOBOL64, 1, 1}, {"scrambled 64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, 1, 1}}; const size_t n = 12 * 5000; char *d = devz<char>(n * 8 + 64);
  for (auto &g : gs) for (int o : g.quasi ? std::vector<int>{201} : std::vector<int>{101, 100, 102, 103}) { curandGenerator_t r; OK(curandCreateGenerator(&r, g.t)); int so = curandSetGeneratorOrdering(r, (curandOrdering_t)(g.quasi ? CURAND_ORDERING_QUASI_DEFAULT : o == 100 ? CURAND_ORDERING_PSEUDO_BEST : o == 101 ? CURAND_ORDERING_PSEUDO_DEFAULT : o == 102 ? CURAND_ORDERING_PSEUDO_SEEDED : CURAND_ORDERING_PSEUDO_LEGACY)); printf("%s ordering %d: %d\n", g.n, o, so); if (so) continue; if (!g.quasi) OK(curandSetPseudoRandomGeneratorSeed(r, 987654321ull)); else OK(curandSetQuasiRandomGeneratorDimensions(r, 12)); if (g.t != CURAND_RNG_PSEUDO_MTGP32 && g.t != CURAND_RNG_PSEUDO_MT19937) OK(curandSetGeneratorOffset(r, 1000));
    if (g.wide) { OK(curandGenerateLongLong(r, (unsigned long long *)d, n)); printf("raw %016llx\n", bits(d, n * 8)); } else { OK(curandGenerate(r, (unsigned *)d, n)); printf("raw %016llx\n", bits(d, n * 4)); } OK(curandGenerateUniform(r, (float *)d, n)); printf("uniform %016llx\n", bits(d, n * 4)); OK(curandGenerateUniformDouble(r, (double *)d, n)); printf("uniform double %016llx\n", bits(d, n * 8)); OK(curandGenerateNormal(r, (float *)d, n, 1, 2)); show("normal", (float *)d, 8); show("later", (float *)d + n - 8, 8); OK(curandGenerateNormalDouble(r, (double *)d, n, -1, 0.5)); show("normal double", (double *)d, 8); show("later", (double *)d + n - 8, 8); OK(curandGenerateLogNormal(r, (float *)d, n, 0, 1)); show("log-normal", (float *)d + 100, 8); OK(curandGenerateLogNormalDouble(r, (double *)d, n, 0.5, 0.25)); show("log-normal double", (double *)d + 100, 8); for (double l : {0.05, 1.0, 7.5, 63.0, 64.0, 100.0, 1000.0, 1999.0, 5000.0}) { int s = curandGeneratePoisson(r, (unsigned *)d, n, l); printf("poisson %g: %d", l, s); if (s) { printf("\n"); continue; } auto v = get((unsigned *)d, n); double m = 0, q = 0; for (auto x : v) m += x, q += double(x) * x; m /= n; printf(" mean good %d variance good %d first", std::abs(m - l) < 5 * std::sqrt(l / n) + 1e-9 + (g.quasi ? 0.01 * l : 0), std::abs(q / n - m * m - l) < 0.05 * l); for (int i = 0; i < 6; ++i) printf(" %u", v[i * 777]); if (l < 2000) printf(" bits %016llx\n", bits(d, n * 4)); else { for (int i = 0; i < 24; ++i) printf(" %u", v[i * 777 + 13000]); printf("\n"); } } OK(curandDestroyGenerator(r)); }
  // host generators give the same
  for (auto &g : gs) { curandGenerator_t a, b; OK(curandCreateGenerator(&a, g.t)); OK(curandCreateGeneratorHost(&b, g.t)); if (g.quasi) { OK(curandSetQuasiRandomGeneratorDimensions(a, 6)); OK(curandSetQuasiRandomGeneratorDimensions(b, 6)); } else { OK(curandSetPseudoRandomGeneratorSeed(a, 5)); OK(curandSetPseudoRandomGeneratorSeed(b, 5)); } std::vector<float> hv(6000); std::vector<double> hd(6000); std::vector<unsigned> hp(6000); OK(curandGenerateUniform(a, (float *)d, 6000)); OK(curandGenerateUniform(b, hv.data(), 6000)); printf("%s uniform same %d", g.n, get((float *)d, 6000) == hv); OK(curandGenerateUniformDouble(a, (double *)d, 6000)); OK(curandGenerateUniformDouble(b, hd.data(), 6000)); printf(" double same %d", get((double *)d, 6000) == hd); OK(curandGeneratePoisson(a, (unsigned *)d, 6000, 10)); OK(curandGeneratePoisson(b, hp.data(), 6000, 10)); printf(" poisson same %d", get((unsigned *)d, 6000) == hp); OK(curandGenerateNormal(a, (float *)d, 6000, 0, 1)); OK(curandGenerateNormal(b, hv.data(), 6000, 0, 1)); double e = 0; auto v = get((float *)d, 6000); for (int i = 0; i < 6000; ++i) e = std::max(e, std::abs(double(v[i] - hv[i]))); printf(" normal near %d\n", e < 1e-5); }
  sync("end");
}
