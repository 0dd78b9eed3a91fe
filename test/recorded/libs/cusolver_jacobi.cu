// cuSOLVER Jacobi: parameters, sweeps, residuals, batches, sorting, generalised; gesvdaStridedBatched; statuses
#include <cuda_runtime.h>
#include <algorithm>
#include <cusolverDn.h>
#include <tuple>
#include <array>
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
  cusolverDnHandle_t h; OK(cusolverDnCreate(&h)); auto L = CUBLAS_FILL_MODE_LOWER, U = CUBLAS_FILL_MODE_UPPER; auto V = CUSOLVER_EIG_MODE_VECTOR, N = CUSOLVER_EIG_MODE_NOVECTOR; int *info = devz<int>(8), lw = 0; syevjInfo_t p; OK(cusolverDnCreateSyevjInfo(&p)); gesvdjInfo_t g; OK(cusolverDnCreateGesvdjInfo(&g)); double w0; int sw; 
  std::vector<double> S = {4, 1, 2, 0, 1, -3, 1, 1, 2, 1, 5, 2, 0, 1, 2, 1};
  for (auto u : {L, U}) for (auto j : {V, N}) { double *a = dev(S), *w = devz<double>(4); ST(cusolverDnDsyevj_bufferSize(h, j, u, 4, a, 4, w, &lw, p)); ST(cusolverDnDsyevj(h, j, u, 4, a, 4, w, devz<double>(lw + 8), lw, info, p)); show("w", w, 4); show("info", info, 1); OK(cusolverDnXsyevjGetSweeps(h, p, &sw)); printf("sweeps in range %d\n", sw >= 1 && sw < 15); OK(cusolverDnXsyevjGetResidual(h, p, &w0)); printf("residual small %d\n", w0 >= 0 && w0 < 1e-12); if (j == V) { auto v = get(a, 16); double e = 0; auto ww = get(w, 4); for (int k = 0; k < 4; ++k) for (int i = 0; i < 4; ++i) { double s = 0; for (int q = 0; q < 4; ++q) s += S[i + 4 * q] * v[q + 4 * k]; e = std::fmax(e, std::fabs(s - ww[k] * v[i + 4 * k])); } printf("vectors %d\n", e < 1e-12); } else printf("kept\n"); }
  for (int m : {0, 1, 2, -1}) { ST(cusolverDnXsyevjSetMaxSweeps(p, m)); double *a = dev(S), *w = devz<double>(4); int s = cusolverDnDsyevj_bufferSize(h, V, L, 4, a, 4, w, &lw, p); s = cusolverDnDsyevj(h, V, L, 4, a, 4, w, devz<double>(lw + 8), lw, info, p); printf("sweeps %d: %d", m, s); show(" info", info, 1); } ST(cusolverDnXsyevjSetMaxSweeps(p, 100)); for (double t : {0.0, -1.0, 1e-3, 10.0}) { ST(cusolverDnXsyevjSetTolerance(p, t)); double *a = dev(S), *w = devz<double>(4); int s = cusolverDnDsyevj(h, V, L, 4, a, 4, w, devz<double>(lw + 8), lw, info, p); printf("tolerance %g: %d", t, s); show(" info", info, 1); } ST(cusolverDnXsyevjSetTolerance(p, 1e-12)); 
  for (int sort : {0, 1, 2}) { ST(cusolverDnXsyevjSetSortEig(p, sort)); std::vector<double> B(S); B.insert(B.end(), S.begin(), S.end()); for (int i = 16; i < 32; ++i) B[i] *= 2; double *a = dev(B), *w = devz<double>(8); ST(cusolverDnDsyevjBatched_bufferSize(h, V, L, 4, a, 4, w, &lw, p, 2)); ST(cusolverDnDsyevjBatched(h, V, L, 4, a, 4, w, devz<double>(lw + 8), lw, info, p, 2)); show("infos", info, 2); auto v = get(w, 8); if (!sort) { std::sort(v.begin(), v.begin() + 4); std::sort(v.begin() + 4, v.end()); } show("w", v); int s = hush([&] { return cusolverDnXsyevjGetSweeps(h, p, &sw); }); printf("sweeps %d\n", s); s = hush([&] { return cusolverDnXsyevjGetResidual(h, p, &w0); }); printf("residual %d\n", s); }
  { double *a = dev(S), *w = devz<double>(4); printf("statuses %d %d %d %d %d\n", cusolverDnDsyevj_bufferSize(h, V, L, -1, a, 4, w, &lw, p), cusolverDnDsyevj_bufferSize(h, V, L, 4, a, 3, w, &lw, p), cusolverDnDsyevjBatched_bufferSize(h, V, L, 4, a, 3, w, &lw, p, 2), cusolverDnDsyevjBatched_bufferSize(h, V, L, 4, a, 4, w, &lw, p, -1), cusolverDnDsyevjBatched_bufferSize(h, V, L, 40, a, 40, w, &lw, p, 1)); }
  for (int t = 1; t <= 3; ++t) { std::vector<double> Bm = {4, 1, 0, 0, 1, 5, 1, 0, 0, 1, 6, 1, 0, 0, 1, 7}; double *a = dev(S), *b = dev(Bm), *w = devz<double>(4); ST(cusolverDnDsygvj_bufferSize(h, (cusolverEigType_t)t, V, L, 4, a, 4, b, 4, w, &lw, p)); ST(cusolverDnDsygvj(h, (cusolverEigType_t)t, V, L, 4, a, 4, b, 4, w, devz<double>(lw + 8), lw, info, p)); show("w", w, 4); show("info", info, 1); Bm[5] = -5; double *b2 = dev(Bm), *a2 = dev(S); ST(cusolverDnDsygvj(h, (cusolverEigType_t)t, V, L, 4, a2, 4, b2, 4, w, devz<double>(lw + 8), lw, info, p)); show("bad B", info, 1); }
  std::vector<double> A = {1, 2, 3, 4, 5, 2, 1, 0, 1, 2, 3, 3, 1, 5, 1}; for (int econ : {0, 1}) for (auto [m, n] : {std::pair{5, 3}, {3, 5}, {3, 3}}) { double *a = dev(A), *s = devz<double>(8), *u = devz<double>(64), *v = devz<double>(64); ST(cusolverDnDgesvdj_bufferSize(h, V, econ, m, n, a, m, s, u, m, v, n, &lw, g)); ST(cusolverDnDgesvdj(h, V, econ, m, n, a, m, s, u, m, v, n, devz<double>(lw + 8), lw, info, g)); show("s", s, 3); show("info", info, 1); auto U_ = get(u, 64), V_ = get(v, 64), s_ = get(s, 8); double e = 0; for (int i = 0; i < m; ++i) for (int j = 0; j < n; ++j) { double x = 0; for (int k = 0; k < std::min(m, n); ++k) x += U_[i + m * k] * s_[k] * V_[j + n * k]; e = std::fmax(e, std::fabs(x - A[i + m * j])); } printf("product %d\n", e < 1e-12); }
  { double *a = dev(A), *s = devz<double>(8), *u = devz<double>(64), *v = devz<double>(64); ST(cusolverDnXgesvdjSetSortEig(g, 1)); ST(cusolverDnDgesvdjBatched_bufferSize(h, V, 3, 2, a, 3, s, u, 3, v, 2, &lw, g, 2)); ST(cusolverDnDgesvdjBatched(h, V, 3, 2, a, 3, s, u, 3, v, 2, devz<double>(lw + 8), lw, info, g, 2)); show("s", s, 4); show("infos", info, 2); printf("statuses %d %d %d\n", cusolverDnDgesvdjBatched_bufferSize(h, V, 33, 2, a, 33, s, u, 33, v, 2, &lw, g, 2), cusolverDnDgesvdjBatched_bufferSize(h, V, 2, 33, a, 3, s, u, 3, v, 33, &lw, g, 2), cusolverDnDgesvdjBatched_bufferSize(h, V, 3, 2, a, 2, s, u, 3, v, 2, &lw, g, 2)); for (int rank : {1, 2}) { double nrm[4] = {-1, -1, -1, -1}; double *a4 = dev(A); ST(cusolverDnDgesvdaStridedBatched_bufferSize(h, V, rank, 3, 2, a4, 3, 6, s, 2, u, 3, 9, v, 2, 4, &lw, 2)); ST(cusolverDnDgesvdaStridedBatched(h, V, rank, 3, 2, a4, 3, 6, s, 2, u, 3, 9, v, 2, 4, devz<double>(lw + 8), lw, info, nrm, 2)); show("s", s, rank == 2 ? 4 : 3); show("infos", info, 2); printf("norms small %d %d\n", nrm[0] < 1e-12 && nrm[0] >= 0, nrm[1] < 1e-12 && nrm[1] >= 0); } }
  sync("end");
}
