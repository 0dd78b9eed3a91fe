// cuSOLVER sparse: csrlsvlu, qr, chol, csrlsqvqr, csreigvsi, csreigs, csrqr of batches; bases, singular, statuses
#include <cuda_runtime.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
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
  cusolverSpHandle_t h; OK(cusolverSpCreate(&h)); cusparseMatDescr_t d, d1; cusparseCreateMatDescr(&d); cusparseCreateMatDescr(&d1); cusparseSetMatIndexBase(d1, CUSPARSE_INDEX_BASE_ONE); std::vector<int> off = {0, 2, 5, 8, 11, 13}, col = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4}; std::vector<double> val = {4, 1, 1, 5, 1, 1, 6, 1, 1, 7, 1, 1, 8}, b = {1, 2, 3, 4, 5}; int sing = -7;
  for (int base = 0; base < 2; ++base) for (int kind = 0; kind < 4; ++kind) for (int reorder : {0, 1, 2, 3, 4}) { if ((kind == 1 || kind == 2 || kind == 3) && reorder > 0 && reorder < 4) continue; auto o = off, c = col; auto v = val; for (auto &x : o) x += base; for (auto &x : c) x += base; if (kind == 1) v[3] = 0.25; if (kind == 2) { v[11] = 0; v[12] = 0; } if (kind == 3) v[6] = -6; std::vector<double> x(5, 0); auto D = base ? d1 : d; sing = -7; int s = cusolverSpDcsrlsvluHost(h, 5, 13, D, v.data(), o.data(), c.data(), b.data(), 1e-10, reorder, x.data(), &sing); printf("lu host base %d kind %d reorder %d: %d %d", base, kind, reorder, s, sing); if (!s && sing < 0) show("", x); else printf("\n"); double *dv = dev(v), *db = dev(b), *dx = devz<double>(5); int *dof = dev(o), *dc = dev(c); sing = -7; s = cusolverSpDcsrlsvqr(h, 5, 13, D, dv, dof, dc, db, 1e-10, reorder, dx, &sing); printf("qr: %d %d", s, sing); if (!s && sing < 0) show("", dx, 5); else printf("\n"); sing = -7; s = cusolverSpDcsrlsvchol(h, 5, 13, D, dv, dof, dc, db, 1e-10, reorder, dx, &sing); printf("chol: %d %d", s, sing); if (!s && sing < 0) show("", dx, 5); else printf("\n"); sing = -7; s = cusolverSpDcsrlsvqrHost(h, 5, 13, D, v.data(), o.data(), c.data(), b.data(), 1e-10, reorder, x.data(), &sing); printf("qr host: %d %d\n", s, sing); sing = -7; s = cusolverSpDcsrlsvcholHost(h, 5, 13, D, v.data(), o.data(), c.data(), b.data(), 1e-10, reorder, x.data(), &sing); printf("chol host: %d %d\n", s, sing); }
  { double *dv = dev(val), *x0 = dev(std::vector<double>(5, 1)), *x = devz<double>(5), *mu = devz<double>(1); int *o = dev(off), *c = dev(col); for (double m0 : {3.0, 8.5, 6.0}) { int s = cusolverSpDcsreigvsi(h, 5, 13, d, dv, o, c, m0, x0, 100, 1e-8, mu, x); printf("eigvsi %g: %d", m0, s); show("", mu, 1); } double hm = 0, hx[5], h0[5] = {1, 1, 1, 1, 1}; ST(cusolverSpDcsreigvsiHost(h, 5, 13, d, val.data(), off.data(), col.data(), 3.0, h0, 100, 1e-8, &hm, hx)); printf("%.6g\n", hm); }
  { std::vector<int> o2 = {0, 2, 4, 6, 7}, c2 = {0, 1, 1, 2, 0, 2, 1}; std::vector<double> v2 = {3, 1, 4, 1, 1, 5, 2}, b2 = {1, 2, 3, 4}, x(3); int rank = -1, p[3]; double nrm = -1; ST(cusolverSpDcsrlsqvqrHost(h, 4, 3, 7, d, v2.data(), o2.data(), c2.data(), b2.data(), 1e-10, &rank, x.data(), p, &nrm)); printf("rank %d norm %.5g\n", rank, nrm); show("x", x); v2[4] = v2[5] = 0; v2[3] = 0; ST(cusolverSpDcsrlsqvqrHost(h, 4, 3, 7, d, v2.data(), o2.data(), c2.data(), b2.data(), 1e-10, &rank, x.data(), p, &nrm)); printf("rank %d norm %.5g\n", rank, nrm); ST(cusolverSpDcsrlsqvqrHost(h, 3, 4, 7, d, v2.data(), o2.data(), c2.data(), b2.data(), 1e-10, &rank, x.data(), p, &nrm)); }
  { csrqrInfo_t i; OK(cusolverSpCreateCsrqrInfo(&i)); int *o = dev(off), *c = dev(col); std::vector<double> v2(val); for (double x : val) v2.push_back(2 * x); std::vector<double> bb(b); for (double x : b) bb.push_back(x); double *v = dev(v2), *db = dev(bb), *x = devz<double>(10); size_t a = 0, w = 0; ST(cusolverSpXcsrqrAnalysisBatched(h, 5, 5, 13, d, o, c, i)); ST(cusolverSpDcsrqrBufferInfoBatched(h, 5, 5, 13, d, v, o, c, 2, i, &a, &w)); ST(cusolverSpDcsrqrsvBatched(h, 5, 5, 13, d, v, o, c, db, x, 2, i, devz<char>(w + 64))); show("x", x, 10); }
  for (auto [m, nz] : {std::pair{-1, 13}, {0, 0}, {5, -1}, {5, 0}}) { std::vector<double> x(5); sing = -7; int s = hush([&] { return cusolverSpDcsrlsvluHost(h, m, nz, d, val.data(), off.data(), col.data(), b.data(), 1e-10, 0, x.data(), &sing); }); printf("status %d %d: %d %d\n", m, nz, s, sing); } int is = -1; std::vector<int> e = {2, 5, 8, 11, 13}; ST(cusolverSpXcsrissymHost(h, 5, 13, d, off.data(), e.data(), col.data(), &is)); printf("symmetric %d\n", is); sync("end");
}
