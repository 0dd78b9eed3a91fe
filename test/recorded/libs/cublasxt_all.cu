// cuBLASXt: gemm, syrk, herk, syr2k, her2k, syrkx, symm, hemm, trsm, trmm, spmm in four types, block sizes, host and device matrices, managed memory
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
#include <cublasXt.h>
cublasXtHandle_t h;
#define PICK(T, s, d, c, z) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return s(a...); else if constexpr (std::is_same<T, double>::value) return d(a...); else if constexpr (std::is_same<T, cuComplex>::value) return c(a...); else return z(a...); }
template <class T> void hostHash(const char *n, int s, const std::vector<T> &v) { cudaDeviceSynchronize(); unsigned long long k = 0; for (auto x : v) for (double p : {z(x).real(), z(x).imag()}) { k = (k ^ (unsigned long long)llround(p)) * 0x9e3779b97f4a7c15ull; k ^= k >> 29; } printf("%s st %d hash %016llx\n", n, s, k); }
template <class T> void all(const char *n) {
  typedef typename RealOf<T>::type R; printf("%s\n", n); auto A = ints<T>(120 * 120, 1), B = ints<T>(120 * 120, 2), C0 = ints<T>(120 * 120, 3); T al = mk<T>(Z(2, 1)), be = mk<T>(Z(-1, 0)); R ra = 2, rb = -1; auto C = C0;
  for (int bd : {32, 64, 1024}) { OK(cublasXtSetBlockDim(h, bd)); for (int o = 0; o < 9; ++o) { C = C0; int s = PICK(T, cublasXtSgemm, cublasXtDgemm, cublasXtCgemm, cublasXtZgemm)(h, (cublasOperation_t)(o % 3), (cublasOperation_t)(o / 3), 100, 70, 90, &al, A.data(), 110, B.data(), 111, &be, C.data(), 112); hostHash("gemm", s, C); }
    for (int u = 0; u < 2; ++u) for (int o = 0; o < 2; ++o) { auto op = (cublasOperation_t)o, oc = (cublasOperation_t)(o * 2); auto f = (cublasFillMode_t)u; C = C0; hostHash("syrk", PICK(T, cublasXtSsyrk, cublasXtDsyrk, cublasXtCsyrk, cublasXtZsyrk)(h, f, op, 90, 70, &al, A.data(), 110, &be, C.data(), 112), C); C = C0; hostHash("syr2k", PICK(T, cublasXtSsyr2k, cublasXtDsyr2k, cublasXtCsyr2k, cublasXtZsyr2k)(h, f, op, 90, 70, &al, A.data(), 110, B.data(), 115, &be, C.data(), 112), C); C = C0; hostHash("syrkx", PICK(T, cublasXtSsyrkx, cublasXtDsyrkx, cublasXtCsyrkx, cublasXtZsyrkx)(h, f, op, 90, 70, &al, A.data(), 110, B.data(), 115, &be, C.data(), 112), C); C = C0; hostHash("symm", PICK(T, cublasXtSsymm, cublasXtDsymm, cublasXtCsymm, cublasXtZsymm)(h, (cublasSideMode_t)o, f, 90, 70, &al, A.data(), 110, B.data(), 115, &be, C.data(), 112), C); C = C0; hostHash("trmm", PICK(T, cublasXtStrmm, cublasXtDtrmm, cublasXtCtrmm, cublasXtZtrmm)(h, (cublasSideMode_t)o, f, op, CUBLAS_DIAG_NON_UNIT, 90, 70, &al, A.data(), 110, B.data(), 115, C.data(), 112), C);
      if constexpr (isComplex<T>()) { C = C0; hostHash("herk", PICK(T, cublasXtCherk, cublasXtCherk, cublasXtCherk, cublasXtZherk)(h, f, oc, 90, 70, &ra, A.data(), 110, &rb, C.data(), 112), C); C = C0; hostHash("her2k", PICK(T, cublasXtCher2k, cublasXtCher2k, cublasXtCher2k, cublasXtZher2k)(h, f, oc, 90, 70, &al, A.data(), 110, B.data(), 115, &rb, C.data(), 112), C); C = C0; hostHash("hemm", PICK(T, cublasXtChemm, cublasXtChemm, cublasXtChemm, cublasXtZhemm)(h, (cublasSideMode_t)o, f, 90, 70, &al, A.data(), 110, B.data(), 115, &be, C.data(), 112), C); }
      auto D = A; for (int j = 0; j < 110; ++j) for (int i = 0; i < 110; ++i) D[j * 110 + i] = mk<T>(Z(i == j ? 1 : (i - j == 1 || j - i == 1) ? 1 : 0, 0)); C = C0; T one = mk<T>(Z(1, 0)); int s = PICK(T, cublasXtStrsm, cublasXtDtrsm, cublasXtCtrsm, cublasXtZtrsm)(h, (cublasSideMode_t)o, f, op, CUBLAS_DIAG_UNIT, 60, 50, &one, D.data(), 110, C.data(), 112); hostHash("trsm", s, C);
      C = C0; hostHash("spmm", PICK(T, cublasXtSspmm, cublasXtDspmm, cublasXtCspmm, cublasXtZspmm)(h, (cublasSideMode_t)o, f, 60, 50, &al, A.data(), B.data(), 115, &be, C.data(), 112), C); } }
}
int main() { int d[1] = {0}, nb = 0, b = 0; ST(cublasXtCreate(&h)); ST(cublasXtDeviceSelect(h, 1, d)); ST(cublasXtGetBlockDim(h, &b)); printf("default block %d\n", b); ST(cublasXtGetNumBoards(1, d, &nb)); ST(cublasXtMaxBoards(&nb)); ST(cublasXtSetPinningMemMode(h, CUBLASXT_PINNING_ENABLED)); cublasXtPinnedMemMode_t pm; ST(cublasXtGetPinningMemMode(h, &pm)); printf("pinning %d\n", pm); ST(cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, 0.5f)); ST(cublasXtSetCpuRoutine(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, nullptr)); all<float>("float"); all<double>("double"); all<cuComplex>("complex"); all<cuDoubleComplex>("double complex");
  { float *a = dev(ints<float>(64 * 64, 1)), *c = devz<float>(64 * 64), al = 1, be = 0; ST(cublasXtSetBlockDim(h, 32)); ST(cublasXtSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 64, 64, 64, &al, a, 64, a, 64, &be, c, 64)); hashed("device matrices", c, 64 * 64); float *m; CK(cudaMallocManaged(&m, 64 * 64 * 4)); for (int i = 0; i < 4096; ++i) m[i] = i % 7 - 3; ST(cublasXtSgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, 64, 64, 64, &al, m, 64, m, 64, &be, c, 64)); hashed("managed", c, 64 * 64); ST(cublasXtSgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, -1, 64, 64, &al, m, 64, m, 64, &be, c, 64)); ST(cublasXtSgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, 64, 64, 64, &al, m, 60, m, 64, &be, c, 64)); }
  ST(cublasXtDestroy(h)); sync("end"); }
