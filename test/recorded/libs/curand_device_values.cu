// cuRAND device API: every state, all distributions incl. 2 and 4 value forms, skipahead, skipahead_sequence, skipahead_subsequence, discrete tables, Poisson, Sobol64, scrambled, MTGP32 forms
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
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>
static unsigned long long bits(const void *d, size_t n) { std::vector<unsigned char> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n, cudaMemcpyDeviceToHost)); unsigned long long h = 1469598103934665603ull; for (auto x : v) h = (h ^ x) * 1099511628211ull; return h; }
template <class S> __device__ void start(S *s, unsigned long long seed, int t, unsigned long long off) { curand_init(seed, t, off, s); }
template <class S> __global__ void raw(unsigned *o, unsigned long long off, unsigned long long skip) { int t = threadIdx.x + blockIdx.x * blockDim.x; S s; start(&s, 1234, t, off); for (int i = 0; i < 5; ++i) o[t * 16 + i] = curand(&s); skipahead(skip, &s); for (int i = 5; i < 10; ++i) o[t * 16 + i] = curand(&s); skipahead_sequence(3ull, &s); for (int i = 10; i < 16; ++i) o[t * 16 + i] = curand(&s); }
template <class S> __global__ void rawSub(unsigned *o, unsigned long long off, unsigned long long skip) { int t = threadIdx.x + blockIdx.x * blockDim.x; S s; start(&s, 1234, t, off); for (int i = 0; i < 5; ++i) o[t * 16 + i] = curand(&s); skipahead(skip, &s); for (int i = 5; i < 10; ++i) o[t * 16 + i] = curand(&s); skipahead_subsequence(3ull, &s); for (int i = 10; i < 16; ++i) o[t * 16 + i] = curand(&s); }
template <class S> __global__ void uni(float *f, double *d) { int t = threadIdx.x; S s; start(&s, 99, t, 7); for (int i = 0; i < 4; ++i) f[t * 4 + i] = curand_uniform(&s), d[t * 4 + i] = curand_uniform_double(&s); }
template <class S> __global__ void dist(float *f, double *d, unsigned *p) { int t = threadIdx.x; S s; start(&s, 7, t, 0); f[t * 16] = curand_normal(&s); float2 a = curand_normal2(&s); f[t * 16 + 1] = a.x; f[t * 16 + 2] = a.y; f[t * 16 + 3] = curand_log_normal(&s, 0.f, 1.f); a = curand_log_normal2(&s, 1.f, 0.5f); f[t * 16 + 4] = a.x; f[t * 16 + 5] = a.y; d[t * 16] = curand_normal_double(&s); double2 b = curand_normal2_double(&s); d[t * 16 + 1] = b.x; d[t * 16 + 2] = b.y; d[t * 16 + 3] = curand_log_normal_double(&s, 0, 1); b = curand_log_normal2_double(&s, 0, 0.5); d[t * 16 + 4] = b.x; d[t * 16 + 5] = b.y; int i = 0; for (double l : {0.1, 1.0, 10.0, 63.9, 64.1, 500.0, 3999.0, 4001.0, 1e5}) p[t * 9 + i++] = curand_poisson(&s, l); }
__global__ void philox4(uint4 *o, float4 *f, double2 *d, uint4 *p, float4 *n, double4 *e) { int t = threadIdx.x; curandStatePhilox4_32_10_t s; curand_init(3, t, t % 4, &s); o[t] = curand4(&s); f[t] = curand_uniform4(&s); d[t] = curand_uniform2_double(&s); n[t] = curand_normal4(&s); e[t] = curand_uniform4_double(&s); p[t * 2] = curand_poisson4(&s, 3.5); p[t * 2 + 1] = curand_poisson4(&s, 700); o[64 + t] = curand4(&s); n[64 + t] = curand_log_normal4(&s, 0.f, 1.f); e[64 + t] = curand_normal4_double(&s); }
__global__ void disc(curandDiscreteDistribution_t p, unsigned *o) { int t = threadIdx.x; curandState s; curand_init(11, t, 0, &s); curandStatePhilox4_32_10_t q; curand_init(11, t, 0, &q); curandStateMRG32k3a m; curand_init(11, t, 0, &m); for (int i = 0; i < 4; ++i) { o[t * 16 + i] = curand_discrete(&s, p); o[t * 16 + 4 + i] = curand_discrete(&q, p); o[t * 16 + 8 + i] = curand_discrete(&m, p); } uint4 v = curand_discrete4(&q, p); o[t * 16 + 12] = v.x; o[t * 16 + 13] = v.y; o[t * 16 + 14] = v.z; o[t * 16 + 15] = v.w; }
__global__ void sobol(curandDirectionVectors32_t *v, unsigned *c, curandDirectionVectors64_t *w, unsigned long long *e, unsigned *o, unsigned long long *l, float *f, double *d) { int t = threadIdx.x; curandStateSobol32 a; curand_init(v[t], t * 3, &a); curandStateScrambledSobol32 b; curand_init(v[t + 64], c[t], t * 5, &b); curandStateSobol64 x; curand_init(w[t], t, &x); curandStateScrambledSobol64 y; curand_init(w[t + 64], e[t], 1ull << 33, &y); for (int i = 0; i < 4; ++i) { o[t * 8 + i] = curand(&a); o[t * 8 + 4 + i] = curand(&b); l[t * 8 + i] = curand(&x); l[t * 8 + 4 + i] = curand(&y); } skipahead(100u, &a); skipahead(7u, &b); skipahead(1000ull, &x); skipahead(5ull, &y); f[t * 8] = curand_uniform(&a); f[t * 8 + 1] = curand_uniform(&b); f[t * 8 + 2] = curand_uniform(&x); f[t * 8 + 3] = curand_uniform(&y); d[t * 8] = curand_uniform_double(&a); d[t * 8 + 1] = curand_uniform_double(&b); d[t * 8 + 2] = curand_uniform_double(&x); d[t * 8 + 3] = curand_uniform_double(&y); f[t * 8 + 4] = curand_normal(&a); f[t * 8 + 5] = curand_normal(&x); f[t * 8 + 6] = curand_log_normal(&b, 0.f, 1.f); f[t * 8 + 7] = curand_log_normal(&y, 0.f, 1.f); d[t * 8 + 4] = curand_normal_double(&a); d[t * 8 + 5] = curand_normal_double(&x); d[t * 8 + 6] = curand_log_normal_double(&b, 0, 1); d[t * 8 + 7] = curand_log_normal_double(&y, 0, 1); o[512 + t] = curand_poisson(&a, 20.0); o[576 + t] = curand_poisson(&x, 20.0); o[640 + t] = curand_poisson(&b, 5000.0); }
__global__ void mtgp(curandStateMtgp32 *s, unsigned *o, float *f, double *d, unsigned *p) { int t = threadIdx.x, b = blockIdx.x, q = b * 256 + t; for (int i = 0; i < 3; ++i) o[i * 1024 + q] = curand(&s[b]); f[q] = curand_uniform(&s[b]); d[q] = curand_uniform_double(&s[b]); f[1024 + q] = curand_normal(&s[b]); d[1024 + q] = curand_normal_double(&s[b]); p[q] = curand_poisson(&s[b], 12.0); f[2048 + q] = curand_log_normal(&s[b], 0.f, 1.f); d[2048 + q] = curand_log_normal_double(&s[b], 0., 1.); f[3072 + q] = curand_mtgp32_single(&s[b]); }
int main() {
  digits = 3; tiny = 1e-9; unsigned *o = devz<unsigned>(1 << 16); float *f = devz<float>(1 << 14); double *d = devz<double>(1 << 14); unsigned *p = devz<unsigned>(1 << 14);
  for (unsigned long long off : {0ull, 1ull, 5ull, 1ull << 40}) for (unsigned long long skip : {1ull, 1000ull, 1ull << 35}) { raw<curandStateXORWOW><<<4, 64>>>(o, off, skip); printf("xorwow %016llx", bits(o, 256 * 64)); rawSub<curandStateMRG32k3a><<<4, 64>>>(o, off, skip); printf(" mrg %016llx", bits(o, 256 * 64)); raw<curandStatePhilox4_32_10><<<4, 64>>>(o, off, skip); printf(" philox %016llx\n", bits(o, 256 * 64)); }
  uni<curandStateXORWOW><<<1, 64>>>(f, d); printf("uniform %016llx %016llx\n", bits(f, 1024), bits(d, 2048)); uni<curandStateMRG32k3a><<<1, 64>>>(f, d); printf("uniform %016llx %016llx\n", bits(f, 1024), bits(d, 2048)); uni<curandStatePhilox4_32_10><<<1, 64>>>(f, d); printf("uniform %016llx %016llx\n", bits(f, 1024), bits(d, 2048));
  auto after = [&](const char *n) { printf("%s\n", n); show("f", f + 32, 6); show("d", d + 32, 6); show("poisson", p, 36); }; dist<curandStateXORWOW><<<1, 64>>>(f, d, p); after("xorwow"); dist<curandStateMRG32k3a><<<1, 64>>>(f, d, p); after("mrg"); dist<curandStatePhilox4_32_10><<<1, 64>>>(f, d, p); after("philox");
  philox4<<<1, 64>>>((uint4 *)o, (float4 *)f, (double2 *)d, (uint4 *)p, (float4 *)(f + 4096), (double4 *)(d + 4096)); printf("four %016llx %016llx %016llx %016llx\n", bits(o, 2048), bits(f, 1024), bits(d, 1024), bits(d + 4096, 64 * 32)); show("poisson4", p, 16); show("normal4", f + 4096, 8); show("log-normal4", f + 4096 + 256, 8); show("normal4 double", d + 4096 + 256, 8);
  curandDiscreteDistribution_t dd; for (double l : {0.5, 5.0, 50.0, 1000.0}) { OK(curandCreatePoissonDistribution(l, &dd)); disc<<<1, 64>>>(dd, o); printf("discrete %g %016llx", l, bits(o, 4096)); show("", o, 8); OK(curandDestroyDistribution(dd)); } { curandDirectionVectors32_t *hv; curandDirectionVectors64_t *hw; unsigned *hc; unsigned long long *he; for (int set = 0; set < 2; ++set) { OK(curandGetDirectionVectors32(&hv, set ? CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 : CURAND_DIRECTION_VECTORS_32_JOEKUO6)); OK(curandGetDirectionVectors64(&hw, set ? CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 : CURAND_DIRECTION_VECTORS_64_JOEKUO6)); OK(curandGetScrambleConstants32(&hc)); OK(curandGetScrambleConstants64(&he)); auto *v = (curandDirectionVectors32_t *)buf(128 * 128); auto *w = (curandDirectionVectors64_t *)buf(128 * 512); CK(cudaMemcpy(v, hv, 128 * 128, cudaMemcpyHostToDevice)); CK(cudaMemcpy(w, hw, 128 * 512, cudaMemcpyHostToDevice)); unsigned *c = dev(std::vector<unsigned>(hc, hc + 64)); auto *e = dev(std::vector<unsigned long long>(he, he + 64)); unsigned long long *l = devz<unsigned long long>(512); sobol<<<1, 64>>>(v, c, w, e, o, l, f, d); printf("sobol %016llx %016llx\n", bits(o, 2048), bits(l, 4096)); show("f", f + 32, 16); show("d", d + 32, 16); show("poisson", o + 512, 8); show("poisson", o + 576, 8); show("poisson", o + 640, 8); } }
  { curandStateMtgp32 *s = (curandStateMtgp32 *)buf(4 * sizeof(curandStateMtgp32)); mtgp32_kernel_params *k = (mtgp32_kernel_params *)buf(sizeof(mtgp32_kernel_params)); ST(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, k)); ST(curandMakeMTGP32KernelState(s, mtgp32dc_params_fast_11213, k, 4, 77)); mtgp<<<4, 256>>>(s, o, f, d, p); printf("mtgp %016llx uniform %016llx %016llx single %016llx\n", bits(o, 12288), bits(f, 4096), bits(d, 8192), bits(f + 3072, 4096)); show("normal", f + 1024, 8); show("normal double", d + 1024, 8); show("poisson", p, 8); show("log-normal", f + 2048, 8); show("log-normal double", d + 2048, 8); }
  show("single", f + 3072, 16); sync("end");
}
