// cuSOLVER getrf and getrs (pivots, rectangular, info), sytrf and Xsytrs, Xtrtri, potri, laswp, lauum
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
  cusolverDnHandle_t h; OK(cusolverDnCreate(&h)); int lw = 0, *info = devz<int>(4), *p = devz<int>(16); double *w;
  for (auto [m, n] : {std::pair{3, 3}, {4, 3}, {3, 4}}) { std::vector<double> A = {1, 4, 7, 2, 5, 8, 3, 6, 10, 2, 1, 5}; double *a = dev(A); OK(cusolverDnDgetrf_bufferSize(h, m, n, a, m, &lw)); w = devz<double>(lw + 8); ST(cusolverDnDgetrf(h, m, n, a, m, w, p, info)); show("info", info, 1); show("pivots", p, 3); show("lu", a, m * n); a = dev(A); ST(cusolverDnDgetrf(h, m, n, a, m, w, nullptr, info)); show("no pivots", a, m * n); show("info", info, 1); }
  { std::vector<double> A = {2, 4, 1, 1, 2, 0.5, 1, 0, 1}; double *a = dev(A); w = devz<double>(4096); ST(cusolverDnDgetrf(h, 3, 3, a, 3, w, p, info)); show("singular", info, 1); show("pivots", p, 3); }
  { std::vector<cuDoubleComplex> A = {{1, 1}, {2, 0}, {0, 3}, {1, -1}, {5, 0}, {2, 2}, {1, 0}, {0, 1}, {4, 0}}, B = {{1, 0}, {0, 1}, {2, 2}}; auto *a = dev(A); auto *b = dev(B); OK(cusolverDnZgetrf_bufferSize(h, 3, 3, a, 3, &lw)); auto *zw = devz<cuDoubleComplex>(lw + 8); ST(cusolverDnZgetrf(h, 3, 3, a, 3, zw, p, info)); show("pivots", p, 3); show("lu", (double *)a, 18); for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) { cudaMemcpy(b, B.data(), 48, cudaMemcpyHostToDevice); ST(cusolverDnZgetrs(h, op, 3, 1, a, 3, p, b, 3, info)); show("x", (double *)b, 6); } }
  for (auto u : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) for (int kind = 0; kind < 4; ++kind) { std::vector<double> A = {1, 2, 3, 4, 2, 0, 1, 5, 3, 1, -1, 2, 4, 5, 2, 3}; if (kind == 1) A = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0}; if (kind == 2) A = {4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2}; if (kind == 3) A = {2, 1, 0, 0, 1, 2, 1, 0, 0, 1, 2, 1, 0, 0, 1, 2}; double *a = dev(A), *b = dev(std::vector<double>{10, 8, 5, 14}); OK(cusolverDnDsytrf_bufferSize(h, 4, a, 4, &lw)); w = devz<double>(lw + 8); ST(cusolverDnDsytrf(h, u, 4, a, 4, p, w, lw, info)); show("info", info, 1); show("pivots", p, 4); if (kind != 2) show("ldlt", a, 16); if (kind != 2) { int64_t *p64 = devz<int64_t>(4); auto pv = get(p, 4); std::vector<int64_t> q(pv.begin(), pv.end()); cudaMemcpy(p64, q.data(), 32, cudaMemcpyHostToDevice); size_t db = 0, hb = 0; ST(cusolverDnXsytrs_bufferSize(h, u, 4, 1, CUDA_R_64F, a, 4, p64, CUDA_R_64F, b, 4, &db, &hb)); char *dw = devz<char>(db + 64); std::vector<char> hw(hb + 64); ST(cusolverDnXsytrs(h, u, 4, 1, CUDA_R_64F, a, 4, p64, CUDA_R_64F, b, 4, dw, db, hw.data(), hb, info)); show("info", info, 1); show("x", b, 4); }
    a = dev(A); ST(cusolverDnDsytrf(h, u, 4, a, 4, nullptr, w, lw, info)); show("info without pivots", info, 1); if (kind == 0 || kind == 3) { auto g = get(a, 16); std::vector<double> t; for (int j = 0; j < 4; ++j) for (int i = 0; i < 4; ++i) if (u == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j) t.push_back(g[i + 4 * j]); show("ldlt", t); b = dev(std::vector<double>{10, 8, 5, 14}); size_t db = 0, hb = 0; ST(cusolverDnXsytrs_bufferSize(h, u, 4, 1, CUDA_R_64F, a, 4, nullptr, CUDA_R_64F, b, 4, &db, &hb)); std::vector<char> hw(hb + 64); ST(cusolverDnXsytrs(h, u, 4, 1, CUDA_R_64F, a, 4, nullptr, CUDA_R_64F, b, 4, devz<char>(db + 64), db, hw.data(), hb, info)); show("x", b, 4); } }
  for (auto u : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) { std::vector<double> A = {4, 2, 2, 2, 10, 4, 2, 4, 9}; double *a = dev(A); OK(cusolverDnDpotri_bufferSize(h, u, 3, a, 3, &lw)); w = devz<double>(lw + 4096); OK(cusolverDnDpotrf(h, u, 3, a, 3, w, lw, info)); ST(cusolverDnDpotri(h, u, 3, a, 3, w, lw, info)); show("potri", a, 9); show("info", info, 1); a = dev(A); ST(cusolverDnDlauum_bufferSize(h, u, 3, a, 3, &lw)); ST(cusolverDnDlauum(h, u, 3, a, 3, devz<double>(lw + 8), lw, info)); show("lauum", a, 9); for (auto g : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) { a = dev(A); size_t db, hb; ST(cusolverDnXtrtri_bufferSize(h, u, g, 3, CUDA_R_64F, a, 3, &db, &hb)); std::vector<char> hw(hb + 8); ST(cusolverDnXtrtri(h, u, g, 3, CUDA_R_64F, a, 3, devz<char>(db + 8), db, hw.data(), hb, info)); show("trtri", a, 9); show("info", info, 1); } A[4] = 0; a = dev(A); size_t db, hb; OK(cusolverDnXtrtri_bufferSize(h, u, CUBLAS_DIAG_NON_UNIT, 3, CUDA_R_64F, a, 3, &db, &hb)); std::vector<char> hw(hb + 8); ST(cusolverDnXtrtri(h, u, CUBLAS_DIAG_NON_UNIT, 3, CUDA_R_64F, a, 3, devz<char>(db + 8), db, hw.data(), hb, info)); show("singular", info, 1); }
  { std::vector<double> A(20); for (int i = 0; i < 20; ++i) A[i] = i; double *a = dev(A); int *q = dev(std::vector<int>{3, 3, 5, 5}); ST(cusolverDnDlaswp(h, 4, a, 5, 1, 3, q, 1)); show("laswp", a, 20); ST(cusolverDnDlaswp(h, 4, a, 5, 1, 3, q, -1)); show("laswp back", a, 20); ST(cusolverDnDlaswp(h, 4, a, 5, 2, 3, q, 1)); show("laswp 2..3", a, 20); ST(cusolverDnDlaswp(h, 0, a, 5, 1, 3, q, 1)); ST(cusolverDnDlaswp(h, -1, a, 5, 1, 3, q, 1)); ST(cusolverDnDlaswp(h, 4, a, 5, 1, 3, q, 0)); }
  sync("end");
}
