// cuBLAS status codes of types that are none, or do not go together, in the Ex routines
#include <cuda_runtime.h>
#include <cublas_v2.h>
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
  cublasHandle_t h; cublasCreate(&h); const int n = 4; void *a = devz<double>(64), *b = devz<double>(64), *c = devz<double>(64); double one[2] = {}, r[4]; auto bad = (cudaDataType)99; auto N = CUBLAS_OP_N; auto F = CUDA_R_32F, H = CUDA_R_16F; auto C32 = CUBLAS_COMPUTE_32F; auto D = CUBLAS_GEMM_DEFAULT; std::vector<void *> p = {a, a}; void **pa = dev(p);
  ERRI(cublasGemmEx(h, N, N, n, n, n, one, a, F, n, b, F, n, one, c, bad, n, C32, D)); ERRI(cublasGemmEx(h, N, N, n, n, n, one, a, bad, n, b, F, n, one, c, F, n, C32, D)); ERRI(cublasGemmEx(h, N, N, n, n, n, one, a, F, n, b, F, n, one, c, F, n, (cublasComputeType_t)99, D)); ERRI(cublasGemmEx(h, N, N, n, n, n, one, a, F, n, b, F, n, one, c, F, n, C32, (cublasGemmAlgo_t)999)); ERRI(cublasGemmStridedBatchedEx(h, N, N, n, n, n, one, a, F, n, 16, b, F, n, 16, one, c, bad, n, 16, 2, C32, D)); ERRI(cublasGemmStridedBatchedEx(h, N, N, n, n, n, one, a, F, n, 16, b, F, n, 16, one, c, F, n, 16, 2, (cublasComputeType_t)99, D)); ERRI(cublasGemmBatchedEx(h, N, N, n, n, n, one, pa, F, n, pa, F, n, one, pa, F, n, -1, C32, D));
  ERRI(cublasScalEx(h, n, one, bad, a, F, 1, F)); ERRI(cublasScalEx(h, n, one, F, a, bad, 1, F)); ERRI(cublasScalEx(h, n, one, F, a, F, 1, bad)); ERRI(cublasScalEx(h, n, one, F, a, H, 1, H)); ERRI(cublasAxpyEx(h, n, one, bad, a, F, 1, b, F, 1, F)); ERRI(cublasAxpyEx(h, n, one, F, a, F, 1, b, bad, 1, F)); ERRI(cublasNrm2Ex(h, n, a, bad, 1, r, F, F)); ERRI(cublasNrm2Ex(h, n, a, F, 1, r, bad, F)); ERRI(cublasNrm2Ex(h, n, a, H, 1, r, F, F)); ERRI(cublasNrm2Ex(h, n, a, H, 1, r, H, F)); ERRI(cublasAsumEx(h, n, a, H, 1, r, H, F)); ERRI(cublasAsumEx(h, n, a, H, 1, r, F, F)); ERRI(cublasAsumEx(h, n, a, bad, 1, r, F, F)); ERRI(cublasIamaxEx(h, n, a, bad, 1, (int *)r)); ERRI(cublasIamaxEx(h, n, a, H, 1, (int *)r)); CK(cudaDeviceSynchronize());
}
