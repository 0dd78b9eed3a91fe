// cuSOLVER reductions (gebrd, orgbr, sytrd, orgtr, ormtr, ormqr), Xlarft, gels and gesv with refinement in all pairs of precisions
#include <cuda_runtime.h>
#include <cusolverDn.h>
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
  cusolverDnHandle_t h; OK(cusolverDnCreate(&h)); int lw = 0, *info = devz<int>(8); std::vector<double> A = {4, 1, 0, 2, 1, 3, 1, 0, 0, 1, 6, 1, 2, 0, 1, 9};
  double *d = devz<double>(8), *e = devz<double>(8), *tq = devz<double>(8), *tp = devz<double>(8);
  for (auto [m, n] : {std::pair{4, 4}, {4, 3}, {3, 4}}) { double *a = dev(A); OK(cusolverDnDgebrd_bufferSize(h, m, n, &lw)); ST(cusolverDnDgebrd(h, m, n, a, m, d, e, tq, tp, devz<double>(lw + 8), lw, info)); show("info", info, 1); if (m >= n) { show("d", d, n); show("e", e, n - 1); show("a", a, m * n); show("tauq", tq, n); auto b = get(a, m * n); double *q = dev(b); ST(cusolverDnDorgbr_bufferSize(h, CUBLAS_SIDE_LEFT, m, n, n, q, m, tq, &lw)); ST(cusolverDnDorgbr(h, CUBLAS_SIDE_LEFT, m, n, n, q, m, tq, devz<double>(lw + 8), lw, info)); show("q", q, m * n); } }
  for (auto u : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) { double *a = dev(A); OK(cusolverDnDsytrd_bufferSize(h, u, 4, a, 4, d, e, tq, &lw)); ST(cusolverDnDsytrd(h, u, 4, a, 4, d, e, tq, devz<double>(lw + 8), lw, info)); show("d", d, 4); show("e", e, 3); show("tau", tq, 3); show("a", a, 16); auto keep = get(a, 16); double *c = dev(std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}); for (auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) { ST(cusolverDnDormtr_bufferSize(h, side, u, op, 4, 4, a, 4, tq, c, 4, &lw)); ST(cusolverDnDormtr(h, side, u, op, 4, 4, a, 4, tq, c, 4, devz<double>(lw + 8), lw, info)); show("c", c, 16); } ST(cusolverDnDorgtr_bufferSize(h, u, 4, a, 4, tq, &lw)); ST(cusolverDnDorgtr(h, u, 4, a, 4, tq, devz<double>(lw + 8), lw, info)); show("q", a, 16); show("info", info, 1); }
  { double *a = dev(A); OK(cusolverDnDgeqrf_bufferSize(h, 4, 3, a, 4, &lw)); ST(cusolverDnDgeqrf(h, 4, 3, a, 4, tq, devz<double>(lw + 8), lw, info)); show("qr", a, 12); show("tau", tq, 3); cusolverDnParams_t p; OK(cusolverDnCreateParams(&p)); double *t = devz<double>(9); size_t db = 0, hb = 0; ST(cusolverDnXlarft_bufferSize(h, p, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, 4, 3, CUDA_R_64F, a, 4, CUDA_R_64F, tq, CUDA_R_64F, t, 3, CUDA_R_64F, &db, &hb)); std::vector<char> hw(hb + 64); ST(cusolverDnXlarft(h, p, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, 4, 3, CUDA_R_64F, a, 4, CUDA_R_64F, tq, CUDA_R_64F, t, 3, CUDA_R_64F, devz<char>(db + 64), db, hw.data(), hb)); show("t", t, 9); ST(cusolverDnXlarft_bufferSize(h, p, (cusolverDirectMode_t)1, CUBLAS_STOREV_COLUMNWISE, 4, 3, CUDA_R_64F, a, 4, CUDA_R_64F, tq, CUDA_R_64F, t, 3, CUDA_R_64F, &db, &hb)); ST(cusolverDnXlarft_bufferSize(h, p, CUBLAS_DIRECT_FORWARD, (cusolverStorevMode_t)1, 4, 3, CUDA_R_64F, a, 4, CUDA_R_64F, tq, CUDA_R_64F, t, 3, CUDA_R_64F, &db, &hb)); }
  std::vector<double> O = {1, 1, 1, 1, 1, 0, 1, 2, 3, 4, 1, 0, -1, 0, 2}, R = {6, 9, 12, 8, 11}; size_t sz; int it = -99;
