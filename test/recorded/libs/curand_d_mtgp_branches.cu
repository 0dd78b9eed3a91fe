// cuRAND device API: MTGP32 in branches that mix integers with uniform values, blocks of several sizes
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
#include <curand.h>
#include <curand_kernel.h>
#define CR(x) do { curandStatus_t s_ = (x); if (s_) { printf("FAIL line %d: %d\n", __LINE__, (int)s_); exit(1); } } while (0)
template <class T> static void bits(const char *n, const T *d, size_t k) { auto v = get(d, k); printf("%s: %016llx\n", n, (unsigned long long)hash(v)); }
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>
__global__ void k(curandStateMtgp32 *s, unsigned *o, int what) { unsigned *p = o + blockIdx.x * 4096; int t = threadIdx.x; for (int i = 0; i < 4; i++) { unsigned x = 0; if (what == 0) x = curand(s + blockIdx.x); if (what == 1) x = __float_as_uint(curand_uniform(s + blockIdx.x)); if (what == 2) x = (unsigned)(curand_uniform_double(s + blockIdx.x) * 4294967296.0); if (what == 3) x = curand_poisson(s + blockIdx.x, 6.0); p[i * 1024 + t] = x; } }
int main() { unsigned *o = devz<unsigned>(200 * 4096); curandStateMtgp32 *s = devz<curandStateMtgp32>(200); mtgp32_kernel_params *kp = devz<mtgp32_kernel_params>(1); ST(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, kp)); for (int n : {1, 7, 200}) for (unsigned long long seed : {0ull, 1234ull, ~0ull}) { printf("make %d\n", (int)curandMakeMTGP32KernelState(s, mtgp32dc_params_fast_11213, kp, n, seed)); for (int what = 0; what < 4; what++) for (int bs : {32, 64, 100, 256}) { CK(cudaMemset(o, 0, 200 * 4096 * 4)); k<<<n, bs>>>(s, o, what); char nm[50]; sprintf(nm, "n %d what %d threads %d", n, what, bs); bits(nm, o, 200 * 4096); } } sync("end"); }
