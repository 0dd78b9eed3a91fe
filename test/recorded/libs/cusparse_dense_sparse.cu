// cuSPARSE DenseToSparse and SparseToDense over formats, orders, bases and types; gemvi; statuses
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
  cusparseHandle_t h; OK(cusparseCreate(&h)); size_t n = 0; auto A = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT; auto S = CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
  for (int ord = 0; ord < 2; ++ord) for (int fmt = 0; fmt < 3; ++fmt) for (int base = 0; base < 2; ++base) {
    int ld = ord ? 6 : 5; std::vector<double> d(36, 99); double m[4][5] = {{0, 1, 0, 2, 0}, {3, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {-0.0, 4, 5, 0, NAN}}; for (int i = 0; i < 4; ++i) for (int j = 0; j < 5; ++j) d[ord ? i * ld + j : i + j * ld] = m[i][j]; double *D = dev(d); cusparseDnMatDescr_t md; OK(cusparseCreateDnMat(&md, 4, 5, ld, D, CUDA_R_64F, ord ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL)); int *o = devz<int>(16), *c = devz<int>(16); double *v = devz<double>(16); cusparseSpMatDescr_t a; auto B = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO; auto I = CUSPARSE_INDEX_32I;
    if (fmt == 0) OK(cusparseCreateCsr(&a, 4, 5, 0, o, nullptr, nullptr, I, I, B, CUDA_R_64F)); else if (fmt == 1) OK(cusparseCreateCsc(&a, 4, 5, 0, o, nullptr, nullptr, I, I, B, CUDA_R_64F)); else OK(cusparseCreateCoo(&a, 4, 5, 0, nullptr, nullptr, nullptr, I, B, CUDA_R_64F));
    int s1 = cusparseDenseToSparse_bufferSize(h, md, a, A, &n); char *buf = devz<char>(n + 16); int s2 = cusparseDenseToSparse_analysis(h, md, a, A, buf); int64_t r, cc, nnz; cusparseSpMatGetSize(a, &r, &cc, &nnz); if (fmt == 0) OK(cusparseCsrSetPointers(a, o, c, v)); else if (fmt == 1) OK(cusparseCscSetPointers(a, o, c, v)); else OK(cusparseCooSetPointers(a, o, c, v)); int s3 = cusparseDenseToSparse_convert(h, md, a, A, buf); printf("ord %d fmt %d base %d: %d %d %d nnz %d\n", ord, fmt, base, s1, s2, s3, (int)nnz); show("first", o, fmt == 2 ? nnz : fmt ? 6 : 5); show("second", c, nnz); show("values", v, nnz);
    std::vector<double> e(36, 7); double *E = dev(e); cusparseDnMatDescr_t me; OK(cusparseCreateDnMat(&me, 4, 5, ld, E, CUDA_R_64F, ord ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL)); ST(cusparseSparseToDense_bufferSize(h, a, me, S, &n)); ST(cusparseSparseToDense(h, a, me, S, devz<char>(n + 16))); show("dense", E, 30); }
  int *o = devz<int>(16), *c = devz<int>(16); float *v = devz<float>(64); double *w = devz<double>(64); cusparseSpMatDescr_t a, b; cusparseDnMatDescr_t d, e, f; auto I = CUSPARSE_INDEX_32I; auto Z = CUSPARSE_INDEX_BASE_ZERO; OK(cusparseCreateCsr(&a, 4, 5, 0, o, c, v, I, I, Z, CUDA_R_32F)); OK(cusparseCreateCoo(&b, 4, 5, 0, o, c, v, I, Z, CUDA_R_32F)); OK(cusparseCreateDnMat(&d, 4, 5, 4, v, CUDA_R_32F, CUSPARSE_ORDER_COL)); OK(cusparseCreateDnMat(&e, 4, 5, 4, w, CUDA_R_64F, CUSPARSE_ORDER_COL)); OK(cusparseCreateDnMat(&f, 5, 4, 5, v, CUDA_R_32F, CUSPARSE_ORDER_COL));
  ST(cusparseDenseToSparse_bufferSize(nullptr, d, a, A, &n)); ST(cusparseDenseToSparse_bufferSize(h, nullptr, a, A, &n)); ST(cusparseDenseToSparse_bufferSize(h, d, nullptr, A, &n)); ST(cusparseDenseToSparse_bufferSize(h, d, a, A, nullptr)); ST(cusparseDenseToSparse_bufferSize(h, e, a, A, &n)); ST(cusparseDenseToSparse_bufferSize(h, f, a, A, &n)); ST(cusparseDenseToSparse_bufferSize(h, d, a, (cusparseDenseToSparseAlg_t)5, &n)); ST(cusparseSparseToDense_bufferSize(h, a, e, S, &n)); ST(cusparseSparseToDense_bufferSize(h, a, f, S, &n)); ST(cusparseSparseToDense_bufferSize(h, nullptr, d, S, &n)); ST(cusparseSparseToDense_bufferSize(h, a, d, (cusparseSparseToDenseAlg_t)5, &n)); ST(cusparseSparseToDense(h, a, d, S, nullptr));
  // gemvi
  std::vector<float> M = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, xv = {2, -1}; std::vector<int> xi = {1, 3}; float *m = dev(M), *x = dev(xv), *y = dev(std::vector<float>{1, 1, 1, 1}), al = 2, be = 3; int *xx = dev(xi), bs = -1; ST(cusparseSgemvi_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 4, 2, &bs)); ST(cusparseSgemvi(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 4, &al, m, 3, 2, x, xx, &be, y, Z, devz<char>(bs + 64))); show("gemvi", y, 4); ST(cusparseSgemvi(h, CUSPARSE_OPERATION_TRANSPOSE, 4, 3, &al, m, 4, 2, x, xx, &be, y, CUSPARSE_INDEX_BASE_ONE, devz<char>(4096))); show("gemvi t", y, 4); ST(cusparseSgemvi(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 4, &al, m, 2, 2, x, xx, &be, y, Z, devz<char>(4096)));
  for (int i = 0; i < 14; ++i) printf("%d %s | %s\n", i, cusparseGetErrorName((cusparseStatus_t)i), cusparseGetErrorString((cusparseStatus_t)i)); sync("end");
}
