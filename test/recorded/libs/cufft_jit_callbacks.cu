// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: callbacks of every type in LTO form, made by NVRTC: loads and stores, caller's data, batches, in place, C2R and R2C; statuses
#include "Recorded.h"
#include <cufftXt.h>
#include <nvrtc.h>
static std::vector<char> lto(const char *source) {
  nvrtcProgram p;
  OK(nvrtcCreateProgram(&p, source, "cb.cu", 0, nullptr, nullptr));
  const char *options[] = {"-dlto", "-arch=sm_90", "--relocatable-device-code=true", "-default-device"};
  int s = nvrtcCompileProgram(p, 4, options);
  if (s) { size_t n; nvrtcGetProgramLogSize(p, &n); std::string log(n, 0); nvrtcGetProgramLog(p, log.data()); fprintf(stderr, "%s\n", log.c_str()); }
  printf("compile %d\n", s);
  size_t n = 0;
  OK(nvrtcGetLTOIRSize(p, &n));
  std::vector<char> v(n);
  OK(nvrtcGetLTOIR(p, v.data()));
  OK(nvrtcDestroyProgram(&p));
  return v;
}
static const char *text = R"(
struct __align__(8) float2_ { float x, y; }; struct __align__(16) double2_ { double x, y; };
__device__ float2_ loadC(void *in, unsigned long long at, void *info, void *shared) { float2_ v = ((float2_ *)in)[at]; float k = *(float *)info; return {v.x * k, v.y * k + 1}; }
__device__ float loadR(void *in, unsigned long long at, void *info, void *shared) { return ((float *)in)[at] * *(float *)info; }
__device__ void storeC(void *out, unsigned long long at, float2_ v, void *info, void *shared) { ((float2_ *)out)[at] = {v.x / *(float *)info, -v.y}; }
__device__ void storeR(void *out, unsigned long long at, float v, void *info, void *shared) { ((float *)out)[at] = v / *(float *)info; }
__device__ double2_ loadZ(void *in, unsigned long long at, void *info, void *shared) { double2_ v = ((double2_ *)in)[at]; return {v.y, v.x}; }
__device__ void storeZ(void *out, unsigned long long at, double2_ v, void *info, void *shared) { ((double2_ *)out)[at] = {v.x * 2, v.y * 2}; }
__device__ double loadD(void *in, unsigned long long at, void *info, void *shared) { return ((double *)in)[at] + double(at % 3); }
__device__ void storeD(void *out, unsigned long long at, double v, void *info, void *shared) { ((double *)out)[at] = v * 0.5; }
)";
int main() {
  auto code = lto(text);
  float scale = 4;
  void *info[1] = {dev(std::vector<float>(1, scale))}, *none[1] = {nullptr};
  const struct { cufftType t; cufftXtCallbackType load, store; const char *loadName, *storeName; } all[] = {
      {CUFFT_C2C, CUFFT_CB_LD_COMPLEX, CUFFT_CB_ST_COMPLEX, "loadC", "storeC"}, {CUFFT_R2C, CUFFT_CB_LD_REAL, CUFFT_CB_ST_COMPLEX, "loadR", "storeC"}, {CUFFT_C2R, CUFFT_CB_LD_COMPLEX, CUFFT_CB_ST_REAL, "loadC", "storeR"},
      {CUFFT_Z2Z, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_ST_COMPLEX_DOUBLE, "loadZ", "storeZ"}, {CUFFT_D2Z, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX_DOUBLE, "loadD", "storeZ"}, {CUFFT_Z2D, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL_DOUBLE, "loadZ", "storeD"}};
  digits = 4;
  tiny = 1e-2;
  for (auto &c : all)
    for (int n : {8, 12, 128, 1000})
      for (int which = 0; which < 4; ++which) {
        cufftHandle p;
        size_t w = 0;
        OK(cufftCreate(&p));
        int a = -1, b = -1;
        if (which & 1) a = hush([&] { return cufftXtSetJITCallback(p, c.loadName, code.data(), code.size(), c.load, info); });
        if (which & 2) b = hush([&] { return cufftXtSetJITCallback(p, c.storeName, code.data(), code.size(), c.store, info); });
        int m = hush([&] { return cufftMakePlan1d(p, n, c.t, 3, &w); });
        printf("type %x n %d which %d: %d %d %d", c.t, n, which, a, b, m);
        if (!m) {
          bool isDouble = c.t == CUFFT_Z2Z || c.t == CUFFT_D2Z || c.t == CUFFT_Z2D;
          std::vector<float> vf = ints<float>(8 * n + 64, n + which);
          std::vector<double> vd = ints<double>(8 * n + 64, n + which);
          if (c.t == CUFFT_C2R || c.t == CUFFT_Z2D) { // spectra of real lines: only first and second numbers
            std::fill(vf.begin(), vf.end(), 0), std::fill(vd.begin(), vd.end(), 0);
            for (int k = 0; k < 3; ++k) vf[k * (n / 2 + 1) * 2] = vd[k * (n / 2 + 1) * 2] = 8, vf[k * (n / 2 + 1) * 2 + 2] = vd[k * (n / 2 + 1) * 2 + 2] = k + 1;
          }
          void *in = isDouble ? (void *)dev(vd) : (void *)dev(vf), *out = isDouble ? (void *)devz<double>(8 * n + 64) : (void *)devz<float>(8 * n + 64);
          printf(" exec %d\n", (int)cufftXtExec(p, in, out, CUFFT_FORWARD));
          if (isDouble) show("  first", (double *)out, 8), show("  later", (double *)out + n, 6); else show("  first", (float *)out, 8), show("  later", (float *)out + n, 6);
          cudaFree(in), cudaFree(out);
        } else printf("\n");
        OK(cufftDestroy(p));
      }
  cufftHandle p;
  size_t w;
  OK(cufftCreate(&p));
  ST(cufftXtSetJITCallback(p, "nobody", code.data(), code.size(), CUFFT_CB_LD_COMPLEX, info));
  ST(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w));
  ST(cufftDestroy(p));
  OK(cufftCreate(&p));
  ST(cufftXtSetJITCallback(p, "loadR", code.data(), code.size(), CUFFT_CB_LD_REAL, none));
  ST(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w));
  ST(cufftDestroy(p));
  OK(cufftCreate(&p));
  ST(cufftXtSetJITCallback(p, "loadC", code.data(), code.size(), CUFFT_CB_LD_COMPLEX, info));
  ST(cufftXtSetJITCallback(p, "loadC", code.data(), code.size(), CUFFT_CB_LD_COMPLEX, info));
  ST(cufftXtClearCallback(p, CUFFT_CB_LD_COMPLEX));
  ST(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w));
  ST(cufftXtSetJITCallback(p, "loadC", code.data(), code.size(), CUFFT_CB_LD_COMPLEX, info));
  ST(cufftDestroy(p));
  sync("end");
}
