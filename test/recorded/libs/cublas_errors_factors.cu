// cuBLAS status codes of null factors and null results in host memory
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
  cublasHandle_t h; cublasCreate(&h); const int n = 4; float *a = devz<float>(64), *x = devz<float>(64), *y = devz<float>(64), one = 1, *f = nullptr; auto L = CUBLAS_FILL_MODE_LOWER; auto N = CUBLAS_OP_N;
  ERRI(cublasSgbmv(h, N, n, n, 1, 1, f, a, n, x, 1, &one, y, 1)); ERRI(cublasSgbmv(h, N, n, n, 1, 1, &one, a, n, x, 1, f, y, 1)); ERRI(cublasSsbmv(h, L, n, 1, f, a, n, x, 1, &one, y, 1)); ERRI(cublasSspmv(h, L, n, f, a, x, 1, &one, y, 1)); ERRI(cublasSger(h, n, n, f, x, 1, y, 1, a, n)); ERRI(cublasSsyr(h, L, n, f, x, 1, a, n)); ERRI(cublasSsyr2(h, L, n, f, x, 1, y, 1, a, n)); ERRI(cublasSspr(h, L, n, f, x, 1, a)); ERRI(cublasSspr2(h, L, n, f, x, 1, y, 1, a));
  ERRI(cublasSgemm(h, N, N, n, n, n, f, a, n, x, n, &one, y, n)); ERRI(cublasSgemm(h, N, N, n, n, n, &one, a, n, x, n, f, y, n)); ERRI(cublasSsymm(h, CUBLAS_SIDE_LEFT, L, n, n, f, a, n, x, n, &one, y, n)); ERRI(cublasSsyrk(h, L, N, n, n, f, a, n, &one, y, n)); ERRI(cublasSsyrk(h, L, N, n, n, &one, a, n, f, y, n)); ERRI(cublasSsyr2k(h, L, N, n, n, f, a, n, x, n, &one, y, n)); ERRI(cublasSsyrkx(h, L, N, n, n, &one, a, n, x, n, f, y, n)); ERRI(cublasStrmm(h, CUBLAS_SIDE_LEFT, L, N, CUBLAS_DIAG_UNIT, n, n, f, a, n, x, n, y, n)); ERRI(cublasStrsm(h, CUBLAS_SIDE_LEFT, L, N, CUBLAS_DIAG_UNIT, n, n, f, a, n, x, n));
  int *i = nullptr; ERRI(cublasSdot(h, n, x, 1, y, 1, f)); ERRI(cublasSnrm2(h, n, x, 1, f)); ERRI(cublasSasum(h, n, x, 1, f)); ERRI(cublasIsamax(h, n, x, 1, i)); ERRI(cublasIsamin(h, n, x, 1, i)); ERRI(cublasNrm2Ex(h, n, x, CUDA_R_32F, 1, f, CUDA_R_32F, CUDA_R_32F)); CK(cudaDeviceSynchronize());
}
