// cuRAND: normal and log-normal floats with means and deviations of many digits, Poisson of means from 70 on; XORWOW, MRG32k3a, Philox; host and device interface (exact bits)
#include "Recorded.h"
#include <curand.h>
#include <curand_kernel.h>
static const struct { curandRngType_t t; const char *n; } kinds[] = {{CURAND_RNG_PSEUDO_XORWOW, "xorwow"}, {CURAND_RNG_PSEUDO_MRG32K3A, "mrg"}, {CURAND_RNG_PSEUDO_PHILOX4_32_10, "philox"}};
template <class S> __global__ void values(float *o) { int i = threadIdx.x; S s; curand_init(77, i, 3, &s); for (int k = 0; k < 16; ++k) o[i * 32 + k] = curand_log_normal(&s, 0.3f, 0.7f); for (int k = 16; k < 32; k += 2) { float2 v = curand_log_normal2(&s, -1.1f, 2.3f); o[i * 32 + k] = v.x; o[i * 32 + k + 1] = v.y; } }
__global__ void values4(float *o) { int i = threadIdx.x; curandStatePhilox4_32_10_t s; curand_init(77, i, 3, &s); for (int k = 0; k < 32; k += 4) { float4 v = curand_log_normal4(&s, 0.1f, 1.3f); memcpy(o + i * 32 + k, &v, 16); } }
template <class S> __global__ void gamma(float *o) { int i = threadIdx.x; S s; curand_init(78, i, 0, &s); for (int k = 0; k < 32; ++k) o[i * 32 + k] = curand_poisson(&s, 70.0 + 11 * k); }
int main() {
  const int n = 60000; float *d = devz<float>(n);
  for (auto &k : kinds) {
    curandGenerator_t g; OK(curandCreateGenerator(&g, k.t)); printf("%s\n", k.n); OK(curandSetPseudoRandomGeneratorSeed(g, 4711));
    OK(curandGenerateNormal(g, d, n, 0.3f, 1.7f)); hashed(" normal", (int *)d, n); OK(curandGenerateNormal(g, d, n, -11.1f, 0.07f)); hashed(" normal", (int *)d, n); OK(curandGenerateLogNormal(g, d, n, 0.3f, 0.7f)); hashed(" log normal", (int *)d, n); OK(curandGenerateLogNormal(g, d, n, -5.0f, 20.0f)); hashed(" log normal", (int *)d, n); OK(curandDestroyGenerator(g)); }
  auto tell = [&](const char *name) { hashed(name, (int *)d, 64 * 32); CK(cudaMemset(d, 0, 64 * 32 * 4)); };
  values<curandStateXORWOW_t><<<1, 64>>>(d); tell("device xorwow"); values<curandStateMRG32k3a_t><<<1, 64>>>(d); tell("device mrg"); values<curandStatePhilox4_32_10_t><<<1, 64>>>(d); tell("device philox"); values4<<<1, 64>>>(d); tell("device philox 4");
  gamma<curandStateXORWOW_t><<<1, 64>>>(d); tell("poisson xorwow"); gamma<curandStateMRG32k3a_t><<<1, 64>>>(d); tell("poisson mrg"); gamma<curandStatePhilox4_32_10_t><<<1, 64>>>(d); tell("poisson philox"); sync("end");
}
