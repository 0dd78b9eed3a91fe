// cuFFT status codes of execution with a wrong type or direction, of plans without work area, and of plan properties
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// the library may write its own message about a bad argument to standard output: that text is dropped
#include <unistd.h>
#include <fcntl.h>
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ERRI(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
int main() {
  auto *a = devz<cufftDoubleComplex>(4096), *b = devz<cufftDoubleComplex>(4096); auto *fa = (cufftComplex *)a, *fb = (cufftComplex *)b;
  for (int t : {0x29, 0x2a, 0x2c, 0x69, 0x6a, 0x6c}) { cufftHandle p; cufftPlan1d(&p, 16, (cufftType)t, 2); printf("type %x:", t); for (int d : {-1, 1, 0, 2}) printf(" %d", (int)cufftExecC2C(p, fa, fb, d)); printf(" | %d %d %d %d |", (int)cufftExecR2C(p, (float *)fa, fb), (int)cufftExecC2R(p, fa, (float *)fb), (int)cufftExecD2Z(p, (double *)a, b), (int)cufftExecZ2D(p, a, (double *)b)); for (int d : {-1, 1, 5}) printf(" %d", (int)cufftXtExec(p, a, b, d)); printf("\n"); cufftDestroy(p); }
  int v; cufftHandle p; size_t w = 0; ERRI(cufftGetVersion(nullptr)); ERRI(cufftGetProperty((libraryPropertyType)9, &v)); ERRI(cufftGetProperty(MAJOR_VERSION, nullptr)); ERRI(cufftCreate(&p)); for (int k : {0, 1, 2, 3, 77}) { long long x = -7; printf("property %d: get %d", k, (int)cufftGetPlanPropertyInt64(p, (cufftProperty)k, &x)); printf(" %lld set %d reset %d\n", x, (int)cufftSetPlanPropertyInt64(p, (cufftProperty)k, 0), (int)cufftResetPlanProperty(p, (cufftProperty)k)); } ERRI(cufftGetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, nullptr)); ERRI(cufftSetPlanPropertyInt64(12345, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1)); ERRI(cufftExecC2C(p, fa, fa, -1)); ERRI(cufftGetSize(p, &w)); ERRI(cufftGetSize(p, nullptr)); ERRI(cufftXtSetWorkAreaPolicy(p, CUFFT_WORKAREA_MINIMAL, &w)); ERRI(cufftMakePlan1d(p, 4096, CUFFT_C2C, 1, &w)); ERRI(cufftSetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1)); ERRI(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w)); ERRI(cufftDestroy(p)); ERRI(cufftDestroy(p)); ERRI(cufftDestroy(0)); ERRI(cufftDestroy(-1));
  ERRI(cufftCreate(&p)); ERRI(cufftSetAutoAllocation(p, 0)); ERRI(cufftMakePlan1d(p, 10007, CUFFT_C2C, 1, &w)); auto *big = devz<cufftComplex>(10007); ERRI(cufftExecC2C(p, big, big, -1)); ERRI(cufftSetWorkArea(p, devz<char>(w))); ERRI(cufftExecC2C(p, big, big, -1)); ERRI(cufftSetWorkArea(p, nullptr)); ERRI(cufftExecC2C(p, big, big, -1)); ERRI(cufftDestroy(p)); CK(cudaDeviceSynchronize());
}
