// cuRAND: bits of the DYNAMIC ordering: raw, uniform, calls in parts, offsets; status of odd numbers of normal values
#include <cuda_runtime.h>
#include <curand.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
template <class T> static uint64_t hash(const T *d, size_t n) { std::vector<T> v(n); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDefault)); uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < n * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
int main() {
  struct { const char *n; curandRngType_t t; size_t known; } ty[] = {{"xorwow", CURAND_RNG_PSEUDO_XORWOW, 600000}, {"mrg", CURAND_RNG_PSEUDO_MRG32K3A, 600000}, {"mtgp", CURAND_RNG_PSEUDO_MTGP32, 51200}, {"philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, 600000}}; void *d; CK(cudaMalloc(&d, 8 << 20));
  for (auto &g : ty) { auto make = [&] { curandGenerator_t h; curandCreateGenerator(&h, g.t); int s = curandSetGeneratorOrdering(h, CURAND_ORDERING_PSEUDO_DYNAMIC); s += curandSetPseudoRandomGeneratorSeed(h, 77); if (s) printf("status %d\n", s); return h; };
    auto h = make(); int s = curandGenerate(h, (unsigned *)d, g.known); printf("%s raw %d %016llx\n", g.n, s, (unsigned long long)hash((unsigned *)d, g.known)); curandDestroyGenerator(h);
    h = make(); s = curandGenerateUniform(h, (float *)d, g.known); printf("%s uniform %d %016llx\n", g.n, s, (unsigned long long)hash((float *)d, g.known)); curandDestroyGenerator(h);
    h = make(); s = curandGenerateUniformDouble(h, (double *)d, g.known); printf("%s double %d %016llx\n", g.n, s, (unsigned long long)hash((double *)d, g.known)); curandDestroyGenerator(h);
    h = make(); size_t at = 0; for (size_t n : {1, 1000, 4097, 40000}) { s = curandGenerate(h, (unsigned *)d + at, n); at += n; } printf("%s parts %d %016llx\n", g.n, s, (unsigned long long)hash((unsigned *)d, at)); curandDestroyGenerator(h);
    h = make(); for (int n : {1, 2, 7}) printf("%s normal %d: %d %d\n", g.n, n, curandGenerateNormal(h, (float *)d, n, 0, 1), curandGenerateLogNormalDouble(h, (double *)d, n, 0, 1)); s = curandGenerate(h, (unsigned *)d, 100); printf("%s after normals %d %016llx\n", g.n, s, (unsigned long long)hash((unsigned *)d, 100)); if (g.t != CURAND_RNG_PSEUDO_MTGP32) { s = curandSetGeneratorOffset(h, 5000); s += curandGenerate(h, (unsigned *)d, 200); printf("%s offset %d %016llx\n", g.n, s, (unsigned long long)hash((unsigned *)d, 200)); } curandDestroyGenerator(h); }
}
