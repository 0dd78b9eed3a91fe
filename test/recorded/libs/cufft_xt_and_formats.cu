// cuFFT: exec with types chosen at run time; properties; orders of calls
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
#include <cufft.h>
#include <cufftXt.h>
int main() {
  digits = 3; tiny = 2e-3; int g[1] = {0};
  for (auto [ti, to, te, name] : {std::tuple{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, "c c"}, {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, "r c"}, {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, "c r"}, {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, "z z"}, {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, "d z"}, {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, "z d"}, {CUDA_R_32F, CUDA_R_32F, CUDA_C_32F, "r r"}, {CUDA_C_32F, CUDA_C_64F, CUDA_C_32F, "c z"}, {CUDA_C_32F, CUDA_C_32F, CUDA_C_64F, "c c as z"}}) { for (auto rank : {1, 2, 3}) { long long n[3] = {6, 5, 4}, em[3] = {6, 5, 4}, eo[3] = {6, 5, 4}; cufftHandle p; size_t w = 0, w2 = 0; OK(cufftCreate(&p)); int s = hush([&] { return cufftXtMakePlanMany(p, rank, n, nullptr, 1, 0, ti, nullptr, 1, 0, to, 2, &w, te); }); int s2 = hush([&] { return cufftXtGetSizeMany(p, rank, n, nullptr, 1, 0, ti, nullptr, 1, 0, to, 2, &w2, te); }); printf("%s rank %d: %d %d", name, rank, s, s2); if (!s) { bool dbl = te == CUDA_C_64F; void *x, *y = buf(8192); if (ti == CUDA_C_32F || ti == CUDA_R_32F) { std::vector<float> v(1024, 0); v[0] = 3; v[2] = ti == CUDA_C_32F && to == CUDA_R_32F ? 0 : 1; x = dev(v); } else { std::vector<double> v(1024, 0); v[0] = 3; v[2] = to == CUDA_R_64F ? 0 : 1; x = dev(v); } printf(" exec %d %d", (int)cufftXtExec(p, x, y, CUFFT_FORWARD), (int)cufftXtExec(p, x, y, CUFFT_INVERSE)); if (dbl) show("", (double *)y, 8); else show("", (float *)y, 8); } else printf("\n"); OK(cufftDestroy(p)); (void)em; (void)eo; } }
  { cufftHandle p; size_t w; ST(cufftCreate(&p)); long long v = -1; for (int pr : {1, 2, 3, 4, 0, 99}) { int a = cufftGetPlanPropertyInt64(p, (cufftProperty)pr, &v); printf("property %d: %d\n", pr, a); } ST(cufftXtSetWorkAreaPolicy(p, CUFFT_WORKAREA_MINIMAL, &w)); ST(cufftMakePlan1d(p, 100, CUFFT_C2C, 1, &w)); ST(cufftXtSetWorkAreaPolicy(p, CUFFT_WORKAREA_MINIMAL, &w)); ST(cufftXtSetGPUs(p, 1, g)); ST(cufftSetAutoAllocation(p, 0)); ST(cufftSetAutoAllocation(p, 1)); ST(cufftDestroy(p)); ST(cufftDestroy(p)); ST(cufftXtFree(nullptr)); ST(cufftSetStream(12345, 0)); ST(cufftSetWorkArea(12345, nullptr)); ST(cufftGetSize(12345, &w)); }
  { cufftHandle p; cudaStream_t s; CK(cudaStreamCreate(&s)); OK(cufftPlan1d(&p, 32, CUFFT_C2C, 4)); OK(cufftSetStream(p, s)); cufftComplex *x = dev(ints<cufftComplex>(128, 3)), *y = devz<cufftComplex>(128); cudaGraph_t gr; cudaGraphExec_t ge; CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); OK(cufftExecC2C(p, x, y, CUFFT_FORWARD)); OK(cufftExecC2C(p, y, y, CUFFT_INVERSE)); CK(cudaStreamEndCapture(s, &gr)); CK(cudaGraphInstantiate(&ge, gr, 0)); CK(cudaGraphLaunch(ge, s)); CK(cudaStreamSynchronize(s)); auto v = get(y, 128); for (auto &q : v) q.x /= 32, q.y /= 32; show("captured", std::vector<cufftComplex>(v.begin() + 96, v.begin() + 100)); }
  sync("end");
}
