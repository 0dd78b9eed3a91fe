// cuSOLVER sparse: where a factorization stops, counted from 0 or 1, on the host and the device
#include <cuda_runtime.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
#include <cusparse.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// the library may write its own message about a bad argument to standard output: that text is dropped
#include <unistd.h>
#include <fcntl.h>
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ERRI(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
int main() {
  cusolverSpHandle_t h; cusolverSpCreate(&h); cusparseMatDescr_t d; cusparseCreateMatDescr(&d); struct M { const char *name; std::vector<int> rp, ci; std::vector<double> v; }; const M ms[] = {{"definite", {0, 2, 5, 8, 10}, {0, 1, 0, 1, 2, 1, 2, 3, 2, 3}, {4, 1, 1, 4, 1, 1, 4, 1, 1, 4}}, {"singular", {0, 2, 4, 6, 7}, {0, 1, 0, 1, 2, 3, 3}, {1, 2, 2, 4, 1, 1, 1}}, {"indefinite", {0, 1, 2, 3, 4}, {0, 1, 2, 3}, {1, -1, 2, 3}}, {"zeros", {0, 1, 2, 3, 4}, {0, 1, 2, 3}, {1, 0, 0, 3}}};
  for (auto &m : ms) { const int n = 4, z = (int)m.v.size(); printf("%s\n", m.name); auto *rp = dev(m.rp), *ci = dev(m.ci); auto *v = dev(m.v); std::vector<double> b = {1, 2, 3, 4}, x(4); double *db = dev(b), *dx = devz<double>(4); for (double t : {0.0, 1e-12}) { int s[5] = {-7, -7, -7, -7, -7}; int r = cusolverSpDcsrlsvqr(h, n, z, d, v, rp, ci, db, t, 0, dx, s) | cusolverSpDcsrlsvchol(h, n, z, d, v, rp, ci, db, t, 0, dx, s + 1) | cusolverSpDcsrlsvluHost(h, n, z, d, m.v.data(), m.rp.data(), m.ci.data(), b.data(), t, 0, x.data(), s + 2) | cusolverSpDcsrlsvqrHost(h, n, z, d, m.v.data(), m.rp.data(), m.ci.data(), b.data(), t, 0, x.data(), s + 3) | cusolverSpDcsrlsvcholHost(h, n, z, d, m.v.data(), m.rp.data(), m.ci.data(), b.data(), t, 0, x.data(), s + 4); printf(" solve %g: %d qr %d chol %d host lu %d qr %d chol %d\n", t, r, s[0], s[1], s[2], s[3], s[4]); }
    size_t i1, i2; int p = -7; csrqrInfo_t q; cusolverSpCreateCsrqrInfo(&q); cusolverSpXcsrqrAnalysis(h, n, n, z, d, rp, ci, q); cusolverSpDcsrqrBufferInfo(h, n, n, z, d, v, rp, ci, q, &i1, &i2); void *w = devz<char>(i2 + 64); cusolverSpDcsrqrSetup(h, n, n, z, d, v, rp, ci, 0.0, q); printf(" qr before: %d\n", cusolverSpDcsrqrZeroPivot(h, q, 0.0, &p)); cusolverSpDcsrqrFactor(h, n, n, z, nullptr, nullptr, q, w); for (double t : {0.0, 1e-12}) { p = -7; printf(" qr %g: %d", t, cusolverSpDcsrqrZeroPivot(h, q, t, &p)); printf(" %d\n", p); }
    csrcholInfo_t c; cusolverSpCreateCsrcholInfo(&c); cusolverSpXcsrcholAnalysis(h, n, z, d, rp, ci, c); cusolverSpDcsrcholBufferInfo(h, n, z, d, v, rp, ci, c, &i1, &i2); w = devz<char>(i2 + 64); cusolverSpDcsrcholFactor(h, n, z, d, v, rp, ci, c, w); for (double t : {0.0, 1e-12, 1.0}) { p = -7; printf(" chol %g: %d", t, cusolverSpDcsrcholZeroPivot(h, c, t, &p)); printf(" %d\n", p); } double *g = devz<double>(4); if (m.name[0] != 'z') { printf(" diagonal %d", cusolverSpDcsrcholDiag(h, c, g)); for (double e : get(g, 4)) printf(" %.4f", e); printf("\n"); } csrcholInfoHost_t k; cusolverSpCreateCsrcholInfoHost(&k); cusolverSpXcsrcholAnalysisHost(h, n, z, d, m.rp.data(), m.ci.data(), k); cusolverSpDcsrcholBufferInfoHost(h, n, z, d, m.v.data(), m.rp.data(), m.ci.data(), k, &i1, &i2); std::vector<char> hw(i2 + 64); cusolverSpDcsrcholFactorHost(h, n, z, d, m.v.data(), m.rp.data(), m.ci.data(), k, hw.data()); for (double t : {0.0, 1.0}) { p = -7; printf(" host chol %g: %d", t, cusolverSpDcsrcholZeroPivotHost(h, k, t, &p)); printf(" %d\n", p); } }
}
