// cuBLAS GemmEx, GemmBatchedEx, GemmStridedBatchedEx, GemmGroupedBatchedEx: values of all supported types, compute types and algorithms, half sums, saturation, infinities
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
template <class I, class O, class S> void go(const char *n, cublasComputeType_t ct, int lo = 0) {
  const int m = 24, k = 40, w = 16; S al = S(2), be = S(-1);
  for (int t = lo; t < 4; ++t) { auto ta = (cublasOperation_t)(t & 1), tb = (cublasOperation_t)(t >> 1); I *a = dev(ints<I>(48 * 48 * 3, 1)), *b = dev(ints<I>(48 * 48 * 3, 2)); auto c0 = ints<O>(48 * 48 * 3, 3); O *c = dev(c0); int s = hush([&] { return cublasGemmEx(h, ta, tb, m, w, k, &al, a, typeOf<I>(), 48, b, typeOf<I>(), 48, &be, c, typeOf<O>(), 48, ct, CUBLAS_GEMM_DEFAULT); }); printf("%s %d GemmEx %d", n, t, s); if (!s) hashed("", c, 48 * 48); else printf("\n");
    c = dev(c0); s = hush([&] { return cublasGemmStridedBatchedEx(h, ta, tb, m, w, k, &al, a, typeOf<I>(), 48, 48 * 48, b, typeOf<I>(), 48, 0, &be, c, typeOf<O>(), 48, 48 * 48, 3, ct, CUBLAS_GEMM_DEFAULT_TENSOR_OP); }); printf("strided %d", s); if (!s) hashed("", c, 48 * 48 * 3); else printf("\n");
    c = dev(c0); std::vector<const void *> pa, pb; std::vector<void *> pc; for (int i = 0; i < 3; ++i) pa.push_back(a + 48 * 48 * i), pb.push_back(b + 48 * 48 * (2 - i)), pc.push_back(c + 48 * 48 * i); s = hush([&] { return cublasGemmBatchedEx(h, ta, tb, m, w, k, &al, dev(pa), typeOf<I>(), 48, dev(pb), typeOf<I>(), 48, &be, dev(pc), typeOf<O>(), 48, 3, ct, CUBLAS_GEMM_DEFAULT); }); printf("batched %d", s); if (!s) hashed("", c, 48 * 48 * 3); else printf("\n");
    c = dev(c0); for (int i = 0; i < 3; ++i) pc[i] = c + 48 * 48 * i; cublasOperation_t tas[2] = {ta, ta}, tbs[2] = {tb, tb}; int ms[2] = {m, 8}, ns[2] = {w, 24}, ks[2] = {k, 16}, lds[2] = {48, 48}, gs[2] = {2, 1}; S als[2] = {al, S(1)}, bes[2] = {be, S(3)}; s = hush([&] { return cublasGemmGroupedBatchedEx(h, tas, tbs, ms, ns, ks, als, dev(pa), typeOf<I>(), lds, dev(pb), typeOf<I>(), lds, bes, dev(pc), typeOf<O>(), lds, 2, gs, ct); }); printf("grouped %d", s); if (!s) hashed("", c, 48 * 48 * 3); else printf("\n"); }
}
int main() {
  OK(cublasCreate(&h)); go<float, float, float>("f", CUBLAS_COMPUTE_32F); go<float, float, float>("f pedantic", CUBLAS_COMPUTE_32F_PEDANTIC); go<float, float, float>("f tf32", CUBLAS_COMPUTE_32F_FAST_TF32); go<float, float, float>("f 16f", CUBLAS_COMPUTE_32F_FAST_16F); go<float, float, float>("f 16bf", CUBLAS_COMPUTE_32F_FAST_16BF); go<double, double, double>("d", CUBLAS_COMPUTE_64F); go<double, double, double>("d pedantic", CUBLAS_COMPUTE_64F_PEDANTIC); go<__half, __half, float>("h 32", CUBLAS_COMPUTE_32F); go<__half, float, float>("h f", CUBLAS_COMPUTE_32F); go<__nv_bfloat16, __nv_bfloat16, float>("b", CUBLAS_COMPUTE_32F); go<__nv_bfloat16, float, float>("b f", CUBLAS_COMPUTE_32F); go<__half, __half, __half>("h 16", CUBLAS_COMPUTE_16F); go<__half, __half, __half>("h 16 pedantic", CUBLAS_COMPUTE_16F_PEDANTIC); go<int8_t, int, int>("i8", CUBLAS_COMPUTE_32I, 1); go<int8_t, int, int>("i8 pedantic", CUBLAS_COMPUTE_32I_PEDANTIC, 1); go<int8_t, float, float>("i8 f", CUBLAS_COMPUTE_32F);
  // rounding of results: half overflows to infinity, bf16 keeps 8 bits, tf32 rounds inputs
  { float al = 1, be = 0; __half *a = dev(std::vector<__half>(64, __half(250.f))), *c = devz<__half>(64); OK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &al, a, CUDA_R_16F, 8, a, CUDA_R_16F, 8, &be, c, CUDA_R_16F, 8, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); show("half overflow", c, 2); __nv_bfloat16 *b = dev(std::vector<__nv_bfloat16>(64, __nv_bfloat16(1.0078125f))), *e = devz<__nv_bfloat16>(64); OK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &al, b, CUDA_R_16BF, 8, b, CUDA_R_16BF, 8, &be, e, CUDA_R_16BF, 8, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); digits = 9; show("bf16", e, 2); float *f = dev(std::vector<float>(64, 1.0009765625f + 0.0001f)), *g = devz<float>(64); for (auto ct : {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_FAST_TF32}) { digits = ct == CUBLAS_COMPUTE_32F ? 6 : 4; OK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &al, f, CUDA_R_32F, 8, f, CUDA_R_32F, 8, &be, g, CUDA_R_32F, 8, ct, CUBLAS_GEMM_DEFAULT)); show("f", g, 2); } }
  { int al = 1, be = 0; int8_t *a = dev(std::vector<int8_t>(1024 * 16, 127)), *b = dev(std::vector<int8_t>(1024 * 16, -128)); int *c = devz<int>(256); OK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 16, 16, 1024, &al, a, CUDA_R_8I, 1024, b, CUDA_R_8I, 1024, &be, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); digits = 12; show("i8", c, 2); }
  for (int algo : {-1, 0, 5, 23, 24, 99, 115, 116, 999}) { float al = 1, be = 0; float *a = dev(ints<float>(64, 1)), *c = devz<float>(64); int s = hush([&] { return cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &al, a, CUDA_R_32F, 8, a, CUDA_R_32F, 8, &be, c, CUDA_R_32F, 8, CUBLAS_COMPUTE_32F, (cublasGemmAlgo_t)algo); }); printf("algo %d: %d\n", algo, s); }
  { float nan = NAN, inf = INFINITY, al = 1, be = 0; auto v = ints<float>(64, 1); v[3] = nan; v[20] = inf; v[40] = -inf; float *a = dev(v), *b = dev(ints<float>(64, 2)), *c = dev(std::vector<float>(64, nan)); OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &al, a, 8, b, 8, &be, c, 8)); int nans = 0, infs = 0; for (float q : get(c, 64)) nans += std::isnan(q), infs += std::isinf(q); printf("nans %d infs %d\n", nans, infs); be = 1; OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 0, &al, a, 8, b, 8, &be, c, 8)); al = 0; be = 0; OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &al, a, 8, b, 8, &be, c, 8)); show("zeros", c, 8); }
  sync("end");
}
