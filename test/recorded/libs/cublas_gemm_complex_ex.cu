// cuBLAS 3m products, complex Ex products, rank k in Ex types, conjugates
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cuComplex.h>
#include <tuple>
#include <array>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cmath>
#include <fcntl.h>
#include <unistd.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// The library may write its own message about a bad argument to standard output: that text is dropped.
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
#define OK(x) do { int s_ = (int)hush([&] { return x; }); if (s_) printf("line %d: %s -> %d\n", __LINE__, #x, s_); } while (0)
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
template <class T> static void show(const char *name, const std::vector<T> &v) { printf("%s:", name); for (auto x : v) { double y = (double)x; printf(" %.4g", std::fabs(y) < 1e-9 ? 0.0 : y); } printf("\n"); }
template <class T> static void show(const char *name, const T *d, size_t n) { show(name, get(d, n)); }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
static int lineBuffered = (setvbuf(stdout, nullptr, _IOLBF, 1 << 16), 0);
struct Rnd { unsigned s; explicit Rnd(unsigned seed = 1) : s(seed) {} int operator()(int n) { s = s * 1664525u + 1013904223u; return int((s >> 10) % unsigned(n)); } };
template <class T> static std::vector<T> ints(size_t n, unsigned seed, int range = 7) { Rnd r(seed); std::vector<T> v(n); for (auto &x : v) x = T(float(r(range) - range / 2)); return v; }
template <class C> static void showc(const char *n, const C *d, size_t k) { auto v = get(d, k); printf("%s:", n); for (auto &x : v) printf(" %.4g,%.4g", (double)x.x, (double)x.y); printf("\n"); }
int main() {
  cublasHandle_t h; OK(cublasCreate(&h)); auto fa = ints<float>(64, 1), fb = ints<float>(64, 2), fc = ints<float>(64, 3); auto da = ints<double>(64, 1), db = ints<double>(64, 2), dc = ints<double>(64, 3);
  cuComplex al = {1, 2}, be = {-1, 1}; cuDoubleComplex zal = {1, 2}, zbe = {-1, 1}; cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
  for (auto oa : ops) for (auto ob : ops) { auto *a = (cuComplex *)dev(fa), *b = (cuComplex *)dev(fb), *c = (cuComplex *)dev(fc); auto *za = (cuDoubleComplex *)dev(da), *zb = (cuDoubleComplex *)dev(db), *zc = (cuDoubleComplex *)dev(dc); ST(cublasCgemm3m(h, oa, ob, 3, 4, 5, &al, a, 5, b, 5, &be, c, 4)); showc("c", c, 16); ST(cublasZgemm3m(h, oa, ob, 3, 4, 5, &zal, za, 5, zb, 5, &zbe, zc, 4)); showc("z", zc, 16); }
  for (auto t : {CUDA_C_32F, CUDA_C_8I, CUDA_C_16F}) for (auto u : {CUDA_C_32F, CUDA_C_8I}) { auto b8 = ints<signed char>(64, 4); void *a = t == CUDA_C_32F ? (void *)dev(fa) : (void *)dev(b8), *b = t == CUDA_C_32F ? (void *)dev(fb) : (void *)dev(b8), *c = dev(fc); ST(cublasCgemmEx(h, CUBLAS_OP_C, CUBLAS_OP_N, 3, 4, 4, &al, a, t, 4, b, t, 4, &be, c, u, 4)); if (t != CUDA_C_16F && u == CUDA_C_32F) showc("ex", (cuComplex *)c, 16); ST(cublasCgemm3mEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 4, &al, a, t, 4, b, t, 4, &be, c, u, 4)); }
  for (auto up : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL}) for (auto o : ops) { float r1 = 2, r2 = 3; auto *a = dev(fa), *c = dev(fc); ST(cublasCherkEx(h, up, o, 3, 4, &r1, a, CUDA_C_32F, 4, &r2, c, CUDA_C_32F, 4)); showc("herk", (cuComplex *)c, 12); ST(cublasCherk3mEx(h, up, o, 3, 4, &r1, a, CUDA_C_32F, 4, &r2, c, CUDA_C_32F, 4)); ST(cublasCsyrkEx(h, up, o, 3, 4, &al, a, CUDA_C_32F, 4, &be, c, CUDA_C_32F, 4)); showc("syrk", (cuComplex *)c, 12); auto b8 = ints<signed char>(64, 4); void *a8 = dev(b8); ST(cublasCsyrk3mEx(h, up, o, 3, 4, &al, a8, CUDA_C_8I, 4, &be, c, CUDA_C_32F, 4)); showc("syrk3m", (cuComplex *)c, 12); ST(cublasCherkEx(h, up, o, 3, 4, &r1, a8, CUDA_C_8I, 4, &r2, c, CUDA_C_32F, 4)); }
  for (auto t : {CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_8I, CUDA_R_64F, CUDA_R_8U}) for (auto u : {CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_32I}) { float one = 1, zero = 0; void *a = devz<float>(64), *c = devz<float>(64); ST(cublasSgemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &one, a, t, 4, a, t, 4, &zero, c, u, 4)); }
  auto *a = (cuComplex *)dev(fa), *c = (cuComplex *)dev(fc); auto *zc = (cuDoubleComplex *)dev(dc); ST(cublasCgemm3m(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 5, &al, a, 2, a, 5, &be, c, 4)); ST(cublasCgemm3m(h, CUBLAS_OP_N, CUBLAS_OP_N, -3, 4, 5, &al, a, 3, a, 5, &be, c, 4)); ST(cublasCgemm3m(h, CUBLAS_OP_N, CUBLAS_OP_N, 0, 4, 5, &al, a, 1, a, 5, &be, c, 1)); ST(cublasZgemm3m(h, (cublasOperation_t)7, CUBLAS_OP_N, 3, 4, 5, &zal, zc, 3, zc, 5, &zbe, zc, 4)); ST(cublasCgemm3m(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 5, &al, a, 3, a, 5, &be, c, 4));
  cuComplex nul = {0, 0}; ST(cublasCgemm3m(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 0, &nul, nullptr, 3, nullptr, 1, &be, c, 4)); showc("k0", c, 16); sync("end");
}
