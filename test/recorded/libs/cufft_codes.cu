// cuFFT status codes of plans, estimates, sizes and of handles that were destroyed
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <complex>
#include <vector>
#include <fcntl.h>
#include <unistd.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
#include <cufft.h>
#include <cufftXt.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef std::complex<double> Z;
#define CF(x) do { cufftResult s_ = (x); if (s_) { printf("FAIL line %d: %d\n", __LINE__, (int)s_); exit(1); } } while (0)
static Z num(size_t i) { unsigned s = (unsigned)i * 2654435761u + 12345u; s ^= s >> 13; s *= 0x9E3779B1u; return Z((int)(s >> 7) % 5, (int)(s >> 17 & 7) - 3); }
// n-dimensional unnormalised transform
static void dftn(Z *a, const std::vector<int> &n, int sign) { size_t tot = 1; for (int x : n) tot *= x; size_t inner = tot; for (int d : n) { inner /= d; std::vector<Z> w(d), t(d); for (int k = 0; k < d; k++) w[k] = std::polar(1.0, sign * 2 * M_PI * k / d); for (size_t b = 0; b < tot; b += inner * d) for (size_t i = 0; i < inner; i++) { for (int k = 0; k < d; k++) { t[k] = 0; for (int j = 0; j < d; j++) t[k] += a[b + i + j * inner] * w[(size_t)j * k % d]; } for (int k = 0; k < d; k++) a[b + i + k * inner] = t[k]; } } }
int main() { cufftHandle p; size_t w; int n1[3] = {8, 8, 8}, em[3] = {8, 8, 8}, z3[3] = {8, 0, 8}, m3[3] = {8, -1, 8};
  for (int t : {0, 1, 0x29, 0x2a, 0x2b, 0x2c, 0x69, 0x6a, 0x6c, -1}) printf("type %d: 1d %d 2d %d 3d %d many %d est %d\n", t, (int)cufftPlan1d(&p, 8, (cufftType)t, 1), (int)cufftPlan2d(&p, 8, 8, (cufftType)t), (int)cufftPlan3d(&p, 4, 4, 4, (cufftType)t), (int)cufftPlanMany(&p, 2, n1, 0, 1, 0, 0, 1, 0, (cufftType)t, 1), (int)cufftEstimate1d(8, (cufftType)t, 1, &w));
  for (int b : {-1, 0, 1, 1000}) printf("batch %d: %d %d %d\n", b, (int)cufftPlan1d(&p, 8, CUFFT_C2C, b), (int)cufftPlanMany(&p, 1, n1, 0, 1, 0, 0, 1, 0, CUFFT_C2C, b), (int)cufftEstimate1d(8, CUFFT_C2C, b, &w));
  for (int x : {-5, 0, 1}) printf("size %d: %d %d %d %d %d %d\n", x, (int)cufftPlan1d(&p, x, CUFFT_C2C, 1), (int)cufftPlan2d(&p, x, 4, CUFFT_C2C), (int)cufftPlan2d(&p, 4, x, CUFFT_C2C), (int)cufftPlan3d(&p, x, 4, 4, CUFFT_R2C), (int)cufftPlan3d(&p, 4, x, 4, CUFFT_R2C), (int)cufftPlan3d(&p, 4, 4, x, CUFFT_R2C));
  for (auto *e : {z3, m3}) printf("many %d %d\n", (int)cufftPlanMany(&p, 3, e, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1), (int)cufftPlanMany(&p, 3, e, em, 1, 512, em, 1, 512, CUFFT_Z2Z, 2));
  for (int is : {-1, 0, 1}) for (int id : {-1, 0, 1, 7}) printf("stride %d dist %d: %d %d\n", is, id, (int)cufftPlanMany(&p, 1, n1, em, is, id, em, 1, 8, CUFFT_C2C, 2), (int)cufftPlanMany(&p, 1, n1, em, 1, 8, em, is, id, CUFFT_C2C, 2)); int small[3] = {2, 2, 2}, neg[3] = {8, -8, 8};
  ST(cufftPlanMany(&p, 2, n1, small, 1, 64, em, 1, 64, CUFFT_C2C, 1)); ST(cufftPlanMany(&p, 2, n1, neg, 1, 64, em, 1, 64, CUFFT_C2C, 1)); ST(cufftPlanMany(&p, 2, n1, em, 1, 64, nullptr, 1, 64, CUFFT_C2C, 1)); ST(cufftPlanMany(&p, 2, n1, nullptr, 1, 64, em, 1, 64, CUFFT_C2C, 1)); ST(cufftPlanMany(&p, 0, n1, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1)); ST(cufftPlanMany(&p, 4, n1, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1)); ST(cufftPlanMany(&p, 1, nullptr, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1)); ST(cufftPlan1d(nullptr, 8, CUFFT_C2C, 1)); ST(cufftPlanMany(nullptr, 1, n1, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1)); ST(cufftCreate(nullptr)); ST(cufftEstimateMany(2, n1, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1, nullptr)); ST(cufftEstimate2d(8, 8, CUFFT_C2C, nullptr)); ST(cufftEstimate3d(8, 8, 8, (cufftType)9, &w)); ST(cufftEstimate3d(8, 8, -8, CUFFT_C2C, &w)); ST(cufftEstimate2d(-8, 8, CUFFT_C2C, &w)); ST(cufftEstimateMany(5, n1, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1, &w));
  ST(cufftCreate(&p)); ST(cufftGetSize1d(p, 0, CUFFT_C2C, 1, &w)); ST(cufftGetSize1d(p, 8, CUFFT_C2C, 1, nullptr)); ST(cufftGetSize2d(p, 8, 8, (cufftType)2, &w)); ST(cufftGetSize3d(p, 8, 8, 8, CUFFT_D2Z, &w)); ST(cufftGetSizeMany(p, 2, n1, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 0, &w)); ST(cufftGetSize(p, &w)); ST(cufftGetSize(p, nullptr)); ST(cufftMakePlan1d(p, 8, CUFFT_C2C, 1, nullptr)); ST(cufftMakePlan1d(p, 8, CUFFT_C2C, 1, &w)); ST(cufftGetSize(p, nullptr)); ST(cufftGetSize(p, &w)); ST(cufftGetSize1d(p, 16, CUFFT_C2C, 1, &w)); ST(cufftMakePlan2d(p, 8, 8, CUFFT_C2C, &w)); ST(cufftSetAutoAllocation(p, 0)); ST(cufftSetAutoAllocation(p, 1)); ST(cufftSetAutoAllocation(p, 7)); ST(cufftDestroy(p)); ST(cufftDestroy(p));
  ST(cufftCreate(&p)); ST(cufftMakePlan1d(p, -8, CUFFT_C2C, 1, &w)); ST(cufftMakePlan1d(p, 8, CUFFT_C2C, 1, &w)); ST(cufftDestroy(p)); ST(cufftCreate(&p)); ST(cufftExecC2C(p, nullptr, nullptr, -1)); ST(cufftSetStream(p, 0)); ST(cufftSetWorkArea(p, nullptr)); ST(cufftDestroy(p)); ST(cufftSetStream(p, 0)); ST(cufftGetSize(p, &w)); ST(cufftXtExec(p, 0, 0, -1)); ST(cufftXtSetGPUs(p, 1, n1)); ST(cufftXtClearCallback(p, CUFFT_CB_LD_COMPLEX)); ST(cufftXtSetCallbackSharedSize(p, CUFFT_CB_LD_COMPLEX, 1)); ST(cufftXtSetWorkAreaPolicy(p, CUFFT_WORKAREA_MINIMAL, &w)); ST(cufftXtQueryPlan(p, &w, CUFFT_QUERY_1D_FACTORS)); ST(cufftXtSetWorkArea(p, nullptr)); ST(cufftXtSetJITCallback(p, "x", "y", 1, CUFFT_CB_LD_COMPLEX, nullptr)); ST(cufftDestroy(-1)); int v; for (int k = -1; k < 4; k++) printf("property %d\n", (int)cufftGetProperty((libraryPropertyType)k, &v)); sync("end"); }
