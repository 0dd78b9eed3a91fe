// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND: discrete distributions made with edge means, used in kernels by several states, destroyed in any order; wrong arguments
#include "Recorded.h"
#include <curand.h>
#include <curand_kernel.h>
__global__ void draw(curandDiscreteDistribution_t p, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStateXORWOW_t x;
  curandStatePhilox4_32_10_t y;
  curandStateMRG32k3a_t z;
  curand_init(5, i, 0, &x);
  curand_init(5, i, 0, &y);
  curand_init(5, i, 0, &z);
  out[i] = curand_discrete(&x, p);
  out[n + i] = curand_discrete(&z, p);
  uint4 four = curand_discrete4(&y, p);
  out[2 * n + i] = four.x * 31 + four.y * 37 + four.z * 41 + four.w;
}
int main() {
  const int n = 4096;
  unsigned *d = devz<unsigned>(3 * n);
  for (double lambda : {0.0, -1.0, -0.0, 1e-300, 1e-10, 1e-3, 0.5, 1.0, 7.25, 31.9999, 32.0, 63.5, 64.0, 999.5, 1000.0, 3999.0, 4000.0, 99999.0, 4e5, 1e6, 1e9, 1e300, HUGE_VAL, -HUGE_VAL, (double)NAN}) {
    curandDiscreteDistribution_t p = nullptr;
    int s = curandCreatePoissonDistribution(lambda, &p);
    printf("mean %g: %d set %d", lambda, s, p != nullptr);
    if (!s && p) {
      draw<<<n / 128, 128>>>(p, d, n);
      printf(" %s", cudaGetErrorName(cudaDeviceSynchronize()));
      printf(" %016llx %016llx %016llx", fnv(d, n), fnv(d + n, n), fnv(d + 2 * n, n));
      printf(" destroy %d", curandDestroyDistribution(p));
    }
    printf("\n");
  }
  ST(curandCreatePoissonDistribution(10, nullptr));
  ST(curandDestroyDistribution(nullptr));
  curandDiscreteDistribution_t many[20];
  for (int i = 0; i < 20; ++i) OK(curandCreatePoissonDistribution(1.5 * i + 1, &many[i]));
  for (int i : {3, 19, 0, 7}) { draw<<<n / 128, 128>>>(many[i], d, n); hashed("one of many", (int *)d, n); }
  for (int i = 0; i < 20; ++i) OK(curandDestroyDistribution(many[i * 7 % 20]));
  sync("end");
}
