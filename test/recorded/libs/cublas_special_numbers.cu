// cuBLAS nrm2, asum and dot of NaN, infinity, huge and tiny numbers; rotmg with rescaling; rotm and RotmEx flags
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
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
  cublasHandle_t h; cublasCreate(&h); float nan = __builtin_nanf(""), inf = __builtin_inff(), r; double dn = nan, di = inf, q; int i;
  for (auto &v : std::vector<std::vector<float>>{{1, nan}, {nan, 1}, {nan}, {inf, 1}, {nan, inf}, {inf, nan}, {1, nan, inf, 2}, {-inf, inf}, {3e38f, 3e38f}, {1e-30f, 1e-30f}, {0, -0.0f}, {1e30f, 1e-30f}, {3, 4, nan, 5, 6, 7, 8, 9}}) { float *d = dev(v); int n = v.size(); printf("float"); for (float x : v) printf(" %g", x); cublasSnrm2(h, n, d, 1, &r); printf(": nrm2 %.6g", r); cublasSasum(h, n, d, 1, &r); printf(" asum %.6g", r); cublasSdot(h, n, d, 1, d, 1, &r); printf(" dot %s", r != r ? "nan" : r > 1e38f ? "inf" : "number"); cublasIsamax(h, n, d, 1, &i); printf(" amax %d", i); cublasIsamin(h, n, d, 1, &i); printf(" amin %d\n", i); cublasNrm2Ex(h, n, d, CUDA_R_32F, 1, &r, CUDA_R_32F, CUDA_R_32F); printf(" nrm2Ex %.6g\n", r); if (n % 2 == 0) { cublasScnrm2(h, n / 2, (cuComplex *)d, 1, &r); printf(" scnrm2 %.6g", r); cublasScasum(h, n / 2, (cuComplex *)d, 1, &r); printf(" scasum %.6g", r); cublasIcamax(h, n / 2, (cuComplex *)d, 1, &i); printf(" icamax %d\n", i); } }
  for (auto &v : std::vector<std::vector<double>>{{1, dn}, {dn}, {di, 1}, {dn, di}, {-di, di}, {1e308, 1e308}, {1e-300, 1e-300}, {0, -0.0}, {1e200, 1e-200}, {3, 4, dn, 5}}) { double *d = dev(v); int n = v.size(); printf("double"); for (double x : v) printf(" %g", x); cublasDnrm2(h, n, d, 1, &q); printf(": nrm2 %.10g", q); cublasDasum(h, n, d, 1, &q); printf(" asum %.10g", q); cublasIdamax(h, n, d, 1, &i); printf(" amax %d", i); cublasIdamin(h, n, d, 1, &i); printf(" amin %d\n", i); }
  double p[5]; for (double d1 : {1e-20, 1e-4, 1.0, 1e10, 1e30}) for (double d2 : {-1e-20, -2.0, 1e-20, 1.0, 1e20}) for (double x1 : {-2.0, 1.0}) for (double y1 : {3.0, -0.5}) { double a = d1, b = d2, c = x1; for (auto &v : p) v = 77; int s = cublasDrotmg(h, &a, &b, &c, &y1, p); printf("rotmg %g %g %g %g: %d | %.8g %.8g %.8g | %g", d1, d2, x1, y1, s, a, b, c, p[0]); if (p[0] == -1) printf(" %.8g %.8g %.8g %.8g", p[1], p[2], p[3], p[4]); if (p[0] == 0) printf(" %.8g %.8g", p[2], p[3]); if (p[0] == 1) printf(" %.8g %.8g", p[1], p[4]); printf("\n"); }
  for (float d1 : {1e-9f, 1.0f, 1e9f}) for (float d2 : {-2.0f, 1e-9f, 1e9f}) { float a = d1, b = d2, c = 2, y = 3, m[5] = {77, 77, 77, 77, 77}; int s = cublasSrotmg(h, &a, &b, &c, &y, m); printf("srotmg %g %g: %d | %.5g %.5g %.5g | %.5g %.5g %.5g %.5g %.5g\n", d1, d2, s, a, b, c, m[0], m[1], m[2], m[3], m[4]); }
  for (float f : {-2.0f, -1.0f, 0.0f, 1.0f, 2.0f}) { float m[5] = {f, 2, 3, 4, 5}; float *x = dev(std::vector<float>{1, 2, 3, 4}), *y = dev(std::vector<float>{5, 6, 7, 8}); int s = cublasSrotm(h, 2, x, 2, y, -1, m); printf("rotm %g: %d", f, s); for (float v : get(x, 4)) printf(" %g", v); for (float v : get(y, 4)) printf(" %g", v); printf("\n"); }
  __half *hx = devz<__half>(8), *hy = devz<__half>(8); float m[5] = {-1, 1, 2, 3, 4}; __half hm[5] = {__half(-1.f), __half(1.f), __half(2.f), __half(3.f), __half(4.f)}; ST(cublasRotmEx(h, 2, hx, CUDA_R_16F, 1, hy, CUDA_R_16F, 1, m, CUDA_R_32F, CUDA_R_32F)); ST(cublasRotmEx(h, 2, hx, CUDA_R_16F, 1, hy, CUDA_R_16F, 1, hm, CUDA_R_16F, CUDA_R_32F)); ST(cublasRotEx(h, 2, hx, CUDA_R_16F, 1, hy, CUDA_R_16F, 1, hm, hm, CUDA_R_16F, CUDA_R_32F)); ST(cublasNrm2Ex(h, 0, hx, CUDA_R_16F, 1, m, CUDA_R_16F, CUDA_R_32F)); ST(cublasIamaxEx(h, 4, hx, (cudaDataType)99, 1, &i)); ST(cublasScalEx(h, 2, m, CUDA_R_32F, hx, CUDA_R_16F, 1, CUDA_R_32F)); ST(cublasScalEx(h, -1, m, CUDA_R_32F, hx, CUDA_R_16F, 1, CUDA_R_32F)); ST(cublasScalEx(h, 2, m, CUDA_R_32F, hx, CUDA_R_16F, 0, CUDA_R_32F)); ST(cublasAxpyEx(h, -1, m, CUDA_R_32F, hx, CUDA_R_16F, 1, hy, CUDA_R_16F, 1, CUDA_R_32F)); ST(cublasCopyEx(h, -1, hx, CUDA_R_16F, 1, hy, CUDA_R_16F, 1)); sync("end");
}
