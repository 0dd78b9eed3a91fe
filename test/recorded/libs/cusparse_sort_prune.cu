// cuSPARSE sorting, permutations, pruning, compressing, colouring, nnz, geam, csr2csc with types; statuses
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
  cusparseHandle_t h; OK(cusparseCreate(&h)); cusparseMatDescr_t d; OK(cusparseCreateMatDescr(&d)); size_t z; std::vector<int> off = {0, 3, 3, 6, 8}, col = {3, 0, 2, 4, 1, 1, 0, 3}, row = {2, 0, 3, 0, 2, 3, 0, 2};
  { int *o = dev(off), *c = dev(col), *p = devz<int>(8); OK(cusparseCreateIdentityPermutation(h, 8, p)); ST(cusparseXcsrsort_bufferSizeExt(h, 4, 5, 8, o, c, &z)); ST(cusparseXcsrsort(h, 4, 5, 8, d, o, c, p, devz<char>(z + 64))); show("columns", c, 8); show("permutation", p, 8); }
  { int *o = dev(std::vector<int>{0, 2, 4, 5, 6, 8}), *r = dev(std::vector<int>{3, 0, 2, 1, 3, 0, 2, 1}), *p = devz<int>(8); OK(cusparseCreateIdentityPermutation(h, 8, p)); ST(cusparseXcscsort_bufferSizeExt(h, 4, 5, 8, o, r, &z)); ST(cusparseXcscsort(h, 4, 5, 8, d, o, r, p, devz<char>(z + 64))); show("rows", r, 8); show("permutation", p, 8); }
  for (int by = 0; by < 2; ++by) { int *r = dev(row), *c = dev(col), *p = devz<int>(8); OK(cusparseCreateIdentityPermutation(h, 8, p)); ST(cusparseXcoosort_bufferSizeExt(h, 4, 5, 8, r, c, &z)); if (by) ST(cusparseXcoosortByColumn(h, 4, 5, 8, r, c, p, devz<char>(z + 64))); else ST(cusparseXcoosortByRow(h, 4, 5, 8, r, c, p, devz<char>(z + 64))); show("rows", r, 8); show("columns", c, 8); show("permutation", p, 8); }
  { std::vector<int> so = {0, 2, 3, 6, 8}, sc = {0, 3, 2, 1, 2, 4, 0, 3}; std::vector<double> sv = {1, -5, 0.5, 2, 0, -0.25, 4, 3}; int *o = dev(so), *c = dev(sc), nnz = -1, *per = devz<int>(8), *o2 = devz<int>(8), *c2 = devz<int>(16); double *v = dev(sv), *v2 = devz<double>(16);
    for (double tol : {0.0, 0.5, 3.0, 100.0}) { ST(cusparseDnnz_compress(h, 4, d, v, o, per, &nnz, tol)); printf("nnz %d\n", nnz); show("per row", per, 4); if (tol == 0) { ST(cusparseDcsr2csr_compress(h, 4, 5, d, v, c, o, 8, per, v2, c2, o2, tol)); show("offsets", o2, 5); } }
    for (double t : {0.0, 0.5, 2.5}) { ST(cusparseDpruneCsr2csr_bufferSizeExt(h, 4, 5, 8, d, v, o, c, &t, d, v2, o2, c2, &z)); char *b = devz<char>(z + 64); ST(cusparseDpruneCsr2csrNnz(h, 4, 5, 8, d, v, o, c, &t, d, o2, &nnz, b)); printf("nnz %d\n", nnz); ST(cusparseDpruneCsr2csr(h, 4, 5, 8, d, v, o, c, &t, d, v2, o2, c2, b)); show("values", v2, nnz); show("columns", c2, nnz); }
    for (float pc : {0.f, 20.f, 50.f, 99.f, 100.f, 101.f, -1.f}) { pruneInfo_t i; OK(cusparseCreatePruneInfo(&i)); int s = cusparseDpruneCsr2csrByPercentage_bufferSizeExt(h, 4, 5, 8, d, v, o, c, pc, d, v2, o2, c2, i, &z); printf("percentage %g: %d", pc, s); if (!s) { char *b = devz<char>(z + 64); s = cusparseDpruneCsr2csrNnzByPercentage(h, 4, 5, 8, d, v, o, c, pc, d, o2, &nnz, i, b); printf(" %d nnz %d", s, s ? -1 : nnz); } printf("\n"); }
    ST(cusparseDnnz(h, CUSPARSE_DIRECTION_ROW, 4, 2, d, v, 4, per, &nnz)); show("rows", per, 4); printf("%d\n", nnz); ST(cusparseDnnz(h, CUSPARSE_DIRECTION_COLUMN, 4, 2, d, v, 4, per, &nnz)); show("columns", per, 2); ST(cusparseDnnz(h, CUSPARSE_DIRECTION_ROW, 4, 2, d, v, 3, per, &nnz)); ST(cusparseDnnz(h, CUSPARSE_DIRECTION_ROW, -4, 2, d, v, 4, per, &nnz)); 
    double al = 2, be = -1; int *o3 = devz<int>(8), *c3 = devz<int>(20); double *v3 = devz<double>(20); ST(cusparseDcsrgeam2_bufferSizeExt(h, 4, 5, &al, d, 8, v, o, c, &be, d, 8, v, o, c, d, v3, o3, c3, &z)); char *b = devz<char>(z + 64); ST(cusparseXcsrgeam2Nnz(h, 4, 5, d, 8, o, c, d, 8, o, c, d, o3, &nnz, b)); printf("nnz %d\n", nnz); ST(cusparseDcsrgeam2(h, 4, 5, &al, d, 8, v, o, c, &be, d, 8, v, o, c, d, v3, o3, c3, b)); show("sum", v3, nnz); show("columns", c3, nnz);
    for (auto t : {CUDA_R_64F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_8I, CUDA_C_64F, CUDA_R_8U}) for (auto al2 : {CUSPARSE_CSR2CSC_ALG1, (cusparseCsr2CscAlg_t)2, (cusparseCsr2CscAlg_t)0}) for (auto act : {CUSPARSE_ACTION_NUMERIC, CUSPARSE_ACTION_SYMBOLIC}) { int s = cusparseCsr2cscEx2_bufferSize(h, 4, 5, 8, v, o, c, v3, o3, c3, t, act, CUSPARSE_INDEX_BASE_ZERO, al2, &z); printf("csr2csc %d %d %d: %d", t, al2, act, s); if (!s) printf(" %d", cusparseCsr2cscEx2(h, 4, 5, 8, v, o, c, v3, o3, c3, t, act, CUSPARSE_INDEX_BASE_ZERO, al2, devz<char>(z + 64))); printf("\n"); if (!s && t == CUDA_R_64F) { show("o", o3, 6); show("r", c3, 8); if (act) show("v", v3, 8); } }
    ST(cusparseXcoo2csr(h, c3, 8, 5, o3, CUSPARSE_INDEX_BASE_ZERO)); ST(cusparseXcsr2coo(h, o, 8, 4, c3, CUSPARSE_INDEX_BASE_ONE)); show("coo", c3, 8); ST(cusparseXcoo2csr(h, c3, -1, 5, o3, CUSPARSE_INDEX_BASE_ZERO)); ST(cusparseXcoo2csr(h, c3, 0, 3, o3, CUSPARSE_INDEX_BASE_ONE)); show("empty", o3, 4); ST(cusparseXcoo2csr(h, c3, 8, 5, o3, (cusparseIndexBase_t)3)); ST(cusparseXcsrsort_bufferSizeExt(h, -1, 5, 8, o, c, &z)); ST(cusparseXcsrsort_bufferSizeExt(h, 4, 5, 0, o, c, &z)); ST(cusparseXcsrsort_bufferSizeExt(h, 0, 0, 0, nullptr, nullptr, &z)); ST(cusparseCreateIdentityPermutation(h, -1, c)); ST(cusparseCreateIdentityPermutation(h, 0, c)); }
  sync("end");
}
