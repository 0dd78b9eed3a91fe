// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: functions of several devices asked of plans that are not made: devices, memory, copies, work areas, policies
#include "Recorded.h"
#include <cufftXt.h>
int main() {
  int which[4] = {0, 1, 2, 3}, far[1] = {99}, neg[1] = {-1};
  size_t w[8] = {};
  cufftHandle p;
  void *areas[4] = {buf(1 << 20), nullptr, nullptr, nullptr};
  cuComplex *x = devz<cuComplex>(4096);
  for (int made = 0; made < 2; ++made) {
    OK(cufftCreate(&p));
    if (made) OK(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, w));
    printf("made %d\n", made);
    ST(cufftXtSetGPUs(p, 0, which));
    ST(cufftXtSetGPUs(p, -1, which));
    ST(cufftXtSetGPUs(p, 1, far));
    ST(cufftXtSetGPUs(p, 1, neg));
    ST(cufftXtSetGPUs(p, 99, which));
    if (made) break; // from here on a GPU's library crashes
    cudaLibXtDesc *desc = nullptr;
    for (int f = -1; f < 7; ++f) { int s = hush([&] { return cufftXtMalloc(p, &desc, (cufftXtSubFormat)f); }); printf("malloc format %d: %d", f, s); if (!s) printf(" gpus %d size %zu free %d", desc->descriptor->nGPUs, desc->descriptor->size[0], (int)cufftXtFree(desc)); printf("\n"); }
    for (int k : {-1, 0, 1, 4}) printf("copy %d: %d\n", k, (int)hush([&] { return cufftXtMemcpy(p, x, x, (cufftXtCopyType)k); }));
    ST(cufftXtSetWorkArea(p, areas));
    for (int k = -1; k < 5; ++k) { size_t v = 77; int s = hush([&] { return cufftXtSetWorkAreaPolicy(p, (cufftXtWorkAreaPolicy)k, &v); }); printf("policy %d: %d\n", k, s); }
    ST(cufftDestroy(p));
  }
}
