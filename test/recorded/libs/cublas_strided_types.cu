// cuBLAS strides of 0 and negative ones, gemv batches of mixed types, Ex batches, pointer modes
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
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
template <class T> static std::vector<T> conv(const std::vector<float> &v) { std::vector<T> r(v.size()); for (size_t i = 0; i < v.size(); ++i) r[i] = T(v[i]); return r; }
template <class T> static void showh(const char *n, const T *d, size_t k) { auto v = get(d, k); printf("%s:", n); for (auto x : v) printf(" %.4g", (float)x); printf("\n"); }
int main() {
  cublasHandle_t h; OK(cublasCreate(&h)); auto A = ints<float>(512, 1), B = ints<float>(512, 2), C = ints<float>(512, 3); float one = 1, two = 2, zero = 0, half = 0.5f;
  for (auto [sa, sb, sc] : {std::tuple{20ll, 20ll, 20ll}, {0ll, 20ll, 20ll}, {20ll, 0ll, 20ll}, {20ll, 20ll, 12ll}, {-20ll, 20ll, 20ll}, {1ll, 1ll, 20ll}}) { float *a = dev(A) + 200, *b = dev(B) + 200, *c = dev(C) + 200; ST(cublasSgemmStridedBatched(h, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, 4, &two, a, 4, sa, b, 4, sb, &one, c, 4, sc, 3)); show("c", c, 60); float *x = dev(A) + 200, *y = dev(C) + 200; ST(cublasSgemvStridedBatched(h, CUBLAS_OP_N, 3, 4, &two, a, 4, sa, x, 1, sb, &one, y, 2, sc, 3)); show("y", y, 60); }
  auto *ha = dev(conv<__half>(A)), *hx = dev(conv<__half>(B)), *hy = dev(conv<__half>(C)); auto *ba = dev(conv<__nv_bfloat16>(A)), *bx = dev(conv<__nv_bfloat16>(B)), *by = dev(conv<__nv_bfloat16>(C)); float *fy = dev(C);
  for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) { ST(cublasHSHgemvStridedBatched(h, op, 3, 4, &half, ha, 4, 16, hx, 1, 8, &one, hy, 1, 8, 3)); showh("hsh", hy, 24); ST(cublasHSSgemvStridedBatched(h, op, 3, 4, &half, ha, 4, 16, hx, 1, 8, &one, fy, 1, 8, 3)); show("hss", fy, 24); ST(cublasTSTgemvStridedBatched(h, op, 3, 4, &half, ba, 4, 16, bx, -1, 8, &one, by, 1, 8, 3)); showh("tst", by, 24); ST(cublasTSSgemvStridedBatched(h, op, 3, 4, &half, ba, 4, 16, bx, 1, 8, &zero, fy, -1, 8, 3)); show("tss", fy, 24);
    auto **pa = dev(std::vector<__half *>{ha, ha + 16}), **px = dev(std::vector<__half *>{hx, hx + 8}), **py = dev(std::vector<__half *>{hy, hy + 8}); auto **pf = dev(std::vector<float *>{fy, fy + 8}); ST(cublasHSHgemvBatched(h, op, 3, 4, &half, pa, 4, px, 1, &one, py, 1, 2)); showh("hsh", hy, 16); ST(cublasHSSgemvBatched(h, op, 3, 4, &half, pa, 4, px, 2, &zero, pf, 1, 2)); show("hss", fy, 16); }
  ST(cublasHSHgemvStridedBatched(h, CUBLAS_OP_N, 3, 4, &half, ha, 2, 16, hx, 1, 8, &one, hy, 1, 8, 3)); ST(cublasHSHgemvStridedBatched(h, CUBLAS_OP_N, 3, 4, &half, ha, 4, 16, hx, 0, 8, &one, hy, 1, 8, 3)); ST(cublasHSHgemvStridedBatched(h, CUBLAS_OP_N, 3, 4, &half, ha, 4, 16, hx, 1, 8, &one, hy, 1, 8, -1)); ST(cublasHSHgemvStridedBatched(h, CUBLAS_OP_N, 3, 4, &half, ha, 4, 16, hx, 1, 8, &one, hy, 1, 8, 0)); ST(cublasHSHgemvStridedBatched(h, CUBLAS_OP_N, 0, 4, &half, ha, 4, 16, hx, 1, 8, &one, hy, 1, 8, 3)); ST(cublasHSHgemvStridedBatched(h, CUBLAS_OP_C, 3, 4, &half, ha, 4, 16, hx, 1, 8, &one, hy, 1, 8, 3));
  { __half h1 = __float2half(1.f), h2 = __float2half(0.5f); auto *hc = dev(conv<__half>(C)); ST(cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, &h2, ha, 8, hx, 8, &h1, hc, 8)); showh("hgemm", hc, 32); ST(cublasHgemmStridedBatched(h, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &h1, ha, 8, 32, hx, 8, 0, &h1, hc, 8, 32, 2)); showh("strided", hc, 64); ST(cublasHgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &h1, dev(std::vector<__half *>{ha, ha + 8}), 8, dev(std::vector<__half *>{hx, hx + 16}), 8, &h2, dev(std::vector<__half *>{hc, hc + 64}), 8, 2)); showh("batched", hc, 96); }
  { OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE)); float *d = dev(std::vector<float>{2, 3}), *c = dev(C); ST(cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 3, d, ha, CUDA_R_16F, 4, 16, hx, CUDA_R_16F, 4, 16, d + 1, c, CUDA_R_32F, 4, 16, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); show("device scalars", c, 32); ST(cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 3, d, ba, CUDA_R_16BF, 4, 16, bx, CUDA_R_16BF, 4, 16, d + 1, by, CUDA_R_16BF, 4, 16, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP)); showh("bf", by, 32); ST(cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 3, d, ba, CUDA_R_16BF, 4, 16, hx, CUDA_R_16F, 4, 16, d + 1, by, CUDA_R_16BF, 4, 16, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); }
  sync("end");
}
