// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: real transforms of random sizes in place, padded, batched, and back: bins by the definition, the numbers, the padding and what lies behind
#include "Recorded.h"
#include <cufft.h>
template <class R, class C> static void run(Rnd &r, int round, cufftType to, cufftType back) {
  int rank = 1 + r(3), n[3], cn[3], rn[3], batch = 1 + r(4), stride = 1 + r(2) * r(3);
  for (int i = 0; i < rank; ++i) n[i] = 1 + r(rank == 1 ? 700 : rank == 2 ? 40 : 14), cn[i] = rn[i] = n[i];
  cn[rank - 1] = n[rank - 1] / 2 + 1, rn[rank - 1] = 2 * cn[rank - 1];
  for (int i = 0; i < rank - 1; ++i) { int more = r(3); cn[i] += more, rn[i] += more; }
  size_t cs = 1;
  for (int i = 0; i < rank; ++i) cs *= cn[i];
  size_t cd = (cs + r(5)), total = cd * batch * stride + 64;
  std::vector<R> v = ints<R>(total * 2, round * 3 + 1, 9);
  R *x = dev(v);
  cufftHandle p, q;
  int s = hush([&] { return cufftPlanMany(&p, rank, n, rn, stride, 2 * cd * stride, cn, stride, cd * stride, to, batch); });
  int t = hush([&] { return cufftPlanMany(&q, rank, n, cn, stride, cd * stride, rn, stride, 2 * cd * stride, back, batch); });
  printf("round %d rank %d n %d %d %d batch %d stride %d: %d %d", round, rank, n[0], rank > 1 ? n[1] : 1, rank > 2 ? n[2] : 1, batch, stride, s, t);
  if (!s && !t && stride == 1) {
    int e = hush([&] { return sizeof(R) == 8 ? cufftExecD2Z(p, (double *)x, (cuDoubleComplex *)x) : cufftExecR2C(p, (float *)x, (cuComplex *)x); });
    auto spectrum = get((C *)x, total);
    printf(" exec %d", e);
    printf(" dc %.5g", (double)spectrum[0].x);
    // Three bins of the last transform by the definition.
    double far = 0, largest = 1;
    for (int bin = 0; bin < 3; ++bin) {
      int f[3];
      size_t at = 0;
      for (int i = 0; i < rank; ++i) f[i] = r(i == rank - 1 ? n[i] / 2 + 1 : n[i]), at = at * cn[i] + f[i];
      long double re = 0, im = 0;
      for (int a = 0; a < n[0]; ++a)
        for (int b = 0; b < (rank > 1 ? n[1] : 1); ++b)
          for (int c = 0; c < (rank > 2 ? n[2] : 1); ++c) {
            const int index[3] = {a, b, c};
            size_t place = 0;
            long double turn = 0;
            for (int i = 0; i < rank; ++i) place = place * rn[i] + index[i], turn += (long double)(index[i] * f[i] % n[i]) / n[i];
            const long double x = v[place + (batch - 1) * 2 * cd];
            re += x * cosl(-6.283185307179586476925L * turn), im += x * sinl(-6.283185307179586476925L * turn);
          }
      auto c = spectrum[at + (batch - 1) * cd];
      far = std::max(far, (double)std::max(fabsl(c.x - re), fabsl(c.y - im)));
      largest = std::max(largest, (double)(fabsl(re) + fabsl(im)));
    }
    printf(" bins %s", far < (sizeof(R) == 8 ? 1e-11 : 1e-4) * std::max(largest, 100.) ? "ok" : "FAIL");
    e = hush([&] { return sizeof(R) == 8 ? cufftExecZ2D(q, (cuDoubleComplex *)x, (double *)x) : cufftExecC2R(q, (cuComplex *)x, (float *)x); });
    auto again = get(x, total * 2);
    double worst = 0;
    size_t size = 1;
    for (int i = 0; i < rank; ++i) size *= n[i];
    for (int b = 0; b < batch; ++b)
      for (size_t i = 0; i < size; ++i) {
        size_t rest = i, at = 0, mul = 1;
        for (int k2 = rank - 1; k2 >= 0; --k2) at += rest % n[k2] * mul, rest /= n[k2], mul *= rn[k2];
        at += b * 2 * cd;
        worst = std::max(worst, std::fabs((double)again[at] / size - (double)v[at]));
      }
    bool tail = true;
    for (size_t i = cd * batch * 2; i < total * 2; ++i) tail = tail && again[i] == v[i];
    printf(" exec %d %s tail %d", e, worst < (sizeof(R) == 8 ? 1e-10 : 1e-3) ? "ok" : "FAIL", tail);
  }
  printf("\n");
  if (!s) OK(cufftDestroy(p));
  if (!t) OK(cufftDestroy(q));
  cudaFree(x);
}
int main() {
  Rnd r(5);
  for (int i = 0; i < 150; ++i) i % 2 ? run<float, cuComplex>(r, i, CUFFT_R2C, CUFFT_C2R) : run<double, cuDoubleComplex>(r, i, CUFFT_D2Z, CUFFT_Z2D);
  sync("end");
}
