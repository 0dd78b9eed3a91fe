// cuSPARSE gtsv2StridedBatch, gtsvInterleavedBatch, gpsvInterleavedBatch, pivoting, statuses
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
  cusparseHandle_t h; OK(cusparseCreate(&h)); int m = 5, nb = 3; auto mk = [&](unsigned s, int big) { std::vector<double> v = ints<double>(64, s); if (big) for (auto &x : v) x += x < 0 ? -10 : 10; return dev(v); }; size_t z;
  { double *l = mk(1, 0), *d = mk(2, 1), *u = mk(3, 0), *x = mk(4, 0); ST(cusparseDgtsv2StridedBatch_bufferSizeExt(h, m, l, d, u, x, nb, 8, &z)); ST(cusparseDgtsv2StridedBatch(h, m, l, d, u, x, nb, 8, devz<char>(z + 64))); show("x", x, 24); for (auto [mm, bb, ss] : {std::tuple{-1, 3, 8}, {0, 3, 8}, {2, 3, 8}, {3, 3, 8}, {5, -1, 8}, {5, 0, 8}, {5, 3, 4}, {5, 1, 4}}) printf("strided %d %d %d: %d\n", mm, bb, ss, cusparseDgtsv2StridedBatch_bufferSizeExt(h, mm, l, d, u, x, bb, ss, &z)); }
  for (int algo : {0, 1, 2, 3, -1}) { double *l = mk(1, 0), *d = mk(2, 1), *u = mk(3, 0), *x = mk(4, 0); z = 0; cudaMemset(l, 0, nb * 8); cudaMemset(u + (m - 1) * nb, 0, nb * 8); int s = cusparseDgtsvInterleavedBatch_bufferSizeExt(h, algo, m, l, d, u, x, nb, &z), t = s ? -1 : cusparseDgtsvInterleavedBatch(h, algo, m, l, d, u, x, nb, devz<char>(z + 64)); printf("gtsv interleaved %d: %d %d\n", algo, s, t); if (!t) show("x", x, m * nb); }
  for (int algo : {0}) { double *ds = mk(5, 0), *l = mk(1, 0), *d = mk(2, 1), *u = mk(3, 0), *uw = mk(6, 0), *x = mk(4, 0); cudaMemset(ds, 0, 2 * nb * 8); cudaMemset(l, 0, nb * 8); cudaMemset(u + (m - 1) * nb, 0, nb * 8); cudaMemset(uw + (m - 2) * nb, 0, 2 * nb * 8); z = 0; int s = cusparseDgpsvInterleavedBatch_bufferSizeExt(h, algo, m, ds, l, d, u, uw, x, nb, &z), t = s ? -1 : cusparseDgpsvInterleavedBatch(h, algo, m, ds, l, d, u, uw, x, nb, devz<char>(z + 64)); printf("gpsv interleaved %d: %d %d\n", algo, s, t); if (!t) show("x", x, m * nb); }
  { double *p = mk(1, 1); for (auto [mm, bb] : {std::pair{-1, 3}, {0, 3}, {1, 3}, {2, 3}, {3, 3}, {5, -1}, {5, 0}}) printf("interleaved %d %d: %d %d\n", mm, bb, cusparseDgtsvInterleavedBatch_bufferSizeExt(h, 0, mm, p, p, p, p, bb, &z), cusparseDgpsvInterleavedBatch_bufferSizeExt(h, 0, mm, p, p, p, p, p, p, bb, &z)); }
  for (int zero = 0; zero < 2; ++zero) { double *l = dev(std::vector<double>{0, 1, 2, 1, 3, 1}), *d = dev(std::vector<double>{zero ? 0. : 4., 5, 6, 7, 8, 9}), *u = dev(std::vector<double>{1, 2, 1, 3, 1, 0}), *b = dev(std::vector<double>{1, 2, 3, 4, 5, 6, 0, 0, 6, 5, 4, 3, 2, 1, 0, 0}); ST(cusparseDgtsv2_bufferSizeExt(h, 6, 2, l, d, u, b, 8, &z)); ST(cusparseDgtsv2(h, 6, 2, l, d, u, b, 8, devz<char>(z + 64))); show("gtsv2", b, 16); double *b2 = dev(std::vector<double>{1, 2, 3, 4, 5, 6, 0, 0, 6, 5, 4, 3, 2, 1, 0, 0}); if (!zero) { ST(cusparseDgtsv2_nopivot_bufferSizeExt(h, 6, 2, l, d, u, b2, 8, &z)); ST(cusparseDgtsv2_nopivot(h, 6, 2, l, d, u, b2, 8, devz<char>(z + 64))); show("nopivot", b2, 16); } }
  sync("end");
}
