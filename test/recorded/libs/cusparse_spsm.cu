// cuSPARSE SpSM: triangles, operations, orders, several right sides, updated values; statuses of misuse
#include <cuda_runtime.h>
#include <cusparse.h>
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
template <class T> void run(cudaDataType t, const char *name) {
  cusparseHandle_t h; OK(cusparseCreate(&h));
  // lower triangle of a 5 by 5 matrix, and the whole matrix with both triangles
  std::vector<int> off = {0, 3, 6, 10, 13, 16}, col = {0, 1, 3, 0, 1, 4, 0, 1, 2, 3, 1, 2, 3, 0, 2, 4};
  std::vector<T> val = {2, 1, 3, 4, 1, 2, 1, 2, 4, 1, 2, 1, 2, 3, 1, 1};
  int *o = dev(off), *c = dev(col); T *v = dev(val);
  for (int lower = 0; lower < 2; ++lower) for (int unit = 0; unit < 2; ++unit) for (int op = 0; op < 2; ++op) for (int opb = 0; opb < 2; ++opb) for (int order = 0; order < 2; ++order) {
    cusparseSpMatDescr_t a; OK(cusparseCreateCsr(&a, 5, 5, 16, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, t));
    cusparseFillMode_t f = lower ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER; cusparseDiagType_t d = unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
    OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &f, sizeof f)); OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &d, sizeof d));
    std::vector<T> b(5 * 7, T(-5)), x(5 * 7, T(-9)); cusparseOrder_t ord = order ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    int br = opb ? 3 : 5, bc = opb ? 5 : 3, ldb = (order ? bc : br) + 1, ldc = order ? 4 : 7;
    for (int i = 0; i < 5; ++i) for (int j = 0; j < 3; ++j) { int r = opb ? j : i, cc = opb ? i : j; b[order ? r * ldb + cc : r + cc * ldb] = T(i + 2 * j + 1); }
    T *db = dev(b), *dx = dev(x); cusparseDnMatDescr_t B, X; OK(cusparseCreateDnMat(&B, br, bc, ldb, db, t, ord)); OK(cusparseCreateDnMat(&X, 5, 3, ldc, dx, t, ord));
    cusparseSpSMDescr_t s; OK(cusparseSpSM_createDescr(&s)); T alpha = 2; size_t n = 0; cusparseOperation_t A = op ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE, O = opb ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    int s1 = cusparseSpSM_bufferSize(h, A, O, &alpha, a, B, X, t, CUSPARSE_SPSM_ALG_DEFAULT, s, &n); char *buf = devz<char>(n + 64);
    int s2 = cusparseSpSM_analysis(h, A, O, &alpha, a, B, X, t, CUSPARSE_SPSM_ALG_DEFAULT, s, buf), s3 = cusparseSpSM_solve(h, A, O, &alpha, a, B, X, t, CUSPARSE_SPSM_ALG_DEFAULT, s);
    char what[80]; snprintf(what, 80, "%s lower %d unit %d op %d opb %d row %d (%d %d %d)", name, lower, unit, op, opb, order, s1, s2, s3); show(what, dx, 5 * 4 < 5 * 7 ? 21 : 21);
    if (!opb && !order) { std::vector<T> nv = val; for (auto &e : nv) e = e * T(2); T *dv = dev(nv); int s4 = cusparseSpSM_updateMatrix(h, s, dv, CUSPARSE_SPSM_UPDATE_GENERAL), s5 = cusparseSpSM_solve(h, A, O, &alpha, a, B, X, t, CUSPARSE_SPSM_ALG_DEFAULT, s); printf("update %d %d\n", s4, s5); show("updated", dx, 21); std::vector<T> nd = {1, 2, 4, 8, 16}; T *dd = dev(nd); s4 = cusparseSpSM_updateMatrix(h, s, dd, CUSPARSE_SPSM_UPDATE_DIAGONAL); s5 = cusparseSpSM_solve(h, A, O, &alpha, a, B, X, t, CUSPARSE_SPSM_ALG_DEFAULT, s); printf("diagonal %d %d\n", s4, s5); if (!unit) show("updated", dx, 21); }
    cusparseSpSM_destroyDescr(s); cusparseDestroySpMat(a); cusparseDestroyDnMat(B); cusparseDestroyDnMat(X); cudaFree(buf); cudaFree(db); cudaFree(dx); }
  cusparseDestroy(h);
}
int main() {
  run<float>(CUDA_R_32F, "float"); run<double>(CUDA_R_64F, "double");
  cusparseHandle_t h; cusparseCreate(&h); std::vector<int> off = {0, 1, 2}, col = {0, 1}; std::vector<double> val = {0, 2}, bb = {2, 4}; int *o = dev(off), *c = dev(col); double *v = dev(val), *b = dev(bb), *x = devz<double>(8), one = 1; float onef = 1; size_t n = 0;
  cusparseSpMatDescr_t a, coo, csc, rect, bsr; cusparseDnMatDescr_t B, X, Y, F; cusparseSpSMDescr_t s; auto N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE, C = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE; auto D = CUSPARSE_SPSM_ALG_DEFAULT;
  OK(cusparseCreateCsr(&a, 2, 2, 2, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F)); OK(cusparseCreateCoo(&coo, 2, 2, 2, c, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F)); OK(cusparseCreateCsc(&csc, 2, 2, 2, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F)); OK(cusparseCreateCsr(&rect, 2, 3, 2, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F)); ST(cusparseCreateBsr(&bsr, 1, 1, 1, 2, 2, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F, CUSPARSE_ORDER_ROW));
  cusparseCreateDnMat(&B, 2, 1, 2, b, CUDA_R_64F, CUSPARSE_ORDER_COL); cusparseCreateDnMat(&X, 2, 1, 2, x, CUDA_R_64F, CUSPARSE_ORDER_COL); cusparseCreateDnMat(&Y, 3, 1, 3, x, CUDA_R_64F, CUSPARSE_ORDER_COL); cusparseCreateDnMat(&F, 2, 1, 2, x, CUDA_R_32F, CUSPARSE_ORDER_COL); ST(cusparseSpSM_createDescr(&s)); ST(cusparseSpSM_createDescr(nullptr));
  ST(cusparseSpSM_bufferSize(h, N, N, &one, a, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(nullptr, N, N, &one, a, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, nullptr, a, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, nullptr, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, a, nullptr, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, a, B, X, CUDA_R_64F, D, nullptr, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, a, B, X, CUDA_R_64F, D, s, nullptr)); ST(cusparseSpSM_bufferSize(h, N, N, &one, a, B, Y, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, a, B, F, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &onef, a, B, X, CUDA_R_32F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, C, N, &one, a, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, C, &one, a, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, rect, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, csc, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, bsr, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, coo, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, N, &one, a, B, X, CUDA_R_64F, (cusparseSpSMAlg_t)5, s, &n)); ST(cusparseSpSM_bufferSize(h, (cusparseOperation_t)9, N, &one, a, B, X, CUDA_R_64F, D, s, &n)); ST(cusparseSpSM_bufferSize(h, N, T, &one, a, B, X, CUDA_R_64F, D, s, &n));
  ST(cusparseSpSM_solve(h, N, N, &one, a, B, X, CUDA_R_64F, D, s)); ST(cusparseSpSM_bufferSize(h, N, N, &one, coo, B, X, CUDA_R_64F, D, s, &n)); char *buf = devz<char>(n + 64); ST(cusparseSpSM_analysis(h, N, N, &one, coo, B, X, CUDA_R_64F, D, s, buf)); ST(cusparseSpSM_solve(h, N, N, &one, coo, B, X, CUDA_R_64F, D, s)); sync("zero diagonal"); show("x", x, 2); ST(cusparseSpSM_updateMatrix(h, s, nullptr, CUSPARSE_SPSM_UPDATE_GENERAL)); ST(cusparseSpSM_updateMatrix(h, s, v, (cusparseSpSMUpdate_t)7)); ST(cusparseSpSM_destroyDescr(s)); ST(cusparseSpSM_destroyDescr(nullptr)); sync("end");
}
