// cufftXtMakePlanMany and cufftXtGetSizeMany: every combination of input, output and execution type, good and bad sizes
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
  struct { const char *n; cudaDataType t; } ty[] = {{"r16f", CUDA_R_16F}, {"c16f", CUDA_C_16F}, {"r16bf", CUDA_R_16BF}, {"c16bf", CUDA_C_16BF}, {"r32f", CUDA_R_32F}, {"c32f", CUDA_C_32F}, {"r64f", CUDA_R_64F}, {"c64f", CUDA_C_64F}, {"r8i", CUDA_R_8I}, {"r32i", CUDA_R_32I}}; size_t w; cufftHandle p;
  for (auto &a : ty) for (auto &b : ty) for (auto &e : ty) { long long n[1] = {64}; cufftCreate(&p); int s = hush([&] { return cufftXtMakePlanMany(p, 1, n, nullptr, 1, 1, a.t, nullptr, 1, 1, b.t, 2, &w, e.t); }); cufftDestroy(p); cufftCreate(&p); int g = hush([&] { return cufftXtGetSizeMany(p, 1, n, nullptr, 1, 1, a.t, nullptr, 1, 1, b.t, 2, &w, e.t); }); cufftDestroy(p); if (s != 3 || g != 3) printf("%s -> %s in %s: %d size %d\n", a.n, b.n, e.n, s, g); }
  for (auto &a : ty) for (long long n : {1, 2, 3, 4, 6, 8, 12, 16, 100}) { if (a.t != CUDA_C_16F && a.t != CUDA_C_16BF && a.t != CUDA_R_16F && a.t != CUDA_R_16BF) continue; cudaDataType c = a.t == CUDA_R_16F ? CUDA_C_16F : a.t == CUDA_R_16BF ? CUDA_C_16BF : a.t; long long nn[3] = {n, 4, n}; int s[4]; for (int k = 0; k < 4; ++k) { cufftCreate(&p); s[k] = hush([&] { return cufftXtMakePlanMany(p, k < 3 ? k + 1 : 1, nn, nullptr, 1, 1, k < 3 ? a.t : c, nullptr, 1, 1, k < 3 ? c : a.t, 1, &w, c); }); cufftDestroy(p); } printf("%s size %lld: 1D %d 2D %d 3D %d back %d\n", a.n, n, s[0], s[1], s[2], s[3]); }
  long long z[3] = {8, 8, 8}, neg[3] = {-8, 8, 8}; int ok[3] = {8, 8, 8}; for (int rank : {-1, 0, 1, 2, 3, 4}) { cufftCreate(&p); int s = hush([&] { return cufftXtMakePlanMany(p, rank, z, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &w, CUDA_C_32F); }); cufftDestroy(p); cufftCreate(&p); int t = hush([&] { return cufftMakePlanMany(p, rank, ok, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C, 1, &w); }); cufftDestroy(p); cufftCreate(&p); int u = hush([&] { return cufftMakePlanMany64(p, rank, z, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C, 1, &w); }); cufftDestroy(p); int e = hush([&] { return cufftEstimateMany(rank, ok, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C, 1, &w); }); printf("rank %d: %d %d %d estimate %d\n", rank, s, t, u, e); }
  cufftCreate(&p); ST(cufftXtMakePlanMany(p, 1, neg, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &w, CUDA_C_32F)); ST(cufftXtMakePlanMany(p, 1, z, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 0, &w, CUDA_C_32F)); ST(cufftXtMakePlanMany(p, 1, nullptr, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &w, CUDA_C_32F)); ST(cufftXtMakePlanMany(p, 1, z, z, 1, 8, CUDA_C_32F, nullptr, 1, 8, CUDA_C_32F, 1, &w, CUDA_C_32F)); ST(cufftXtMakePlanMany(p, 1, z, z, 0, 8, CUDA_C_32F, z, 1, 8, CUDA_C_32F, 1, &w, CUDA_C_32F)); ST(cufftXtMakePlanMany(p, 1, z, z, 1, -8, CUDA_C_32F, z, 1, 8, CUDA_C_32F, 2, &w, CUDA_C_32F)); ST(cufftXtMakePlanMany(p, 1, z, z, 1, 0, CUDA_C_32F, z, 1, 0, CUDA_C_32F, 2, &w, CUDA_C_32F)); ST(cufftDestroy(p));
  for (int n : {-1, 0, 1}) { cufftCreate(&p); printf("n %d: make1d %d", n, (int)hush([&] { return cufftMakePlan1d(p, n, CUFFT_C2C, 1, &w); })); cufftDestroy(p); cufftCreate(&p); printf(" 2d %d", (int)hush([&] { return cufftMakePlan2d(p, 8, n, CUFFT_C2C, &w); })); cufftDestroy(p); cufftCreate(&p); printf(" 3d %d", (int)hush([&] { return cufftMakePlan3d(p, 8, n, 8, CUFFT_R2C, &w); })); cufftDestroy(p); printf(" est %d %d %d %d\n", (int)cufftEstimate1d(n, CUFFT_C2C, 1, &w), (int)cufftEstimate2d(n, 8, CUFFT_C2C, &w), (int)cufftEstimate2d(8, n, CUFFT_C2C, &w), (int)cufftEstimate3d(8, 8, n, CUFFT_Z2D, &w)); }
  ST(cufftEstimate1d(8, (cufftType)5, 1, &w)); ST(cufftEstimate1d(8, CUFFT_C2C, 0, &w)); ST(cufftEstimate1d(8, CUFFT_C2C, 1, nullptr)); ST(cufftPlan1d(&p, 8, (cufftType)0, 1)); ST(cufftPlan2d(&p, 0, 8, CUFFT_C2C)); ST(cufftPlan3d(&p, 8, 8, 8, (cufftType)1)); sync("end");
}