#define GELS(f, T) { std::vector<T> o(O.begin(), O.end()), r(R.begin(), R.end()); T *a = dev(o), *b = dev(r), *x = devz<T>(8); int s1 = f##_bufferSize(h, 5, 3, 1, a, 5, b, 5, x, 3, nullptr, &sz); it = -99; int s2 = f(h, 5, 3, 1, a, 5, b, 5, x, 3, devz<char>(sz + 64), sz, &it, info); printf("%s: %d %d iterations %d info %d\n", #f, s1, s2, it, get(info, 1)[0]); show("x", x, 3); }
  GELS(cusolverDnSSgels, float) GELS(cusolverDnDDgels, double) GELS(cusolverDnDSgels, double) GELS(cusolverDnDHgels, double) GELS(cusolverDnDBgels, double) GELS(cusolverDnDXgels, double) GELS(cusolverDnSHgels, float) GELS(cusolverDnSBgels, float) GELS(cusolverDnSXgels, float)
  R = {6, 4, 6, 5, 14}; // has a solution
  GELS(cusolverDnSSgels, float) GELS(cusolverDnDDgels, double) GELS(cusolverDnDSgels, double) GELS(cusolverDnDHgels, double) GELS(cusolverDnSHgels, float)
  std::vector<double> G = {4, 1, 0, 1, 5, 1, 0, 1, 6}, Y = {6, 14, 20}; int *p = devz<int>(8);
#define GESV(f, T) { std::vector<T> o(G.begin(), G.end()), r(Y.begin(), Y.end()); T *a = dev(o), *b = dev(r), *x = devz<T>(8); int s1 = f##_bufferSize(h, 3, 1, a, 3, p, b, 3, x, 3, nullptr, &sz); it = -99; int s2 = f(h, 3, 1, a, 3, p, b, 3, x, 3, devz<char>(sz + 64), sz, &it, info); printf("%s: %d %d iterations %d info %d\n", #f, s1, s2, it, get(info, 1)[0]); show("x", x, 3); }
  GESV(cusolverDnSSgesv, float) GESV(cusolverDnDDgesv, double) GESV(cusolverDnDSgesv, double) GESV(cusolverDnDHgesv, double) GESV(cusolverDnDBgesv, double) GESV(cusolverDnDXgesv, double) GESV(cusolverDnSHgesv, float) GESV(cusolverDnSBgesv, float) GESV(cusolverDnSXgesv, float)
  { std::vector<double> S = {1, 2, 3, 2, 4, 6, 1, 0, 1}; double *a = dev(S), *b = dev(Y), *x = devz<double>(8); cusolverDnDSgesv_bufferSize(h, 3, 1, a, 3, p, b, 3, x, 3, nullptr, &sz); it = -99; ST(cusolverDnDSgesv(h, 3, 1, a, 3, p, b, 3, x, 3, devz<char>(sz + 64), sz, &it, info)); a = dev(S); cusolverDnDDgesv_bufferSize(h, 3, 1, a, 3, p, b, 3, x, 3, nullptr, &sz); it = -99; ST(cusolverDnDDgesv(h, 3, 1, a, 3, p, b, 3, x, 3, devz<char>(sz + 64), sz, &it, info)); ST(cusolverDnDSgesv(h, 3, 1, a, 2, p, b, 3, x, 3, devz<char>(sz + 64), sz, &it, info)); ST(cusolverDnDSgesv(h, 3, 1, a, 3, p, b, 2, x, 3, devz<char>(sz + 64), sz, &it, info)); ST(cusolverDnDSgesv(h, -3, 1, a, 3, p, b, 3, x, 3, devz<char>(sz + 64), sz, &it, info)); ST(cusolverDnDSgesv(h, 3, 1, a, 3, p, b, 3, x, 3, nullptr, 0, &it, info)); ST(cusolverDnDSgels_bufferSize(h, 3, 5, 1, a, 3, b, 5, x, 5, nullptr, &sz)); }
  sync("end");
}
