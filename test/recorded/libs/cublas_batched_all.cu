// cuBLAS batched in four types: gemmBatched, gemmStridedBatched with stride 0 and negative use, trsmBatched, getrf, getrs, getri, matinv, geqrf, gels batched of sizes 1 to 40
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
#define PICK(T, s, d, c, z) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return s(a...); else if constexpr (std::is_same<T, double>::value) return d(a...); else if constexpr (std::is_same<T, cuComplex>::value) return c(a...); else return z(a...); }
template <class T> std::vector<T> matrix(int n, int ld, int seed) { auto a = ints<T>(ld * n, seed, 5); for (int i = 0; i < n; ++i) a[i * ld + i] = mk<T>(z(a[i * ld + i]) + Z(8 + (i % 3), 0)); return a; }
template <class T> T **ptrs(const std::vector<std::vector<T>> &m) { std::vector<T *> p; for (auto &x : m) p.push_back(dev(x)); return dev(p); }
template <class T> void all(const char *n) {
  printf("%s\n", n); digits = 3; T one = mk<T>(Z(1, 0)), al = mk<T>(Z(2, 1)), be = mk<T>(Z(-1, 0)), zero = mk<T>(Z(0, 0));
  for (int s : {1, 2, 5, 8, 16, 31, 32, 40}) { int ld = s + 1, nb = 3; std::vector<std::vector<T>> ms; for (int i = 0; i < nb; ++i) ms.push_back(matrix<T>(s, ld, 10 * s + i)); T **A = ptrs(ms), **I = ptrs(ms); int *piv = devz<int>(nb * s), *info = devz<int>(nb), hi = 9; printf("n %d:", s); printf(" matinv %d", (int)hush([&] { return PICK(T, cublasSmatinvBatched, cublasDmatinvBatched, cublasCmatinvBatched, cublasZmatinvBatched)(h, s, A, ld, I, ld, info, nb); })); show(" info", info, nb); std::vector<T *> Ip = get(I, nb); if (s <= 32) { auto v = get(Ip[1], ld * s); show("inverse", std::vector<T>(v.begin(), v.begin() + std::min(s, 4))); }
    printf("getrf %d", (int)hush([&] { return PICK(T, cublasSgetrfBatched, cublasDgetrfBatched, cublasCgetrfBatched, cublasZgetrfBatched)(h, s, A, ld, piv, info, nb); })); show(" info", info, nb); show("piv", piv, nb * s); printf("getri %d", (int)hush([&] { return PICK(T, cublasSgetriBatched, cublasDgetriBatched, cublasCgetriBatched, cublasZgetriBatched)(h, s, A, ld, piv, I, ld, info, nb); })); show(" info", info, nb); { auto v = get(Ip[2], ld * s); show("inverse", std::vector<T>(v.end() - std::min(s, 3) - 1, v.end() - 1)); }
    for (int op = 0; op < 3; ++op) { std::vector<std::vector<T>> bs; for (int i = 0; i < nb; ++i) bs.push_back(ints<T>((s + 2) * 2, 3 + i)); T **B = ptrs(bs); printf("getrs %d %d info %d", op, (int)hush([&] { return PICK(T, cublasSgetrsBatched, cublasDgetrsBatched, cublasCgetrsBatched, cublasZgetrsBatched)(h, (cublasOperation_t)op, s, 2, A, ld, piv, B, s + 2, &hi, nb); }), hi); auto v = get(get(B, nb)[1], (s + 2) * 2); show("", std::vector<T>(v.begin() + s + 2, v.begin() + s + 2 + std::min(s, 4))); } }
  for (auto [m, k] : {std::pair{4, 4}, {6, 3}, {20, 7}, {3, 5}}) { int nb = 2; std::vector<std::vector<T>> ms, ts; for (int i = 0; i < nb; ++i) ms.push_back(ints<T>((m + 1) * k, 5 + i, 9)), ts.push_back(std::vector<T>(k + m)); T **A = ptrs(ms), **Q = ptrs(ts); int hi = 9; printf("geqrf %d %d: %d info %d", m, k, (int)hush([&] { return PICK(T, cublasSgeqrfBatched, cublasDgeqrfBatched, cublasCgeqrfBatched, cublasZgeqrfBatched)(h, m, k, A, m + 1, Q, &hi, nb); }), hi); show(" tau", get(Q, nb)[1], std::min(m, k)); show("A", get(A, nb)[0], (m + 1) * std::min(k, 3)); if (m < k) continue; std::vector<std::vector<T>> as, bs; for (int i = 0; i < nb; ++i) as.push_back(ints<T>((m + 1) * k, 7 + i, 9)), bs.push_back(ints<T>(m * 2, 3 + i)); A = ptrs(as); T **B = ptrs(bs); int *di = devz<int>(nb); printf("gels %d info %d", (int)hush([&] { return PICK(T, cublasSgelsBatched, cublasDgelsBatched, cublasCgelsBatched, cublasZgelsBatched)(h, CUBLAS_OP_N, m, k, 2, A, m + 1, B, m, &hi, di, nb); }), hi); show(" dev info", di, nb); auto v = get(get(B, nb)[1], m); show("x", std::vector<T>(v.begin(), v.begin() + k)); }
  for (int side = 0; side < 2; ++side) for (int u = 0; u < 2; ++u) for (int op = 0; op < 3; ++op) for (int dg = 0; dg < 2; ++dg) { int m = 7, k = 5, ad = side ? k : m; std::vector<std::vector<T>> as, bs; for (int i = 0; i < 3; ++i) { auto a = ints<T>(8 * ad, 4 + i, 3); for (int j = 0; j < ad; ++j) a[j * 8 + j] = mk<T>(Z(j % 2 ? 2 : -1, 0)); as.push_back(a); bs.push_back(ints<T>(9 * k, 20 + i)); } T **A = ptrs(as), **B = ptrs(bs); printf("trsm %d%d%d%d: %d", side, u, op, dg, (int)hush([&] { return PICK(T, cublasStrsmBatched, cublasDtrsmBatched, cublasCtrsmBatched, cublasZtrsmBatched)(h, (cublasSideMode_t)side, (cublasFillMode_t)u, (cublasOperation_t)op, (cublasDiagType_t)dg, m, k, &al, A, 8, B, 9, 3); })); show("", get(B, 3)[2], 9); }
  for (int s : {1, 3, 8, 17, 32, 33, 64}) for (int op : {0, 1, 2, 3, 4, 5, 6, 7, 8}) { T *a = dev(ints<T>((s + 1) * s * 4, 1)), *b = dev(ints<T>((s + 2) * s * 4, 2)), *c = dev(ints<T>((s + 3) * s * 4, 3)); OK((PICK(T, cublasSgemmStridedBatched, cublasDgemmStridedBatched, cublasCgemmStridedBatched, cublasZgemmStridedBatched)(h, (cublasOperation_t)(op % 3), (cublasOperation_t)(op / 3), s, s, s, &al, a, s + 1, op == 1 ? 0ll : (long long)(s + 1) * s, b, s + 2, op == 4 ? 0ll : (long long)(s + 2) * s, &be, c, s + 3, (long long)(s + 3) * s, 4))); printf("gemm %d %d", s, op); hashed("", c, (s + 3) * s * 4); }
  (void)one; (void)zero;
}
int main() { OK(cublasCreate(&h)); all<float>("float"); all<double>("double"); all<cuComplex>("complex"); all<cuDoubleComplex>("double complex"); sync("end"); }
