// cuBLAS GemmEx with 8-bit integers: leading dimensions, transposes, compute and scale types, beta, wrap
#include <cuda_runtime.h>
#include <cublas_v2.h>
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
int main() {
  cublasHandle_t h; OK(cublasCreate(&h)); auto a8 = ints<signed char>(64 * 64, 1, 255), b8 = ints<signed char>(64 * 64, 2, 255); auto *a = dev(a8), *b = dev(b8); int one = 1, two = 2, zero = 0; float f1 = 1, f2 = 0.5f, f0 = 0;
  for (int m : {4, 8, 12, 5}) for (int ld : {32, 20, 17, 18}) for (int t = 0; t < 4; ++t) { int *c = devz<int>(64 * 64); int k = 16, n = 8; auto oa = t & 1 ? CUBLAS_OP_T : CUBLAS_OP_N, ob = t & 2 ? CUBLAS_OP_T : CUBLAS_OP_N; int s = hush([&] { return cublasGemmEx(h, oa, ob, m, n, k, &one, a, CUDA_R_8I, ld, b, CUDA_R_8I, ld, &zero, c, CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT); }); printf("m %d ld %d trans %d -> %d", m, ld, t, s); if (!s) { auto v = get(c, 8 * 32); long sum = 0; for (size_t i = 0; i < v.size(); ++i) sum = sum * 31 + v[i]; printf(" %ld", sum); } printf("\n"); cudaFree(c); }
  for (auto ct : {CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32I_PEDANTIC, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_32F_FAST_TF32}) for (auto t : {CUDA_R_32I, CUDA_R_32F, CUDA_R_8I, CUDA_R_16F}) { float *c = devz<float>(1024); void *al = ct == CUBLAS_COMPUTE_32I || ct == CUBLAS_COMPUTE_32I_PEDANTIC ? (void *)&two : (void *)&f2, *be = ct == CUBLAS_COMPUTE_32I || ct == CUBLAS_COMPUTE_32I_PEDANTIC ? (void *)&zero : (void *)&f0; int s = hush([&] { return cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, al, a, CUDA_R_8I, 32, b, CUDA_R_8I, 32, be, c, t, 32, ct, CUBLAS_GEMM_DEFAULT); }); printf("compute %d C %d -> %d", ct, t, s); if (!s && t != CUDA_R_16F) { if (t == CUDA_R_32F) show("", c, 40); else if (t == CUDA_R_32I) show("", (int *)c, 40); else show("", (signed char *)c, 40); } else printf("\n"); }
  { std::vector<int> c0(32 * 8, 7); int *c = dev(c0); ST(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &two, a, CUDA_R_8I, 32, b, CUDA_R_8I, 32, &two, c, CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); show("beta 2", c, 40); int big = 1 << 28; ST(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &big, a, CUDA_R_8I, 32, b, CUDA_R_8I, 32, &zero, c, CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); show("wrap", c, 40); }
  { int *c = devz<int>(4096); ST(cublasGemmStridedBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &one, a, CUDA_R_8I, 16, 128, b, CUDA_R_8I, 16, 128, &zero, c, CUDA_R_32I, 8, 64, 3, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); show("strided", c, 192); ST(cublasGemmStridedBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &one, a, CUDA_R_8I, 16, 130, b, CUDA_R_8I, 16, 128, &zero, c, CUDA_R_32I, 8, 64, 3, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); void *pp[2] = {a, a + 128}, *pc[2] = {c, c + 64}; void **dp = dev(std::vector<void *>(pp, pp + 2)), **dc = dev(std::vector<void *>(pc, pc + 2)); ST(cublasGemmBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &one, dp, CUDA_R_8I, 16, dp, CUDA_R_8I, 16, &zero, dc, CUDA_R_32I, 8, 2, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); ST(cublasGemmBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &f1, dp, CUDA_R_8I, 16, dp, CUDA_R_8I, 16, &f0, dc, CUDA_R_32F, 8, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); show("batched", (float *)c, 128); }
  ST(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &one, a + 1, CUDA_R_8I, 32, b, CUDA_R_8I, 32, &zero, devz<int>(999), CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); ST(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 0, 8, 16, &one, a, CUDA_R_8I, 32, b, CUDA_R_8I, 32, &zero, devz<int>(999), CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); ST(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 0, &one, a, CUDA_R_8I, 32, b, CUDA_R_8I, 32, &zero, devz<int>(999), CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); ST(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &one, a, CUDA_R_8I, 32, b, CUDA_R_8I, 32, &zero, devz<int>(999), CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, (cublasGemmAlgo_t)200)); ST(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 16, &one, a, CUDA_R_8U, 32, b, CUDA_R_8I, 32, &zero, devz<int>(999), CUDA_R_32I, 32, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  sync("end");
}
