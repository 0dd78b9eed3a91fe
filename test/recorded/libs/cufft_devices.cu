// cuFFT: plans of several devices on a machine that may have one: statuses of settings, descriptors and copies
#include "Recorded.h"
#include <cufftXt.h>
int main() {
  int g[4] = {0, 0, 1, 9}; for (int n : {-1, 0, 1, 2}) { cufftHandle p; OK(cufftCreate(&p)); printf("devices %d: %d\n", n, cufftXtSetGPUs(p, n, g)); cufftDestroy(p); } { cufftHandle p; OK(cufftCreate(&p)); ST(cufftXtSetGPUs(p, 1, nullptr)); int h = 9; ST(cufftXtSetGPUs(p, 1, &h)); h = -1; ST(cufftXtSetGPUs(p, 1, &h)); ST(cufftXtSetGPUs(1234, 1, g)); cufftDestroy(p); }
  cufftHandle p; OK(cufftCreate(&p)); int s = cufftXtSetGPUs(p, 1, g); size_t w[4] = {}; int m = cufftMakePlan1d(p, 64, CUFFT_C2C, 1, w); printf("one device: %d plan %d\n", s, m); cudaLibXtDesc *d = nullptr; ST(cufftXtMalloc(p, &d, CUFFT_XT_FORMAT_INPLACE)); ST(cufftXtMalloc(p, nullptr, CUFFT_XT_FORMAT_INPLACE));
  auto x = ints<cuComplex>(64, 1); if (d) { printf("descriptor %d devices %d\n", d->version >= 0, d->descriptor ? d->descriptor->nGPUs : -1); ST(cufftXtMemcpy(p, d, x.data(), CUFFT_COPY_HOST_TO_DEVICE)); ST(cufftXtFree(d)); } ST(cufftXtFree(nullptr)); ST(cufftDestroy(p));
  OK(cufftPlan1d(&p, 64, CUFFT_C2C, 1)); d = nullptr; s = cufftXtMalloc(p, &d, CUFFT_XT_FORMAT_INPLACE); printf("plain plan: malloc %d\n", s); ST(cufftXtSetGPUs(p, 1, g)); cufftXtWorkAreaPolicy pol = CUFFT_WORKAREA_MINIMAL; size_t ws = 0; ST(cufftXtSetWorkAreaPolicy(p, pol, &ws)); ST(cufftXtSetWorkAreaPolicy(p, (cufftXtWorkAreaPolicy)9, &ws)); cufftDestroy(p);
  for (int n : {2, 3, 4, 64, 1000}) { cufftHandle q; OK(cufftCreate(&q)); size_t z = 99; long long len = n; int c = cufftXtGetSizeMany(q, 1, &len, nullptr, 1, n, CUDA_C_32F, nullptr, 1, n, CUDA_C_32F, 3, &z, CUDA_C_32F); printf("size %d: %d\n", n, c); cufftDestroy(q); }
  for (int k = -2; k < 20; ++k) { int v = -1; int c = k < 4 && k >= 0 ? (int)cufftGetProperty((libraryPropertyType)k, &v) : 0; printf("%d: property %d\n", k, c); } int v; ST(cufftGetVersion(&v)); ST(cufftGetVersion(nullptr)); sync("end");
}
