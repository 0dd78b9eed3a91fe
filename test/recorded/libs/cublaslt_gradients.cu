// cublasLt epilogues of training: GELU and ReLU with aux, their gradients with and without bias gradients, BGRADA and BGRADB, in half, bf16, float, with batches of biases, aux leading dimensions and strides
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
template <class T> void go(const char *n, int epi, int ta, int tb, int batch, int64_t auxld, int biasType = -1) {
  const int m = 32, w = 24, k = 16; T *a = dev(ints<T>(m * k * 2, 1, 3)), *b = dev(ints<T>(w * k * 2, 2, 3)), *d = devz<T>(m * w * 2); auto bv = ints<T>(64 * 2, 3); T *bias = dev(bv); T *aux = dev(ints<T>(auxld * w * 2 + 64, 4, 5)); float al = 0.25f, be = 0; cublasLtMatmulDesc_t o; OK(cublasLtMatmulDescCreate(&o, CUBLAS_COMPUTE_32F, CUDA_R_32F)); bool bad = false; auto set = [&](int at, auto v) { int s = cublasLtMatmulDescSetAttribute(o, (cublasLtMatmulDescAttributes_t)at, &v, sizeof v); if (s) printf("attribute %d: %d\n", at, s), bad = true; }; set(CUBLASLT_MATMUL_DESC_TRANSA, (cublasOperation_t)ta); set(CUBLASLT_MATMUL_DESC_TRANSB, (cublasOperation_t)tb); set(CUBLASLT_MATMUL_DESC_EPILOGUE, epi); set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias); if (biasType >= 0) set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, biasType); if (epi & (64 | 128 | 8 | 16)) if (auxld) { set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux); set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, auxld); } cublasLtMatrixLayout_t la, lb, ld; OK(cublasLtMatrixLayoutCreate(&la, typeOf<T>(), ta ? k : m, ta ? m : k, ta ? k : m)); OK(cublasLtMatrixLayoutCreate(&lb, typeOf<T>(), tb ? w : k, tb ? k : w, tb ? w : k)); OK(cublasLtMatrixLayoutCreate(&ld, typeOf<T>(), m, w, m));
  if (batch > 1) { auto bs = [&](cublasLtMatrixLayout_t l, int64_t st) { OK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch)); OK(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &st, sizeof st)); }; bs(la, m * k); bs(lb, w * k); bs(ld, m * w); set(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, int64_t(m)); if (auxld) set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, int64_t(auxld * w)); }
  void *ws = buf(1 << 22); int s = hush([&] { return cublasLtMatmul(h, o, &al, a, la, b, lb, &be, d, ld, d, ld, nullptr, ws, 1 << 22, 0); }); printf("%s epilogue %d t %d%d batch %d aux %d bias type %d: %d", n, epi, ta, tb, batch, (int)auxld, biasType, s); if (s) { printf("\n"); return; } auto v = get(d, m * w * batch); show("", std::vector<T>(v.end() - 6, v.end())); if (epi & 0x300 || epi & 16) { show("bias", bias, 8); auto q = get(bias, 64); show("bias end", std::vector<T>(q.begin() + 20, q.begin() + 34)); } if (epi == 130 || epi == 134) { show("aux bytes", (uint8_t *)aux, 12); } if (epi == 160 || epi == 164) show("aux", aux, 6);
}
int main() {
  OK(cublasLtCreate(&h)); digits = 3; tiny = 1e-4; for (int e : {2, 4, 6, 32, 36, 130, 134, 160, 164, 136, 152, 192, 208, 256, 512}) for (int t = 0; t < 4; ++t) { int64_t ax = e == 130 || e == 134 || e == 136 || e == 152 ? 128 : 32; go<__half>("half", e, t & 1, t >> 1, 1, ax); go<__nv_bfloat16>("bf16", e, t & 1, t >> 1, 1, ax); go<float>("float", e, t & 1, t >> 1, 1, ax); }
  for (int e : {4, 6, 36, 130, 160, 164, 192}) for (int64_t ax : {8, 31, 32, 40, 64, 128, 136, 256}) go<__half>("aux", e, 1, 0, 1, ax); for (int e : {4, 6, 36, 134, 164, 136, 192, 208, 512}) go<__half>("batch", e, 1, 0, 2, e == 134 || e == 136 ? 128 : 32); for (int bt : {CUDA_R_16F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_64F}) go<__half>("bias", 4, 0, 0, 1, 32, bt), go<float>("bias", 4, 0, 0, 1, 32, bt), go<__nv_bfloat16>("bias", 6, 1, 0, 1, 32, bt);
  sync("end");
}
