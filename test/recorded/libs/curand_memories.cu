// cuRAND host API: device generators into managed and pinned memory, host generators into plain memory of every distribution; statuses and bits
#include "Recorded.h"
#include <curand.h>
template <class T> unsigned long long hh(const T *d, size_t n) { unsigned long long h = 0xcbf29ce484222325ull; auto b = (const unsigned char *)d; for (size_t i = 0; i < n * sizeof(T); ++i) h = (h ^ b[i]) * 0x100000001b3ull; return h; }
int main() {
  const int n = 6000; float *m, *p; double *q; CK(cudaMallocManaged(&m, n * 8)); CK(cudaMallocHost(&p, n * 8)); CK(cudaHostAlloc(&q, n * 8, cudaHostAllocMapped)); std::vector<float> hf(n); std::vector<double> hd(n); std::vector<unsigned> hu(n); std::vector<unsigned long long> hw(n);
  for (auto t : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
    curandGenerator_t g, h; OK(curandCreateGenerator(&g, t)); int c = curandCreateGeneratorHost(&h, t); printf("type %d host %d\n", t, c);
    if (t < 200) { OK(curandSetPseudoRandomGeneratorSeed(g, 5150)); OK(curandSetPseudoRandomGeneratorSeed(h, 5150)); } else { OK(curandSetQuasiRandomGeneratorDimensions(g, 3)); OK(curandSetQuasiRandomGeneratorDimensions(h, 3)); }
    int s = curandGenerateUniform(g, m, n); CK(cudaDeviceSynchronize()); printf("managed %d %016llx\n", s, hh(m, n)); s = curandGenerateUniform(g, p, n); CK(cudaDeviceSynchronize()); printf("pinned %d %016llx\n", s, hh(p, n)); s = curandGenerateUniformDouble(g, q, n); CK(cudaDeviceSynchronize()); printf("mapped %d %016llx\n", s, hh(q, n));
    s = curandGenerateUniform(h, hf.data(), n); printf("host uniform %d %016llx\n", s, hh(hf.data(), n)); s = curandGenerateUniformDouble(h, hd.data(), n); printf("host double %d %016llx\n", s, hh(hd.data(), n));
    s = t >= 203 ? curandGenerateLongLong(h, hw.data(), n) : curandGenerate(h, hu.data(), n); printf("host raw %d %016llx\n", s, t >= 203 ? hh(hw.data(), n) : hh(hu.data(), n));
    for (double l : {0.5, 7.0, 100.0, 1500.0, 5000.0}) { std::fill(hu.begin(), hu.end(), 0); s = curandGeneratePoisson(h, hu.data(), n, l); double e = 0; for (auto x : hu) e += x; printf("host poisson %g %d %016llx mean %.4f\n", l, s, hh(hu.data(), n), e / n); }
    s = curandGenerateNormal(h, hf.data(), n, 2, 3); printf("host normal %d", s); for (int i = 0; i < 8; ++i) printf(" %.3f", hf[i * 7]); s = curandGenerateNormalDouble(h, hd.data(), n, 2, 3); printf(" double %d", s); for (int i = 0; i < 8; ++i) printf(" %.6f", hd[i * 7]); s = curandGenerateLogNormal(h, hf.data(), n, 0.5f, 0.25f); printf(" log %d", s); for (int i = 0; i < 8; ++i) printf(" %.3f", hf[i * 7]); s = curandGenerateLogNormalDouble(h, hd.data(), n, 0.5, 0.25); printf(" logd %d", s); for (int i = 0; i < 8; ++i) printf(" %.6f", hd[i * 7]); printf("\n"); ST(curandDestroyGenerator(g)); ST(curandDestroyGenerator(h));
  }
}
