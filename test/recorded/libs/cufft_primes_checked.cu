// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: large primes and products of them, batches, both precisions: against sums at single bins; the inverse gives back
#include "Recorded.h"
#include <cufft.h>
template <class C> static void run(int n, int batch, cufftType t) {
  using R = decltype(C::x);
  cufftHandle p;
  int s = hush([&] { return cufftPlan1d(&p, n, t, batch); });
  size_t w = 0;
  printf("n %d batch %d type %x: %d", n, batch, t, s);
  if (s) { printf("\n"); return; }
  int g = cufftGetSize(p, &w);
  std::vector<R> v = ints<R>((size_t)n * batch * 2, n, 9);
  R *x = dev(v), *y = devz<R>((size_t)n * batch * 2);
  auto exec = [&](void *in, void *out, int dir) { return hush([&] { return t == CUFFT_C2C ? cufftExecC2C(p, (cuComplex *)in, (cuComplex *)out, dir) : cufftExecZ2Z(p, (cuDoubleComplex *)in, (cuDoubleComplex *)out, dir); }); };
  int e = exec(x, y, -1);
  auto out = get(y, (size_t)n * batch * 2);
  double worst = 0, norm = 0;
  for (int b = 0; b < batch; b += batch > 1 ? batch - 1 : 1)
    for (int k : {0, 1, 2, n / 3, n / 2, n - 1}) {
      long double re = 0, im = 0;
      for (int j = 0; j < n; ++j) {
        long double a = -2 * M_PIl * (long long)j * k / n, c = cosl(a), z = sinl(a);
        long double xr = v[((size_t)b * n + j) * 2], xi = v[((size_t)b * n + j) * 2 + 1];
        re += xr * c - xi * z, im += xr * z + xi * c;
      }
      worst = std::max<double>(worst, std::max(fabsl(re - out[((size_t)b * n + k) * 2]), fabsl(im - out[((size_t)b * n + k) * 2 + 1])));
      norm = std::max<double>(norm, std::sqrt((double)n) * 4);
    }
  int f = exec(y, y, 1);
  auto back = get(y, (size_t)n * batch * 2);
  double far = 0;
  for (size_t i = 0; i < back.size(); ++i) far = std::max(far, std::fabs((double)back[i] / n - (double)v[i]));
  double bound = sizeof(R) == 8 ? 1e-13 : 1e-5;
  printf(" size %d exec %d %d bins %s back %s\n", g, e, f, worst / norm < bound ? "ok" : "FAIL", far < bound * 100 ? "ok" : "FAIL");
  OK(cufftDestroy(p));
  cudaFree(x), cudaFree(y);
}
int main() {
  for (int n : {127, 128, 131, 257, 1009, 2003, 4099, 8191, 10007, 65521, 65537, 127 * 127, 128 * 131, 4096 * 7, 3 * 5 * 7 * 11 * 13, 17 * 17 * 17, 2 * 4099, 100003})
    for (int batch : {1, 3}) run<cuComplex>(n, batch, CUFFT_C2C), run<cuDoubleComplex>(n, batch, CUFFT_Z2Z);
  sync("end");
}
