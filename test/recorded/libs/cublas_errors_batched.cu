// cuBLAS status codes and info of wrong sizes in gels, getrf, matinv and trsm batched
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
  cublasHandle_t h; cublasCreate(&h); float *a = dev(std::vector<float>(256, 1)), *b = devz<float>(256), one = 1; std::vector<float *> p = {a, a + 64}, q = {b, b + 64}; float **pa = dev(p), **pb = dev(q); int info, *d = devz<int>(8), *piv = devz<int>(32); auto N = CUBLAS_OP_N;
  for (int o : {1, 2, 3, 99}) printf("gels operation %d: %d\n", o, (int)hush([&] { return cublasSgelsBatched(h, (cublasOperation_t)o, 4, 4, 2, pa, 4, pb, 4, &info, d, 2); })); for (int m : {-1, 0, 2, 4}) for (int n : {-1, 0, 4}) { info = 77; int s = hush([&] { return cublasSgelsBatched(h, N, m, n, 2, pa, 4, pb, 4, &info, d, 2); }); printf("gels m %d n %d: %d info %d\n", m, n, s, info); } ERRI(cublasSgelsBatched(h, N, 4, 4, 2, pa, 4, pb, 4, nullptr, d, 2));
  for (int n : {-1, 0, 4, 33}) for (int ld : {3, 33}) printf("n %d ld %d: getrf %d matinv %d\n", n, ld, (int)hush([&] { return cublasSgetrfBatched(h, n > 4 ? 4 : n, pa, ld, piv, d, 2); }), (int)hush([&] { return cublasSmatinvBatched(h, n, (const float **)pa, ld, pb, ld, d, 2); })); ERRI(cublasSgetrfBatched(h, 4, pa, 4, piv, d, -1)); ERRI(cublasSgetrfBatched(h, 4, pa, 4, piv, d, 0)); ERRI(cublasStrsmBatched(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N, CUBLAS_DIAG_UNIT, 4, 4, &one, pa, 4, pb, 4, -1)); ERRI(cublasStrsmBatched(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N, CUBLAS_DIAG_UNIT, 4, 4, &one, pa, 3, pb, 4, 2)); CK(cudaDeviceSynchronize());
}
