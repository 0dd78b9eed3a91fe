// cuBLAS GemmEx and GemmStridedBatchedEx: every combination of operand, result and compute type that is accepted
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
  cublasHandle_t h; cublasCreate(&h); char *a = devz<char>(1 << 16), *b = devz<char>(1 << 16), *c = devz<char>(1 << 16); double al[4] = {0, 0, 0, 0};
  struct { const char *n; cudaDataType t; } ty[] = {{"16f", CUDA_R_16F}, {"16bf", CUDA_R_16BF}, {"32f", CUDA_R_32F}, {"64f", CUDA_R_64F}, {"c16f", CUDA_C_16F}, {"c16bf", CUDA_C_16BF}, {"c32f", CUDA_C_32F}, {"c64f", CUDA_C_64F}, {"8i", CUDA_R_8I}, {"8u", CUDA_R_8U}, {"32i", CUDA_R_32I}, {"c8i", CUDA_C_8I}};
  struct { const char *n; cublasComputeType_t t; } cy[] = {{"16F", CUBLAS_COMPUTE_16F}, {"16F_P", CUBLAS_COMPUTE_16F_PEDANTIC}, {"32F", CUBLAS_COMPUTE_32F}, {"32F_P", CUBLAS_COMPUTE_32F_PEDANTIC}, {"F16F", CUBLAS_COMPUTE_32F_FAST_16F}, {"F16BF", CUBLAS_COMPUTE_32F_FAST_16BF}, {"TF32", CUBLAS_COMPUTE_32F_FAST_TF32}, {"64F", CUBLAS_COMPUTE_64F}, {"64F_P", CUBLAS_COMPUTE_64F_PEDANTIC}, {"32I", CUBLAS_COMPUTE_32I}, {"32I_P", CUBLAS_COMPUTE_32I_PEDANTIC}};
  for (auto &e : cy) for (auto &x : ty) for (auto &y : ty) for (auto &z : ty) { int s = hush([&] { return cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 32, 32, 32, al, a, x.t, 32, b, y.t, 32, al, c, z.t, 32, e.t, CUBLAS_GEMM_DEFAULT); }), s2 = hush([&] { return cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_T, 32, 32, 32, al, a, x.t, 32, 1024, b, y.t, 32, 1024, al, c, z.t, 32, 1024, 2, e.t, CUBLAS_GEMM_DEFAULT_TENSOR_OP); }); if (s != 15 || s2 != 15) printf("%s %s*%s->%s: %d batched %d\n", e.n, x.n, y.n, z.n, s, s2); }
  ST(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, al, a, CUDA_R_32F, 4, b, CUDA_R_32F, 4, al, c, CUDA_R_32F, 4, (cublasComputeType_t)999, CUBLAS_GEMM_DEFAULT)); ST(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, al, a, CUDA_R_32F, 4, b, CUDA_R_32F, 4, al, c, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, (cublasGemmAlgo_t)5)); ST(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, al, a, CUDA_R_32F, 4, b, CUDA_R_32F, 4, al, c, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, (cublasGemmAlgo_t)777)); ST(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, al, a, (cudaDataType)99, 4, b, CUDA_R_32F, 4, al, c, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  for (int n : {1, 2, 3, 4, 5, 8, 12}) printf("int8 size %d: TN %d NN %d NT %d TT %d\n", n, (int)hush([&] { return cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, al, a, CUDA_R_8I, n, b, CUDA_R_8I, n, al, c, CUDA_R_32I, n, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT); }), (int)hush([&] { return cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, al, a, CUDA_R_8I, n, b, CUDA_R_8I, n, al, c, CUDA_R_32I, n, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT); }), (int)hush([&] { return cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, al, a, CUDA_R_8I, n, b, CUDA_R_8I, n, al, c, CUDA_R_32I, n, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT); }), (int)hush([&] { return cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_T, n, n, n, al, a, CUDA_R_8I, n, b, CUDA_R_8I, n, al, c, CUDA_R_32I, n, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT); }));
  sync("end");
}
