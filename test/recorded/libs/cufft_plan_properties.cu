// cuFFT plan properties: set, read, reset, before and after a plan is made
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <complex>
#include <vector>
#include <fcntl.h>
#include <unistd.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
#include <cufft.h>
#include <cufftXt.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef std::complex<double> Z;
#define CF(x) do { cufftResult s_ = (x); if (s_) { printf("FAIL line %d: %d\n", __LINE__, (int)s_); exit(1); } } while (0)
static Z num(size_t i) { unsigned s = (unsigned)i * 2654435761u + 12345u; s ^= s >> 13; s *= 0x9E3779B1u; return Z((int)(s >> 7) % 5, (int)(s >> 17 & 7) - 3); }
// n-dimensional unnormalised transform
static void dftn(Z *a, const std::vector<int> &n, int sign) { size_t tot = 1; for (int x : n) tot *= x; size_t inner = tot; for (int d : n) { inner /= d; std::vector<Z> w(d), t(d); for (int k = 0; k < d; k++) w[k] = std::polar(1.0, sign * 2 * M_PI * k / d); for (size_t b = 0; b < tot; b += inner * d) for (size_t i = 0; i < inner; i++) { for (int k = 0; k < d; k++) { t[k] = 0; for (int j = 0; j < d; j++) t[k] += a[b + i + j * inner] * w[(size_t)j * k % d]; } for (int k = 0; k < d; k++) a[b + i + k * inner] = t[k]; } } }
int main() { cufftHandle p; size_t w; CF(cufftCreate(&p)); for (int k = -1; k < 6; k++) for (long long v : {-1ll, 0ll, 1ll, 2ll, 100ll}) { long long x = 42; printf("%d %lld: set %d", k, v, (int)cufftSetPlanPropertyInt64(p, (cufftProperty)k, v)); printf(" get %d", (int)cufftGetPlanPropertyInt64(p, (cufftProperty)k, &x)); printf(" %lld reset %d\n", x, (int)cufftResetPlanProperty(p, (cufftProperty)k)); } ST(cufftSetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1)); CF(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w)); long long x = 5; ST(cufftGetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, &x)); printf("%lld\n", x); ST(cufftSetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 0)); ST(cufftResetPlanProperty(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT)); ST(cufftGetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, nullptr)); CF(cufftDestroy(p)); ST(cufftGetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, &x)); ST(cufftSetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1)); }
