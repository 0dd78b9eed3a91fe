// cuSPARSE SpMM of CSR, CSC, COO: operations, orders, algorithms, bases; SpSM unsorted and unit; conversions to dense
#include <cuda_runtime.h>
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
  cusparseHandle_t h; OK(cusparseCreate(&h)); auto I = CUSPARSE_INDEX_32I; float al = 2, be = -1; 
  for (int base = 0; base < 2; ++base) for (int fmt = 0; fmt < 3; ++fmt) { std::vector<int> off = {0, 2, 3, 3, 5}, col = {2, 0, 1, 0, 2}, row = {0, 0, 1, 3, 3}; for (auto *v : {&off, &col, &row}) for (int &x : *v) x += base; auto Z = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO; int *o = dev(off), *c = dev(col), *r = dev(row); float *v = dev(std::vector<float>{1, 2, 3, 4, 5}); cusparseSpMatDescr_t m; if (fmt == 0) OK(cusparseCreateCsr(&m, 4, 3, 5, o, c, v, I, I, Z, CUDA_R_32F)); else if (fmt == 1) OK(cusparseCreateCsc(&m, 3, 4, 5, o, c, v, I, I, Z, CUDA_R_32F)); else OK(cusparseCreateCoo(&m, 4, 3, 5, r, c, v, I, Z, CUDA_R_32F)); int M0 = fmt == 1 ? 3 : 4, K0 = fmt == 1 ? 4 : 3;
    for (auto oa : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE}) for (auto ob : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) for (auto od : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) for (int alg : {0, 1, 2, 3, 4, 5, 6, 14}) { int M = oa ? K0 : M0, K = oa ? M0 : K0, n = 2, br = ob ? n : K, bc = ob ? K : n; float *B = dev(ints<float>(40, 5)), *C = dev(ints<float>(40, 6)); cusparseDnMatDescr_t b, d; OK(cusparseCreateDnMat(&b, br, bc, (od == CUSPARSE_ORDER_COL ? br : bc) + 1, B, CUDA_R_32F, od)); OK(cusparseCreateDnMat(&d, M, n, (od == CUSPARSE_ORDER_COL ? M : n) + 1, C, CUDA_R_32F, od)); size_t z = 0; int s1 = cusparseSpMM_bufferSize(h, oa, ob, &al, m, b, &be, d, CUDA_R_32F, (cusparseSpMMAlg_t)alg, &z), s2 = s1 ? -1 : cusparseSpMM(h, oa, ob, &al, m, b, &be, d, CUDA_R_32F, (cusparseSpMMAlg_t)alg, devz<char>(z + 64)); printf("fmt %d base %d op %d %d order %d alg %d: %d %d", fmt, base, oa, ob, od, alg, s1, s2); if (!s2) show("", C, 15); else printf("\n"); cudaFree(B); cudaFree(C); }
    for (auto od : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) { float *D = dev(std::vector<float>(30, 9)); cusparseDnMatDescr_t d; OK(cusparseCreateDnMat(&d, M0, K0, 6, D, CUDA_R_32F, od)); size_t z = 0; int s1 = cusparseSparseToDense_bufferSize(h, m, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &z), s2 = s1 ? -1 : cusparseSparseToDense(h, m, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, devz<char>(z + 64)); printf("to dense %d: %d %d", od, s1, s2); show("", D, 24); } }
  { int *o = dev(std::vector<int>{0, 1, 3, 5}), *c = dev(std::vector<int>{0, 1, 0, 2, 1}); double *v = dev(std::vector<double>{2, 4, 1, 5, 3}), da = 2; cusparseSpMatDescr_t m; OK(cusparseCreateCsr(&m, 3, 3, 5, o, c, v, I, I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F)); for (auto oa : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) for (auto ob : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) { double *B = dev(std::vector<double>{2, 4, 6, 8, 10, 12}), *C = devz<double>(8); cusparseDnMatDescr_t b, d; OK(cusparseCreateDnMat(&b, ob ? 2 : 3, ob ? 3 : 2, ob ? 2 : 3, B, CUDA_R_64F, CUSPARSE_ORDER_COL)); OK(cusparseCreateDnMat(&d, 3, 2, 3, C, CUDA_R_64F, CUSPARSE_ORDER_COL)); cusparseSpSMDescr_t s; OK(cusparseSpSM_createDescr(&s)); size_t z = 0; printf("spsm %d %d: %d", oa, ob, cusparseSpSM_bufferSize(h, oa, ob, &da, m, b, d, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, s, &z)); char *w = devz<char>(z + 64); printf(" %d", cusparseSpSM_analysis(h, oa, ob, &da, m, b, d, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, s, w)); printf(" %d", cusparseSpSM_solve(h, oa, ob, &da, m, b, d, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, s)); show("", C, 6); double *dg = dev(std::vector<double>{1, 2, 4}); printf("update %d", cusparseSpSM_updateMatrix(h, s, dg, CUSPARSE_SPSM_UPDATE_DIAGONAL)); printf(" %d", cusparseSpSM_solve(h, oa, ob, &da, m, b, d, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, s)); show("", C, 6); } }
  sync("end");
}
