// cuRAND quasi generators: every type with 1 to 1000 dimensions, raw, uniform and double of every length, offsets, normal and log-normal rounded, Poisson, refusals and versions
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
  digits = 3; tiny = 1e-9; char *d = devz<char>(1 << 21); struct { const char *n; curandRngType_t t; bool wide; } gs[] = {{"sobol32", CURAND_RNG_QUASI_SOBOL32, 0}, {"scrambled32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, 0}, {"sobol64", CURAND_RNG_QUASI_SOBOL64, 1}, {"scrambled64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, 1}};
  for (auto &g : gs) for (int dim : {1, 2, 3, 7, 100, 1000}) for (unsigned long long off : {0ull, 1ull, 12345ull, (1ull << 31) + 5}) { curandGenerator_t r; OK(curandCreateGenerator(&r, g.t)); OK(curandSetQuasiRandomGeneratorDimensions(r, dim)); int so = curandSetGeneratorOffset(r, off); size_t n = dim * 37; printf("%s %d at %llu: %d", g.n, dim, off, so); if (g.wide) OK(curandGenerateLongLong(r, (unsigned long long *)d, n)); else OK(curandGenerate(r, (unsigned *)d, n)); printf(" %016llx", bits(d, n * (g.wide ? 8 : 4))); OK(curandGenerateUniform(r, (float *)d, n)); printf(" %016llx", bits(d, n * 4)); OK(curandGenerateUniformDouble(r, (double *)d, n)); printf(" %016llx\n", bits(d, n * 8)); OK(curandGenerateNormal(r, (float *)d, n, 2, 3)); show("normal", (float *)d + n - 5, 5); OK(curandGenerateNormalDouble(r, (double *)d, n, 2, 3)); show("double", (double *)d + n - 5, 5); OK(curandGenerateLogNormal(r, (float *)d, n, 0, 0.5)); show("log", (float *)d + n - 5, 5); OK(curandGenerateLogNormalDouble(r, (double *)d, n, 0, 0.5)); show("log double", (double *)d + n - 5, 5); for (double l : {0.3, 4.0, 40.0, 900.0}) { int s = curandGeneratePoisson(r, (unsigned *)d, n, l); printf("poisson %g %d %016llx\n", l, s, bits(d, n * 4)); } OK(curandDestroyGenerator(r)); }
  for (auto &g : gs) { curandGenerator_t r; OK(curandCreateGenerator(&r, g.t)); ST(curandSetQuasiRandomGeneratorDimensions(r, 0)); ST(curandSetQuasiRandomGeneratorDimensions(r, 20000)); ST(curandSetQuasiRandomGeneratorDimensions(r, 20001)); ST(curandSetQuasiRandomGeneratorDimensions(r, 3)); ST(curandSetPseudoRandomGeneratorSeed(r, 1)); ST(curandGenerateUniform(r, (float *)d, 10)); ST(curandGenerateUniform(r, (float *)d, 0)); ST(curandGenerateNormal(r, (float *)d, 9, 0, 1)); ST(curandGenerateSeeds(r)); for (auto o : {CURAND_ORDERING_PSEUDO_BEST, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED, CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_DYNAMIC, CURAND_ORDERING_QUASI_DEFAULT}) printf("ordering %d: %d\n", o, (int)curandSetGeneratorOrdering(r, o)); ST(curandGenerate(r, (unsigned *)d, 9)); ST(curandGenerateLongLong(r, (unsigned long long *)d, 9)); OK(curandDestroyGenerator(r)); }
  int v; ST(curandGetVersion(&v)); printf("major %d\n", v / 10000); for (int k = 0; k < 4; ++k) ST(curandGetProperty((libraryPropertyType)k, &v)); sync("end");
}
