// cublasLt: values of epilogues with aux and gradients, batches, strides, orders, vectors of alpha, pointer modes
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cublasLt.h>
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
template <class T> static void showt(const char *n, const T *d, size_t k) { auto v = get(d, k); printf("%s:", n); for (auto x : v) printf(" %.3g", (float)x); printf("\n"); }
static cublasLtHandle_t h;
template <class T> static void all(cudaDataType t, const char *name) {
  for (int epi : {1, 2, 4, 6, 130, 134, 136, 256, 512}) for (int tr = 0; tr < 4; ++tr) { int m = 16, n = 8, k = 16; cublasLtMatmulDesc_t d; OK(cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F)); auto set = [&](auto at, auto v) { OK(cublasLtMatmulDescSetAttribute(d, at, &v, sizeof v)); }; auto oa = tr & 1 ? CUBLAS_OP_T : CUBLAS_OP_N, ob = tr & 2 ? CUBLAS_OP_T : CUBLAS_OP_N; set(CUBLASLT_MATMUL_DESC_TRANSA, oa); set(CUBLASLT_MATMUL_DESC_TRANSB, ob); set(CUBLASLT_MATMUL_DESC_EPILOGUE, epi); T *bias = dev(conv<T>(ints<float>(64, 9))), *a = dev(conv<T>(ints<float>(256, 1, 3))), *b = dev(conv<T>(ints<float>(256, 2, 3))), *c = dev(conv<T>(ints<float>(256, 3))), *o = devz<T>(256), *aux = dev(conv<T>(ints<float>(2048, 4, 3))); if (epi & (4 | 16 | 256 | 512)) set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)bias); if (epi & 128) { set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void *)aux); set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)128); } cublasLtMatrixLayout_t la, lb, lc; OK(cublasLtMatrixLayoutCreate(&la, t, tr & 1 ? k : m, tr & 1 ? m : k, 16)); OK(cublasLtMatrixLayoutCreate(&lb, t, tr & 2 ? n : k, tr & 2 ? k : n, tr & 2 ? 8 : 16)); OK(cublasLtMatrixLayoutCreate(&lc, t, m, n, 16)); float al = 0.5f, be = 1; int s = hush([&] { return cublasLtMatmul(h, d, &al, a, la, b, lb, &be, c, lc, o, lc, nullptr, nullptr, 0, 0); }); printf("%s epilogue %d trans %d: %d\n", name, epi, tr, s); if (!s) { showt("d", o, 40); if (epi == 256 || epi == 512 || (epi & 16)) showt("bias", bias, 16); if (epi & 128 && (epi & 32)) showt("aux", aux, 16); if ((epi & 130) == 130) { auto v = get((unsigned char *)aux, 8); printf("mask:"); for (int i = 0; i < 2; ++i) printf(" %02x", v[i]); printf("\n"); } } cudaFree(a); cudaFree(b); cudaFree(aux); cublasLtMatmulDescDestroy(d); }
}
int main() {
  OK(cublasLtCreate(&h)); all<float>(CUDA_R_32F, "f"); all<__half>(CUDA_R_16F, "h"); all<__nv_bfloat16>(CUDA_R_16BF, "b");
  for (int pm : {0, 1}) { cublasLtMatmulDesc_t d; OK(cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F)); int s0 = cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_POINTER_MODE, &pm, 4); cublasLtMatrixLayout_t l; OK(cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, 8, 8, 8)); float *a = dev(ints<float>(64, 1)), *c = dev(ints<float>(64, 3)), *o = devz<float>(64); float hal[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *dal = dev(std::vector<float>(hal, hal + 8)); bool host = pm == 0; int s = hush([&] { return cublasLtMatmul(h, d, host ? hal : dal, a, l, a, l, pm == 0 || pm == 4 ? hal + 1 : dal + 1, c, l, o, l, nullptr, nullptr, 0, 0); }); printf("pointer mode %d: %d %d", pm, s0, s); cudaDeviceSynchronize(); if (!s) show("", o, 24); else printf("\n"); }
  for (int bc : {1, 2, 3}) for (int64_t st : {0, 64, 80}) { cublasLtMatmulDesc_t d; OK(cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F)); cublasLtMatrixLayout_t l, lo; OK(cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, 8, 8, 8)); OK(cublasLtMatrixLayoutCreate(&lo, CUDA_R_32F, 8, 8, 8)); int64_t os = 64; int three = 3; cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &bc, 4); cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &st, 8); cublasLtMatrixLayoutSetAttribute(lo, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, bc == 3 ? &three : &bc, 4); cublasLtMatrixLayoutSetAttribute(lo, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &os, 8); float *a = dev(ints<float>(512, 1)), *o = devz<float>(256), al = 1, be = 0; int s = hush([&] { return cublasLtMatmul(h, d, &al, a, l, a, l, &be, o, lo, o, lo, nullptr, nullptr, 0, 0); }); printf("batch %d stride %d: %d", bc, (int)st, s); if (!s) show("", o + 60, 80); else printf("\n"); }
  sync("end");
}
