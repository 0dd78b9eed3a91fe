// cuRAND host API: seeds, orderings and offsets set between calls of sizes that end within a quad
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
#define CR(x) do { curandStatus_t s_ = (x); if (s_) { printf("FAIL line %d: %d\n", __LINE__, (int)s_); exit(1); } } while (0)
static const struct { const char *n; curandRngType_t t; } all[] = {{"xorwow", CURAND_RNG_PSEUDO_XORWOW}, {"mrg", CURAND_RNG_PSEUDO_MRG32K3A}, {"mtgp", CURAND_RNG_PSEUDO_MTGP32}, {"mt", CURAND_RNG_PSEUDO_MT19937}, {"philox", CURAND_RNG_PSEUDO_PHILOX4_32_10}, {"sobol32", CURAND_RNG_QUASI_SOBOL32}, {"ssobol32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32}, {"sobol64", CURAND_RNG_QUASI_SOBOL64}, {"ssobol64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}};
static bool wide(curandRngType_t t) { return t == CURAND_RNG_QUASI_SOBOL64 || t == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }
static bool quasi(curandRngType_t t) { return t >= 200; }
// kinds: r raw, u uniform, d uniform double, n normal, m normal double, l lognormal, k lognormal double, p poisson 5, q poisson 5000
static int gen(curandGenerator_t g, curandRngType_t t, char k, void *o, size_t n) {
  switch (k) {
  case 'r': return wide(t) ? curandGenerateLongLong(g, (unsigned long long *)o, n) : curandGenerate(g, (unsigned *)o, n);
  case 'u': return curandGenerateUniform(g, (float *)o, n);
  case 'd': return curandGenerateUniformDouble(g, (double *)o, n);
  case 'n': return curandGenerateNormal(g, (float *)o, n, 1, 2);
  case 'm': return curandGenerateNormalDouble(g, (double *)o, n, 1, 2);
  case 'l': return curandGenerateLogNormal(g, (float *)o, n, 0, 0.5);
  case 'k': return curandGenerateLogNormalDouble(g, (double *)o, n, 0, 0.5);
  case 'p': return curandGeneratePoisson(g, (unsigned *)o, n, 5);
  default: return curandGeneratePoisson(g, (unsigned *)o, n, 5000);
  }
}
static size_t bytes(curandRngType_t t, char k) { return k == 'd' || k == 'm' || k == 'k' || (k == 'r' && wide(t)) ? 8 : 4; }
static bool exact(char k) { return k == 'r' || k == 'u' || k == 'd' || k == 'p'; }
// a fingerprint: bits where exact, else the mean rounded
static void out(const char *name, curandRngType_t t, char k, int s, const void *d, size_t n) {
  if (s) { printf("%s %c %zu: status %d\n", name, k, n, s); return; }
  CK(cudaDeviceSynchronize());
  size_t b = bytes(t, k); std::vector<char> v(n * b); CK(cudaMemcpy(v.data(), d, n * b, cudaMemcpyDefault));
  if (exact(k)) { printf("%s %c %zu: %016llx\n", name, k, n, (unsigned long long)hash(v)); return; }
  double sum = 0; size_t step = 1; printf("%s %c %zu:", name, k, n);
  for (size_t i = 0; i < n; i++) { double x = k == 'q' ? ((unsigned *)v.data())[i] : b == 8 ? ((double *)v.data())[i] : ((float *)v.data())[i]; sum += x * ((i * 2654435761u >> 7) % 17 + 1); if (i < 3 || i + 1 == n) printf(" %.4f", x); } (void)step;
  printf(" sum %.2e\n", sum);
}
int main() { char *d = devz<char>(1 << 22);
  for (auto &a : all) { if (quasi(a.t) || a.t == CURAND_RNG_PSEUDO_MTGP32) continue; bool off = a.t != CURAND_RNG_PSEUDO_MT19937; curandGenerator_t g;
    auto R = [&](const char *what, size_t n) { char nm[99]; sprintf(nm, "%s %s", a.n, what); out(nm, a.t, 'r', gen(g, a.t, 'r', d, n), d, n); };
    CR(curandCreateGenerator(&g, a.t)); R("fresh", 777); CR(curandSetPseudoRandomGeneratorSeed(g, 5)); R("seed 5", 777); CR(curandSetPseudoRandomGeneratorSeed(g, 5)); R("again 5", 777);
    printf("order best %d\n", (int)curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_BEST)); R("best", 1001); printf("legacy %d\n", (int)curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_LEGACY)); R("legacy", 1003); CR(curandGenerateSeeds(g)); R("seeds", 5000); if (off) { CR(curandSetGeneratorOffset(g, 12345)); R("offset", 999); CR(curandSetPseudoRandomGeneratorSeed(g, 9)); R("offset then seed", 999); CR(curandSetGeneratorOffset(g, 0)); R("zero", 99); CR(curandGenerateSeeds(g)); CR(curandGenerateSeeds(g)); R("seeds twice", 99); }
    printf("seeded %d\n", (int)curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_SEEDED)); R("seeded", 9999); if (off) { CR(curandSetGeneratorOffset(g, 4099)); R("seeded offset", 9999); } R("more", 3); printf("default %d\n", (int)curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_DEFAULT)); R("default", 501);
    CR(curandDestroyGenerator(g)); } }
