// cuFFT status codes: callbacks, work areas by hand, multi-device settings, handles that are none
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <fcntl.h>
#include <unistd.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// The library may write its own message about a bad argument to standard output: that text is dropped.
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
template <class T> static void show(const char *name, const std::vector<T> &v) { printf("%s:", name); for (auto x : v) printf(" %g", (double)x); printf("\n"); }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
int main() {
  auto *a = devz<cufftComplex>(40000); cufftHandle p = 0; size_t w = 77; void *cb[1] = {nullptr}, *info[1] = {nullptr}; long long n1[1] = {64};
  ST(cufftCreate(&p)); ST(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w)); ST(cufftXtSetCallback(p, cb, CUFFT_CB_LD_COMPLEX, info)); ST(cufftXtSetCallback(p, nullptr, CUFFT_CB_LD_COMPLEX, nullptr)); ST(cufftXtClearCallback(p, CUFFT_CB_LD_COMPLEX)); ST(cufftXtSetCallbackSharedSize(p, CUFFT_CB_LD_COMPLEX, 64)); ST(cufftXtSetCallback(p, cb, (cufftXtCallbackType)77, info)); ST(cufftXtSetCallback(12345, cb, CUFFT_CB_LD_COMPLEX, info)); ST(cufftXtClearCallback(12345, CUFFT_CB_LD_COMPLEX)); ST(cufftDestroy(p));
  for (int n : {64, 10007, 32768}) { cufftCreate(&p); printf("size %d: auto %d", n, (int)cufftSetAutoAllocation(p, 0)); printf(" make %d", (int)cufftMakePlan1d(p, n, CUFFT_C2C, 1, &w)); printf(" exec %d", (int)cufftExecC2C(p, a, a, -1)); char *area; CK(cudaMalloc(&area, w + 16)); printf(" set %d", (int)cufftSetWorkArea(p, area)); printf(" exec %d", (int)cufftExecC2C(p, a, a, -1)); printf(" null %d", (int)cufftSetWorkArea(p, nullptr)); printf(" exec %d", (int)cufftExecC2C(p, a, a, -1)); printf(" destroy %d\n", (int)cufftDestroy(p)); CK(cudaDeviceSynchronize()); }
  ST(cufftDestroy(-1)); ST(cufftDestroy(0)); ST(cufftDestroy(54321)); ST(cufftSetStream(-1, 0)); ST(cufftSetStream(54321, 0)); ST(cufftSetWorkArea(54321, a)); ST(cufftSetAutoAllocation(54321, 0)); ST(cufftGetSize(54321, &w)); ST(cufftExecC2C(54321, a, a, -1)); ST(cufftExecC2C(-1, a, a, -1)); ST(cufftMakePlan1d(54321, 64, CUFFT_C2C, 1, &w)); ST(cufftGetSize1d(54321, 64, CUFFT_C2C, 1, &w)); ST(cufftXtExec(54321, a, a, -1)); ST(cufftXtSetWorkAreaPolicy(54321, CUFFT_WORKAREA_MINIMAL, &w)); ST(cufftCreate(nullptr)); ST(cufftPlan1d(nullptr, 8, CUFFT_C2C, 1));
  ST(cufftCreate(&p)); size_t w2[2]; int g0[1] = {0}, g1[2] = {0, 0}, gb[1] = {99}; ST(cufftXtSetGPUs(p, 1, g0)); ST(cufftXtSetGPUs(p, 0, g0)); ST(cufftXtSetGPUs(p, -1, g0)); ST(cufftXtSetGPUs(p, 1, gb)); ST(cufftXtSetGPUs(p, 1, nullptr)); ST(cufftXtSetGPUs(p, 2, g1)); ST(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, w2)); ST(cufftXtSetGPUs(p, 1, g0)); ST(cufftDestroy(p));
  for (int pol : {0, 1, 2, 3}) { cufftCreate(&p); w = 100; int s1 = cufftXtSetWorkAreaPolicy(p, (cufftXtWorkAreaPolicy)pol, &w); int s2 = cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w); w = 100; int s3 = cufftXtSetWorkAreaPolicy(p, (cufftXtWorkAreaPolicy)pol, &w); printf("policy %d: before %d make %d after %d exec %d\n", pol, s1, s2, s3, (int)cufftExecC2C(p, a, a, 1)); cufftDestroy(p); }
  cufftCreate(&p); ST(cufftXtMakePlanMany(p, 1, n1, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &w, CUDA_C_32F)); ST(cufftXtMakePlanMany(p, 1, n1, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &w, CUDA_C_32F)); ST(cufftMakePlan1d(p, 64, CUFFT_C2C, 1, &w)); ST(cufftXtExec(p, a, a, 5)); ST(cufftXtExec(p, a, a, 0)); ST(cufftXtExec(p, a, a, -1)); ST(cufftDestroy(p)); ST(cufftExecC2C(p, a, a, -1));
  sync("end");
}
