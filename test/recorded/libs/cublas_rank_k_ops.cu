// cuBLAS syrk, herk and relatives of complex numbers with each operation: statuses and exact values
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cuComplex.h>
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
  cublasHandle_t h; cublasCreate(&h); const int n = 3, k = 2; std::vector<cuComplex> a(16), b(16), z(16); for (int i = 0; i < 16; i++) { a[i] = make_cuComplex(i % 5 - 2, i % 3); b[i] = make_cuComplex(i % 4, 1 - i % 3); } auto A = dev(a), B = dev(b); cuComplex one = {1, 1}, zero = {0, 0}; float ro = 2, rz = 0; auto L = CUBLAS_FILL_MODE_LOWER;
  auto show = [&](const char *w, int s, cuComplex *c) { printf("%s %d:", w, s); for (auto x : get(c, 9)) printf(" %g,%g", x.x + 0.0f, x.y + 0.0f); printf("\n"); };
  for (int o : {0, 1, 2, 3}) { auto op = (cublasOperation_t)o; int ld = o ? k : n; printf("operation %d\n", o); auto c = dev(z); show("syrk", hush([&] { return cublasCsyrk(h, L, op, n, k, &one, A, ld, &zero, c, n); }), c); c = dev(z); show("herk", hush([&] { return cublasCherk(h, L, op, n, k, &ro, A, ld, &rz, c, n); }), c); c = dev(z); show("syr2k", hush([&] { return cublasCsyr2k(h, L, op, n, k, &one, A, ld, B, ld, &zero, c, n); }), c); c = dev(z); show("her2k", hush([&] { return cublasCher2k(h, L, op, n, k, &one, A, ld, B, ld, &rz, c, n); }), c); c = dev(z); show("syrkx", hush([&] { return cublasCsyrkx(h, L, op, n, k, &one, A, ld, B, ld, &zero, c, n); }), c); c = dev(z); show("herkx", hush([&] { return cublasCherkx(h, L, op, n, k, &one, A, ld, A, ld, &rz, c, n); }), c); c = dev(z); show("syrkEx", hush([&] { return cublasCsyrkEx(h, L, op, n, k, &one, A, CUDA_C_32F, ld, &zero, c, CUDA_C_32F, n); }), c); c = dev(z); show("herkEx", hush([&] { return cublasCherkEx(h, L, op, n, k, &ro, A, CUDA_C_32F, ld, &rz, c, CUDA_C_32F, n); }), c); }
}
