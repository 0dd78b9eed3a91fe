// cuSOLVER sparse: orderings, permutations, zero-free diagonal, eigenvalues by inverse iteration, batched QR, symmetry check
#include <cuda_runtime.h>
#include <cusolverSp.h>
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
int main() {
  cusolverSpHandle_t h; OK(cusolverSpCreate(&h)); cusparseMatDescr_t d; OK(cusparseCreateMatDescr(&d));
  std::vector<int> off = {0, 3, 6, 9, 12, 14, 16}, col = {0, 3, 5, 1, 2, 3, 1, 2, 4, 0, 1, 3, 2, 4, 0, 5}; std::vector<double> val = {4, 1, 1, 5, 1, 2, 1, 6, 1, 1, 2, 7, 1, 8, 1, 9}; int p[6], sym = -1;
  ST(cusolverSpXcsrissymHost(h, 6, 16, d, off.data(), off.data() + 1, col.data(), &sym)); printf("symmetric %d\n", sym);
  auto valid = [&](const char *n, int s) { int seen = 0; for (int x : p) seen |= 1 << x; printf("%s %d permutation %d\n", n, s, seen == 63); }; valid("symrcm", cusolverSpXcsrsymrcmHost(h, 6, 16, d, off.data(), col.data(), p)); valid("symmdq", cusolverSpXcsrsymmdqHost(h, 6, 16, d, off.data(), col.data(), p)); valid("symamd", cusolverSpXcsrsymamdHost(h, 6, 16, d, off.data(), col.data(), p)); valid("metis", cusolverSpXcsrmetisndHost(h, 6, 16, d, off.data(), col.data(), nullptr, p)); int numnz = -1; ST(cusolverSpDcsrzfdHost(h, 6, 16, d, val.data(), off.data(), col.data(), p, &numnz)); printf("zfd %d: %d %d %d %d %d %d\n", numnz, p[0], p[1], p[2], p[3], p[4], p[5]);
  { std::vector<int> o2 = {0, 1, 2, 4}, c2 = {1, 2, 0, 1}; std::vector<double> v2 = {1, 2, 3, 4}; int q[3]; ST(cusolverSpDcsrzfdHost(h, 3, 4, d, v2.data(), o2.data(), c2.data(), q, &numnz)); printf("zfd %d: %d %d %d\n", numnz, q[0], q[1], q[2]); std::vector<int> o3 = {0, 1, 2, 3}, c3 = {1, 1, 0}; ST(cusolverSpDcsrzfdHost(h, 3, 3, d, v2.data(), o3.data(), c3.data(), q, &numnz)); printf("structurally singular %d\n", numnz); }
  { int pr[6] = {2, 0, 1, 5, 4, 3}, pc[6] = {1, 0, 3, 2, 5, 4}, map[16]; for (int i = 0; i < 16; ++i) map[i] = i; auto o = off, c = col; size_t sz = 0; ST(cusolverSpXcsrperm_bufferSizeHost(h, 6, 6, 16, d, o.data(), c.data(), pr, pc, &sz)); std::vector<char> b(sz + 64); ST(cusolverSpXcsrpermHost(h, 6, 6, 16, d, o.data(), c.data(), pr, pc, map, b.data())); show("off", o); show("col", c); show("map", std::vector<int>(map, map + 16)); }
  { double mu = 0, *x = devz<double>(6), *v = dev(val); int *o = dev(off), *c = dev(col); std::vector<double> x0 = {1, 1, 1, 1, 1, 1}; double *dx0 = dev(x0), *dm = devz<double>(1), hx[6]; ST(cusolverSpDcsreigvsiHost(h, 6, 16, d, val.data(), off.data(), col.data(), 9.0, x0.data(), 1000, 1e-10, &mu, hx)); printf("mu %.5f\n", mu); ST(cusolverSpDcsreigvsi(h, 6, 16, d, v, o, c, 9.0, dx0, 1000, 1e-10, dm, x)); printf("mu %.5f\n", get(dm, 1)[0]); int n = -1; std::vector<cuDoubleComplex> *unused = nullptr; (void)unused; cuDoubleComplex lo = {-20, -20}, hi = {20, 20}; std::vector<cuDoubleComplex> zv; for (double y : val) zv.push_back({y, 0}); ST(cusolverSpZcsreigsHost(h, 6, 16, d, zv.data(), off.data(), col.data(), lo, hi, &n)); printf("eigenvalues %d\n", n); lo = {5, -1}; ST(cusolverSpZcsreigsHost(h, 6, 16, d, zv.data(), off.data(), col.data(), lo, hi, &n)); printf("eigenvalues %d\n", n); ST(cusolverSpDcsreigsHost(h, 6, 16, d, val.data(), off.data(), col.data(), lo, hi, &n)); printf("eigenvalues %d\n", n); }
  { csrqrInfo_t in; OK(cusolverSpCreateCsrqrInfo(&in)); int *o = dev(off), *c = dev(col); std::vector<double> two = val, bb(12); for (double y : val) two.push_back(y * 2); for (int i = 0; i < 12; ++i) bb[i] = i % 6 + 1; double *v = dev(two), *b = dev(bb), *x = devz<double>(12); size_t a1 = 0, a2 = 0; ST(cusolverSpXcsrqrAnalysisBatched(h, 6, 6, 16, d, o, c, in)); ST(cusolverSpDcsrqrBufferInfoBatched(h, 6, 6, 16, d, v, o, c, 2, in, &a1, &a2)); ST(cusolverSpDcsrqrsvBatched(h, 6, 6, 16, d, v, o, c, b, x, 2, in, devz<char>(a2 + 64))); show("x", x, 12); ST(cusolverSpDestroyCsrqrInfo(in)); }
  { int rank = -1; double x[2], nrm = -1; std::vector<int> o = {0, 2, 3, 5, 6}, c = {0, 1, 0, 0, 1, 1}; std::vector<double> v = {1, 2, 3, 1, 1, 2}, b = {5, 3, 3, 4}; int q[2]; ST(cusolverSpDcsrlsqvqrHost(h, 4, 2, 6, d, v.data(), o.data(), c.data(), b.data(), 1e-12, &rank, x, q, &nrm)); printf("rank %d x %.5f %.5f norm %.5f\n", rank, x[0], x[1], nrm); }
  { int sg = -9; std::vector<double> b = {1, 2, 3, 4, 5, 6}, x(6); for (int r = 0; r < 4; ++r) { ST(cusolverSpDcsrlsvluHost(h, 6, 16, d, val.data(), off.data(), col.data(), b.data(), 1e-12, r, x.data(), &sg)); printf("reorder %d singular %d\n", r, sg); show("x", x); ST(cusolverSpDcsrlsvqrHost(h, 6, 16, d, val.data(), off.data(), col.data(), b.data(), 1e-12, r, x.data(), &sg)); ST(cusolverSpDcsrlsvcholHost(h, 6, 16, d, val.data(), off.data(), col.data(), b.data(), 1e-12, r, x.data(), &sg)); show("x", x); } ST(cusolverSpDcsrlsvluHost(h, 6, 16, d, val.data(), off.data(), col.data(), b.data(), 1e-12, 9, x.data(), &sg)); ST(cusolverSpDcsrlsvluHost(h, -6, 16, d, val.data(), off.data(), col.data(), b.data(), 1e-12, 0, x.data(), &sg)); ST(cusolverSpDcsrlsvluHost(h, 6, 16, nullptr, val.data(), off.data(), col.data(), b.data(), 1e-12, 0, x.data(), &sg)); cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_SYMMETRIC); ST(cusolverSpDcsrlsvluHost(h, 6, 16, d, val.data(), off.data(), col.data(), b.data(), 1e-12, 0, x.data(), &sg)); ST(cusolverSpXcsrsymrcmHost(h, 6, 16, d, off.data(), col.data(), p)); }
  ST(cusolverSpDestroy(h)); sync("end");
}
