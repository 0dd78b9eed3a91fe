// cuRAND device API: skipping ahead after some draws, by numbers, subsequences and sequences
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
template <class S> __global__ void k(unsigned long long n, int what, int pre, unsigned *o) { S s; int t = threadIdx.x; curand_init(77, t, 0, &s); for (int i = 0; i < pre; i++) curand(&s); if (what == 0) skipahead(n, &s); if (what == 1) skipahead_sequence(n, &s); for (int i = 0; i < 9; i++) o[t * 9 + i] = curand(&s); }
__global__ void km(unsigned long long n, int pre, unsigned *o) { curandStateMRG32k3a s; int t = threadIdx.x; curand_init(77, t, 0, &s); for (int i = 0; i < pre; i++) curand(&s); skipahead_subsequence(n, &s); for (int i = 0; i < 9; i++) o[t * 9 + i] = curand(&s); }
template <class S> static void run(const char *n) { unsigned *o = devz<unsigned>(9 * 32); for (int what = 0; what < 2; what++) for (int pre : {0, 1, 2, 3, 5, 8}) for (unsigned long long m : {0ull, 1ull, 2ull, 3ull, 4ull, 6ull, 1023ull, (1ull << 32) + 1, (1ull << 35) - 1, (1ull << 62) + 3}) { k<S><<<1, 32>>>(m, what, pre, o); char nm[99]; sprintf(nm, "%s %d pre %d skip %llu", n, what, pre, m); bits(nm, o, 9 * 32); } }
int main() { run<curandStateXORWOW>("xorwow"); run<curandStateMRG32k3a>("mrg"); run<curandStatePhilox4_32_10>("philox"); unsigned *o = devz<unsigned>(9 * 32); for (int pre : {0, 3}) for (unsigned long long m : {0ull, 1ull, 5ull, 1ull << 40}) { km<<<1, 32>>>(m, pre, o); bits("mrg subsequence", o, 9 * 32); } }
