// cuFFT status codes of execution: types, directions, misaligned pointers
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
int main() { auto *a = devz<cufftDoubleComplex>(4096), *b = devz<cufftDoubleComplex>(4096); for (int t : {0x29, 0x2a, 0x2c, 0x69, 0x6a, 0x6c}) { cufftHandle p; CF(cufftPlan2d(&p, 12, 10, (cufftType)t)); printf("%x:", t); for (int d : {-2, -1, 0, 1, 2}) printf(" %d %d %d", (int)cufftExecC2C(p, (cufftComplex *)a, (cufftComplex *)b, d), (int)cufftExecZ2Z(p, a, b, d), (int)cufftXtExec(p, a, b, d)); printf(" | %d %d %d %d\n", (int)cufftExecR2C(p, (float *)a, (cufftComplex *)b), (int)cufftExecC2R(p, (cufftComplex *)a, (float *)b), (int)cufftExecD2Z(p, (double *)a, b), (int)cufftExecZ2D(p, a, (double *)b)); CF(cufftDestroy(p)); } sync("end"); 
  // misaligned pointers
  cufftHandle p; CF(cufftPlan1d(&p, 100, CUFFT_C2C, 1)); for (int s : {0, 4, 8, 12}) { printf("shift %d: %d", s, (int)cufftExecC2C(p, (cufftComplex *)((char *)a + s), (cufftComplex *)b, -1)); cudaError_t e = cudaDeviceSynchronize(); printf(" %s\n", s % 8 ? "-" : cudaGetErrorName(e)); if (e) break; } }
