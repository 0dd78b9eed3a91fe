// cuBLAS status codes of gemv, batched and strided: only a small lda and a negative number of matrices are errors
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
  cublasHandle_t h; cublasCreate(&h); const int n = 4; float *a = devz<float>(64), *x = devz<float>(64), *y = dev(std::vector<float>(64, 7)), one = 1; std::vector<float *> p = {a, a}, q = {y, y + 8}; float **pa = dev(p), **py = dev(q); auto N = CUBLAS_OP_N;
  for (int m : {-1, 0, 4}) for (int k : {-1, 0, 4}) for (int lda : {0, 3, 4}) for (int c : {0, 2}) { printf("m %d n %d lda %d count %d:", m, k, lda, c); printf(" %d", (int)hush([&] { return cublasSgemvBatched(h, N, m, k, &one, pa, lda, pa, 1, &one, py, 1, c); })); printf(" %d\n", (int)hush([&] { return cublasSgemvStridedBatched(h, N, m, k, &one, a, lda, 16, x, 1, 4, &one, y, 1, 8, c); })); }
  ERRI(cublasSgemv(h, (cublasOperation_t)9, n, n, &one, a, n, x, 1, &one, y, 1)); ERRI(cublasSgemv(h, N, 0, n, &one, a, 0, x, 1, &one, y, 1)); ERRI(cublasSgemv(h, N, n, 0, &one, a, 0, x, 1, &one, y, 1)); ERRI(cublasSgemvBatched(h, (cublasOperation_t)9, n, n, &one, pa, n, pa, 1, &one, py, 1, 2)); ERRI(cublasSgemvBatched(h, N, n, n, &one, pa, n, pa, 0, &one, py, 1, 2)); ERRI(cublasSgemvStridedBatched(h, N, n, n, &one, a, n, 16, x, 1, 4, &one, y, 0, 8, 2)); auto v = get(y, 16); for (float f : v) printf(" %g", f); printf("\n"); ERRI(cublasSsymv(h, CUBLAS_FILL_MODE_LOWER, 0, &one, a, 0, x, 1, &one, y, 1)); CK(cudaDeviceSynchronize());
}
