// cuSPARSE BSR, blocked ELL, SELL in the generic interface: SpMV, SpMM, SDDMM, block orders, statuses
#include <cuda_runtime.h>
#include <cuda_fp16.h>
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
  cusparseHandle_t h; OK(cusparseCreate(&h)); int *o = dev(std::vector<int>{0, 2, 3, 5}), *c = dev(std::vector<int>{0, 2, 1, 0, 2}); float *v = dev(ints<float>(64, 1)), *B = dev(ints<float>(64, 2)), *C = devz<float>(64), al = 2, be = 1;
  for (auto order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) for (auto [rb, cb] : {std::pair{2, 2}, {2, 3}, {1, 2}}) { cusparseSpMatDescr_t m; int s = cusparseCreateBsr(&m, 3, 3, 5, rb, cb, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F, order); printf("bsr order %d %dx%d: %d\n", order, rb, cb, s); if (s) continue; int64_t rr, cc, nn; OK(cusparseSpMatGetSize(m, &rr, &cc, &nn)); printf("size %d %d %d\n", (int)rr, (int)cc, (int)nn); int mr = 3 * rb, mc = 3 * cb;
    for (auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) for (auto alg : {CUSPARSE_SPMV_ALG_DEFAULT, (cusparseSpMVAlg_t)6, CUSPARSE_SPMV_CSR_ALG1}) { int nx = op ? mr : mc, ny = op ? mc : mr; cusparseDnVecDescr_t x, y; cudaMemset(C, 0, 256); OK(cusparseCreateDnVec(&x, nx, B, CUDA_R_32F)); OK(cusparseCreateDnVec(&y, ny, C, CUDA_R_32F)); size_t z = 0; int s1 = cusparseSpMV_bufferSize(h, op, &al, m, x, &be, y, CUDA_R_32F, alg, &z), s2 = cusparseSpMV(h, op, &al, m, x, &be, y, CUDA_R_32F, alg, devz<char>(z + 64)); printf("spmv op %d alg %d: %d %d", op, alg, s1, s2); if (!s2) show("", C, ny); else printf("\n"); }
    for (auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) for (auto ob : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) for (auto od : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) { int k = op ? mr : mc, M = op ? mc : mr, n = 2; int br = ob ? n : k, bc = ob ? k : n; cusparseDnMatDescr_t b, d; cudaMemset(C, 0, 256); OK(cusparseCreateDnMat(&b, br, bc, od == CUSPARSE_ORDER_COL ? br : bc, B, CUDA_R_32F, od)); OK(cusparseCreateDnMat(&d, M, n, od == CUSPARSE_ORDER_COL ? M : n, C, CUDA_R_32F, od)); size_t z = 0; int s1 = cusparseSpMM_bufferSize(h, op, ob, &al, m, b, &be, d, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &z), s2 = s1 ? -1 : cusparseSpMM(h, op, ob, &al, m, b, &be, d, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, devz<char>(z + 64)); printf("spmm %d %d order %d: %d %d", op, ob, od, s1, s2); if (!s2) show("", C, M * n); else printf("\n"); for (int al2 : {1, 4, 12, 13, 14}) { s1 = cusparseSpMM_bufferSize(h, op, ob, &al, m, b, &be, d, CUDA_R_32F, (cusparseSpMMAlg_t)al2, &z); printf(" alg %d: %d", al2, s1); } printf("\n"); }
    { cusparseDnMatDescr_t a, b; int K = 2; OK(cusparseCreateDnMat(&a, mr, K, K, B, CUDA_R_32F, CUSPARSE_ORDER_ROW)); OK(cusparseCreateDnMat(&b, K, mc, K, B + 20, CUDA_R_32F, CUSPARSE_ORDER_COL)); size_t z = 0; int s1 = cusparseSDDMM_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, a, b, &be, m, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, &z), s2 = s1 ? -1 : cusparseSDDMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, a, b, &be, m, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, devz<char>(z + 64)); printf("sddmm: %d %d", s1, s2); if (!s2) show("", v, 5 * rb * cb); else printf("\n"); } OK(cusparseDestroySpMat(m)); }
  cusparseSpMatDescr_t m; auto I = CUSPARSE_INDEX_32I; auto Z = CUSPARSE_INDEX_BASE_ZERO; ST(cusparseCreateBsr(&m, 3, 3, 5, 0, 2, o, c, v, I, I, Z, CUDA_R_32F, CUSPARSE_ORDER_COL)); ST(cusparseCreateBsr(&m, 3, 3, 10, 2, 2, o, c, v, I, I, Z, CUDA_R_32F, CUSPARSE_ORDER_COL)); ST(cusparseCreateBsr(&m, -3, 3, 5, 2, 2, o, c, v, I, I, Z, CUDA_R_32F, CUSPARSE_ORDER_COL)); ST(cusparseCreateBsr(&m, 3, 3, 5, 2, 2, o, c, v, CUSPARSE_INDEX_64I, I, Z, CUDA_R_32F, CUSPARSE_ORDER_COL)); ST(cusparseCreateBsr(&m, 3, 3, 5, 2, 2, o, c, v, I, I, Z, CUDA_R_32F, (cusparseOrder_t)5)); ST(cusparseCreateSlicedEll(&m, 4, 4, 8, 8, 0, o, c, v, I, I, Z, CUDA_R_32F)); ST(cusparseCreateSlicedEll(&m, 4, 4, 8, 4, 2, o, c, v, I, I, Z, CUDA_R_32F)); ST(cusparseCreateSlicedEll(&m, 4, 4, 20, 30, 2, o, c, v, I, I, Z, CUDA_R_32F)); ST(cusparseCreateSlicedEll(&m, 5, 4, 8, 8, 2, o, c, v, I, I, Z, CUDA_R_32F)); ST(cusparseCreateBlockedEll(&m, 6, 8, 3, 4, c, v, I, Z, CUDA_R_32F)); ST(cusparseCreateBlockedEll(&m, 6, 8, 2, 3, c, v, I, Z, CUDA_R_32F)); ST(cusparseCreateBlockedEll(&m, 6, 8, 0, 4, c, v, I, Z, CUDA_R_32F)); ST(cusparseCreateBlockedEll(&m, 6, 8, 2, 10, c, v, I, Z, CUDA_R_32F)); ST(cusparseCreateBlockedEll(&m, 6, 8, 2, 4, nullptr, nullptr, I, Z, CUDA_R_32F));
  for (int pad = 0; pad < 2; ++pad) { int *so = dev(std::vector<int>{0, 4, 10}), *sc = dev(std::vector<int>{0, 1, 2, pad ? -1 : 3, 0, 1, 2, 3, pad ? -1 : 3, -1}); float *sv = dev(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}); cusparseSpMatDescr_t e; ST(cusparseCreateSlicedEll(&e, 4, 4, pad ? 7 : 9, 10, 2, so, sc, sv, I, I, Z, CUDA_R_32F)); for (auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) { cusparseDnVecDescr_t x, y; cudaMemset(C, 0, 64); OK(cusparseCreateDnVec(&x, 4, B, CUDA_R_32F)); OK(cusparseCreateDnVec(&y, 4, C, CUDA_R_32F)); size_t z = 0; ST(cusparseSpMV_bufferSize(h, op, &al, e, x, &be, y, CUDA_R_32F, CUSPARSE_SPMV_SELL_ALG1, &z)); ST(cusparseSpMV(h, op, &al, e, x, &be, y, CUDA_R_32F, CUSPARSE_SPMV_SELL_ALG1, devz<char>(z + 64))); show("sell", C, 4); } }
  sync("end");
}
