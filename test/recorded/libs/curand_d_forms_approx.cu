// cuRAND device API: normal and log-normal in every form and state, single and double, mixed in one sequence with skips between (rounded)
#include "Recorded.h"
#include <curand.h>
#include <curand_kernel.h>
template <class S> __global__ void pseudo(double *o) {
  int t = threadIdx.x; S s; curand_init(4242 + t / 8, t, t * 3, &s); double *p = o + t * 24; int k = 0;
  p[k++] = curand_normal(&s); p[k++] = curand_normal_double(&s); p[k++] = curand_normal(&s); float2 a = curand_normal2(&s); p[k++] = a.x; p[k++] = a.y; p[k++] = curand_log_normal(&s, 0.5f, 0.25f);
  double2 b = curand_normal2_double(&s); p[k++] = b.x; p[k++] = b.y; p[k++] = curand_log_normal_double(&s, 0.5, 0.25); p[k++] = curand_log_normal_double(&s, 0.5, 0.25); a = curand_log_normal2(&s, 1.0f, 0.125f); p[k++] = a.x; p[k++] = a.y; b = curand_log_normal2_double(&s, 1.0, 0.125); p[k++] = b.x; p[k++] = b.y;
  p[k++] = curand_normal(&s); skipahead(5ull, &s); p[k++] = curand_normal(&s); p[k++] = curand_normal_double(&s); p[k++] = curand_uniform(&s); p[k++] = curand_uniform_double(&s); p[k++] = curand_normal_double(&s); skipahead_sequence(2ull, &s); p[k++] = curand_normal(&s); p[k++] = curand_uniform(&s); p[k++] = curand_log_normal(&s, 0.0f, 1.0f); p[k++] = curand(&s);
}
__global__ void four(double *o) {
  int t = threadIdx.x; curandStatePhilox4_32_10_t s; curand_init(99, t, t, &s); double *p = o + t * 24; int k = 0; float4 f = curand_normal4(&s); p[k++] = f.x; p[k++] = f.y; p[k++] = f.z; p[k++] = f.w; f = curand_log_normal4(&s, 0.1f, 0.2f); p[k++] = f.x; p[k++] = f.y; p[k++] = f.z; p[k++] = f.w;
  auto d = curand_normal4_double(&s); p[k++] = d.x; p[k++] = d.y; p[k++] = d.z; p[k++] = d.w; d = curand_log_normal4_double(&s, 0.1, 0.2); p[k++] = d.x; p[k++] = d.y; p[k++] = d.z; p[k++] = d.w; f = curand_uniform4(&s); p[k++] = f.x; p[k++] = f.w; d = curand_uniform4_double(&s); p[k++] = d.x; p[k++] = d.w; double2 e = curand_uniform2_double(&s); p[k++] = e.x; p[k++] = e.y; p[k++] = curand_normal(&s); p[k++] = curand_uniform(&s);
}
template <class S, class V> __global__ void quasi(V *v, double *o, unsigned long long c) {
  int t = threadIdx.x; S s; if constexpr (std::is_same<S, curandStateScrambledSobol32_t>::value || std::is_same<S, curandStateScrambledSobol64_t>::value) curand_init(v[t % 7], c * (t + 1), t * 5, &s); else curand_init(v[t % 7], t * 5, &s); double *p = o + t * 24; int k = 0;
  for (int i = 0; i < 3; ++i) { p[k++] = curand_normal(&s); p[k++] = curand_normal_double(&s); p[k++] = curand_uniform(&s); p[k++] = curand_uniform_double(&s); p[k++] = curand_log_normal(&s, 0.0f, 0.5f); p[k++] = curand_log_normal_double(&s, 0.0, 0.5); p[k++] = curand_poisson(&s, 3.5 * (i + 1) * (i + 1)); skipahead((unsigned)i * 3, &s); }
}
static void tell(const char *n, double *o) { auto v = get(o, 32 * 24); for (int t : {0, 1, 2, 9, 31}) { printf("%s %d:", n, t); for (int i = 0; i < 24; ++i) printf(" %.3f", v[t * 24 + i]); printf("\n"); } double s = 0; for (auto x : v) s += x < 1e6 ? x : 0; printf("%s sum %.1f\n", n, s); CK(cudaMemset(o, 0, 32 * 24 * 8)); }
int main() {
  double *o = devz<double>(32 * 24); pseudo<curandStateXORWOW_t><<<1, 32>>>(o); tell("xorwow", o); pseudo<curandStateMRG32k3a_t><<<1, 32>>>(o); tell("mrg", o); pseudo<curandStatePhilox4_32_10_t><<<1, 32>>>(o); tell("philox", o); four<<<1, 32>>>(o); tell("philox 4", o);
  curandDirectionVectors32_t *v32; curandDirectionVectors64_t *v64; OK(curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_32_JOEKUO6)); curandDirectionVectors32_t *d32; CK(cudaMalloc(&d32, 7 * sizeof *v32)); CK(cudaMemcpy(d32, v32, 7 * sizeof *v32, cudaMemcpyDefault)); quasi<curandStateSobol32_t><<<1, 32>>>(d32, o, 0); tell("sobol32", o);
  OK(curandGetDirectionVectors32(&v32, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)); CK(cudaMemcpy(d32, v32, 7 * sizeof *v32, cudaMemcpyDefault)); quasi<curandStateScrambledSobol32_t><<<1, 32>>>(d32, o, 0x1234567); tell("scrambled32", o);
  OK(curandGetDirectionVectors64(&v64, CURAND_DIRECTION_VECTORS_64_JOEKUO6)); curandDirectionVectors64_t *d64; CK(cudaMalloc(&d64, 7 * sizeof *v64)); CK(cudaMemcpy(d64, v64, 7 * sizeof *v64, cudaMemcpyDefault)); quasi<curandStateSobol64_t><<<1, 32>>>(d64, o, 0); tell("sobol64", o);
  OK(curandGetDirectionVectors64(&v64, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)); CK(cudaMemcpy(d64, v64, 7 * sizeof *v64, cudaMemcpyDefault)); quasi<curandStateScrambledSobol64_t><<<1, 32>>>(d64, o, 0x123456789abcull); tell("scrambled64", o); sync("end");
}
