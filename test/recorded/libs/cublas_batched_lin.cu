// cuBLAS getrf, getri, getrs, matinv, geqrf, gels batched: all types, orders, singular, statuses
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <complex>
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
template <class T> struct R { static T make(float a, float b) { return T(a); } static double re(T x) { return x; } };
template <> struct R<cuComplex> { static cuComplex make(float a, float b) { return {a, b}; } static double re(cuComplex x) { return x.x + 0.5 * x.y; } };
template <> struct R<cuDoubleComplex> { static cuDoubleComplex make(float a, float b) { return {a, b}; } static double re(cuDoubleComplex x) { return x.x + 0.5 * x.y; } };
template <class T> static void print(const char *n, const T *d, size_t k) { auto v = get(d, k); printf("%s:", n); for (auto &x : v) { double y = R<T>::re(x); printf(" %.3g", std::fabs(y) < 1e-5 ? 0.0 : y); } printf("\n"); }
template <class T, class Getrf, class Getri, class Getrs, class Inv, class Qr, class Ls> static void go(const char *name, Getrf getrf, Getri getri, Getrs getrs, Inv inv, Qr qr, Ls ls) {
  cublasHandle_t h; OK(cublasCreate(&h)); printf("%s\n", name);
  for (int n : {1, 2, 3, 5}) { const int N = 4, ld = n + 1; std::vector<T> A(N * ld * n); Rnd r(n); for (int b = 0; b < N; ++b) for (int j = 0; j < n; ++j) for (int i = 0; i < n; ++i) A[(b * n + j) * ld + i] = R<T>::make(float(r(7) - 3 + (i == j ? 9 : 0) + ((i + 1) % n == j ? 15 : 0)), float(r(3) - 1)); for (int j = 0; j < n; ++j) A[(2 * n + j) * ld + n - 1] = R<T>::make(0, 0); T *a = dev(A), *x = devz<T>(N * ld * n); std::vector<T *> pa, px; for (int b = 0; b < N; ++b) { pa.push_back(a + b * ld * n); px.push_back(x + b * ld * n); } T **da = dev(pa), **dx = dev(px); int *p = devz<int>(N * n + 4), *info = devz<int>(N), hinfo = -9;
    printf("inv %d\n", (int)inv(h, n, da, ld, dx, ld, info, N)); show("info", info, N); print("inverse", x, ld * n);
    printf("getrf %d\n", (int)getrf(h, n, da, ld, p, info, N)); show("info", info, N); show("pivots", p, 2 * n); print("lu", a, 2 * ld * n); printf("getri %d\n", (int)getri(h, n, da, ld, p, dx, ld, info, N)); show("info", info, N); print("inverse", x, ld * n);
    for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) { std::vector<T> Bv(N * ld * 2, R<T>::make(1, 0)); T *b = dev(Bv); std::vector<T *> pb; for (int i = 0; i < N; ++i) pb.push_back(b + i * ld * 2); printf("getrs %d", (int)getrs(h, op, n, 2, da, ld, p, dev(pb), ld, &hinfo, 2)); printf(" info %d\n", hinfo); print("x", b, ld * 2); }
    T *a2 = dev(A), *tau = devz<T>(N * n); std::vector<T *> p2, pt, pb; T *b = devz<T>(N * ld); for (int i = 0; i < N; ++i) { p2.push_back(a2 + i * ld * n); pt.push_back(tau + i * n); pb.push_back(b + i * ld); } printf("geqrf %d", (int)qr(h, n, n, dev(p2), ld, dev(pt), &hinfo, 2)); printf(" info %d\n", hinfo); auto v = get(a2, n * ld); printf("diagonal:"); for (int i = 0; i < n; ++i) printf(" %.3g", std::fabs(R<T>::re(v[i * (ld + 1)]))); printf("\n"); T *a3 = dev(A); std::vector<T *> p3; for (int i = 0; i < N; ++i) p3.push_back(a3 + i * ld * n); std::vector<T> one(N * ld, R<T>::make(1, 0)); T *bb = dev(one); std::vector<T *> q; for (int i = 0; i < N; ++i) q.push_back(bb + i * ld); printf("gels %d", (int)ls(h, CUBLAS_OP_N, n, n, 1, dev(p3), ld, dev(q), ld, &hinfo, info, 2)); printf(" info %d\n", hinfo); show("dev", info, 2); print("x", bb, n); }
  T *a = devz<T>(64); T **da = dev(std::vector<T *>{a}); int *p = devz<int>(8), *info = devz<int>(8), hi = -9; printf("statuses %d %d %d %d %d %d", (int)hush([&] { return getrf(h, -1, da, 4, p, info, 1); }), (int)hush([&] { return getrf(h, 4, da, 3, p, info, 1); }), (int)hush([&] { return getrf(h, 4, da, 4, p, info, -1); }), (int)hush([&] { return getrf(h, 0, da, 1, p, info, 1); }), (int)hush([&] { return getrf(h, 2, da, 4, nullptr, info, 1); }), (int)hush([&] { return getrf(nullptr, 2, da, 4, p, info, 1); })); printf(" inv %d %d %d", (int)hush([&] { return inv(h, 33, da, 33, da, 33, info, 1); }), (int)hush([&] { return inv(h, 2, da, 1, da, 2, info, 1); }), (int)hush([&] { return inv(h, 0, da, 1, da, 1, info, 1); })); hi = -9; int s = hush([&] { return getrs(h, CUBLAS_OP_N, 4, -1, da, 4, p, da, 4, &hi, 1); }); printf(" getrs %d %d", s, hi); hi = -9; s = hush([&] { return getrs(h, (cublasOperation_t)5, 4, 1, da, 4, p, da, 4, &hi, 1); }); printf(" %d %d", s, hi); hi = -9; s = hush([&] { return qr(h, 4, 4, da, 3, da, &hi, 1); }); printf(" qr %d %d", s, hi); hi = -9; s = hush([&] { return qr(h, -1, 4, da, 3, da, &hi, 1); }); printf(" %d %d", s, hi); hi = -9; s = hush([&] { return qr(h, 0, 4, da, 3, da, &hi, 1); }); printf(" %d %d\n", s, hi); sync("end");
}
int main() {
#define GO(T, X) go<T>(#X, cublas##X##getrfBatched, cublas##X##getriBatched, cublas##X##getrsBatched, cublas##X##matinvBatched, cublas##X##geqrfBatched, cublas##X##gelsBatched);
  GO(float, S) GO(double, D) GO(cuComplex, C) GO(cuDoubleComplex, Z)
}
