// cuBLAS AxpyEx, ScalEx, DotEx, DotcEx, Nrm2Ex, AsumEx, RotEx, IamaxEx, CopyEx, SwapEx: which type combinations are accepted
#include <cuda_runtime.h>
#include <cublas_v2.h>
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
  cublasHandle_t h; cublasCreate(&h); char *x = devz<char>(4096), *y = devz<char>(4096); double al[4] = {0, 0, 0, 0}, res[4]; int idx;
  struct { const char *n; cudaDataType t; } ty[] = {{"16f", CUDA_R_16F}, {"16bf", CUDA_R_16BF}, {"32f", CUDA_R_32F}, {"64f", CUDA_R_64F}, {"c16f", CUDA_C_16F}, {"c32f", CUDA_C_32F}, {"c64f", CUDA_C_64F}, {"8i", CUDA_R_8I}, {"8u", CUDA_R_8U}, {"32i", CUDA_R_32I}, {"c8i", CUDA_C_8I}};
  for (auto &a : ty) for (auto &b : ty) for (auto &e : ty) { int s = hush([&] { return cublasAxpyEx(h, 4, al, a.t, x, b.t, 1, y, b.t, 1, e.t); }), s2 = hush([&] { return cublasScalEx(h, 4, al, a.t, x, b.t, 1, e.t); }), s3 = hush([&] { return cublasDotEx(h, 4, x, a.t, 1, y, a.t, 1, res, b.t, e.t); }), s4 = hush([&] { return cublasDotcEx(h, 4, x, a.t, 1, y, a.t, 1, res, b.t, e.t); }), s5 = hush([&] { return cublasNrm2Ex(h, 4, x, a.t, 1, res, b.t, e.t); }), s6 = hush([&] { return cublasAsumEx(h, 4, x, a.t, 1, res, b.t, e.t); }), s7 = hush([&] { return cublasRotEx(h, 4, x, a.t, 1, y, a.t, 1, al, al, b.t, e.t); }); if (s != 15 || s2 != 15 || s3 != 15 || s4 != 15 || s5 != 15 || s6 != 15 || s7 != 15) printf("%s %s %s: axpy %d scal %d dot %d dotc %d nrm2 %d asum %d rot %d\n", a.n, b.n, e.n, s, s2, s3, s4, s5, s6, s7); }
  for (auto &a : ty) printf("%s: iamax %d iamin %d copy %d swap %d\n", a.n, (int)hush([&] { return cublasIamaxEx(h, 4, x, a.t, 1, &idx); }), (int)hush([&] { return cublasIaminEx(h, 4, x, a.t, 1, &idx); }), (int)hush([&] { return cublasCopyEx(h, 4, x, a.t, 1, y, a.t, 1); }), (int)hush([&] { return cublasSwapEx(h, 4, x, a.t, 1, y, a.t, 1); }));
  ST(cublasCopyEx(h, 4, x, CUDA_R_32F, 1, y, CUDA_R_64F, 1)); ST(cublasSwapEx(h, 4, x, CUDA_R_32F, 1, y, CUDA_R_64F, 1)); ST(cublasAxpyEx(h, 4, al, CUDA_R_32F, x, CUDA_R_32F, 1, y, CUDA_R_64F, 1, CUDA_R_32F)); ST(cublasDotEx(h, 4, x, CUDA_R_32F, 1, y, CUDA_R_64F, 1, res, CUDA_R_64F, CUDA_R_64F)); ST(cublasRotgEx(h, res, res + 1, CUDA_R_32F, al, al + 1, CUDA_R_32F, CUDA_R_32F)); ST(cublasRotgEx(h, res, res + 1, CUDA_R_16F, al, al + 1, CUDA_R_16F, CUDA_R_32F)); ST(cublasRotmEx(h, 4, x, CUDA_R_32F, 1, y, CUDA_R_32F, 1, al, CUDA_R_32F, CUDA_R_32F)); ST(cublasRotmgEx(h, res, CUDA_R_64F, res + 1, CUDA_R_64F, res + 2, CUDA_R_64F, res + 3, CUDA_R_64F, new double[5], CUDA_R_64F, CUDA_R_64F)); ST(cublasAxpyEx(nullptr, 4, al, CUDA_R_32F, x, CUDA_R_32F, 1, y, CUDA_R_32F, 1, CUDA_R_32F)); ST(cublasNrm2Ex(h, 0, x, CUDA_R_32F, 1, res, CUDA_R_32F, CUDA_R_32F)); ST(cublasIamaxEx(h, 4, x, (cudaDataType)99, 1, &idx)); sync("end");
}
