// cuBLAS workspaces, streams, loggers, properties, statuses in words, device scalars with streams, emulation settings, vectors and matrices copied with _64 names
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
  cublasHandle_t h; ST(cublasCreate(&h)); int v = -1; for (int p = 0; p < 3; ++p) ST(cublasGetProperty((libraryPropertyType)p, p ? &v : &v)); ST(cublasGetProperty((libraryPropertyType)7, &v)); ST(cublasGetProperty(MAJOR_VERSION, nullptr)); ST((int)cublasGetCudartVersion() / 1000); cublasGetVersion(h, &v); printf("major %d\n", v / 10000);
  for (int s = 0; s < 20; ++s) printf("%d %s | %s\n", s, cublasGetStatusName((cublasStatus_t)s), cublasGetStatusString((cublasStatus_t)s)); printf("%s\n", cublasGetStatusName((cublasStatus_t)99));
  cudaStream_t s[2], t; for (auto &x : s) CK(cudaStreamCreate(&x)); ST(cublasGetStream(h, &t)); printf("null stream %d\n", t == nullptr); ST(cublasSetStream(h, s[0])); ST(cublasGetStream(h, &t)); printf("same %d\n", t == s[0]); char *w = (char *)buf(1 << 20); for (size_t n : {size_t(0), size_t(1), size_t(16), size_t(4096), size_t(1 << 20)}) printf("workspace %zu: %d\n", n, (int)cublasSetWorkspace(h, w, n)); printf("unaligned %d\n", (int)cublasSetWorkspace(h, w + 8, 4096)); printf("16 aligned %d\n", (int)cublasSetWorkspace(h, w + 16, 4096)); printf("null 0 %d\n", (int)cublasSetWorkspace(h, nullptr, 0)); printf("whole %d\n", (int)cublasSetWorkspace(h, w, 1 << 20)); ST(cublasSetWorkspace(nullptr, w, 4096)); ST(cublasSetStream(nullptr, s[0])); ST(cublasGetStream(nullptr, &t)); 
  // device scalars, results on the device, in two streams
  ST(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE)); float *x = dev(ints<float>(1000, 1, 3)), *y = dev(ints<float>(1000, 2, 3)), *r = devz<float>(8); OK(cublasSdot(h, 1000, x, 1, y, 1, r)); OK(cublasSasum(h, 1000, x, 1, r + 1)); OK(cublasSaxpy(h, 1000, r + 1, x, 1, y, 1)); OK(cublasSnrm2(h, 4, y, 1, r + 2)); int *ri = devz<int>(2); OK(cublasIsamax(h, 1000, y, 1, ri)); CK(cudaStreamSynchronize(s[0])); show("r", r, 2); show("amax", ri, 1); hashed("y", y, 1000); OK(cublasSetStream(h, s[1])); float *one = dev(std::vector<float>{1, 0}); float *m = dev(ints<float>(64, 3)), *c = devz<float>(64); OK(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, one, m, 8, m, 8, one + 1, c, 8)); OK(cublasSgemv(h, CUBLAS_OP_N, 8, 8, one, c, 8, m, 1, one + 1, r, 1)); CK(cudaStreamSynchronize(s[1])); hashed("c", c, 64); show("r", r, 8); float *rot = devz<float>(4); CK(cudaMemcpy(rot, std::vector<float>{3, 4}.data(), 8, cudaMemcpyHostToDevice)); OK(cublasSrotg(h, rot, rot + 1, rot + 2, rot + 3)); CK(cudaDeviceSynchronize()); show("rotg", rot, 4); OK(cublasSrot(h, 4, x, 1, y, 1, rot + 2, rot + 3)); show("rot", x, 4); float *pm = dev(std::vector<float>{1, 2, 3, 4, 0, 0, 0, 0, 0}); OK(cublasSrotmg(h, pm, pm + 1, pm + 2, pm + 3, pm + 4)); show("rotmg", pm, 9); ST(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
  // logger
  ST(cublasLoggerConfigure(0, 0, 0, nullptr)); ST(cublasSetLoggerCallback(nullptr)); cublasLogCallback cb = (cublasLogCallback)1; ST(cublasGetLoggerCallback(&cb)); printf("callback null %d\n", cb == nullptr); static int calls = 0; ST(cublasSetLoggerCallback([](const char *) { ++calls; })); ST(cublasGetLoggerCallback(&cb)); printf("callback set %d\n", cb != nullptr); ST(cublasSetLoggerCallback(nullptr)); ST(cublasGetLoggerCallback(nullptr));
  for (int mm : {0, 1, 2, 3, 4, 16, 18, 19, 32, 64, 0}) { int got = -1; int a = hush([&] { return cublasSetMathMode(h, (cublasMath_t)mm); }); cublasGetMathMode(h, (cublasMath_t *)&got); printf("math mode %d: %d reads %d\n", mm, a, got); } for (int am : {0, 1, 2, 0}) { int got = -1; int a = cublasSetAtomicsMode(h, (cublasAtomicsMode_t)am); cublasGetAtomicsMode(h, (cublasAtomicsMode_t *)&got); printf("atomics %d: %d reads %d\n", am, a, got); } for (int n : {-1, 0, 1, 16}) { int got = -1; int a = cublasSetSmCountTarget(h, n); cublasGetSmCountTarget(h, &got); printf("sm target %d: %d reads %d\n", n, a, got); } cublasSetSmCountTarget(h, 0); for (int pm : {0, 1, 2, 0}) { int got = -1; int a = cublasSetPointerMode(h, (cublasPointerMode_t)pm); cublasGetPointerMode(h, (cublasPointerMode_t *)&got); printf("pointer mode %d: %d reads %d\n", pm, a, got); }
  std::vector<float> hv = {1, 2, 3, 4, 5, 6, 7, 8}, back(8); float *d = devz<float>(32); ST(cublasSetVector_64(4, 4, hv.data(), 2, d, 3)); show("d", d, 12); ST(cublasGetVector_64(4, 4, d, 3, back.data(), 1)); show("back", back); ST(cublasSetMatrix_64(3, 2, 4, hv.data(), 4, d, 5)); show("d", d, 10); ST(cublasGetMatrix_64(3, 2, 4, d, 5, back.data(), 3)); show("back", back); ST(cublasSetVectorAsync(4, 4, hv.data(), 1, d, 2, s[0])); ST(cublasGetVectorAsync(4, 4, d, 2, back.data(), 2, s[0])); CK(cudaStreamSynchronize(s[0])); show("back", back); ST(cublasSetVector(4, 4, hv.data(), -1, d, 1)); ST(cublasSetVector(4, 4, hv.data(), 1, d, 0)); ST(cublasSetVector(4, 0, hv.data(), 1, d, 1)); ST(cublasGetMatrix(4, 2, 4, d, 3, back.data(), 4)); ST(cublasSetMatrix(0, 2, 4, hv.data(), 1, d, 1)); ST(cublasSetMatrix(-1, 2, 4, hv.data(), 1, d, 1));
  cublasHandle_t h2; ST(cublasCreate(&h2)); ST(cublasDestroy(h2)); ST(cublasDestroy(h)); sync("end");
}
