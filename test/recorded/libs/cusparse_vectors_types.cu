// cuSPARSE sparse vectors: SpVV, axpby, gather, scatter, rot over types; statuses
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cusparse.h>
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
  cusparseHandle_t h; OK(cusparseCreate(&h)); int *ix = dev(std::vector<int>{0, 3, 4, 6}); long long *ix64 = dev(std::vector<long long>{1, 4, 5, 7}); struct { cudaDataType t; const char *n; } types[] = {{CUDA_R_32F, "f"}, {CUDA_R_64F, "d"}, {CUDA_C_32F, "c"}, {CUDA_C_64F, "z"}, {CUDA_R_16F, "h"}, {CUDA_R_16BF, "b"}, {CUDA_R_8I, "i8"}, {CUDA_C_16F, "ch"}, {CUDA_C_16BF, "cb"}};
  auto fill = [](cudaDataType t, int n, int seed) -> void * { auto f = ints<float>(n * 2, seed); std::vector<double> d(f.begin(), f.end()); switch (t) { case CUDA_R_32F: case CUDA_C_32F: return dev(f); case CUDA_R_64F: case CUDA_C_64F: return dev(d); case CUDA_R_16F: case CUDA_C_16F: { std::vector<__half> v(f.begin(), f.end()); return dev(v); } case CUDA_R_16BF: case CUDA_C_16BF: { std::vector<__nv_bfloat16> v(f.begin(), f.end()); return dev(v); } case CUDA_R_8I: { std::vector<signed char> v(f.begin(), f.end()); return dev(v); } default: { std::vector<int> v(f.begin(), f.end()); return dev(v); } } };
  auto print = [](const char *n, cudaDataType t, void *p, int k) { switch (t) { case CUDA_R_32F: return show(n, (float *)p, k); case CUDA_C_32F: return show(n, (float *)p, 2 * k); case CUDA_R_64F: return show(n, (double *)p, k); case CUDA_C_64F: return show(n, (double *)p, 2 * k); case CUDA_R_16F: { auto v = get((__half *)p, k); std::vector<float> f(v.begin(), v.end()); return show(n, f); } case CUDA_R_16BF: { auto v = get((__nv_bfloat16 *)p, k); std::vector<float> f(v.begin(), v.end()); return show(n, f); } case CUDA_R_8I: return show(n, (signed char *)p, k); case CUDA_R_32I: return show(n, (int *)p, k); default: printf("\n"); } };
  double al[2] = {2, 1}, be[2] = {3, 0}; float fal[2] = {2, 1}, fbe[2] = {3, 0};
  for (auto &t : types) for (int wide = 0; wide < 2; ++wide) { cusparseSpVecDescr_t x; cusparseDnVecDescr_t y; void *xv = fill(t.t, 4, 1), *yv = fill(t.t, 10, 2); int s1 = wide ? cusparseCreateSpVec(&x, 10, 4, ix64, xv, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE, t.t) : cusparseCreateSpVec(&x, 10, 4, ix, xv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, t.t); int s2 = cusparseCreateDnVec(&y, 10, yv, t.t); printf("%s wide %d: %d %d\n", t.n, wide, s1, s2); if (s1 || s2) continue; bool dbl = t.t == CUDA_R_64F || t.t == CUDA_C_64F; const void *pa = dbl ? (void *)al : (void *)fal, *pb = dbl ? (void *)be : (void *)fbe;
    printf("gather %d\n", cusparseGather(h, y, x)); print("x", t.t, xv, 4); printf("scatter %d\n", cusparseScatter(h, x, y)); print("y", t.t, yv, 10); if (t.t == CUDA_R_8I) continue; int s = cusparseAxpby(h, pa, x, pb, y); printf("axpby %d\n", s); if (!s) print("y", t.t, yv, 10); s = cusparseRot(h, pa, pb, x, y); printf("rot %d\n", s); if (!s) { print("x", t.t, xv, 4); print("y", t.t, yv, 10); }
    for (auto ct : {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F, CUDA_R_32I, CUDA_R_16F, CUDA_R_16BF}) for (auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) { double res[4] = {}; size_t z = 0; s = cusparseSpVV_bufferSize(h, op, x, y, res, ct, &z); int q = s ? -1 : cusparseSpVV(h, op, x, y, res, ct, devz<char>(z + 16)); printf("spvv %d op %d: %d %d", ct, op, s, q); if (!q) { cudaDeviceSynchronize(); if (ct == CUDA_R_32F) printf(" %.3g", *(float *)res); else if (ct == CUDA_R_64F) printf(" %.3g", res[0]); else if (ct == CUDA_C_32F) printf(" %.3g %.3g", ((float *)res)[0], ((float *)res)[1]); else if (ct == CUDA_C_64F) printf(" %.3g %.3g", res[0], res[1]); else if (ct == CUDA_R_32I) printf(" %d", *(int *)res); } printf("\n"); } }
  cusparseSpVecDescr_t x; ST(cusparseCreateSpVec(&x, -1, 0, ix, ix, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); ST(cusparseCreateSpVec(&x, 3, 4, ix, ix, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); ST(cusparseCreateSpVec(&x, 10, 4, nullptr, ix, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); ST(cusparseCreateSpVec(&x, 10, 4, ix, ix, CUSPARSE_INDEX_16U, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); ST(cusparseCreateSpVec(&x, 10, 4, ix, ix, (cusparseIndexType_t)7, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); ST(cusparseCreateSpVec(&x, 10, 0, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); ST(cusparseCreateSpVec(nullptr, 10, 4, ix, ix, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); cusparseDnVecDescr_t y; ST(cusparseCreateDnVec(&y, -1, ix, CUDA_R_32F)); ST(cusparseCreateDnVec(&y, 0, nullptr, CUDA_R_32F)); ST(cusparseCreateDnVec(&y, 5, nullptr, CUDA_R_32F)); sync("end");
}
