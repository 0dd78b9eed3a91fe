// cuRAND: a captured generator's graph launched again, DYNAMIC ordering against the default one, uniform hashes of odd sizes
#include <cuda_runtime.h>
#include <curand.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <fcntl.h>
#include <unistd.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// The library may write its own message about a bad argument to standard output: that text is dropped.
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
template <class T> static void show(const char *name, const std::vector<T> &v) { printf("%s:", name); for (auto x : v) printf(" %g", (double)x); printf("\n"); }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
int main() {
  struct { const char *n; curandRngType_t t; int same; } ty[] = {{"xorwow", CURAND_RNG_PSEUDO_XORWOW, 2816}, {"mrg", CURAND_RNG_PSEUDO_MRG32K3A, 81920}, {"mtgp", CURAND_RNG_PSEUDO_MTGP32, 49152}, {"philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, 262144}, {"mt19937", CURAND_RNG_PSEUDO_MT19937, 0}, {"sobol32", CURAND_RNG_QUASI_SOBOL32, 0}};
  const size_t n = 300000; unsigned *d = devz<unsigned>(n), *e = devz<unsigned>(n);
  for (auto &g : ty) { if (g.same) { curandGenerator_t h; curandCreateGenerator(&h, g.t); curandGenerate(h, d, n); curandDestroyGenerator(h); curandCreateGenerator(&h, g.t); int s = curandSetGeneratorOrdering(h, CURAND_ORDERING_PSEUDO_DYNAMIC); s = s * 1000 + curandGenerate(h, e, n); curandDestroyGenerator(h); auto x = get(d, n), y = get(e, n); size_t k = 0; while (k < n && x[k] == y[k]) ++k; printf("%s dynamic status %d, equal from the start: at least the known %d\n", g.n, s, k >= (size_t)g.same); fprintf(stderr, "%s equal %zu\n", g.n, k); } 
    curandGenerator_t h; curandCreateGenerator(&h, g.t); cudaStream_t st; CK(cudaStreamCreate(&st)); curandSetStream(h, st); curandGenerateSeeds(h); CK(cudaDeviceSynchronize()); CK(cudaStreamBeginCapture(st, cudaStreamCaptureModeRelaxed)); int s = curandGenerate(h, d, 64); cudaGraph_t gr = nullptr; cudaError_t ce = cudaStreamEndCapture(st, &gr); printf("%s captured: %d %s\n", g.n, s, cudaGetErrorName(ce)); if (gr) { cudaGraphExec_t ge; CK(cudaGraphInstantiate(&ge, gr, 0)); CK(cudaGraphLaunch(ge, st)); CK(cudaStreamSynchronize(st)); auto a = get(d, 64); CK(cudaGraphLaunch(ge, st)); CK(cudaStreamSynchronize(st)); auto b = get(d, 64); printf("%s replays: %s\n", g.n, a == b ? "same" : "advance"); printf("%s first %llx second %llx\n", g.n, (unsigned long long)hash(a), (unsigned long long)hash(b)); curandGenerate(h, d, 64); printf("%s after %llx\n", g.n, (unsigned long long)hash(get(d, 64))); } cudaGetLastError(); curandDestroyGenerator(h); CK(cudaStreamDestroy(st)); }
  for (auto &g : ty) { curandGenerator_t h; curandCreateGenerator(&h, g.t); for (size_t m : {1, 7, 4096, 4097, 20001}) { curandGenerateUniform(h, (float *)d, m); printf("%s uniform %zu %llx", g.n, m, (unsigned long long)hash(get(d, m))); int s = curandGenerateUniformDouble(h, (double *)d, m); if (s) printf(" double %d\n", s); else printf(" double %llx\n", (unsigned long long)hash(get((double *)d, m))); } curandDestroyGenerator(h); }
  sync("end");
}
