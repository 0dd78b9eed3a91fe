// cuRAND host API: status and exact hash of every generator and distribution for lengths 0 to 5 and odd ones
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
  struct { const char *n; curandRngType_t t; } ty[] = {{"xorwow", CURAND_RNG_PSEUDO_XORWOW}, {"mrg", CURAND_RNG_PSEUDO_MRG32K3A}, {"mtgp", CURAND_RNG_PSEUDO_MTGP32}, {"mt19937", CURAND_RNG_PSEUDO_MT19937}, {"philox", CURAND_RNG_PSEUDO_PHILOX4_32_10}, {"sobol32", CURAND_RNG_QUASI_SOBOL32}, {"ssobol32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32}, {"sobol64", CURAND_RNG_QUASI_SOBOL64}, {"ssobol64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}};
  char *d = devz<char>(1 << 20);
  for (auto &g : ty) for (size_t n : {0, 1, 2, 3, 5, 1001, 4097}) { auto run = [&](auto f) { curandGenerator_t h; curandCreateGenerator(&h, g.t); int s = f(h); CK(cudaDeviceSynchronize()); curandDestroyGenerator(h); return s; };
    printf("%s n %zu: raw %d ll %d uni %d unid %d nor %d nord %d log %d logd %d poi %d\n", g.n, n, run([&](curandGenerator_t h) { return curandGenerate(h, (unsigned *)d, n); }), run([&](curandGenerator_t h) { return curandGenerateLongLong(h, (unsigned long long *)d, n); }), run([&](curandGenerator_t h) { return curandGenerateUniform(h, (float *)d, n); }), run([&](curandGenerator_t h) { return curandGenerateUniformDouble(h, (double *)d, n); }), run([&](curandGenerator_t h) { return curandGenerateNormal(h, (float *)d, n, 0, 1); }), run([&](curandGenerator_t h) { return curandGenerateNormalDouble(h, (double *)d, n, 0, 1); }), run([&](curandGenerator_t h) { return curandGenerateLogNormal(h, (float *)d, n, 0, 1); }), run([&](curandGenerator_t h) { return curandGenerateLogNormalDouble(h, (double *)d, n, 0, 1); }), run([&](curandGenerator_t h) { return curandGeneratePoisson(h, (unsigned *)d, n, 3); })); }
  for (auto &g : ty) { curandGenerator_t h; printf("%s create %d", g.n, (int)curandCreateGenerator(&h, g.t)); for (int o : {99, 100, 101, 102, 103, 104, 105, 201, 202, 0}) printf(" order%d %d", o, (int)curandSetGeneratorOrdering(h, (curandOrdering_t)o)); for (int d : {0, 1, 2, 20000, 20001}) printf(" dim%d %d", d, (int)curandSetQuasiRandomGeneratorDimensions(h, d)); printf(" seed %d", (int)curandSetPseudoRandomGeneratorSeed(h, 5)); printf(" offset %d", (int)curandSetGeneratorOffset(h, 5)); printf(" seeds %d", (int)curandGenerateSeeds(h)); printf(" stream %d", (int)curandSetStream(h, 0)); printf(" destroy %d\n", (int)curandDestroyGenerator(h)); }
  for (auto &g : ty) { curandGenerator_t h; curandCreateGenerator(&h, g.t); printf("%s poisson lambda:", g.n); for (double l : {-1.0, 0.0, 1e-10, 0.5, 3999.0, 4000.0, 1e5, 4e5, 5e5, 1e6, (double)__builtin_inf()}) printf(" %d", (int)curandGeneratePoisson(h, (unsigned *)d, 2, l)); printf(" normal sd 0 %d", (int)curandGenerateNormal(h, (float *)d, 2, 0, 0)); printf(" sd -1 %d\n", (int)curandGenerateNormal(h, (float *)d, 2, 0, -1)); CK(cudaDeviceSynchronize()); curandDestroyGenerator(h); }
  curandGenerator_t h = nullptr; ST(curandCreateGenerator(&h, (curandRngType_t)102)); ST(curandCreateGenerator(&h, (curandRngType_t)200)); ST(curandCreateGenerator(&h, (curandRngType_t)205)); ST(curandCreateGeneratorHost(&h, (curandRngType_t)99)); int v; ST(curandGetProperty((libraryPropertyType)5, &v)); curandDiscreteDistribution_t dd; ST(curandCreatePoissonDistribution(-1, &dd)); ST(curandCreatePoissonDistribution(0, &dd)); ST(curandCreatePoissonDistribution(10, &dd)); ST(curandDestroyDistribution(dd)); ST(curandCreatePoissonDistribution(1e7, &dd)); curandDirectionVectors32_t *dv; ST(curandGetDirectionVectors32(&dv, CURAND_DIRECTION_VECTORS_64_JOEKUO6)); curandDirectionVectors64_t *dv6; ST(curandGetDirectionVectors64(&dv6, CURAND_DIRECTION_VECTORS_32_JOEKUO6)); ST(curandGetDirectionVectors32(&dv, (curandDirectionVectorSet_t)9)); sync("end");
}
