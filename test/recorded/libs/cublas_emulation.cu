// cuBLAS: emulated compute types in GemmEx and their batched forms, emulation settings of a handle, math modes that emulate, exact integers
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
int main() {
  cublasHandle_t h; OK(cublasCreate(&h)); int v = -1; cublasEmulationStrategy_t es; ST(cublasGetEmulationStrategy(h, &es)); printf("strategy %d\n", es); for (int k : {0, 1, 2, 3, 0}) { int s = cublasSetEmulationStrategy(h, (cublasEmulationStrategy_t)k); cublasGetEmulationStrategy(h, &es); printf("set %d: %d reads %d\n", k, s, es); } (void)v;
  auto go = [&](const char *n, auto t, cublasComputeType_t ct) { typedef decltype(t) T; for (int op = 0; op < 4; ++op) { const int m = 64, k = 48, w = 32; T *a = dev(ints<T>(64 * 64, 1, 5)), *b = dev(ints<T>(64 * 64, 2, 5)), *c = dev(ints<T>(64 * 64, 3, 5)); T al = mk<T>(Z(2, 0)), be = mk<T>(Z(-1, 0)); int s = hush([&] { return cublasGemmEx(h, (cublasOperation_t)(op & 1), (cublasOperation_t)(op >> 1), m, w, k, &al, a, typeOf<T>(), 64, b, typeOf<T>(), 64, &be, c, typeOf<T>(), 64, ct, CUBLAS_GEMM_DEFAULT); }); printf("%s %d: %d", n, op, s); if (!s) hashed("", c, 64 * 32); else printf("\n"); s = hush([&] { return cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 16, 16, 16, &al, a, typeOf<T>(), 64, 16, b, typeOf<T>(), 64, 16, &be, c, typeOf<T>(), 64, 16, 4, ct, CUBLAS_GEMM_DEFAULT); }); printf("batched %d", s); if (!s) hashed("", c, 64 * 32); else printf("\n"); } };
  go("float bf16x9", 0.f, CUBLAS_COMPUTE_32F_EMULATED_16BFX9); go("complex bf16x9", cuComplex(), CUBLAS_COMPUTE_32F_EMULATED_16BFX9); go("double fixed", 0.0, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT); go("double complex fixed", cuDoubleComplex(), CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT); go("float as double", 0.f, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT);
  for (int mm : {0, 3, 4, 5, 8}) { int s = hush([&] { return cublasSetMathMode(h, (cublasMath_t)mm); }); float *a = dev(ints<float>(64, 1)), *c = devz<float>(64), al = 1, be = 0; double *da = dev(ints<double>(64, 1)), *dc = devz<double>(64), dl = 1, de = 0; int s1 = cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &al, a, 8, a, 8, &be, c, 8), s2 = cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &dl, da, 8, da, 8, &de, dc, 8); printf("mode %d: %d %d %d", mm, s, s1, s2); hashed("", c, 64); hashed("", dc, 64); }
  sync("end");
}
