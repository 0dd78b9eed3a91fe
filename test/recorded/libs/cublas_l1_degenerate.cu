// cuBLAS results of degenerate level 1 calls and of Ex calls in half and bfloat16: exact small integers
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
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
template <class T> static void ex(cublasHandle_t h, const char *name, cudaDataType t) {
  std::vector<T> x(12), y(12); for (int i = 0; i < 12; ++i) x[i] = T(float(i % 5 - 2)), y[i] = T(float(i % 3 + 1)); T *dx = dev(x), *dy = dev(y); T r; float al = 2; int idx;
  ST(cublasDotEx(h, 6, dx, t, 2, dy, t, -2, &r, t, CUDA_R_32F)); printf("%s dot %g\n", name, (double)(float)r); ST(cublasNrm2Ex(h, 6, dx, t, 2, &r, t, CUDA_R_32F)); printf("%s nrm2 %g\n", name, (double)(float)r); ST(cublasAsumEx(h, 12, dx, t, 1, &r, t, CUDA_R_32F)); printf("%s asum %g\n", name, (double)(float)r); ST(cublasIamaxEx(h, 12, dx, t, 1, &idx)); printf("%s iamax %d\n", name, idx); ST(cublasIaminEx(h, 12, dx, t, 1, &idx)); printf("%s iamin %d\n", name, idx); ST(cublasAxpyEx(h, 6, &al, CUDA_R_32F, dx, t, -2, dy, t, 1, CUDA_R_32F)); printf("%s axpy:", name); for (auto v : get(dy, 12)) printf(" %g", (double)(float)v); ST(cublasScalEx(h, 4, &al, CUDA_R_32F, dy, t, 3, CUDA_R_32F)); for (auto v : get(dy, 12)) printf(" %g", (double)(float)v); ST(cublasSwapEx(h, 4, dx, t, 3, dy, t, -2)); for (auto v : get(dy, 12)) printf(" %g", (double)(float)v); ST(cublasCopyEx(h, 5, dx, t, -2, dy, t, 1)); for (auto v : get(dy, 12)) printf(" %g", (double)(float)v); printf("\n");
}
int main() {
  cublasHandle_t h; cublasCreate(&h); ex<__half>(h, "half", CUDA_R_16F); ex<__nv_bfloat16>(h, "bf16", CUDA_R_16BF); ex<float>(h, "float", CUDA_R_32F);
  float *x = dev(std::vector<float>{3, -4, 12, 0}), r; int i;
  for (int n : {-1, 0, 1, 4}) for (int inc : {-1, 0, 1, 2}) { if (n * abs(inc) > 4) continue; r = -9; int s = hush([&] { return cublasSnrm2(h, n, x, inc, &r); }); printf("n %d inc %d: nrm2 %d %g", n, inc, s, r); r = -9; s = hush([&] { return cublasSasum(h, n, x, inc, &r); }); printf(" asum %d %g", s, r); r = -9; s = hush([&] { return cublasSdot(h, n, x, inc, x, 1, &r); }); printf(" dot %d %g", s, r); i = -9; s = hush([&] { return cublasIsamax(h, n, x, inc, &i); }); printf(" amax %d %d", s, i); i = -9; s = hush([&] { return cublasIsamin(h, n, x, inc, &i); }); printf(" amin %d %d\n", s, i); }
  double a, b, c, s, d[5]; for (double p : {0.0, 1.0, -3.0, 4.0}) for (double q : {0.0, 2.0, -4.0, 3.0}) { a = p, b = q, c = s = 9; int st = cublasDrotg(h, &a, &b, &c, &s); printf("rotg %g %g: %d %.6g %.6g %.6g %.6g\n", p, q, st, a, b, c, s); }
  for (double d1 : {-1.0, 0.0, 1.0, 2.0}) for (double x1 : {0.0, 1.0, 3.0}) for (double y1 : {0.0, 1.0, -5.0}) { double p = d1, q = 2, r2 = x1; for (auto &v : d) v = 77; int st = cublasDrotmg(h, &p, &q, &r2, &y1, d); printf("rotmg %g %g %g: %d | %.6g %.6g %.6g | %g", d1, x1, y1, st, p, q, r2, d[0]); if (d[0] != -2) for (int k = 1; k < 5; ++k) printf(" %.6g", d[k]); printf("\n"); }
  float nan = __builtin_nanf(""), inf = __builtin_inff(); float *w = dev(std::vector<float>{1, nan, 5, -inf, inf, 0}); cublasIsamax(h, 6, w, 1, &i); printf("amax nan inf %d\n", i); cublasIsamin(h, 6, w, 1, &i); printf("amin %d\n", i); cublasSnrm2(h, 6, w, 1, &r); printf("nrm2 nan %d\n", r != r); cublasSasum(h, 6, w, 1, &r); printf("asum nan %d\n", r != r); float big[4] = {3e38f, 3e38f, 1, 0}, tiny[4] = {3e-30f, 4e-30f, 0, 0}; float *db = dev(std::vector<float>(big, big + 4)), *dt = dev(std::vector<float>(tiny, tiny + 4)); cublasSnrm2(h, 2, db, 1, &r); printf("nrm2 big %g\n", r); cublasSnrm2(h, 2, dt, 1, &r); printf("nrm2 tiny %.4g\n", r); sync("end");
}
