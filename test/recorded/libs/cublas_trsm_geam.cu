// cuBLAS trsmBatched, geam, dgmm, tpttr, trttp in all modes; alpha 0, in place, statuses
#include <cuda_runtime.h>
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
int main() {
  cublasHandle_t h; OK(cublasCreate(&h)); auto L = CUBLAS_SIDE_LEFT, Rr = CUBLAS_SIDE_RIGHT; double two = 2, zero = 0, one = 1, minus = -1; 
  for (auto side : {L, Rr}) for (auto up : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) for (auto di : {CUBLAS_DIAG_UNIT, CUBLAS_DIAG_NON_UNIT}) { int m = 3, n = 2, k = side == L ? m : n; std::vector<double> A(2 * 16); for (int b = 0; b < 2; ++b) for (int i = 0; i < 16; ++i) A[16 * b + i] = i % 5 == 0 ? (b ? 4 : 2) : (i % 3) - 1; auto B = ints<double>(24, 3, 9); double *a = dev(A), *x = dev(B); auto **da = dev(std::vector<double *>{a, a + 16}), **dx = dev(std::vector<double *>{x, x + 12}); (void)k; OK(cublasDtrsmBatched(h, side, up, op, di, m, n, &two, da, 4, dx, 4, 2)); show("trsm", x, 24); OK(cublasDtrmm(h, side, up, op, di, m, n, &two, a, 4, x, 4, x + 12, 4)); show("trmm", x + 12, 8); }
  double *a = dev(ints<double>(64, 1)), *b = dev(ints<double>(64, 2)), *c = dev(ints<double>(64, 3)); auto **da = dev(std::vector<double *>{a}), **db = dev(std::vector<double *>{b});
  ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, 2, &zero, da, 4, db, 4, 1)); show("alpha 0", b, 8); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, 2, &one, da, 2, db, 4, 1)); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, 2, &one, da, 4, db, 2, 1)); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, -3, 2, &one, da, 4, db, 4, 1)); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_FULL, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, 2, &one, da, 4, db, 4, 1)); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, 2, &one, da, 4, db, 4, -1)); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, 2, &one, da, 4, db, 4, 0)); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, (cublasOperation_t)4, CUBLAS_DIAG_UNIT, 3, 2, &one, da, 4, db, 4, 1)); ST(cublasDtrsmBatched(h, L, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, (cublasDiagType_t)4, 3, 2, &one, da, 4, db, 4, 1));
  for (auto oa : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) for (auto ob : {CUBLAS_OP_N, CUBLAS_OP_T}) { ST(cublasDgeam(h, oa, ob, 3, 2, &two, a, 4, &minus, b, 4, c, 5)); show("geam", c, 10); }
  ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &two, a, 4, &one, a, 4, a, 4)); show("in place", a, 8); ST(cublasDgeam(h, CUBLAS_OP_T, CUBLAS_OP_N, 3, 3, &two, a, 4, &one, b, 4, a, 4)); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &two, a, 4, &one, b, 4, a, 5)); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &zero, nullptr, 4, &two, b, 4, c, 4)); show("A null", c, 8); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &two, a, 4, &zero, nullptr, 4, c, 4)); show("B null", c, 8); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &zero, nullptr, 4, &zero, nullptr, 4, c, 4)); show("both", c, 8); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &one, a, 2, &zero, b, 4, c, 4)); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &one, a, 4, &zero, nullptr, 1, c, 4)); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, &one, a, 4, &zero, b, 4, c, 2)); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, 0, 2, &one, a, 4, &zero, b, 4, c, 4)); ST(cublasDgeam(h, CUBLAS_OP_N, CUBLAS_OP_N, -1, 2, &one, a, 4, &zero, b, 4, c, 4)); ST(cublasDgeam(h, (cublasOperation_t)6, CUBLAS_OP_N, 3, 2, &one, a, 4, &zero, b, 4, c, 4));
  for (auto side : {L, Rr}) for (int inc : {1, 2, -1, 0}) { c = dev(ints<double>(64, 3)); ST(cublasDdgmm(h, side, 3, 2, a, 4, b + 8, inc, c, 4)); show("dgmm", c, 8); } c = dev(ints<double>(64, 3)); ST(cublasDdgmm(h, L, 3, 2, c, 4, b, 1, c, 4)); show("in place", c, 8); ST(cublasDdgmm(h, L, 3, 2, c, 2, b, 1, c, 4)); ST(cublasDdgmm(h, L, 3, 2, c, 4, b, 1, c, 2)); ST(cublasDdgmm(h, (cublasSideMode_t)7, 3, 2, c, 4, b, 1, c, 4)); ST(cublasDdgmm(h, L, -3, 2, c, 4, b, 1, c, 4)); ST(cublasDdgmm(h, L, 0, 2, c, 4, b, 1, c, 4)); ST(cublasDdgmm(nullptr, L, 3, 2, c, 4, b, 1, c, 4)); sync("end");
}
