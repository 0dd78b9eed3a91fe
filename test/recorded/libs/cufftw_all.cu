// cuFFT's FFTW interface in both precisions: 1 to 3 dimensions, many with strides, r2c, c2r, in place, new-array execution, guru forms, null plans, sizes of one
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
#include <cufftw.h>
template <class C> static void few(const char *n, C *p, int k) { printf("%s:", n); for (int i = 0; i < k; ++i) { num(p[i][0]); printf(","); num(p[i][1]); } printf("\n"); }
int main() {
  digits = 4; tiny = 1e-4; for (int len : {1, 2, 12, 31, 64}) { auto *a = (fftw_complex *)fftw_malloc(sizeof(fftw_complex) * len), *b = (fftw_complex *)fftw_malloc(sizeof(fftw_complex) * len); for (int i = 0; i < len; ++i) a[i][0] = i % 5, a[i][1] = i % 3; fftw_plan p = fftw_plan_dft_1d(len, a, b, FFTW_FORWARD, FFTW_ESTIMATE), q = fftw_plan_dft_1d(len, b, a, FFTW_BACKWARD, FFTW_MEASURE); fftw_execute(p); few("forward", b, std::min(len, 4)); fftw_execute(q); few("back", a, std::min(len, 4)); fftw_execute_dft(p, a, b); few("again", b, std::min(len, 4)); fftw_destroy_plan(p); fftw_destroy_plan(q); fftw_free(a); fftw_free(b); }
  { fftwf_complex *x = (fftwf_complex *)fftwf_malloc(sizeof(fftwf_complex) * 120), *y = (fftwf_complex *)fftwf_malloc(sizeof(fftwf_complex) * 120); for (int i = 0; i < 120; ++i) x[i][0] = i % 7, x[i][1] = 0; int n3[3] = {4, 5, 6}; for (int rank : {1, 2, 3}) { fftwf_plan p = fftwf_plan_dft(rank, n3, x, y, FFTW_FORWARD, FFTW_ESTIMATE); printf("plan %d", p != nullptr); if (p) { fftwf_execute(p); few("", y, 5); fftwf_destroy_plan(p); } } fftwf_plan p = fftwf_plan_dft_2d(10, 12, x, x, FFTW_BACKWARD, FFTW_ESTIMATE); fftwf_execute(p); few("in place", x, 4); fftwf_destroy_plan(p); p = fftwf_plan_dft_3d(4, 5, 6, x, y, FFTW_FORWARD, FFTW_ESTIMATE); fftwf_execute(p); few("3d", y, 4); fftwf_destroy_plan(p); int n1[1] = {8}; p = fftwf_plan_many_dft(1, n1, 5, x, nullptr, 5, 1, y, nullptr, 1, 8, FFTW_FORWARD, FFTW_ESTIMATE); printf("many %d", p != nullptr); if (p) { fftwf_execute(p); few("", y + 8, 4); fftwf_destroy_plan(p); } }
  { double *r = (double *)fftw_malloc(sizeof(double) * 200); fftw_complex *c = (fftw_complex *)fftw_malloc(sizeof(fftw_complex) * 200); for (int i = 0; i < 200; ++i) r[i] = i % 6 - 2; fftw_plan p = fftw_plan_dft_r2c_1d(15, r, c, FFTW_ESTIMATE); fftw_execute(p); few("r2c", c, 8); fftw_plan q = fftw_plan_dft_c2r_1d(15, c, r, FFTW_ESTIMATE); fftw_execute(q); printf("c2r:"); for (int i = 0; i < 6; ++i) num(r[i]); printf("\n"); fftw_destroy_plan(p); fftw_destroy_plan(q); for (int i = 0; i < 200; ++i) r[i] = i % 6 - 2; p = fftw_plan_dft_r2c_2d(6, 8, r, c, FFTW_ESTIMATE); fftw_execute(p); few("2d", c, 6); q = fftw_plan_dft_c2r_2d(6, 8, c, r, FFTW_ESTIMATE); fftw_execute(q); printf("c2r:"); for (int i = 0; i < 6; ++i) num(r[i]); printf("\n"); for (int i = 0; i < 200; ++i) r[i] = i % 6 - 2; p = fftw_plan_dft_r2c_3d(3, 4, 5, r, c, FFTW_ESTIMATE); fftw_execute(p); few("3d", c, 6); int n[2] = {4, 6}, e[2] = {5, 8}, o[2] = {5, 6}; p = fftw_plan_many_dft_r2c(2, n, 2, r, e, 1, 60, c, o, 1, 40, FFTW_ESTIMATE); printf("many r2c %d", p != nullptr); if (p) { fftw_execute(p); few("", c + 40, 4); } p = fftw_plan_many_dft_c2r(2, n, 2, c, o, 1, 40, r, e, 1, 60, FFTW_ESTIMATE); printf("many c2r %d", p != nullptr); if (p) { fftw_execute(p); for (int i = 0; i < 6; ++i) num(r[60 + i]); } printf("\n"); fftw_iodim d[1] = {{8, 1, 1}}, hm[1] = {{4, 8, 8}}; fftw_complex *u = (fftw_complex *)fftw_malloc(sizeof(fftw_complex) * 64); for (int i = 0; i < 64; ++i) u[i][0] = i % 9, u[i][1] = 1; p = fftw_plan_guru_dft(1, d, 1, hm, u, c, FFTW_FORWARD, FFTW_ESTIMATE); printf("guru %d", p != nullptr); if (p) { fftw_execute(p); few("", c + 8, 4); } else printf("\n"); }
  fftw_destroy_plan(nullptr); fftw_cleanup(); printf("end\n");
}
