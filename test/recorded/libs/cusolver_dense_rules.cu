// cuSOLVER: potri, potrfBatched, potrsBatched, getrf of rectangles, getrs, laswp, gels and gesv of pairs, statuses and info
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
  cusolverDnHandle_t h; OK(cusolverDnCreate(&h)); auto L = CUBLAS_FILL_MODE_LOWER, U = CUBLAS_FILL_MODE_UPPER; int *info = devz<int>(8), lw = 0;
  auto spd = [](int n, int ld, int bad = -1) { std::vector<double> a(ld * n, 9); for (int j = 0; j < n; ++j) for (int i = 0; i < n; ++i) a[i + j * ld] = i == j ? (i == bad ? -3 : n + i + 1) : 1.0 / (1 + std::abs(i - j)); return a; };
  for (auto u : {L, U}) for (int bad : {-1, 0, 2}) { double *a = dev(spd(4, 5, bad)); ST(cusolverDnDpotrf_bufferSize(h, u, 4, a, 5, &lw)); ST(cusolverDnDpotrf(h, u, 4, a, 5, devz<double>(lw + 8), lw, info)); show("info", info, 1); if (bad < 0) { show("factor", a, 20); double *b = dev(std::vector<double>{1, 2, 3, 4, 7, 4, 3, 2, 1, 7}); ST(cusolverDnDpotrs(h, u, 4, 2, a, 5, b, 5, info)); show("x", b, 10); ST(cusolverDnDpotri_bufferSize(h, u, 4, a, 5, &lw)); ST(cusolverDnDpotri(h, u, 4, a, 5, devz<double>(lw + 8), lw, info)); show("inverse", a, 20); show("info", info, 1); } }
  { std::vector<double *> p; for (int b : {-1, 1, 0, -1}) p.push_back(dev(spd(3, 3, b))); double **d = dev(p); for (auto u : {L}) { ST(cusolverDnDpotrfBatched(h, u, 3, d, 3, info, 4)); show("infos", info, 4); show("first", p[0], 9); show("last", p[3], 9); } std::vector<double *> q; for (int i = 0; i < 4; ++i) q.push_back(dev(std::vector<double>{1, 2, 3, 4, 5, 6})); double **dq = dev(q); std::vector<double *> pp = {p[0], p[3]}, qq = {q[0], q[1]}; ST(cusolverDnDpotrsBatched(h, L, 3, 1, dev(pp), 3, dev(qq), 3, info, 2)); show("x", q[1], 6); show("info", info, 1); ST(cusolverDnDpotrsBatched(h, L, 3, 2, dev(pp), 3, dev(qq), 3, info, 2)); show("info", info, 1); ST(cusolverDnDpotrsBatched(h, L, 3, 1, dev(pp), 2, dev(qq), 3, info, 2)); show("info", info, 1); ST(cusolverDnDpotrfBatched(h, L, -1, d, 3, info, 4)); ST(cusolverDnDpotrfBatched(h, L, 3, d, 2, info, 4)); show("info", info, 1); ST(cusolverDnDpotrfBatched(h, L, 3, d, 3, info, 0)); ST(cusolverDnDpotrfBatched(h, L, 3, d, 3, info, -2)); ST(cusolverDnDpotrfBatched(h, (cublasFillMode_t)2, 3, d, 3, info, 1)); (void)dq; }
  for (auto [m, n] : {std::pair{4, 3}, {3, 4}, {1, 4}, {4, 1}, {3, 3}}) for (int piv = 0; piv < 2; ++piv) { auto A = ints<double>(5 * 4, 3, 9); for (int i = 0; i < 4; ++i) A[i * 6 % 20] += 10; double *a = dev(A); int *p = dev(std::vector<int>(8, -7)); ST(cusolverDnDgetrf_bufferSize(h, m, n, a, 5, &lw)); printf("%d %d piv %d: %d", m, n, piv, cusolverDnDgetrf(h, m, n, a, 5, devz<double>(lw + 8), piv ? p : nullptr, info)); show(" info", info, 1); show("lu", a, 5 * n); show("pivots", p, 5); if (m == n) for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) { double *b = dev(std::vector<double>{1, 2, 3, 9, 4, 5, 6, 9}); ST(cusolverDnDgetrs(h, op, 3, 2, a, 5, piv ? p : nullptr, b, 4, info)); show("x", b, 8); show("info", info, 1); } }
  { for (auto [k1, k2, inc] : {std::tuple{1, 3, 1}, {1, 3, -1}, {2, 3, 1}, {1, 1, 1}, {1, 3, 2}}) { double *b = dev(ints<double>(12, 4)); int *q = dev(std::vector<int>{3, 3, 3, 2, 2, 3}); ST(cusolverDnDlaswp(h, 3, b, 4, k1, k2, q, inc)); show("laswp", b, 12); } }
  double *a = devz<double>(64); for (auto f : {0}) { (void)f; ST(cusolverDnDpotrf_bufferSize(h, L, -1, a, 4, &lw)); ST(cusolverDnDpotrf_bufferSize(h, L, 4, a, 3, &lw)); ST(cusolverDnDpotrf_bufferSize(h, (cublasFillMode_t)5, 4, a, 4, &lw)); ST(cusolverDnDpotrf(h, L, -1, a, 4, a, 64, info)); show("info", info, 1); ST(cusolverDnDpotrf(h, L, 4, a, 3, a, 64, info)); show("info", info, 1); ST(cusolverDnDpotrf(h, L, 0, a, 1, a, 64, info)); show("info", info, 1); ST(cusolverDnDgetrf(h, -1, 4, a, 4, a + 32, nullptr, info)); show("info", info, 1); ST(cusolverDnDgetrf(h, 4, 4, a, 3, a + 32, nullptr, info)); show("info", info, 1); ST(cusolverDnDgetrf(h, 0, 4, a, 3, a + 32, nullptr, info)); show("info", info, 1); ST(cusolverDnDgeqrf(h, -1, 4, a, 4, a, a, 64, info)); show("info", info, 1); ST(cusolverDnDgeqrf(h, 4, 4, a, 3, a, a, 64, info)); show("info", info, 1); ST(cusolverDnDgetrs(h, CUBLAS_OP_N, -1, 1, a, 4, nullptr, a, 4, info)); show("info", info, 1); ST(cusolverDnDgetrs(h, CUBLAS_OP_N, 4, 1, a, 3, nullptr, a, 4, info)); ST(cusolverDnDpotrs(h, L, 4, -1, a, 4, a, 4, info)); show("info", info, 1); ST(cusolverDnDpotrs(h, L, 4, 1, a, 4, a, 3, info)); show("info", info, 1); }
  sync("end");
}
