// cublasLt: transforms between column, row, COL32, COL4_4R2_8C, COL32_2R_4R4 orders of int8, int32, half, float, with transposes, alpha and beta; int8 products in these orders and with per-row scales
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
#include <cublasLt.h>
cublasLtHandle_t h;
static cublasLtMatrixLayout_t layout(cudaDataType t, int r, int c, int64_t ld, int order) { cublasLtMatrixLayout_t l; OK(cublasLtMatrixLayoutCreate(&l, t, r, c, ld)); OK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order)); return l; }
static int64_t ldOf(int order, int r, int c) { switch (order) { case 0: return r; case 1: return c; case 2: return 32 * r; case 3: return 32 * ((r + 7) / 8 * 8); default: return 32 * ((r + 31) / 32 * 32); } }
template <class T, class S> void transform(const char *n, cudaDataType st) {
  const int r = 40, c = 64; for (int from = 0; from < 5; ++from) for (int to = 0; to < 5; ++to) for (int tr = 0; tr < 2; ++tr) { int rr = tr ? c : r, cc = tr ? r : c; if (to > 1 && tr) cc = 40; T *a = dev(ints<T>(8192, 1)), *b = dev(ints<T>(8192, 2)), *o = devz<T>(8192); auto la = layout(typeOf<T>(), r, c, ldOf(from, r, c), from), lo = layout(typeOf<T>(), rr, cc, ldOf(to, rr, cc), to); cublasLtMatrixTransformDesc_t d; OK(cublasLtMatrixTransformDescCreate(&d, st)); auto op = CUBLAS_OP_T; if (tr) OK(cublasLtMatrixTransformDescSetAttribute(d, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof op)); S al = S(2), be = S(0); int s = hush([&] { return cublasLtMatrixTransform(h, d, &al, a, la, &be, nullptr, nullptr, o, lo, 0); }); printf("%s %d to %d transposed %d: %d", n, from, to, tr, s); if (!s) hashed("", o, 8192); else printf("\n"); if (!tr && from == to) { be = S(3); s = hush([&] { return cublasLtMatrixTransform(h, d, &al, a, la, &be, b, la, o, lo, 0); }); printf("with b: %d", s); if (!s) hashed("", o, 8192); else printf("\n"); } }
}
int main() {
  OK(cublasLtCreate(&h)); transform<int8_t, float>("i8", CUDA_R_32F); transform<int8_t, int>("i8 scale i32", CUDA_R_32I); transform<int, int>("i32", CUDA_R_32I); transform<__half, float>("half", CUDA_R_32F); transform<float, float>("float", CUDA_R_32F); transform<int, float>("i32 scale f", CUDA_R_32F);
  // int8 products: plain orders
  for (auto ct : {CUBLAS_COMPUTE_32I}) for (int out = 0; out < 2; ++out) for (int st = 0; st < 2; ++st) for (int t = 0; t < 4; ++t) for (int pm : {0, 1, 2, 3, 4}) { const int m = 32, w = 64, k = 96; cublasLtMatmulDesc_t d; int cs = cublasLtMatmulDescCreate(&d, ct, st ? CUDA_R_32F : CUDA_R_32I); if (cs) { printf("create %d\n", cs); continue; } auto ta = (cublasOperation_t)(t & 1), tb = (cublasOperation_t)(t >> 1); OK(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &ta, sizeof ta)); OK(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &tb, sizeof tb)); OK(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_POINTER_MODE, &pm, sizeof pm)); auto la = layout(CUDA_R_8I, ta ? k : m, ta ? m : k, ta ? k : m, 0), lb = layout(CUDA_R_8I, tb ? w : k, tb ? k : w, tb ? w : k, 0); auto lo = layout(out ? CUDA_R_8I : CUDA_R_32I, m, w, m, 0); int8_t *a = dev(ints<int8_t>(m * k, 1, 5)), *b = dev(ints<int8_t>(w * k, 2, 5)); char *o = devz<char>(m * w * 4); float hf[2] = {0.5f, 0}; int hi[2] = {2, 0}; std::vector<float> vf; std::vector<int> vi; for (int i = 0; i < m; ++i) vf.push_back(i % 4 * 0.5f), vi.push_back(i % 4); void *al = pm == 0 ? (st ? (void *)hf : hi) : (st ? (void *)dev(vf) : dev(vi)), *be = pm == 0 || pm == 4 ? (st ? (void *)(hf + 1) : hi + 1) : st ? (void *)devz<float>(m) : devz<int>(m); int s = hush([&] { return cublasLtMatmul(h, d, al, a, la, b, lb, be, o, lo, o, lo, nullptr, nullptr, 0, 0); }); printf("int8 out %d scale %d t %d pointers %d: %d", out, st, t, pm, s); if (s) printf("\n"); else if (out) hashed("", (int8_t *)o, m * w); else hashed("", (int *)o, m * w); }
  sync("end");
}
